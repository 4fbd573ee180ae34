"""Taking dice, deciding about them before drawing, and the coat of a bonus."""

from crownland.games.protocol import Action
from crownland.games.view import Tray
from crownland.table.gain import gain_of
from crownland.table.wording import half_words
from crownland.tui.choosers.chooser import ListChooser
from crownland.tui.choosers.pair import PairChooser
from crownland.tui.choosers.square import SquareChooser
from crownland.words import Words

__all__ = ["CoatChooser", "DieChooser", "DrawDieChooser", "DrawPairChooser", "TakeChooser", "TurnDieChooser"]


class DieChooser(ListChooser):
    """A die, with left and right or by its number."""

    def numbers_of(self, action: Action) -> tuple[int, ...]:
        """The numbers of its dice."""
        return tuple(space + 1 for space in self.meanings[action].spaces)

    def label(self, action: Action, words: Words) -> str:
        return "+".join(map(str, self.numbers_of(action)))

    def type_digit(self, digit: str) -> None:
        for action in self.actions:
            if self.numbers_of(action) == (int(digit),):
                self.pick(action)
                return

    def point_at_slot(self, tray: Tray, space: int) -> None:
        self.type_digit(str(space + 1))


class TakeChooser(DieChooser):
    """D3: one die or two."""

    keys = (("←→ 1–4", "choose"),)
    _typed = ""

    def type_digit(self, digit: str) -> None:
        """A die; after another one both, where two can be taken."""
        by_dice = {self.numbers_of(action): action for action in self.actions}
        both = tuple(sorted({int(typed) for typed in self._typed + digit}))
        for dice in (both, (int(digit),)):
            if dice in by_dice:
                self._typed = digit if len(dice) == 1 else ""
                self.pick(by_dice[dice])
                return
        self._typed = digit
        near = [action for dice, action in by_dice.items() if int(digit) in dice]
        self.pick(near[0] if near else self.action)


class TurnDieChooser(DieChooser):
    """D7: another face of a die."""

    def facts(self, words: Words) -> dict[str, object]:
        values = super().facts(words)
        tray = self.view.tray("dice")
        die = None if tray is None else tray.slots[self.meaning.spaces[0]].piece
        shown = None if die is None or not die.halves else die.halves[0]
        return {**values, "before": half_words(shown, words), "after": values["face"]}

    def label(self, action: Action, words: Words) -> str:
        face = self.meanings[action].pieces[0].halves[-1]
        return f"{super().label(action, words)}:{'?' if face is None else face}"


class CoatChooser(DieChooser):
    """D5, D7: what a wild face is drawn as, or the coat of a bonus."""

    def label(self, action: Action, words: Words) -> str:
        return "".join(half.terrain.letter for half in self.meanings[action].pieces[-1].halves if half is not None)


class DrawPairChooser(PairChooser):
    """D4: both dice as a domino."""

    def detail(self, words: Words, width: int) -> str | None:
        """What it brings, and the rows of the spell book that get a box (D6)."""
        boxes = [half.terrain.letter for coat in self.meaning.boxes for half in coat.halves if half is not None]
        filled = f" · {words('table.boxes', coats=' '.join(boxes))}" if boxes else ""
        gain = gain_of(self.state, self.action).text(words, width - len(filled))
        return f"{gain}{filled}" if len(gain) + len(filled) <= width else gain


class DrawDieChooser(SquareChooser):
    """D7: after a split, a die and its square."""

    other = "die"

    def turn(self) -> None:
        """The other die, where that can be chosen."""
        if len(self.keys) > 1:
            super().turn()
