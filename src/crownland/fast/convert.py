"""Reference ⇄ fast, for states, actions and what chance draws."""

from collections.abc import Sequence
from typing import Any

from crownland.fast import convert_land
from crownland.fast.duel import convert as convert_duel
from crownland.fast.jit import Words, words
from crownland.games.classic import state as classic
from crownland.games.duel import state as duel
from crownland.games.duel.action import Roll
from crownland.games.protocol import Action, State
from crownland.games.queen import state as queen
from crownland.games.registry import find_game
from crownland.games.setup import Setup

__all__ = ["action_number", "action_of", "chance_items", "from_words", "start_words", "to_words"]


def to_words(state: State[Any]) -> Words:
    """The row of words that *state* is in the fast twin."""
    match state:
        case classic.State():
            return convert_land.classic_words(state)
        case queen.State():
            return convert_land.queen_words(state)
        case duel.State():
            return convert_duel.to_words(state)
    raise TypeError(f"expected a state of a game in the family, got: {state!r}")


def from_words(setup: Setup, row: Sequence[int], at: int = 0) -> State[Any]:
    """The reference state of the game of *setup* that begins at offset *at* of *row*."""
    start = find_game(setup.game).start(setup)
    numbers = [int(word) for word in row[at : at + len(to_words(start))]]
    match start:
        case classic.State():
            return convert_land.classic_state(setup, numbers)
        case queen.State():
            return convert_land.queen_state(start.rules, numbers)
    return convert_duel.from_words(numbers)


def start_words(setup: Setup) -> Words:
    """A new game, before chance has said anything."""
    return to_words(find_game(setup.game).start(setup))


def action_number(state: State[Any], action: Action) -> int:
    """The number of a seat's action in *state*; numbering.py says what they mean."""
    match state:
        case classic.State() | queen.State():
            return convert_land.action_number(state, action)
        case duel.State():
            return convert_duel.action_number(state, action)
    raise TypeError(f"expected a state of a game in the family, got: {state!r}")


def action_of(state: State[Any], number: int) -> Action:
    """The action of that number in *state*. Raises ValueError when no action of its game has it."""
    match state:
        case classic.State() | queen.State():
            return convert_land.action_of(state, number)
        case duel.State():
            return convert_duel.action_of(state, number)
    raise TypeError(f"expected a state of a game in the family, got: {state!r}")


def chance_items(action: Action) -> Words:
    """What a chance action drew, as deal() takes it: seats, dominoes from 0 through both boxes, tiles, or faces."""
    numbers = action.faces if isinstance(action, Roll) else convert_land.chance_items(action)
    row = words(len(numbers))
    for at, number in enumerate(numbers):
        row[at] = number
    return row
