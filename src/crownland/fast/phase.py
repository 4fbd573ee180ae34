"""What a game waits for. Plain numbers, because kernels read them: below CLAIM chance is asked, at OVER nobody is."""

__all__ = [
    "CLAIM",
    "DRAGON",
    "DRAW",
    "END",
    "LIGHTNING",
    "LINE",
    "OPENING",
    "OVER",
    "PLACE",
    "ROLL",
    "STOCK",
    "TAKE",
    "TAX",
]

OPENING = 0  # who begins, or the order of the kings (K4, D3)
STOCK = 1  # tiles for the builders' board (Q11)
LINE = 2  # the next line (C8)
ROLL = 3  # four dice (D3)

CLAIM = 4  # a king claims and has nothing to place (C11), or has just placed it
PLACE = 5
TAX = 6  # Queendomino after placing: everything is open (Q4)
DRAGON = 7  # after building
END = 8  # after the dragon: only the claim is left
TAKE = 9  # Duel: dice are taken from the roll (D3)
DRAW = 10  # a drawing, part by part (D4)
LIGHTNING = 11  # a lightning spell was won and is used at once (D7)
OVER = 12
