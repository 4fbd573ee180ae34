"""What every way of picking an action offers, and the one that serves any action."""

from collections.abc import Sequence
from typing import Any

from crownland.games.protocol import Action, State
from crownland.kernel.domino import DOMINOES, DominoId, Half, domino_name
from crownland.kernel.square import Direction, Mask, Square
from crownland.words import Words

__all__ = ["CROWN", "Chooser", "TokenChooser", "covered", "domino_text"]

CROWN = "♛"


class Chooser:
    """One of *actions*, which are legal in *state*: ``action`` is what Enter plays."""

    kind = "token"  # its prompt and what Enter does, in the catalogue
    keys: tuple[tuple[str, str], ...] = (("←→", "choose"),)  # beside Enter; what each does, in the catalogue

    def __init__(self, state: State[Any], actions: Sequence[Action]) -> None:
        self.state = state
        self.actions = tuple(actions)
        self.action: Action = self.actions[0]

    def prompt(self, words: Words) -> str:
        """What the person is asked to do."""
        domino = "" if self.domino is None else domino_text(self.domino, words)
        return words(f"table.prompt.{self.kind}", domino=domino)

    def detail(self, words: Words, width: int) -> str | None:
        """What is to be told beside the prompt; None for the gain of the action."""
        return None

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
    def ghost(self) -> dict[Square, Half]:
        """What the action would put into the kingdom."""
        return {}

    @property
    def marks(self) -> Mask:
        """The squares of the kingdom that come into question."""
        return 0


class TokenChooser(Chooser):
    """The fallback: the tokens in a row."""

    keys = (("←→↑↓", "choose"),)
    PAGE = 8

    def move(self, direction: Direction) -> None:
        page = min(self.PAGE, len(self.actions))
        self.step({Direction.WEST: -1, Direction.EAST: 1, Direction.NORTH: -page, Direction.SOUTH: page}[direction])

    def detail(self, words: Words, width: int) -> str | None:
        """``K3 [K17] K22 …``: the tokens from the picked one on, those before it as far as there is room."""
        at = self.actions.index(self.action)
        texts = [f"[{action}]" if action == self.action else str(action) for action in self.actions]
        first = last = at
        while True:
            grown = [(a, b) for a, b in ((first, last + 1), (first - 1, last)) if a >= 0 and b < len(texts)]
            fitting = [(a, b) for a, b in grown if len(_shown(texts, a, b)) <= width]
            if not fitting:
                return _shown(texts, first, last)
            first, last = fitting[0]


def domino_text(domino: DominoId, words: Words) -> str:
    """``17 forest · lake ♛``."""
    face = DOMINOES[domino]
    halves = (
        f"{words(f'terrain.{half.terrain.key}')} {CROWN * half.crowns}".rstrip() for half in (face.left, face.right)
    )
    return f"{domino_name(domino)} {' · '.join(halves)}"


def covered(spots: Sequence[tuple[Direction, Mask]]) -> Mask:
    """The squares that dominoes cover whose left halves lie on *spots*."""
    squares = 0
    for direction, mask in spots:
        squares |= mask | (mask << direction.step if direction.step > 0 else mask >> -direction.step)
    return squares


def _shown(texts: Sequence[str], first: int, last: int) -> str:
    before, after = "… " if first else "", " …" if last + 1 < len(texts) else ""
    return f"{before}{' '.join(texts[first : last + 1])}{after}"
