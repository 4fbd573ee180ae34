"""The numbers of Kingdomino's actions."""

from crownland.fast import numbering as shared
from crownland.fast.classic.layout import MOST_KINGDOMS
from crownland.fast.numbering import *  # noqa: F403 - all numbers in one place

MOST_CLAIMS = MOST_KINGDOMS  # a line has a domino for each, or four (K2, K5)

CLAIM = shared.DISCARD + 1  # + place in the line, from 0, lowest number first, whether others are claimed or not
ACTIONS = CLAIM + MOST_CLAIMS
