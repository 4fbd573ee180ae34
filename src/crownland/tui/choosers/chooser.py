"""What every way of picking an action offers, and those that pick from a list."""

from collections.abc import Mapping, Sequence
from typing import Any

from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.view import Piece, Realm, Tray, View
from crownland.kernel.domino import Half
from crownland.kernel.scoring import ScoreLine
from crownland.kernel.square import Direction, Mask, Square
from crownland.table.wording import coin_words, piece_words, values_of
from crownland.tui.registry import registry
from crownland.words import Words

__all__ = ["ButtonChooser", "Chooser", "ListChooser", "TokenChooser"]


class Chooser:
    """One of the actions of *meanings*, which are legal in *state* and of one kind: Enter plays ``action``."""

    keys: tuple[tuple[str, str], ...] = (("←→", "choose"),)  # beside Enter; what each does, in the catalogue
    confirms = False  # whether pointing at a picked slot plays the action

    def __init__(self, state: State[Any], view: View, meanings: Mapping[Action, Meaning]) -> None:
        self.state, self.view = state, view
        self.meanings = dict(meanings)
        self.actions = tuple(meanings)
        self.action: Action = self.actions[0]

    @property
    def meaning(self) -> Meaning:
        return self.meanings[self.action]

    @property
    def kind(self) -> str:
        return self.meaning.kind

    @property
    def realm(self) -> Realm:
        """The kingdom of the seat to act."""
        seat = self.state.actor
        assert seat is not None, "somebody picks an action"
        return self.view.realms[self.state.kingdom_of(seat)]

    # Words

    def prompt(self, words: Words) -> str:
        """What the person is asked to do."""
        key = f"table.prompt.{self.kind}"
        return words(key if key in words else "table.prompt.token", **self.facts(words))

    def facts(self, words: Words) -> dict[str, object]:
        """The values of the prompt."""
        return values_of(self.meaning, words, token=str(self.action), with_halves=True)

    def detail(self, words: Words, width: int) -> str | None:
        """What stands beside the prompt: the coins it brings or costs; None for the gain of the action."""
        if not self.meaning.coin_lines:
            return None
        return self.income(words, width) if self.meaning.coins > 0 else self.cost(words, width)

    def income(self, words: Words, width: int) -> str:
        """``+4 coins: taxes 2, knights' treasury 2``."""
        coins = words("table.coins", count=self.meaning.coins)
        full = f"+{coins}: {', '.join(coin_words(line, words) for line in self.meaning.coin_lines)}"
        return full if len(full) <= width else f"+{coins}"

    def cost(self, words: Words, width: int) -> str:
        """``coins 5 → 5 (−price 1, +queen 1)``: what is left in the purse."""
        coins = next((badge.count or 0 for badge in self.realm.badges if badge.key == "coin"), 0)
        lines = [line for line in self.meaning.coin_lines if line.points]
        text = words("table.coins.left", before=coins, after=coins + self.meaning.coins)
        full = f"{text} ({', '.join(_signed(line, words) for line in lines)})" if len(lines) > 1 else text
        return full if len(full) <= width else text

    def note(self, words: Words) -> str:
        """What stands above the prompt, instead of the news."""
        special, key = registry().notes.get(self.kind), f"table.note.{self.kind}"
        if special is not None:
            return special(self.meaning, words)
        return words(key) if key in words else ""

    # Picking

    def pick(self, action: Action) -> None:
        """Picks *action*, one of the actions."""
        self.action = action

    def step(self, by: int) -> None:
        """Picks the action *by* places further on, round and round."""
        at = self.actions.index(self.action)
        self.pick(self.actions[(at + by) % len(self.actions)])

    def move(self, direction: Direction) -> None:
        self.step(1 if direction in (Direction.SOUTH, Direction.EAST) else -1)

    def turn(self) -> None:
        self.step(1)

    def type_digit(self, digit: str) -> None:
        """A digit was typed."""

    def point_at(self, square: Square) -> None:
        """A square of the kingdom was pointed at."""

    def point_at_slot(self, tray: Tray, space: int) -> None:
        """A slot of *tray* was pointed at: picks an action about it, on the same squares if it can."""
        about = [action for action, meaning in self.meanings.items() if space in _slots(meaning, tray)]
        same = [action for action in about if self.meanings[action].squares == self.meaning.squares]
        if about:
            self.pick((same or about)[0])

    # Showing

    def slots(self, tray: Tray) -> tuple[int, ...]:
        """The places in *tray* that the action is about."""
        return _slots(self.meaning, tray)

    @property
    def ghost(self) -> dict[Square, Half]:
        """What the action would put into the kingdom, and what is decided already."""
        squares = self.meaning.squares
        shown = self.view.hand if len(squares) > 1 else ()
        halves = shown or [piece.halves[-1] for piece in self.meaning.pieces if piece.halves]
        laid = {square: half for square, half in zip(squares, halves, strict=False) if half is not None}
        return {**dict(self.realm.pending), **laid} if laid else {}

    @property
    def planned(self) -> dict[Square, Piece]:
        """The piece that the action would put on a square."""
        pieces = [piece for piece in self.meaning.pieces if not piece.halves]
        return {square: piece for square in self.meaning.squares[:1] for piece in pieces[:1]}

    @property
    def marks(self) -> Mask:
        """The squares of the kingdom that come into question."""
        return 0

    @property
    def cursor(self) -> Mask:
        """The squares already laid that the action is about."""
        return 0


class ButtonChooser(Chooser):
    """Nothing to choose: Enter plays it."""

    keys = ()

    def detail(self, words: Words, width: int) -> str | None:
        return ""


class ListChooser(Chooser):
    """A few actions in a row, all of them to be seen."""

    def label(self, action: Action, words: Words) -> str:
        """What stands for *action* in the row: the names of its pieces, or its token."""
        names = [piece_words(piece, words) for piece in self.meanings[action].pieces]
        return "+".join(names) or str(action)

    def detail(self, words: Words, width: int) -> str | None:
        """``K3 [K17] K22 …``: the labels from the picked one on, those before it as far as there is room."""
        at = self.actions.index(self.action)
        labels = (self.label(action, words) for action in self.actions)
        texts = [f"[{label}]" if place == at else label for place, label in enumerate(labels)]
        first = last = at
        while True:
            grown = [(a, b) for a, b in ((first, last + 1), (first - 1, last)) if a >= 0 and b < len(texts)]
            fitting = [(a, b) for a, b in grown if len(_shown(texts, a, b)) <= width]
            if not fitting:
                return _shown(texts, first, last) if len(texts) > 1 else ""
            first, last = fitting[0]


class TokenChooser(ListChooser):
    """The fallback: the tokens in a row."""

    keys = (("←→↑↓", "choose"),)
    PAGE = 8

    def label(self, action: Action, words: Words) -> str:
        return str(action)

    def move(self, direction: Direction) -> None:
        page = min(self.PAGE, len(self.actions))
        self.step({Direction.WEST: -1, Direction.EAST: 1, Direction.NORTH: -page, Direction.SOUTH: page}[direction])


def _slots(meaning: Meaning, tray: Tray) -> tuple[int, ...]:
    """The spaces it names in *tray*; where it names no tray, those of its pieces."""
    if meaning.tray == tray.key and meaning.spaces:
        return meaning.spaces
    if meaning.tray not in ("", tray.key):
        return ()
    about = {(piece.kind, piece.key) for piece in meaning.pieces}
    lying = ((place, slot.piece) for place, slot in enumerate(tray.slots))
    return tuple(place for place, piece in lying if piece is not None and (piece.kind, piece.key) in about)


def _signed(line: ScoreLine, words: Words) -> str:
    return f"{'+' if line.points > 0 else '−'}{coin_words(line, words)}"


def _shown(texts: Sequence[str], first: int, last: int) -> str:
    before, after = "… " if first else "", " …" if last + 1 < len(texts) else ""
    return f"{before}{' '.join(texts[first : last + 1])}{after}"
