"""Claiming: a free domino of the line."""

from collections.abc import Sequence
from typing import Any

from crownland.games.protocol import State
from crownland.kernel.action import Claim
from crownland.kernel.domino import DOMINOES, DominoId, domino_name
from crownland.kernel.square import Direction, Mask
from crownland.table.facts import size_of
from crownland.tui.choosers.chooser import Chooser, covered
from crownland.words import Words

__all__ = ["ClaimChooser"]


class ClaimChooser(Chooser):
    """A free domino of the line, by arrows or by typing its number."""

    kind = "claim"
    keys = (("↑↓", "choose"),)

    def __init__(self, state: State[Any], actions: Sequence[Claim]) -> None:
        super().__init__(state, actions)
        self._typed = ""

    def detail(self, words: Words, width: int) -> str | None:
        return "" if self.marks else words("table.no-room")

    def move(self, direction: Direction) -> None:
        self._typed = ""
        super().move(direction)

    def type_digit(self, digit: str) -> None:
        """The first domino whose number begins with what was typed: ``1`` finds 12, ``17`` finds 17."""
        for typed in (self._typed + digit, digit):
            for action in self.actions:
                if _digits(action.domino).startswith(typed):
                    self._typed, self.action = typed, action
                    return
        self._typed = ""

    def point_at_domino(self, domino: DominoId) -> None:
        """Pick *domino* if it is free."""
        for action in self.actions:
            if action.domino == domino:
                self.pick(action)

    @property
    def marks(self) -> Mask:
        """Where the domino would fit if the kingdom stayed as it is."""
        face = DOMINOES[self.action.domino]
        if self.state.actor is None:
            return 0
        kingdom = self.state.kingdoms[self.state.kingdom_of(self.state.actor)]
        return covered(tuple(zip(Direction, kingdom.spots(face, size_of(self.state)), strict=True)))


def _digits(domino: DominoId) -> str:
    """The number without the letter of its box."""
    return "".join(filter(str.isdigit, domino_name(domino)))
