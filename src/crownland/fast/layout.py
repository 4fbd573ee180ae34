"""Where everything lies in the row of words that is a game.

A game begins at some offset *at* of a flat row; its slots are ``words[at + SLOT]``. Slots of a kingdom are counted from
the kingdom's own offset, ``at + KINGDOM + kingdom * KINGDOM_WORDS``.
"""

__all__ = [
    "BOARD",
    "BONUSES",
    "BOX",
    "BUILDINGS",
    "BUILDINGS_COUNT",
    "BUILT",
    "BURNED",
    "CLASSIC",
    "CLASSIC_WORDS",
    "CROWNS",
    "CROWNS_TWICE",
    "DRAGON",
    "DUEL",
    "DUEL_ACTOR",
    "DUEL_BONUS",
    "DUEL_BOXES",
    "DUEL_CASTLE",
    "DUEL_COAT",
    "DUEL_COATS",
    "DUEL_CROSSES",
    "DUEL_DICE",
    "DUEL_DRAWN",
    "DUEL_DREW",
    "DUEL_FIRST",
    "DUEL_FREE",
    "DUEL_HIGH",
    "DUEL_HIGH_COAT",
    "DUEL_LIGHTNING",
    "DUEL_LOW",
    "DUEL_LOW_COAT",
    "DUEL_OCCUPIED",
    "DUEL_PART",
    "DUEL_PLAIN",
    "DUEL_ROUND",
    "DUEL_SIDE",
    "DUEL_SIDE_WORDS",
    "DUEL_SPELLS",
    "DUEL_SPLIT",
    "DUEL_TAKEN",
    "DUEL_USED",
    "DUEL_WORDS",
    "DYNASTY_WORDS",
    "ESTATE",
    "ESTATE_WORDS",
    "FREE",
    "FRESH",
    "GAME",
    "GAMES",
    "GAMES_OVER",
    "HARMONY",
    "HOST",
    "KINGDOM",
    "KINGDOMS",
    "KINGDOM_WORDS",
    "KINGS",
    "KNIGHT",
    "LINE",
    "LINES",
    "LINES_LEFT",
    "LINE_LENGTH",
    "MIDDLE_KINGDOM",
    "OCCUPIED",
    "OLD",
    "OLD_OWNERS",
    "OPENING_RULE",
    "OWNERS",
    "PAST",
    "PAST_POINTS",
    "PAST_WORDS",
    "PHASE",
    "PILES",
    "POSTED",
    "PURSE",
    "QUEEN",
    "QUEEN_WORDS",
    "SEATS",
    "SEEN",
    "SIZE",
    "TERRAINS",
    "TILES",
    "TOWER",
    "TREASURY_SHIFT",
    "WAITING",
]

CLASSIC, QUEEN, DUEL = 0, 1, 2  # the folders of crownland.games

# Every game.
GAME = 0  # CLASSIC, QUEEN or DUEL
SEATS = 1
KINGDOMS = 2
PHASE = 3  # see phase.py

# What the setup decides: it does not change.
KINGS = 4
SIZE = 5  # of a kingdom, C4
LINE_LENGTH = 6
LINES = 7
PILES = 8  # the box of the first line, and one bit higher of the second, and so on in turn (W1)
OPENING_RULE = 9  # the place of the opening in the OPENINGS of crownland.kernel.opening
BONUSES = 10  # MIDDLE_KINGDOM | HARMONY
GAMES = 11  # K10

MIDDLE_KINGDOM, HARMONY = 1, 2

# Whose turn it is. Dominoes are bytes that hold the number + 1, seats are nibbles that hold the seat + 1; the first is
# lowest, and 0 is none. Kingdomino's dominoes are numbered from 0, Queendomino's from 48.
LINES_LEFT = 12
WAITING = 13  # the kings that claim next, in their order
OLD = 14  # the dominoes still to be placed, ascending
OLD_OWNERS = 15
LINE = 16  # the new line, ascending, claimed or not
FREE = 17  # a bit for every place of the line that nobody has claimed
OWNERS = 18  # who has claimed each place of the line
SEEN = 19  # the dominoes that have left the pile, one word for each box
GAMES_OVER = 21  # K10: how many games of the Dynasty are over

# Kingdoms. A plane is a mask on a torus of 8×8 squares: bit 8 × (row mod 8) + (column mod 8).
KINGDOM = 22
KINGDOM_WORDS = 11
TERRAINS = 0  # seven planes
CROWNS = 7  # the squares with one crown or three
CROWNS_TWICE = 8  # the squares with two crowns or three
OCCUPIED = 9  # the castle too
BOX = 10  # which columns, and eight bits higher which rows, of the torus have something on them

# Kingdomino: four kingdoms, and for a Dynasty what came of the games before.
CLASSIC_WORDS = KINGDOM + 4 * KINGDOM_WORDS
PAST_POINTS = CLASSIC_WORDS  # for each seat: total, largest property and crowns of earlier games, sixteen bits each
PAST = PAST_POINTS + 4  # two games of four kingdoms
PAST_WORDS = 5  # three planes that spell terrain + 1, and both crown planes
DYNASTY_WORDS = PAST + 8 * PAST_WORDS

# Queendomino and Royal Wedding: six kingdoms, their estates, and what lies between them. A kind of building is its
# place in the table of buildings.
ESTATE = KINGDOM + 6 * KINGDOM_WORDS
ESTATE_WORDS = 3
PURSE = 0  # coins, sixteen bits higher the knights in the reserve, then the towers, then the two TREASURY bits
POSTED = 1  # the squares with a knight
BUILT = 2  # the squares with a building
BUILDINGS = (
    ESTATE + 6 * ESTATE_WORDS
)  # kingdom by kingdom in the order they were built, sixteen bits each: kind + 1, kingdom, square
BUILDINGS_COUNT = BUILDINGS + 8
BOARD = BUILDINGS_COUNT + 1  # a byte for every space of the builders' board, cheapest first: kind + 1, or 0
TILES = BOARD + 1  # the pile: a bit for every tile; of equal tiles the first ones leave it first
BURNED = TILES + 1  # two bits for every kind: how many the dragon has burned
HOST = BURNED + 1  # the kingdom that hosts the queen, + 1, or 0
DRAGON = HOST + 1  # 1 when it is at home
FRESH = DRAGON + 1  # the squares of the domino just placed that may still be taxed
QUEEN_WORDS = FRESH + 1

KNIGHT, TOWER = 1 << 16, 1 << 32  # one of them, in a purse
TREASURY_SHIFT = 48  # Q6: the bits of knights_treasury and towers_treasury in a purse

# Duel. A seat is its number, a die is 0 to 3, a coat is its number in Coat.
DUEL_FIRST = 4  # player A of this round (D3); 0 while nobody is
DUEL_ROUND = 5
DUEL_ACTOR = 6  # the seat that takes, draws or chooses; 0 while none does
DUEL_DICE = 7  # the faces rolled, a nibble for each die; 0 before the roll
DUEL_TAKEN = 8  # a nibble for each seat: a bit for every die it has taken
DUEL_LIGHTNING = 9  # D7: the spells just won that the actor must use, a bit for each row of the spell book

# What the actor has decided about its drawing; all 0 while nobody draws.
DUEL_PART = 10  # a number of Part
DUEL_LOW = 11  # the lower die and the face it shows: die << 3 | face
DUEL_HIGH = 12
DUEL_LOW_COAT = 13  # the coat that will be drawn, or 6 for a wild face that has no name yet (D5)
DUEL_HIGH_COAT = 14
DUEL_BONUS = 15  # D8: 1 when the castle's cross goes to the lower die, 2 when to the higher one
DUEL_FREE = 16  # D7: 1 when free placement is cast
DUEL_SPLIT = 17  # D7: 1 when the split is cast
DUEL_DRAWN = 18  # the square of the lower die that a split has drawn already, as a mask

# Both players' maps and sides of the spell book: slots counted from at + DUEL_SIDE + seat * DUEL_SIDE_WORDS. A plane is
# a mask of the map: bit 8 × row + column, from the south-western corner (D2).
DUEL_SIDE = 19
DUEL_SIDE_WORDS = 17
DUEL_COATS = 0  # six planes
DUEL_OCCUPIED = 6  # the castle too; next to the coats, because a wild face without a name connects to anything
DUEL_CROSSES = 7  # three planes: the binary digits of the number of crosses
DUEL_BOXES = 10  # D6: a nibble for each row of the spell book
DUEL_SPELLS = 11  # won and not used yet, a bit for each row
DUEL_USED = 12
DUEL_CASTLE = 13  # D8: 1 while the castle bonus is there
DUEL_COAT = 14  # the coat of the bonus spell + 1, or 0
DUEL_PLAIN = 15  # this round's coats that will fill boxes, the coat + 1 in three bits each, the lower die's first
DUEL_DREW = 16  # this round: 0 not yet, 1 nothing was drawn, 2 something was
DUEL_WORDS = DUEL_SIDE + 2 * DUEL_SIDE_WORDS
