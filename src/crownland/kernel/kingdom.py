"""C3–C6: a kingdom, and where a domino may be laid in it."""

import re
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Self

from crownland.kernel.domino import Domino, Half
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.square import (
    CASTLE,
    CASTLE_MASK,
    FIELD,
    SIDE,
    STRIDE,
    Direction,
    Mask,
    Square,
    column,
    neighbours,
    rectangle,
    row,
    square_at,
    squares,
)
from crownland.kernel.terrain import Land, Terrain, parse_land

__all__ = ["EMPTY_KINGDOM", "Box", "Kingdom", "pairs", "reach", "reach_box"]

# The bounding box of all occupied squares, castle included: west, south, east, north.
Box = tuple[int, int, int, int]

_STEPS = tuple(direction.step for direction in Direction)
_CELL = re.compile(r"[.c]|([A-Za-z])([0-9]?)", re.ASCII)


def reach_box(size: int, box: Box) -> Box:
    """C4: the box of the squares a kingdom of that *box* may still cover without outgrowing *size* × *size*."""
    west, south, east, north = box
    last = SIDE - 1
    return max(east - size + 1, 0), max(north - size + 1, 0), min(west + size - 1, last), min(south + size - 1, last)


@cache
def reach(size: int, box: Box) -> Mask:
    """C4: the squares a kingdom of that *box* may still cover without outgrowing *size* × *size*."""
    return rectangle(*reach_box(size, box))


@dataclass(frozen=True, slots=True, repr=False)
class Kingdom:
    """A castle on g7 and the dominoes laid around it.

    ``terrains[t]`` holds the squares of terrain *t*, ``crowns[k]`` the squares with more than *k* crowns.
    """

    lands: ClassVar[type[Land]] = Terrain
    most_crowns: ClassVar[int] = 3
    fixed_area: ClassVar[Box | None] = None  # pictures show all of it, laid or not

    terrains: tuple[Mask, ...]
    crowns: tuple[Mask, ...]
    occupied: Mask
    box: Box

    def __hash__(self) -> int:
        return hash(self.terrains)  # enough to tell kingdoms apart, and quick

    @classmethod
    def empty(cls) -> Self:
        """C3: one castle square."""
        return cls((0,) * len(cls.lands), (0,) * cls.most_crowns, CASTLE_MASK, EMPTY_BOX)

    def at(self, square: Square) -> Half | None:
        """What lies on *square*: a half of a domino, or nothing (the castle is no terrain, C3)."""
        for terrain, land in enumerate(self.terrains):
            if land >> square & 1:
                return Half(self.lands(terrain), sum(plane >> square & 1 for plane in self.crowns))
        return None

    def spots(self, domino: Domino, size: int) -> tuple[Mask, Mask, Mask, Mask]:
        """The squares where the left half may go, for the right half to its north, east, south and west.

        Each placement of a double is listed once, with the right half north or east.
        """
        return self.spots_in(reach(size, self.box), domino)  # C4

    def spots_in(self, area: Mask, domino: Domino) -> tuple[Mask, Mask, Mask, Mask]:
        """As :meth:`spots`, where both halves must lie in *area*."""
        left, right = self.touching(domino.left.terrain), self.touching(domino.right.terrain)
        north, east, south, west = pairs(area & ~self.occupied, left, right)  # C6
        return (north, east, 0, 0) if domino.is_double else (north, east, south, west)

    def touching(self, land: Land) -> Mask:
        """C5: the squares that touch the castle or *land*; the other half's neighbours do not count."""
        return neighbours(self.terrains[land] | CASTLE_MASK)

    def place(self, domino: Domino, square: Square, direction: Direction) -> Self:
        """The kingdom with *domino* on it. Trusts that the placement is one of :meth:`spots`."""
        # Must agree with two steps of with_half(); at once, because play-outs do little else.
        left, right, other = domino.left, domino.right, Square(square + _STEPS[direction])
        here, there = 1 << square, 1 << other
        terrains, crowns = list(self.terrains), self.crowns
        terrains[left.terrain] |= here
        terrains[right.terrain] |= there
        if left.crowns or right.crowns:
            planes = list(crowns)
            for k in range(left.crowns):
                planes[k] |= here
            for k in range(right.crowns):
                planes[k] |= there
            crowns = tuple(planes)
        box = _grown(_grown(self.box, square), other)
        return type(self)(tuple(terrains), crowns, self.occupied | here | there, box)

    def with_half(self, square: Square, half: Half) -> Self:
        """The kingdom with *half* of a domino on *square*."""
        terrains, crowns = list(self.terrains), self.crowns
        terrains[half.terrain] |= 1 << square
        if half.crowns:
            crowns = tuple([plane | (half.crowns > k) << square for k, plane in enumerate(crowns)])
        return type(self)(tuple(terrains), crowns, self.occupied | 1 << square, _grown(self.box, square))

    def crowned(self, square: Square) -> Self:
        """The kingdom with one crown more on *square*."""
        crowns = list(self.crowns)
        k = next(k for k, plane in enumerate(crowns) if not plane >> square & 1)
        crowns[k] |= 1 << square
        return type(self)(self.terrains, tuple(crowns), self.occupied, self.box)

    def why_not(self, domino: Domino, square: Square, direction: Direction, size: int) -> tuple[str, str]:
        """The rule that forbids a placement which is not one of :meth:`spots`, and why."""
        halves = 1 << square
        other = square + direction.step
        halves |= 1 << other if other >= 0 else 0
        if halves & self.occupied:
            return "C6", "a half lies on an occupied square"
        if halves & ~(reach(size, self.box) & FIELD) or other < 0:
            return "C4", f"the kingdom would be wider or higher than {size}"
        if domino.is_double and direction in (Direction.SOUTH, Direction.WEST):
            return "C2", "both halves are equal: write the right half north or east of the left one"
        return "C5", "no half touches the castle or matching terrain"

    @property
    def width(self) -> int:
        return self.box[2] - self.box[0] + 1

    @property
    def height(self) -> int:
        return self.box[3] - self.box[1] + 1

    @property
    def is_connected(self) -> bool:
        """Whether every square can be reached from the castle, as in any kingdom laid by the rules."""
        seen, front = CASTLE_MASK, CASTLE_MASK
        while front:
            front = neighbours(front) & self.occupied & ~seen
            seen |= front
        return seen == self.occupied

    @classmethod
    def parse(cls, text: str) -> Self:
        """A kingdom from its rows, north to south: ``m3/w/c`` is a mine with three crowns, wheat, the castle.

        Letter = terrain, digit = crowns, ``.`` = empty, ``c`` = castle, which must be there once; short rows end in
        empty squares.
        """
        rows = [_parse_row(line, text, cls) for line in text.split("/")]
        castles = [(x, y) for y, cells in enumerate(rows) for x, cell in enumerate(cells) if cell == "c"]
        if len(castles) != 1:
            raise InvalidTextError(f"expected one castle c in a kingdom like 'm3/w/c', got {len(castles)}: {text!r}")
        (castle_x, castle_y) = castles[0]
        kingdom = cls.empty()
        for y, cells in enumerate(rows):
            for x, cell in enumerate(cells):
                if not isinstance(cell, Half):
                    continue
                across, up = column(CASTLE) + x - castle_x, row(CASTLE) + castle_y - y
                if not (0 <= across < SIDE and 0 <= up < SIDE):
                    raise InvalidTextError(f"expected squares within {SIDE // 2} of the castle (C4), got: {text!r}")
                kingdom = kingdom.with_half(square_at(across, up), cell)
        return kingdom

    def __str__(self) -> str:
        west, south, east, north = self.box
        cells = ["."] * (SIDE * STRIDE)
        cells[CASTLE] = "c"
        for letter, land in zip(_letters(self.lands), self.terrains, strict=True):
            while land:
                low = land & -land
                cells[low.bit_length() - 1] = letter
                land ^= low
        for number, plane in enumerate(self.crowns, start=1):
            for square in squares(plane):
                cells[square] = f"{cells[square][0]}{number}"
        rows = range(STRIDE * north, STRIDE * south - 1, -STRIDE)
        return "/".join(["".join(cells[row + west : row + east + 1]).rstrip(".") for row in rows])

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        from crownland import svg  # notebooks only: the kernel itself draws nothing

        return str(svg.kingdom(self))


@cache
def _letters(lands: type[Land]) -> tuple[str, ...]:
    return tuple([land.letter for land in lands])


def _grown(box: Box, square: Square) -> Box:
    x, y = square % STRIDE, square // STRIDE
    west, south, east, north = box
    if west <= x <= east and south <= y <= north:
        return box
    return min(west, x), min(south, y), max(east, x), max(north, y)


def pairs(free: Mask, left: Mask, right: Mask) -> tuple[Mask, Mask, Mask, Mask]:
    """The squares for the left half, with the right half to its north, east, south and west, both on *free* squares.

    At least one half must be where it may connect: the left one in *left* or the right one in *right*.
    """
    return (
        free & free >> STRIDE & (left | right >> STRIDE),
        free & free >> 1 & (left | right >> 1),
        free & free << STRIDE & (left | right << STRIDE),
        free & free << 1 & (left | right << 1),
    )


def _parse_row(line: str, text: str, kind: type[Kingdom]) -> list[Half | str]:
    cells: list[Half | str] = []
    at = 0
    while at < len(line):
        match = _CELL.match(line, at)
        if match is None or int(match[2] or 0) > kind.most_crowns:
            squares_are = f"each square a letter with at most {kind.most_crowns} crowns, '.' or c"
            raise InvalidTextError(f"expected a kingdom like 'm3/w/c', {squares_are}, got: {text[:200]!r}")
        if len(cells) == SIDE:
            raise InvalidTextError(
                f"expected a kingdom like 'm3/w/c' of at most {SIDE} squares a row, got: {text[:200]!r}"
            )
        at = match.end()
        cells.append(Half(parse_land(kind.lands, match[1]), int(match[2] or 0)) if match[1] else match[0])
    return cells


EMPTY_BOX: Box = (column(CASTLE), row(CASTLE), column(CASTLE), row(CASTLE))
EMPTY_KINGDOM = Kingdom.empty()
