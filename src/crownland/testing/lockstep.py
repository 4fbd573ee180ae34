"""Walks the reference and the fast twin through the same random games: the reference is always right.

    python -m crownland.testing.lockstep --games 10000 --jobs 2

plays that many games, spread over every game with a twin and every combination of options. The kernels run as
everywhere else: compiled, or as plain Python with ``CROWNLAND_JIT=off``.
"""

import sys
from random import Random
from typing import Any

from crownland.dealer import Dealer, derived_seed
from crownland.fast import entries
from crownland.fast.convert import action_number, action_of, chance_items, from_words, start_words, to_words
from crownland.fast.jit import COMPILED, NATIVE, Row, words
from crownland.fast.numbering import MOST_LEGAL
from crownland.fast.twin import require_twin, twin_of
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.testing.many import on_many_games

__all__ = ["Walk", "walk"]


class Walk:
    """A game in both engines. Every :meth:`play` and :meth:`compare` raises AssertionError where they differ."""

    def __init__(self, setup: Setup) -> None:
        self.state: State[Any] = find_game(setup.game).start(setup)
        self.row: Row = start_words(setup)
        self._twin = require_twin(setup).key
        self._out = words(MOST_LEGAL)
        self.compare()

    def play(self, action: Action) -> None:
        """Plays one action, of chance or of the seat to act, in both."""
        if self.state.actor is None:
            entries.deal(self._twin, self.row, 0, chance_items(self.state, action))
        else:
            number = action_number(self.state, action)
            self._expect("the action of a number", action_of(self.state, number), action)
            entries.apply(self._twin, self.row, 0, number)
        self.state = self.state.play(action)
        self.compare()

    def compare(self) -> None:
        """Compares the state both ways round, the actor, the legal actions in order, and the final scores."""
        state = self.state
        row = [int(word) for word in self.row]
        self._expect("words", row, [int(word) for word in to_words(state)])
        self._expect("state", from_words(state.setup, row), state)
        actor = entries.actor(self._twin, self.row, 0)
        self._expect("actor", None if actor < 0 else actor, state.actor)
        found = entries.legal(self._twin, self.row, 0, self._out)
        numbers = [action_number(state, action) for action in state.legal_actions()]
        self._expect("legal actions", [int(number) for number in self._out[:found]], numbers)
        self._expect("ascending numbers", numbers, sorted(set(numbers)))
        if state.is_over:
            self._expect("standings", self.standings(), _standings(state))

    def standings(self) -> list[int]:
        return [int(entries.standing(self._twin, self.row, 0, kingdom)) for kingdom in range(len(self.state.kingdoms))]

    def _expect(self, what: str, got: Any, expected: Any) -> None:
        if got != expected:
            raise AssertionError(f"{what}: the reference has {expected}, the twin {got}, in {self.state}")


def _standings(state: State[Any]) -> list[int]:
    """Returns totals, shifted left by 32, with up to two tie-breaks of sixteen bits."""
    found = []
    for score in state.scores():
        first, second = (*score.ties, 0)[:2]
        found.append(score.total << 32 | first << 16 | second)
    return found


def walk(setup: Setup, seed: int) -> int:
    """Plays one random game; returns how many actions it had."""
    dealer, rng = Dealer(derived_seed("lockstep", setup, seed)), Random(f"{setup} {seed}")
    both, actions = Walk(setup), 0
    while not both.state.is_over:
        state = both.state
        both.play(dealer.deal(state) if state.actor is None else rng.choice(state.legal_actions()))
        actions += 1
    return actions


if __name__ == "__main__":
    how = "compiled" + ("" if NATIVE else " with portable arithmetic") if COMPILED else "as plain Python"
    games, actions = on_many_games(__doc__, walk, twin_of)
    sys.stdout.write(f"{games} games, {actions} actions, {how}: the twin agrees with the reference everywhere.\n")
