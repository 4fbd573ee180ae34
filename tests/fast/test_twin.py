"""A twin from outside is found and compiled as ours are; a game without one is refused by name."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from crownland.dealer import Dealer, derived_seed
from crownland.fast import dispatch, twin
from crownland.fast.batch import Batch
from crownland.fast.convert import start_words, to_words
from crownland.fast.gains import gains_of
from crownland.fast.jit import COMPILED, Row, kernel, rare, words
from crownland.fast.series import play_series
from crownland.fast.twin import (
    Kernels,
    TwinKey,
    UnsupportedGameError,
    example_setups,
    find_twin,
    register_twin,
    require_twin,
    twin_of,
)
from crownland.fast.warm import first_choice
from crownland.games.classic import rules
from crownland.games.registry import GAMES, KINGDOMINO
from crownland.games.setup import Setup
from crownland.testing.lockstep import Walk

OUTSIDE = Setup("hopscotch", 2, ())


def played(setup: Setup, seed: int) -> Walk:
    """Returns a random game in both engines, which has been compared at every step."""
    both, dealer, rng = Walk(setup), Dealer(derived_seed("twin", seed)), Random(seed)
    while not both.state.is_over:
        both.play(dealer.deal(both.state) if both.state.actor is None else rng.choice(both.state.legal_actions()))
    return both


def test_every_game_has_a_twin_and_two_share_one() -> None:
    found = {key: twin_of(game.setup()) for key, game in GAMES.items()}
    numbers = {key: one.number if one is not None else None for key, one in found.items()}
    assert numbers == {"kingdomino": 0, "queendomino": 1, "royal-wedding": 1, "duel": 2}
    assert [setup.game for setup in example_setups()] == ["kingdomino", "queendomino", "duel"]


def test_every_row_holds_the_number_of_its_twin() -> None:
    for game in GAMES.values():
        assert start_words(game.setup())[0] == require_twin(game.setup()).number


def test_a_game_without_a_twin_is_refused_by_name() -> None:
    assert twin_of(OUTSIDE) is None
    refusal = r"no compiled twin of 'hopscotch players=2'; games with one: duel, kingdomino, queendomino, royal-wedding"
    with pytest.raises(UnsupportedGameError, match=refusal):
        require_twin(OUTSIDE)
    for refused in (lambda: Batch(OUTSIDE, 1), lambda: next(play_series(OUTSIDE, 1, seed=0))):
        with pytest.raises(UnsupportedGameError, match=refusal):
            refused()


def test_a_state_without_a_twin_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    state = first_choice(KINGDOMINO.setup(2))
    monkeypatch.setattr(twin, "twin_of", lambda setup: None)
    with pytest.raises(LookupError, match="no compiled twin of 'kingdomino players=2 opening=snake'"):
        to_words(state)
    with pytest.raises(UnsupportedGameError):
        gains_of(state)


def test_a_twin_does_not_know_a_bonus_that_it_cannot_count(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, ours = KINGDOMINO.setup(2, {"harmony": True}), require_twin(KINGDOMINO.setup(2))
    assert ours.knows(setup)
    monkeypatch.setattr(rules, "HARMONY", replace(rules.HARMONY, key="corners"))
    assert not ours.knows(replace(setup, options=(*setup.options, ("corners", "true"))))


def test_the_points_of_a_bonus_are_those_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MIDDLE_KINGDOM", replace(rules.MIDDLE_KINGDOM, points=123))
    setup, earned = KINGDOMINO.setup(2, {"middle-kingdom": True}), 0
    for seed in range(10):
        both = played(setup, seed)
        earned += sum(line.points == 123 for score in both.state.scores() for line in score.lines)
    assert earned


@kernel
def hop(words: Row, at: int, out: Row) -> int:
    out[0] = words[at] + 40
    return 1


@rare
def first_legal(key: TwinKey, row: Row, out: Row) -> int:
    return out[0] if dispatch.legal(key, row, 0, out) else -1


@pytest.fixture
def outside_twin(monkeypatch: pytest.MonkeyPatch) -> twin.Twin:
    monkeypatch.setattr(twin, "_TWINS", dict(twin._TWINS))
    ours = require_twin(KINGDOMINO.setup(2))
    return register_twin(replace(ours, number=0b1011001, kernels=cast(Kernels, SimpleNamespace(legal=hop))))


def test_kernels_find_a_twin_from_outside_by_its_key(outside_twin: twin.Twin) -> None:
    assert outside_twin.key == (1.0, 0, 1.0, 1.0, 0, 0, 1.0)
    assert find_twin(outside_twin.key) is outside_twin
    row, out = words(1), words(4)
    row[0] = 2
    assert first_legal(outside_twin.key, row, out) == 42


@pytest.mark.skipif(not COMPILED, reason="only compiled code has types")
def test_the_types_of_a_key_spell_its_number(outside_twin: twin.Twin) -> None:
    from numba import typeof

    assert dispatch._key_of(typeof(outside_twin.key)) == outside_twin.key
    keys = [require_twin(setup).key for setup in example_setups()]
    assert [dispatch._key_of(typeof(key)) for key in keys] == keys
    assert len({typeof(key) for key in keys}) == len(keys)


def test_a_number_belongs_to_one_twin(outside_twin: twin.Twin) -> None:
    with pytest.raises(ValueError, match="expected a new twin number, 89 is taken"):
        register_twin(replace(outside_twin, actions=3))
