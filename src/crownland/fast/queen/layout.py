"""The row of words that holds a game of Queendomino or Royal Wedding.

A kind of building is its place in the table of buildings; a tile is its place in the pile.
"""

from crownland.fast import layout as shared
from crownland.fast.layout import *  # noqa: F403 - the whole row in one place
from crownland.games.queen.building import TILES as ALL_TILES
from crownland.games.queen.rules import TEAMS
from crownland.games.setup import FALSE

NUMBER = 1  # of the twin
# W1, W3: without teams every player has a kingdom.
MOST_KINGDOMS = max(players for choice in TEAMS.choices if choice.value == FALSE for players in choice.players)

KINGDOM_OF = 10  # W3: the kingdom that each seat acts for, a nibble each

# Estates: slots counted from the estate's own offset, at + ESTATE + kingdom * ESTATE_WORDS.
ESTATE = shared.KINGDOM + MOST_KINGDOMS * shared.KINGDOM_WORDS
ESTATE_WORDS = 3
PURSE = 0  # coins, sixteen bits higher the knights in the reserve, then the towers, then the two TREASURY bits
POSTED = 1  # the squares with a knight
BUILT = 2  # the squares with a building

KNIGHT, TOWER = 1 << 16, 1 << 32  # one of them, in a purse
TREASURY_SHIFT = 48  # Q6: the bits of knights_treasury and towers_treasury in a purse

# Kingdom by kingdom in the order they were built, sixteen bits each: kind + 1, kingdom, square.
BUILDINGS = ESTATE + MOST_KINGDOMS * ESTATE_WORDS
BUILDINGS_COUNT = BUILDINGS + -(-len(ALL_TILES) // 4)
BOARD = BUILDINGS_COUNT + 1  # a byte for every space of the builders' board, cheapest first: kind + 1, or 0
TILES = BOARD + 1  # the pile: a bit for every tile; of equal tiles the first ones leave it first
BURNED = TILES + 1  # two bits for every kind: how many the dragon has burned
HOST = BURNED + 1  # the kingdom that hosts the queen, + 1, or 0
DRAGON = HOST + 1  # 1 when it is at home
FRESH = DRAGON + 1  # the squares of the domino just placed that may still be taxed
WORDS = FRESH + 1
