"""After placing in Queendomino: tax, build, send the dragon, end the turn."""

from crownland.games.queen.action import Build, Tax
from crownland.games.queen.state import State as Court
from crownland.kernel.scoring import ScoreLine
from crownland.kernel.square import Direction, Mask, Square, square_name
from crownland.table.gain import gain_of
from crownland.tui.choosers.chooser import Chooser
from crownland.tui.choosers.spots import SquareChooser
from crownland.tui.court import building_words, coin_words, tile_about
from crownland.words import Words

__all__ = ["BuildChooser", "BurnChooser", "EndChooser", "TaxChooser"]


class TaxChooser(SquareChooser):
    """Q5: a square of the domino just placed, and what a knight collects there."""

    kind = "tax"
    state: Court
    action: Tax

    def facts(self, words: Words) -> dict[str, object]:
        return {"square": square_name(self.action.square)}

    def detail(self, words: Words, width: int) -> str | None:
        lines = self.state.coin_lines(self.action)
        coins = words("table.coins", count=sum(line.points for line in lines))
        reasons = ", ".join(coin_words(line, words) for line in lines)
        full = f"+{coins}: {reasons}"
        return full if len(full) <= width else f"+{coins}"

    @property
    def cursor(self) -> Mask:
        return 1 << self.action.square


class _TileChooser(Chooser):
    """A tile of the builders' board, by its price."""

    state: Court

    @property
    def tile(self) -> str:
        return self.state.board[self.action.price] or ""

    def facts(self, words: Words) -> dict[str, object]:
        return {"building": building_words(self.tile, words)}

    def note(self, words: Words) -> str:
        return tile_about(self.tile, words)

    def detail(self, words: Words, width: int) -> str | None:
        """What it costs, and what is left in the purse."""
        seat = self.state.actor
        coins = 0 if seat is None else self.state.estates[self.state.kingdom_of(seat)].coins
        lines = [line for line in self.state.coin_lines(self.action) if line.points]
        text = words("table.coins.left", before=coins, after=coins + sum(line.points for line in lines))
        full = f"{text} ({', '.join(_signed(line, words) for line in lines)})" if len(lines) > 1 else text
        return full if len(full) <= width else text

    def type_digit(self, digit: str) -> None:
        """A price."""
        self._go_to(int(digit))

    def move(self, direction: Direction) -> None:
        prices = list(dict.fromkeys(action.price for action in self.actions))
        by = 1 if direction in (Direction.EAST, Direction.SOUTH) else -1
        self._go_to(prices[(prices.index(self.action.price) + by) % len(prices)])

    def _go_to(self, price: int) -> None:
        for action in self.actions:
            if action.price == price:
                self.pick(action)
                return


class BuildChooser(_TileChooser):
    """Q7: a tile with left and right or by its price, a town square with up and down."""

    kind = "build"
    keys = (("←→", "tile"), ("↑↓", "square"))
    action: Build

    def facts(self, words: Words) -> dict[str, object]:
        price = -sum(line.points for line in self.state.coin_lines(self.action))
        return {**super().facts(words), "square": square_name(self.action.square), "price": price}

    def detail(self, words: Words, width: int) -> str | None:
        """What it is worth now, then what it costs."""
        gain = words("table.tile.worth", points=f"{gain_of(self.state, self.action).points:+d}")
        cost = super().detail(words, width - len(gain) - 3)
        full = f"{cost} · {gain}"
        return full if len(full) <= width else gain

    def move(self, direction: Direction) -> None:
        if direction in (Direction.EAST, Direction.WEST):
            super().move(direction)
            return
        plots = sorted({action.square for action in self.actions})
        by = 1 if direction is Direction.NORTH else -1
        self.point_at(plots[(plots.index(self.action.square) + by) % len(plots)])

    def turn(self) -> None:
        self.move(Direction.NORTH)

    def point_at(self, square: Square) -> None:
        action = Build(self.action.price, square)
        if action in self.actions:
            self.pick(action)

    @property
    def marks(self) -> Mask:
        return sum(1 << square for square in {action.square for action in self.actions})

    @property
    def cursor(self) -> Mask:
        return 1 << self.action.square

    def _go_to(self, price: int) -> None:
        action = Build(price, self.action.square)
        if action in self.actions:
            self.pick(action)


class BurnChooser(_TileChooser):
    """Q10: a tile for the dragon."""

    kind = "dragon"
    keys = (("←→", "tile"),)


class EndChooser(Chooser):
    """Nothing more: the end of a turn in the last round (Q4), nothing drawn in Duel (D4)."""

    kind = "end"
    keys = ()

    def prompt(self, words: Words) -> str:
        return words("table.prompt.end" if isinstance(self.state, Court) else "table.prompt.nothing-to-draw")

    def detail(self, words: Words, width: int) -> str | None:
        return ""


def _signed(line: ScoreLine, words: Words) -> str:
    return f"{'+' if line.points > 0 else '−'}{coin_words(line, words)}"
