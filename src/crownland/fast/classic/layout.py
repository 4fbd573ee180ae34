"""The row of words that holds a game of Kingdomino."""

from crownland.fast import layout as shared
from crownland.fast.layout import *  # noqa: F403 - the whole row in one place
from crownland.games.classic.rules import HARMONY, MIDDLE_KINGDOM, PLAYERS

NUMBER = 0  # of the twin
MOST_KINGDOMS = max(PLAYERS)
MOST_PAST = 2  # games of a Dynasty before the last one (K10)

BONUSES = 10  # the points of each bonus
BONUS_SHIFT = {MIDDLE_KINGDOM.key: 0, HARMONY.key: 16}  # in BONUSES, as land.bonus_points() reads them
GAMES = 11  # K10
GAMES_OVER = 21  # K10: how many games of the Dynasty are over

# A Dynasty also has the results of the games before.
WORDS = shared.KINGDOM + MOST_KINGDOMS * shared.KINGDOM_WORDS
PAST_POINTS = WORDS  # for each seat: total, largest property and crowns of earlier games, sixteen bits each
PAST = PAST_POINTS + MOST_KINGDOMS  # the kingdoms of each earlier game
PAST_PLANES = 3  # that spell terrain + 1
PAST_WORDS = PAST_PLANES + 2  # and both crown planes
DYNASTY_WORDS = PAST + MOST_PAST * MOST_KINGDOMS * PAST_WORDS
