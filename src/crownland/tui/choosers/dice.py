"""Duel: taking dice, and what is decided about them before drawing."""

from typing import cast

from crownland.games.duel.action import Take
from crownland.games.duel.dice import DICE, Face, face_of
from crownland.games.duel.drawing import Drawing
from crownland.games.duel.state import State as Duel
from crownland.games.protocol import Action
from crownland.tui.choosers.chooser import Chooser, ListChooser
from crownland.tui.looks import face_words, half_words, land_words
from crownland.words import Words

__all__ = ["CastleChooser", "FreeChooser", "NameChooser", "SplitChooser", "TakeChooser", "TurnDieChooser"]


class TakeChooser(ListChooser):
    """D3: one die or two, with left and right or by their numbers."""

    kind = "take"
    keys = (("←→ 1–4", "choose"),)
    state: Duel
    action: Take
    _typed = ""

    @property
    def dice(self) -> tuple[int, ...]:
        return self.action.dice

    def facts(self, words: Words) -> dict[str, object]:
        return {"dice": " + ".join(face_words(face_of(die, self.state.dice), words) for die in self.dice)}

    def label(self, action: Action, words: Words) -> str:
        return "+".join(map(str, action.dice))

    def type_digit(self, digit: str) -> None:
        """A die; after another one both, where two can be taken."""
        both = tuple(sorted({int(typed) for typed in self._typed + digit}))
        for dice in (both, (int(digit),)):
            if Take(dice) in self.actions:
                self._typed = digit if len(dice) == 1 else ""
                self.pick(Take(dice))
                return
        self._typed = digit
        near = [action for action in self.actions if int(digit) in action.dice]
        self.pick(near[0] if near else self.action)


class _PartChooser(ListChooser):
    """A part of the decision before drawing."""

    state: Duel

    @property
    def drawing(self) -> Drawing:
        return cast(Drawing, self.state.drawing)

    @property
    def dice(self) -> tuple[int, ...]:
        return (self.action.die,)

    def shown(self, die: int) -> Face:
        return dict(zip(self.drawing.dice, self.drawing.shown, strict=True))[die]

    def type_digit(self, digit: str) -> None:
        """A die."""
        for action in self.actions:
            if str(action.die) == digit:
                self.pick(action)
                return


class TurnDieChooser(_PartChooser):
    kind = "turn"

    def facts(self, words: Words) -> dict[str, object]:
        after = DICE[self.action.die][self.action.face]
        return {
            "die": self.action.die,
            "before": face_words(self.shown(self.action.die), words),
            "after": face_words(after, words),
        }

    def label(self, action: Action, words: Words) -> str:
        return f"{action.die}:{DICE[action.die][action.face]}"


class NameChooser(_PartChooser):
    """D5: what a wild face is drawn as."""

    kind = "name"

    def facts(self, words: Words) -> dict[str, object]:
        return {"die": self.action.die, "coat": land_words(self.action.coat, words)}

    def label(self, action: Action, words: Words) -> str:
        letter: str = action.coat.letter
        return letter


class CastleChooser(_PartChooser):
    """D8: one cross more on a die."""

    kind = "castle"

    def facts(self, words: Words) -> dict[str, object]:
        halves = dict(zip(self.drawing.dice, self.drawing.halves, strict=True))
        return {"die": self.action.die, "coat": half_words(halves[self.action.die], words)}

    def label(self, action: Action, words: Words) -> str:
        return str(action.die)

    def note(self, words: Words) -> str:
        return words("table.note.castle")


class FreeChooser(Chooser):
    kind = "free"
    keys = ()

    def detail(self, words: Words, width: int) -> str | None:
        return ""

    def note(self, words: Words) -> str:
        return words("table.note.free")


class SplitChooser(Chooser):
    kind = "split"
    keys = ()

    def detail(self, words: Words, width: int) -> str | None:
        return ""

    def note(self, words: Words) -> str:
        return words("table.note.split")
