"""A slot of a tray: what lies there is picked by arrows, by a number or by pointing."""

from collections.abc import Mapping
from typing import Any

from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.view import View
from crownland.kernel.domino import Domino, DominoId
from crownland.kernel.square import Direction, Mask, rectangle
from crownland.tui.choosers.chooser import ListChooser
from crownland.words import Words

__all__ = ["DominoChooser", "SlotChooser"]


class SlotChooser(ListChooser):
    """One slot, by arrows or by its number from 1."""

    keys: tuple[tuple[str, str], ...] = (("↑↓", "choose"),)

    def __init__(self, state: State[Any], view: View, meanings: Mapping[Action, Meaning]) -> None:
        super().__init__(state, view, meanings)
        self._typed = ""

    def number_of(self, action: Action) -> str:
        """The number to type for *action*."""
        spaces = self.meanings[action].spaces
        return str(spaces[0] + 1) if spaces else str(self.actions.index(action) + 1)

    def move(self, direction: Direction) -> None:
        self._typed = ""
        super().move(direction)

    def type_digit(self, digit: str) -> None:
        """The first number that begins with what was typed: ``1`` finds 12, ``17`` finds 17."""
        for typed in (self._typed + digit, digit):
            for action in self.actions:
                if self.number_of(action).startswith(typed):
                    self._typed, self.action = typed, action
                    return
        self._typed = ""


class DominoChooser(SlotChooser):
    """A domino of a line, by arrows or by its printed number; marks show where it would fit."""

    confirms = True

    def number_of(self, action: Action) -> str:
        """The number without the letter of its box."""
        return "".join(filter(str.isdigit, self.meanings[action].pieces[0].key))

    def detail(self, words: Words, width: int) -> str | None:
        return "" if self.marks else words("table.no-room")

    @property
    def marks(self) -> Mask:
        """Where the domino would fit if the kingdom stayed as it is."""
        left, right = self.meaning.pieces[0].halves
        if left is None or right is None:
            return 0
        realm, covered = self.realm, 0
        spots = realm.kingdom.spots_in(rectangle(*realm.area), Domino(DominoId(0), left, right))
        for direction, mask in zip(Direction, spots, strict=True):
            covered |= mask | (mask << direction.step if direction.step > 0 else mask >> -direction.step)
        return covered
