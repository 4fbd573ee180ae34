"""The rules a second time: slow, plain and written from the rules text alone, to check the kernel against.

Nothing here comes from crownland and nothing here is clever. A kingdom is a dict from (x, y) to (letter, crowns); the
castle is "C" at (0, 0); x grows to the east and y to the north. A placement is the pair (square of the left half,
square of the right half).
"""

from collections.abc import Iterable, Sequence

Cell = tuple[int, int]
Half = tuple[str, int]
Board = dict[Cell, Half]
Spot = tuple[Cell, Cell]

CASTLE: Half = ("C", 0)
TERRAINS = {"W": "wheat", "F": "forest", "L": "lake", "G": "grassland", "S": "swamp", "M": "mine"}
STEPS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))

DOMINOES: dict[int, tuple[Half, Half]] = {
    1: (("W", 0), ("W", 0)),
    2: (("W", 0), ("W", 0)),
    3: (("F", 0), ("F", 0)),
    4: (("F", 0), ("F", 0)),
    5: (("F", 0), ("F", 0)),
    6: (("F", 0), ("F", 0)),
    7: (("L", 0), ("L", 0)),
    8: (("L", 0), ("L", 0)),
    9: (("L", 0), ("L", 0)),
    10: (("G", 0), ("G", 0)),
    11: (("G", 0), ("G", 0)),
    12: (("S", 0), ("S", 0)),
    13: (("W", 0), ("F", 0)),
    14: (("W", 0), ("L", 0)),
    15: (("W", 0), ("G", 0)),
    16: (("W", 0), ("S", 0)),
    17: (("F", 0), ("L", 0)),
    18: (("F", 0), ("G", 0)),
    19: (("W", 1), ("F", 0)),
    20: (("W", 1), ("L", 0)),
    21: (("W", 1), ("G", 0)),
    22: (("W", 1), ("S", 0)),
    23: (("W", 1), ("M", 0)),
    24: (("F", 1), ("W", 0)),
    25: (("F", 1), ("W", 0)),
    26: (("F", 1), ("W", 0)),
    27: (("F", 1), ("W", 0)),
    28: (("F", 1), ("L", 0)),
    29: (("F", 1), ("G", 0)),
    30: (("L", 1), ("W", 0)),
    31: (("L", 1), ("W", 0)),
    32: (("L", 1), ("F", 0)),
    33: (("L", 1), ("F", 0)),
    34: (("L", 1), ("F", 0)),
    35: (("L", 1), ("F", 0)),
    36: (("W", 0), ("G", 1)),
    37: (("L", 0), ("G", 1)),
    38: (("W", 0), ("S", 1)),
    39: (("G", 0), ("S", 1)),
    40: (("M", 1), ("W", 0)),
    41: (("W", 0), ("G", 2)),
    42: (("L", 0), ("G", 2)),
    43: (("W", 0), ("S", 2)),
    44: (("G", 0), ("S", 2)),
    45: (("M", 2), ("W", 0)),
    46: (("S", 0), ("M", 2)),
    47: (("S", 0), ("M", 2)),
    48: (("W", 0), ("M", 3)),
}


def new_board() -> Board:
    """C3: a kingdom starts as one castle square."""
    return {(0, 0): CASTLE}


def neighbours(cell: Cell) -> list[Cell]:
    """The four squares edge to edge with *cell*."""
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def within_extent(cells: Iterable[Cell], size: int) -> bool:
    """C4: the box around all the squares is at most *size* wide and *size* high."""
    squares = list(cells)
    xs = [x for x, _ in squares]
    ys = [y for _, y in squares]
    return max(xs) - min(xs) + 1 <= size and max(ys) - min(ys) + 1 <= size


def half_connects(board: Board, cell: Cell, half: Half) -> bool:
    """C5: this half touches the castle or a square already in the kingdom that shows its own terrain."""
    for other in neighbours(cell):
        if other in board:
            terrain = board[other][0]
            if terrain == "C" or terrain == half[0]:
                return True
    return False


def is_legal(board: Board, halves: tuple[Half, Half], spot: Spot, size: int) -> bool:
    """C6, C5 and C4, one after the other."""
    left, right = spot
    if left in board or right in board:  # C6
        return False
    if right not in neighbours(left):  # C5: two orthogonally adjacent squares
        return False
    if not half_connects(board, left, halves[0]) and not half_connects(board, right, halves[1]):  # C5
        return False
    return within_extent([*board, left, right], size)  # C4


def legal_spots(board: Board, number: int, size: int) -> set[Spot]:
    """Every legal placement of domino *number*, by trying every square and direction; doubles are listed both ways."""
    reach = range(-size + 1, size)  # the castle at 0 is one of the squares
    found = set()
    for x in reach:
        for y in reach:
            for dx, dy in STEPS:
                spot = ((x, y), (x + dx, y + dy))
                if is_legal(board, DOMINOES[number], spot, size):
                    found.add(spot)
    return found


def looks(board: Board, number: int, spots: Iterable[Spot]) -> set[frozenset[tuple[Cell, Half]]]:
    """The new squares each placement makes: turning a double round makes the same ones."""
    left, right = DOMINOES[number]
    return {frozenset({(a, left), (b, right)}) for a, b in spots}


def put(board: Board, number: int, spot: Spot) -> Board:
    """The kingdom with the domino on it."""
    after = dict(board)
    after[spot[0]], after[spot[1]] = DOMINOES[number]
    return after


def flood(board: Board, cell: Cell, seen: set[Cell]) -> list[Cell]:
    """The squares joined to *cell* through squares of its terrain, by recursion."""
    if cell in seen:
        return []
    seen.add(cell)
    found = [cell]
    for other in neighbours(cell):
        if other in board and board[other][0] == board[cell][0]:
            found += flood(board, other, seen)
    return found


def properties(board: Board) -> list[tuple[str, int, int]]:
    """C12: (letter, squares, crowns) of each property, sorted; the castle is none (C3)."""
    seen: set[Cell] = set()
    found = []
    for cell, (terrain, _) in board.items():
        if terrain != "C" and cell not in seen:
            cells = flood(board, cell, seen)
            found.append((terrain, len(cells), sum(board[c][1] for c in cells)))
    return sorted(found)


def property_points(board: Board) -> int:
    """C12: squares × crowns, summed."""
    return sum(squares * crowns for _, squares, crowns in properties(board))


def largest_property(board: Board) -> int:
    """K6: the largest single property in squares, crowned or not."""
    return max((squares for _, squares, _ in properties(board)), default=0)


def crowns(board: Board) -> int:
    """K6: the crowns that lie in the kingdom."""
    return sum(number for _, number in board.values())


def is_middle(board: Board, size: int) -> bool:
    """K7: the box is the full N×N and the castle is its centre, holes or not."""
    xs = [x for x, _ in board]
    ys = [y for _, y in board]
    half = size // 2
    return (min(xs), max(xs), min(ys), max(ys)) == (-half, half, -half, half)


def is_complete(board: Board, discards: int, size: int) -> bool:
    """K8: nothing discarded and no empty square in the N×N box."""
    return discards == 0 and within_extent(board, size) and len(board) == size * size


def total(board: Board, discards: int, size: int, *, middle: bool = False, harmony: bool = False) -> int:
    """C12 with the bonuses that are played with."""
    points = property_points(board)
    if middle and is_middle(board, size):
        points += 10
    if harmony and is_complete(board, discards, size):
        points += 5
    return points


def ranking(keys: Sequence[tuple[int, int, int]]) -> list[int]:
    """K6: the place of each (total, largest property, crowns): 1 + how many are better, so that equals share."""
    return [1 + sum(other > mine for other in keys) for mine in keys]


def transform(board: Board, symmetry: int) -> Board:
    """The kingdom turned (and for 4–7 mirrored as well) about its castle."""
    return {turn(cell, symmetry): half for cell, half in board.items()}


def turn(cell: Cell, symmetry: int) -> Cell:
    """One square under one of the eight symmetries."""
    x, y = cell
    if symmetry >= 4:
        x = -x
    for _ in range(symmetry % 4):
        x, y = y, -x
    return x, y


def draw(board: Board) -> str:
    """The board as text, north on top: ' .' empty, 'C ' castle, 'W1' wheat with a crown."""
    xs = [x for x, _ in board]
    ys = [y for _, y in board]
    rows = []
    for y in range(max(ys), min(ys) - 1, -1):
        row = []
        for x in range(min(xs), max(xs) + 1):
            letter, number = board.get((x, y), (".", 0))
            row.append(letter + (str(number) if number else " "))
        rows.append(" ".join(row).rstrip())
    return "\n".join(rows)


def read(text: str) -> Board:
    """A board from text as :func:`draw` writes it: rows north to south, cells apart by spaces, one `C`."""
    cells: Board = {}
    rows = [line.split() for line in text.strip().splitlines()]
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            if cell != ".":
                cells[across, -down] = (cell[0], int(cell[1:] or 0))
    (cx, cy) = next(cell for cell, half in cells.items() if half[0] == "C")
    return {(x - cx, y - cy): half for (x, y), half in cells.items()}
