"""How a person picks one of the legal actions with a few keys. Headless: widgets only read what is offered here.

A new kind of action gets its own way of picking by one subclass of :class:`Chooser` and one entry in ``CHOOSERS``;
until then :class:`TokenChooser` makes it playable.
"""

from typing import Any

from crownland.games.protocol import Action, State
from crownland.kernel.action import Claim, Discard, Place
from crownland.tui.choosers.chooser import Chooser, TokenChooser, domino_text
from crownland.tui.choosers.claim import ClaimChooser
from crownland.tui.choosers.place import DiscardChooser, PlaceChooser

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

CHOOSERS: dict[type, type[Chooser]] = {Claim: ClaimChooser, Place: PlaceChooser, Discard: DiscardChooser}


def choosers_of(state: State[Any]) -> tuple[Chooser, ...]:
    """The ways to pick an action in *state*, one for each kind that is legal; none when no seat is to act."""
    kinds: dict[type[Chooser], list[Action]] = {}
    for action in state.legal_actions():
        kinds.setdefault(CHOOSERS.get(type(action), TokenChooser), []).append(action)
    return tuple(kind(state, actions) for kind, actions in kinds.items())
