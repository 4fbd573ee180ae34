"""The numbers of the actions that games share.

Every action a seat can take has a fixed number: learning environments and stored data rely on them. In every position
the legal actions, in the reference's order, have ascending numbers. The ``numbering`` in a game's folder has all of its
numbers; ``docs/fast.md`` has the tables.
"""

from crownland.kernel.square import SIDE as SIDE
from crownland.kernel.square import Direction

MOST_LEGAL = 1024  # room for all legal actions of any position

# Games that lay dominoes. A square is 13 × row + column from a1, on the field a1–m13.
SQUARES = SIDE * SIDE
PLACE = 0  # + SQUARES × direction + square of the left half
DISCARD = PLACE + len(Direction) * SQUARES
