"""What every way of picking an action offers, and those that pick from a list."""

from collections.abc import Sequence
from typing import Any, ClassVar

from crownland.games.protocol import Action, State
from crownland.kernel.domino import DOMINOES, DominoId, Half, domino_name
from crownland.kernel.square import Direction, Mask, Square
from crownland.tui.looks import half_words
from crownland.words import Words

__all__ = ["Chooser", "ListChooser", "TokenChooser", "covered", "domino_text"]


class Chooser:
    """One of *actions*, which are legal in *state*: ``action`` is what Enter plays."""

    kind: ClassVar[str] = "token"  # its prompt, what Enter does and its step on the path, in the catalogue
    keys: tuple[tuple[str, str], ...] = (("←→", "choose"),)  # beside Enter; what each does, in the catalogue

    def __init__(self, state: State[Any], actions: Sequence[Action]) -> None:
        self.state = state
        self.actions = tuple(actions)
        self.action: Action = self.actions[0]

    def prompt(self, words: Words) -> str:
        """What the person is asked to do."""
        return words(f"table.prompt.{self.kind}", **self.facts(words))

    def facts(self, words: Words) -> dict[str, object]:
        """What the prompt tells of the picked action."""
        return {"domino": "" if self.domino is None else domino_text(self.domino, words)}

    def detail(self, words: Words, width: int) -> str | None:
        """What is to be told beside the prompt; None for the gain of the action."""
        return None

    def note(self, words: Words) -> str:
        """What is to be told above the prompt, instead of the news."""
        return ""

    def pick(self, action: Action) -> None:
        """Pick *action*, one of the actions."""
        self.action = action

    def step(self, by: int) -> None:
        """Pick the action *by* places further on, round and round."""
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

    @property
    def domino(self) -> DominoId | None:
        """The domino that the action is about."""
        return getattr(self.action, "domino", None)

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that the action is about."""
        return ()

    @property
    def space(self) -> int | None:
        """The space of the builders' board that the action is about."""
        return getattr(self.action, "price", None)

    @property
    def ghost(self) -> dict[Square, Half]:
        """What the action would put into the kingdom."""
        return {}

    @property
    def marks(self) -> Mask:
        """The squares of the kingdom that come into question."""
        return 0

    @property
    def cursor(self) -> Mask:
        """The squares already laid that the action is about."""
        return 0


class ListChooser(Chooser):
    """A few actions in a row, all of them to be seen."""

    def label(self, action: Action, words: Words) -> str:
        """What stands for *action* in the row."""
        return str(action)

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

    def move(self, direction: Direction) -> None:
        page = min(self.PAGE, len(self.actions))
        self.step({Direction.WEST: -1, Direction.EAST: 1, Direction.NORTH: -page, Direction.SOUTH: page}[direction])


def domino_text(domino: DominoId, words: Words) -> str:
    """``17 forest · lake ♛``."""
    face = DOMINOES[domino]
    return f"{domino_name(domino)} {half_words(face.left, words)} · {half_words(face.right, words)}"


def covered(spots: Sequence[tuple[Direction, Mask]]) -> Mask:
    """The squares that dominoes cover whose left halves lie on *spots*."""
    squares = 0
    for direction, mask in spots:
        squares |= mask | (mask << direction.step if direction.step > 0 else mask >> -direction.step)
    return squares


def _shown(texts: Sequence[str], first: int, last: int) -> str:
    before, after = "… " if first else "", " …" if last + 1 < len(texts) else ""
    return f"{before}{' '.join(texts[first : last + 1])}{after}"
