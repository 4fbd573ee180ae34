"""Picking a tile of the builders' board, and a square for it."""

from crownland.games.protocol import Action
from crownland.kernel.square import Direction, Mask, Square
from crownland.table.gain import gain_of
from crownland.tui.choosers.chooser import Chooser
from crownland.words import Words

__all__ = ["BuildChooser", "TileChooser"]


class TileChooser(Chooser):
    """Q10: a tile, with left and right or by its printed price."""

    keys: tuple[tuple[str, str], ...] = (("←→", "tile"),)

    @property
    def space(self) -> int:
        return self.meaning.spaces[0]

    def detail(self, words: Words, width: int) -> str | None:
        return self.cost(words, width)

    def type_digit(self, digit: str) -> None:
        """A price."""
        self.go_to(int(digit), self.meaning.squares)

    def move(self, direction: Direction) -> None:
        spaces = list(dict.fromkeys(meaning.spaces[0] for meaning in self.meanings.values()))
        by = 1 if direction in (Direction.EAST, Direction.SOUTH) else -1
        self.go_to(spaces[(spaces.index(self.space) + by) % len(spaces)], self.meaning.squares)

    def go_to(self, space: int, squares: tuple[Square, ...]) -> None:
        """Picks the tile on *space* for *squares*, if it can be picked."""
        found: list[Action] = [
            action
            for action, meaning in self.meanings.items()
            if meaning.spaces == (space,) and meaning.squares == squares
        ]
        if found:
            self.pick(found[0])


class BuildChooser(TileChooser):
    """Q7: a tile with left and right or by its price, a town square with up and down."""

    keys = (("←→", "tile"), ("↑↓", "square"))

    def detail(self, words: Words, width: int) -> str | None:
        """What it is worth now, then what it costs."""
        gain = words("table.tile.worth", points=f"{gain_of(self.state, self.action).points:+d}")
        full = f"{self.cost(words, width - len(gain) - 3)} · {gain}"
        return full if len(full) <= width else gain

    def move(self, direction: Direction) -> None:
        if direction in (Direction.EAST, Direction.WEST):
            super().move(direction)
            return
        plots = sorted({meaning.squares[0] for meaning in self.meanings.values()})
        by = 1 if direction is Direction.NORTH else -1
        self.point_at(plots[(plots.index(self.meaning.squares[0]) + by) % len(plots)])

    def turn(self) -> None:
        self.move(Direction.NORTH)

    def point_at(self, square: Square) -> None:
        self.go_to(self.space, (square,))

    @property
    def marks(self) -> Mask:
        return sum(1 << square for square in {meaning.squares[0] for meaning in self.meanings.values()})

    @property
    def cursor(self) -> Mask:
        return 1 << self.meaning.squares[0]
