"""How a person picks one of the legal actions with a few keys. Headless: widgets only read what is offered here.

A new kind of action gets its own way of picking by one subclass of :class:`Chooser` and one entry in ``CHOOSERS``;
until then :class:`TokenChooser` makes it playable.
"""

from typing import Any

from crownland.games.duel.action import (
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Split,
    Take,
    TurnDie,
)
from crownland.games.protocol import Action, State
from crownland.games.queen.action import Build, Burn, Tax
from crownland.kernel.action import Claim, Discard, End, Place
from crownland.tui.choosers.chooser import Chooser, TokenChooser, domino_text
from crownland.tui.choosers.claim import ClaimChooser
from crownland.tui.choosers.dice import (
    CastleChooser,
    FreeChooser,
    NameChooser,
    SplitChooser,
    TakeChooser,
    TurnDieChooser,
)
from crownland.tui.choosers.drawing import CoatChooser, CrossChooser, DrawDieChooser, DrawPairChooser
from crownland.tui.choosers.place import DiscardChooser, PlaceChooser
from crownland.tui.choosers.queen import BuildChooser, BurnChooser, EndChooser, TaxChooser

__all__ = [
    "CHOOSERS",
    "Chooser",
    "ClaimChooser",
    "DiscardChooser",
    "PlaceChooser",
    "TokenChooser",
    "choosers_of",
    "domino_text",
]

CHOOSERS: dict[type, type[Chooser]] = {
    Claim: ClaimChooser,
    Place: PlaceChooser,
    Discard: DiscardChooser,
    End: EndChooser,
    Tax: TaxChooser,
    Build: BuildChooser,
    Burn: BurnChooser,
    Take: TakeChooser,
    TurnDie: TurnDieChooser,
    NameWild: NameChooser,
    CastleBonus: CastleChooser,
    FreePlacement: FreeChooser,
    Split: SplitChooser,
    DrawPair: DrawPairChooser,
    DrawDie: DrawDieChooser,
    CoatBonus: CoatChooser,
    ExtraCross: CrossChooser,
}


def choosers_of(state: State[Any]) -> tuple[Chooser, ...]:
    """The ways to pick an action in *state*, one for each kind that is legal; none when no seat is to act.

    They come in the order of the turn: the last one goes on, those before it may be skipped.
    """
    kinds: dict[type[Chooser], list[Action]] = {}
    for action in state.legal_actions():
        kinds.setdefault(CHOOSERS.get(type(action), TokenChooser), []).append(action)
    return tuple(kind(state, actions) for kind, actions in kinds.items())
