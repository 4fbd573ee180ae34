"""Reference ⇄ fast, for the states, actions and chance of any game with a twin."""

from collections.abc import Sequence
from typing import Any

from crownland.fast.jit import Row, filled
from crownland.fast.twin import require_twin
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup

__all__ = ["action_number", "action_of", "chance_items", "from_words", "start_words", "to_words"]


def to_words(state: State[Any]) -> Row:
    """Returns the row of words for *state*. Raises UnsupportedGameError when its game has no twin."""
    return require_twin(state.setup).convert.to_words(state)


def from_words(setup: Setup, row: Sequence[int], at: int = 0) -> State[Any]:
    """Returns the reference state of the game of *setup* that begins at offset *at* of *row*."""
    start = find_game(setup.game).start(setup)
    convert = require_twin(setup).convert
    return convert.from_words(start, [int(word) for word in row[at : at + len(convert.to_words(start))]])


def start_words(setup: Setup) -> Row:
    """Returns a new game, before chance has drawn anything."""
    return to_words(find_game(setup.game).start(setup))


def action_number(state: State[Any], action: Action) -> int:
    """Returns the number of a seat's action in *state*; the game's numbering.py says what numbers mean."""
    return require_twin(state.setup).convert.action_number(state, action)


def action_of(state: State[Any], number: int) -> Action:
    """Returns the action with that number in *state*. Raises ValueError when no action of its game has it."""
    return require_twin(state.setup).convert.action_of(state, number)


def chance_items(state: State[Any], action: Action) -> Row:
    """Returns what a chance action drew, as entries.deal() takes it."""
    return filled(require_twin(state.setup).convert.chance_items(action))
