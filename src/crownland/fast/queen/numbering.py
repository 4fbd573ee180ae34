"""The numbers of the actions of Queendomino and Royal Wedding."""

from crownland.fast import numbering as shared
from crownland.fast.numbering import *  # noqa: F403 - all numbers in one place
from crownland.games.queen.building import SPACES

MOST_CLAIMS = 8  # dominoes in the longest line (W2)

TAX = shared.DISCARD + 1  # + square
BUILD = TAX + shared.SQUARES  # + SQUARES × space on the builders' board + square
BURN = BUILD + SPACES * shared.SQUARES  # + space
CLAIM = BURN + SPACES  # + place in the line, from 0, lowest number first, whether others are claimed or not
END = CLAIM + MOST_CLAIMS
ACTIONS = END + 1
