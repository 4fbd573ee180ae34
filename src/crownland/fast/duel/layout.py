"""The row of words that holds a game of Duel.

A seat is its number, a die is 0 to 3, a coat is its number in Coat.
"""

from crownland.fast.layout import GAME as GAME
from crownland.fast.layout import KINGDOMS as KINGDOMS
from crownland.fast.layout import PHASE as PHASE
from crownland.fast.layout import SEATS as SEATS

NUMBER = 2  # of the twin

FIRST = 4  # player A of this round (D3); 0 before the opening
ROUND = 5
ACTOR = 6  # the seat that takes, draws or chooses; 0 while none does
DICE = 7  # the faces rolled, a nibble for each die; 0 before the roll
TAKEN = 8  # a nibble for each seat: a bit for every die it has taken
LIGHTNING = 9  # D7: the spells just won that the actor must use, a bit for each row of the spell book

# What the actor has decided about its drawing; all 0 while nobody draws.
PART = 10  # a number of Part
LOW = 11  # the lower die and the face it shows: die << 3 | face
HIGH = 12
LOW_COAT = 13  # the coat that will be drawn, or UNNAMED for a wild face that has no name yet (D5)
HIGH_COAT = 14
BONUS = 15  # D8: 1 when the castle's cross goes to the lower die, 2 when to the higher one
FREE = 16  # D7: 1 when free placement is cast
SPLIT = 17  # D7: 1 when the split is cast
DRAWN = 18  # the square of the lower die that a split has drawn already, as a mask

# Both players' maps and sides of the spell book: slots counted from at + SIDE + seat * SIDE_WORDS. A plane is a mask of
# the map: bit 8 × row + column, from the south-western corner (D2).
SIDE = 19
SIDE_WORDS = 17
COATS = 0  # six planes
OCCUPIED = 6  # the castle too; next to the coats, because a wild face without a name connects to anything
CROSSES = 7  # three planes: the binary digits of the number of crosses
BOXES = 10  # D6: a nibble for each row of the spell book
SPELLS = 11  # won and not used yet, a bit for each row
USED = 12
CASTLE = 13  # D8: 1 while the castle bonus is there
COAT = 14  # the coat of the bonus spell + 1, or 0
PLAIN = 15  # this round's coats that will fill boxes, the coat + 1 in three bits each, the lower die's first
DREW = 16  # this round: 0 not yet, 1 nothing was drawn, 2 something was
WORDS = SIDE + 2 * SIDE_WORDS
