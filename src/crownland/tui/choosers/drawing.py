"""Duel: drawing both dice or one, and the lightning spells."""

from collections.abc import Sequence
from typing import cast

from crownland.games.duel.action import DrawDie, ExtraCross
from crownland.games.duel.coat import Coat
from crownland.games.duel.drawing import Drawing
from crownland.games.duel.state import State as Duel
from crownland.games.protocol import Action
from crownland.kernel.domino import Half
from crownland.kernel.square import Mask, Square, square_name
from crownland.table.gain import gain_of
from crownland.tui.choosers.chooser import ListChooser
from crownland.tui.choosers.place import PairChooser
from crownland.tui.choosers.spots import SquareChooser
from crownland.tui.looks import half_words, land_words
from crownland.words import Words

__all__ = ["CoatChooser", "CrossChooser", "DrawDieChooser", "DrawPairChooser"]


class DrawPairChooser(PairChooser):
    kind = "draw"
    state: Duel

    @property
    def halves(self) -> tuple[Half, Half]:
        return cast(Drawing, self.state.drawing).halves

    @property
    def dice(self) -> tuple[int, ...]:
        return self.action.low, self.action.high

    def detail(self, words: Words, width: int) -> str | None:
        """What it brings, and the rows of the spell book that get a box (D6)."""
        boxes = " ".join(coat.letter for coat in self._plain)
        filled = f" · {words('table.boxes', coats=boxes)}" if boxes else ""
        gain = gain_of(self.state, self.action).text(words, width - len(filled))
        return f"{gain}{filled}" if len(gain) + len(filled) <= width else gain

    @property
    def _plain(self) -> list[Coat]:
        drawing = cast(Drawing, self.state.drawing)
        shown = zip(drawing.dice, drawing.shown, strict=True)
        coats = [face.coat for die, face in shown if not face.crosses and drawing.bonus != die]
        return [coat for coat in coats if coat is not None and not self.state.row_is_won(coat)]

    def facts(self, words: Words) -> dict[str, object]:
        return {"coats": " · ".join(half_words(half, words) for half in self.halves)}


class DrawDieChooser(SquareChooser):
    """D7: after a split, a die and its square; turning goes to the other die where that can be chosen."""

    kind = "draw"
    state: Duel
    action: DrawDie

    def __init__(self, state: Duel, actions: Sequence[DrawDie]) -> None:
        super().__init__(state, actions)
        if len({action.die for action in actions}) > 1:
            self.keys = (*self.keys, ("r", "die"))

    @property
    def offered(self) -> tuple[Action, ...]:
        return tuple(action for action in self.actions if action.die == self.action.die)

    def turn(self) -> None:
        others = [action for action in self.actions if action.die != self.action.die]
        same = [action for action in others if action.square == self.action.square]
        self.pick((same or others or [self.action])[0])

    @property
    def dice(self) -> tuple[int, ...]:
        return (self.action.die,)

    @property
    def ghost(self) -> dict[Square, Half]:
        drawing = cast(Drawing, self.state.drawing)
        ghost = {} if drawing.first is None else {drawing.first: drawing.halves[0]}
        return {**ghost, self.action.square: self._half}

    def facts(self, words: Words) -> dict[str, object]:
        return {"coats": half_words(self._half, words)}

    @property
    def _half(self) -> Half:
        drawing = cast(Drawing, self.state.drawing)
        return dict(zip(drawing.dice, drawing.halves, strict=True))[self.action.die]


class CoatChooser(ListChooser):
    """D7: the coat of a lightning spell."""

    kind = "coat"

    def facts(self, words: Words) -> dict[str, object]:
        return {"coat": land_words(self.action.coat, words)}

    def label(self, action: Action, words: Words) -> str:
        letter: str = action.coat.letter
        return letter

    def note(self, words: Words) -> str:
        return words("spell.coat_bonus.about")


class CrossChooser(SquareChooser):
    """D7: the square of a lightning spell; any that is drawn, so none is marked."""

    kind = "cross"
    action: ExtraCross

    def facts(self, words: Words) -> dict[str, object]:
        return {"square": square_name(self.action.square)}

    @property
    def marks(self) -> Mask:
        return 0

    @property
    def cursor(self) -> Mask:
        return 1 << self.action.square

    def note(self, words: Words) -> str:
        return words("spell.extra_cross.about")
