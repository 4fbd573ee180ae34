"""How a person picks one of the legal actions with a few keys. Headless: widgets only read what is offered here.

The shape of what an action means decides how it is picked: two squares, one square, a slot of a tray, or neither. A
kind of action gets its own way by an entry in the registry.
"""

from collections.abc import Mapping
from typing import Any

from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.view import View
from crownland.tui.choosers.chooser import ButtonChooser, Chooser, ListChooser, TokenChooser
from crownland.tui.choosers.pair import PairChooser
from crownland.tui.choosers.slot import DominoChooser, SlotChooser
from crownland.tui.choosers.square import SquareChooser
from crownland.tui.registry import registry

__all__ = [
    "ButtonChooser",
    "Chooser",
    "DominoChooser",
    "ListChooser",
    "PairChooser",
    "SlotChooser",
    "SquareChooser",
    "TokenChooser",
    "choosers_of",
]


def choosers_of(state: State[Any], view: View) -> tuple[Chooser, ...]:
    """The ways to pick an action in *state*, one for each kind that is legal; none when no seat is to act.

    They come in the order of the turn: the last one goes on, those before it may be skipped.
    """
    kinds: dict[str, dict[Action, Meaning]] = {}
    for action in state.legal_actions():
        meaning = state.meaning(action)
        kinds.setdefault(meaning.kind, {})[action] = meaning
    return tuple(
        _chooser_type(kind, group)(state, view, group)
        for kind, meanings in kinds.items()
        for group in _groups(meanings)
    )


def _groups(meanings: Mapping[Action, Meaning]) -> list[dict[Action, Meaning]]:
    """The actions grouped by kind, and by their pieces where several cover the same two squares."""
    pairs = [meaning.squares for meaning in meanings.values() if len(meaning.squares) == 2]
    groups: dict[object, dict[Action, Meaning]] = {}
    for action, meaning in meanings.items():
        part = None if len(set(pairs)) == len(pairs) else (meaning.spaces, meaning.pieces)
        groups.setdefault(part, {})[action] = meaning
    return list(groups.values())


def _chooser_type(kind: str, meanings: Mapping[Action, Meaning]) -> type[Chooser]:
    special = registry().choosers.get(kind)
    return special if special is not None else _by_shape(list(meanings.values()))


def _by_shape(meanings: list[Meaning]) -> type[Chooser]:
    if all(len(meaning.squares) == 2 for meaning in meanings):
        return PairChooser
    if all(len(meaning.squares) == 1 for meaning in meanings):
        return SquareChooser
    if any(meaning.squares for meaning in meanings):
        return TokenChooser
    if len(meanings) == 1:
        return ButtonChooser
    if all(meaning.tray and meaning.pieces for meaning in meanings):
        are_dominoes = all(piece.kind == "domino" for meaning in meanings for piece in meaning.pieces)
        return DominoChooser if are_dominoes else SlotChooser
    return ListChooser if all(meaning.pieces for meaning in meanings) else TokenChooser
