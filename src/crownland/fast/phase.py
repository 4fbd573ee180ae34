"""The phases that games share: what a game waits for.

Plain numbers, because kernels read them. Below CLAIM the game waits for chance; from CLAIM on for a seat, until OVER.
A game's own phases, in its folder, take numbers between these.
"""

OPENING = 0  # who begins, or the order of the kings (K4, D3)
LINE = 2  # the next line (C8)

CLAIM = 4  # a king claims and has nothing to place (C11), or has just placed it
PLACE = 5
OVER = 12
