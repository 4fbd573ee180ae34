"""The actions of Duel as numbers, ascending in the order of ``legal_actions()``."""

__all__ = [
    "ACTIONS",
    "CASTLE",
    "COAT",
    "CROSS",
    "DIE",
    "END",
    "FREE",
    "NAME",
    "PAIR",
    "SPLIT",
    "SQUARES",
    "TAKE",
    "TURN",
]

SQUARES = 35  # D2: a square of the map is 7 × row + column

TAKE = 0  # + the die, counted from 0; + 4 and the place of two dice in 1.2, 1.3, 1.4, 2.3, 2.4, 3.4
TURN = 10  # + 6 × die + face - 1
NAME = 34  # + 6 × die + coat
CASTLE = 58  # + die
FREE = 62
SPLIT = 63
PAIR = 64  # + 35 × direction + square
DIE = 204  # + 35 × die + square
COAT = 344  # + coat
CROSS = 350  # + square
END = 385
ACTIONS = 386
