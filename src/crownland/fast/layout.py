"""The slots that games share in the row of words that holds a game.

A game begins at some offset *at* of a flat row; its slots are ``words[at + layout.SLOT]``. The ``layout`` in a game's
folder has the whole row: these slots and the game's own.
"""

from crownland.kernel.terrain import Terrain

# Every game.
GAME = 0  # the number of its twin
SEATS = 1
KINGDOMS = 2
PHASE = 3  # see phase.py

# Games that lay dominoes from lines: all that follows. First what the setup decides; slots 10 and 11 are each game's
# own.
KINGS = 4
SIZE = 5  # of a kingdom, C4: one of SIZES
SIZES = 5, 7
LINE_LENGTH = 6
LINES = 7
PILES = 8  # the box of the first line, and one bit higher of the second, and so on in turn (W1)
OPENING_RULE = 9  # the place of the opening in the OPENINGS of crownland.kernel.opening

# Whose turn it is. Dominoes are bytes that hold the number + 1, seats are nibbles that hold the seat + 1; the first is
# lowest, and 0 is none. Dominoes are numbered from 0 through both boxes.
LINES_LEFT = 12
WAITING = 13  # the kings that claim next, in their order
OLD = 14  # the dominoes still to be placed, ascending
OLD_OWNERS = 15
LINE = 16  # the new line, ascending, claimed or not
FREE = 17  # a bit for every place of the line that nobody has claimed
OWNERS = 18  # who has claimed each place of the line
SEEN = 19  # the dominoes that have left the pile, one word for each box
BOXES = 2
# Slot 21 is each game's own.

# Kingdoms: slots counted from the kingdom's own offset, at + KINGDOM + kingdom * KINGDOM_WORDS. A plane is a mask on a
# torus of 8×8 squares: bit 8 × (row mod 8) + (column mod 8).
KINGDOM = 22
TERRAINS = 0  # a plane each
CROWNS = TERRAINS + len(Terrain)  # the squares with one crown or three
CROWNS_TWICE = CROWNS + 1  # the squares with two crowns or three
OCCUPIED = CROWNS + 2  # the castle too
BOX = CROWNS + 3  # which columns, and eight bits higher which rows, of the torus have something on them
KINGDOM_WORDS = CROWNS + 4
