"""A twin from outside is found and compiled as ours are; a game without one is refused by name."""

import os
import subprocess
import sys
from dataclasses import replace
from random import Random
from types import ModuleType
from typing import Any

import pytest

from crownland.dealer import Dealer, derived_seed
from crownland.fast import classic, dispatch, duel, queen, twin
from crownland.fast.batch import Batch
from crownland.fast.classic import convert as classic_convert
from crownland.fast.classic import endgame as classic_endgame
from crownland.fast.classic import kernels as classic_kernels
from crownland.fast.convert import start_words, to_words
from crownland.fast.duel import convert as duel_convert
from crownland.fast.duel import endgame as duel_endgame
from crownland.fast.duel import kernels as duel_kernels
from crownland.fast.gains import gains_of
from crownland.fast.jit import COMPILED, Row, kernel, rare, words
from crownland.fast.queen import convert as queen_convert
from crownland.fast.queen import endgame as queen_endgame
from crownland.fast.queen import kernels as queen_kernels
from crownland.fast.series import play_series
from crownland.fast.twin import (
    Conversion,
    Endgame,
    Kernels,
    Twin,
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
from crownland.games.protocol import State
from crownland.games.registry import DUEL, GAMES, KINGDOMINO
from crownland.games.setup import Setup
from crownland.testing.lockstep import Walk

# The type checker compares each module with its protocol.
MODULES: dict[Twin, tuple[Kernels, Conversion, Endgame]] = {
    classic.TWIN: (classic_kernels, classic_convert, classic_endgame),
    queen.TWIN: (queen_kernels, queen_convert, queen_endgame),
    duel.TWIN: (duel_kernels, duel_convert, duel_endgame),
}


@pytest.mark.parametrize("one", MODULES, ids=lambda one: one.package)
def test_a_twin_loads_the_modules_of_its_package(one: Twin) -> None:
    assert (one.kernels, one.convert, one.endgame) == MODULES[one]


def test_every_game_has_a_twin_and_two_share_one() -> None:
    numbers = {key: require_twin(game.setup()).number for key, game in GAMES.items()}
    assert numbers == {"kingdomino": 0, "queendomino": 1, "royal-wedding": 1, "duel": 2}
    assert [setup.game for setup in example_setups()] == ["kingdomino", "queendomino", "duel"]


def test_every_row_holds_the_number_of_its_twin() -> None:
    for game in GAMES.values():
        assert start_words(game.setup())[0] == require_twin(game.setup()).number


ASKING = """
import sys
from crownland.fast.twin import twin_of
from crownland.games.registry import GAMES
assert all(twin_of(game.setup()) for game in GAMES.values())
print([name for name in ("numba", "numpy", "crownland.fast.bits") if name in sys.modules])
"""


def test_asking_for_a_twin_loads_no_kernel() -> None:
    """Commands ask before they decide to run kernels as plain Python."""
    done = subprocess.run([sys.executable, "-c", ASKING], env=os.environ, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# Games without a twin


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> State[Any]:
    """The first choice of a game that has no twin."""
    game = replace(KINGDOMINO, key="hopscotch", twin=None)
    monkeypatch.setitem(GAMES, game.key, game)
    return first_choice(game.setup(2))


def test_a_game_without_a_twin_is_refused_by_name(outside: State[Any]) -> None:
    assert twin_of(outside.setup) is None
    refusal = "no compiled twin of 'hopscotch players=2 opening=snake'; games with one: duel, kingdomino, queendomino,"
    with pytest.raises(UnsupportedGameError, match=refusal):
        require_twin(outside.setup)
    with pytest.raises(UnsupportedGameError):
        to_words(outside)
    with pytest.raises(UnsupportedGameError):
        gains_of(outside)
    with pytest.raises(UnsupportedGameError):
        Batch(outside.setup, 1)
    with pytest.raises(UnsupportedGameError):
        next(play_series(outside.setup, 1, seed=0))


def test_earlier_rules_have_no_twin() -> None:
    assert twin_of(DUEL.setup(2)) is duel.TWIN
    assert twin_of(DUEL.setup(2, rules=1)) is None


def test_a_twin_does_not_know_a_bonus_that_it_cannot_count(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = KINGDOMINO.setup(2, {"harmony": True})
    setup = replace(setup, options=(*setup.options, ("corners", "true")))
    assert classic.TWIN.knows(setup)
    monkeypatch.setattr(rules, "BONUSES", (*rules.BONUSES, replace(rules.HARMONY, key="corners")))
    assert not classic.TWIN.knows(setup)


def test_the_points_of_a_bonus_are_those_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "BONUSES", (replace(rules.MIDDLE_KINGDOM, points=123), rules.HARMONY))
    setup, earned = KINGDOMINO.setup(2, {"middle-kingdom": True}), 0
    for seed in range(10):
        scores = played(setup, seed).state.scores()
        earned += sum(line.points == 123 for score in scores for line in score.lines)
    assert earned


def played(setup: Setup, seed: int) -> Walk:
    """Returns a random game in both engines, which were compared at every step."""
    both, dealer, rng = Walk(setup), Dealer(derived_seed("twin", seed)), Random(seed)
    while not both.state.is_over:
        both.play(dealer.deal(both.state) if both.state.actor is None else rng.choice(both.state.legal_actions()))
    return both


# Twins from outside


@kernel
def hop(words: Row, at: int, out: Row) -> int:
    out[0] = words[at] + 40
    return 1


@rare
def first_legal(key: TwinKey, row: Row, out: Row) -> int:
    return out[0] if dispatch.legal(key, row, 0, out) else -1


@pytest.fixture
def hopscotch(monkeypatch: pytest.MonkeyPatch) -> Twin:
    kernels = ModuleType("hopscotch.kernels")
    kernels.legal = hop  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hopscotch", ModuleType("hopscotch"))
    monkeypatch.setitem(sys.modules, "hopscotch.kernels", kernels)
    monkeypatch.setattr(twin, "_TWINS", dict(twin._TWINS))
    return register_twin(Twin(0b1011001, "hopscotch", actions=100, knows=lambda setup: True))


def test_kernels_find_a_twin_from_outside_by_its_key(hopscotch: Twin) -> None:
    assert hopscotch.key == (1.0, 0, 1.0, 1.0, 0, 0, 1.0)
    assert find_twin(hopscotch.key) is hopscotch
    row, out = words(1), words(4)
    row[0] = 2
    assert first_legal(hopscotch.key, row, out) == 42


@pytest.mark.skipif(not COMPILED, reason="only compiled code has types")
def test_the_types_of_a_key_spell_its_number(hopscotch: Twin) -> None:
    from numba import typeof

    keys = [one.key for one in (*MODULES, hopscotch)]
    assert [dispatch._key_of(typeof(key)) for key in keys] == keys
    assert len({typeof(key) for key in keys}) == len(keys)


def test_a_number_belongs_to_one_twin(hopscotch: Twin) -> None:
    with pytest.raises(ValueError, match="expected a new twin number, 89 is taken"):
        register_twin(replace(hopscotch, actions=3))
