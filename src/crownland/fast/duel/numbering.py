"""The numbers of Duel's actions, ascending in the order of ``legal_actions()``.

A square of the map is COLUMNS × row + column from its south-western corner (D2); dice, faces and coats count from 0.
"""

from crownland.games.duel.coat import MAP, MAP_BOX, Coat
from crownland.games.duel.dice import DICE as ALL_DICE
from crownland.kernel.square import Direction

SQUARES = MAP.bit_count()
COLUMNS = MAP_BOX[2] - MAP_BOX[0] + 1
DICE = len(ALL_DICE)
FACES = max(map(len, ALL_DICE.values()))
COATS = len(Coat)

TAKE = 0  # + the die; + DICE and the place of two dice in 1.2, 1.3, 1.4, 2.3, 2.4, 3.4
TURN = TAKE + DICE + DICE * (DICE - 1) // 2  # + FACES × die + face
NAME = TURN + DICE * FACES  # + COATS × die + coat
CASTLE = NAME + DICE * COATS  # + die
FREE = CASTLE + DICE
SPLIT = FREE + 1
PAIR = SPLIT + 1  # + SQUARES × direction + square
DIE = PAIR + len(Direction) * SQUARES  # + SQUARES × die + square
COAT = DIE + DICE * SQUARES  # + coat
CROSS = COAT + COATS  # + square
END = CROSS + SQUARES
ACTIONS = END + 1
