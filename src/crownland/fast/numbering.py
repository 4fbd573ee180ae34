"""The integer of every action a seat can take, game by game: fixed, and what learning environments use.

In every position the legal actions, in the reference's order, have ascending numbers. ``docs/fast.md`` has the tables.

A square is 13 × row + column from a1, on the field a1–m13. A claim is the place of the domino in the line, from 0,
lowest number first, whether others are claimed or not.
"""

from crownland.fast.duel import numbering as duel_numbers

__all__ = [
    "ACTIONS",
    "BUILD",
    "BURN",
    "CLASSIC_CLAIM",
    "DISCARD",
    "END",
    "MOST_LEGAL",
    "PLACE",
    "QUEEN_CLAIM",
    "SIDE",
    "SQUARES",
    "TAX",
]

SIDE = 13
SQUARES = SIDE * SIDE

# Kingdomino, Queendomino and Royal Wedding.
PLACE = 0  # + SQUARES × direction + square of the left half
DISCARD = PLACE + 4 * SQUARES

# Kingdomino.
CLASSIC_CLAIM = DISCARD + 1  # + place in the line

# Queendomino and Royal Wedding.
TAX = DISCARD + 1  # + square
BUILD = TAX + SQUARES  # + SQUARES × space on the builders' board + square
BURN = BUILD + 6 * SQUARES  # + space
QUEEN_CLAIM = BURN + 6  # + place in the line
END = QUEEN_CLAIM + 8

MOST_LEGAL = 1024  # room for all legal actions of any position

# How many numbers each game has, by the GAME of layout.py.
ACTIONS = (CLASSIC_CLAIM + 4, END + 1, duel_numbers.ACTIONS)
