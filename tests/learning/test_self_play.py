"""Self-play against the same games played step by step: records, targets, matches."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from crownland.fast import entries
from crownland.fast.bits import seed_of
from crownland.fast.convert import action_of, from_words, start_words
from crownland.fast.endgame import search_to_end
from crownland.fast.jit import words
from crownland.fast.judging import NO_ACTION, uniform
from crownland.fast.net_search import NetSearch
from crownland.fast.twin import require_twin
from crownland.games.protocol import State
from crownland.games.registry import KINGDOMINO, ROYAL_WEDDING
from crownland.games.setup import Setup
from crownland.learning.self_play import SOLVED, Exploration, SelfPlay, match
from tests.fast.support import best_way, network_for, noisy_way, plain_output, record_of

TWO = KINGDOMINO.setup(2)
THREE = KINGDOMINO.setup(3, {"middle-kingdom": True})
FOUR = KINGDOMINO.setup(4, {"harmony": True})
TEAMS = ROYAL_WEDDING.setup(4, {"teams": "true"})
SETUPS = [TWO, THREE, FOUR]
SEED = 11
TO_THE_END = Exploration(share=0.0, trace=1.0)
EXPLORATIONS = {
    "to the end": TO_THE_END,
    "step by step": Exploration(share=0.0, trace=0.0),
    "between": Exploration(share=0.0, trace=0.6),
    "as usual": Exploration(),
    "wild": Exploration(share=0.8, blur=0.5, trace=1.0),
}

explorations = pytest.mark.parametrize("how", EXPLORATIONS.values(), ids=EXPLORATIONS)
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


@dataclass(frozen=True)
class Decision:
    """A decision: who took it, the position after it, the value of the best way, and whether it was taken."""

    kingdom: int
    after: State[Any]
    value: list[float]
    is_best: bool


@cache
def replayed(setup: Setup, number: int, how: Exploration) -> tuple[list[Decision], list[float]]:
    """Plays a game as self-play does, with judgements and positions of its own; and its result."""
    twin, row, rng, lots = require_twin(setup), start_words(setup), words(1), words(1)
    rng[0], lots[0] = seed_of(SEED, number), seed_of(SEED, ~number)
    search, found, width = NetSearch(setup, *network_for(setup)), list[Decision](), 2 * setup.players
    while True:
        state = from_words(setup, row)
        if state.is_over:
            return found, result_of(state)
        if state.actor is None:
            entries.chance(twin.key, row, 0, rng)
            continue
        many, kingdom = len(search.judge(state)), state.kingdom_of(state.actor)
        if not many:
            return found, solved(state)
        ways, values = search._ways, search._values
        best = chosen = best_way(values, many, kingdom, width)
        if many > 1 and uniform(lots) < how.share:
            chosen = noisy_way(values, many, kingdom, width, how.blur, 0.0, lots)
        value = [float(one) for one in values[best * width : (best + 1) * width]]
        for action in map(int, ways[2 * chosen : 2 * chosen + 2]):
            if action != NO_ACTION:
                state = state.play(action_of(state, action))
                entries.apply(twin.key, row, 0, action)
        if many > 1:
            found.append(Decision(kingdom, state, value, chosen == best))


def expected_targets(setup: Setup, number: int, how: Exploration) -> list[list[float]]:
    """TD(λ), from the end of the game to its beginning."""
    decisions, result = replayed(setup, number, how)
    blocks, later, found = network_for(setup)[0].kingdoms, np.array(result), []
    for one in reversed(decisions):
        if not one.after.is_over:
            found.append(by_blocks(later.tolist(), one.kingdom, blocks))
        if not one.after.is_over or not one.is_best:
            kept = how.trace if one.is_best else 0.0
            later = kept * later + (1 - kept) * np.array(one.value)
    return found[::-1]


def result_of(state: State[Any]) -> list[float]:
    firsts = [standing.kingdom for standing in state.ranking() if standing.rank == 1]
    totals = [score.total for score in state.scores()]
    found = []
    for kingdom, total in enumerate(totals):
        share = 1 / len(firsts) if kingdom in firsts else 0.0
        found += [share, total - max(one for other, one in enumerate(totals) if other != kingdom)]
    return found


def solved(state: State[Any]) -> list[float]:
    """The result of best play for the last line."""
    solution = search_to_end(state, SOLVED)
    assert solution is not None
    assert state.actor is not None
    mine = [0.5 + 0.5 * solution.outcome, solution.margin]
    other = [0.5 - 0.5 * solution.outcome, -solution.margin]
    return mine + other if state.kingdom_of(state.actor) == 0 else other + mine


def by_blocks(value: list[float], kingdom: int, blocks: int) -> list[float]:
    """A value as a target: shares and then margins, from *kingdom* on; absent kingdoms have none."""
    many = len(value) // 2
    order = [(kingdom + turn) % many for turn in range(many)]
    absent = [0.0] * (blocks - many)
    return [*(value[2 * one] for one in order), *absent, *(value[2 * one + 1] for one in order), *absent]


def played(
    setup: Setup, games: int, how: Exploration | None = None, first: int = 0, seed: int = SEED
) -> tuple[Any, Any]:
    shape, weights = network_for(setup)
    records, targets = SelfPlay(setup, shape).play(weights, games, seed, first, how)
    return records.copy(), targets.copy()


@every_setup
@explorations
def test_records_are_those_of_the_positions_after_each_decision(setup: Setup, how: Exploration) -> None:
    records = played(setup, 2, how)[0]
    decisions = [one for number in range(2) for one in replayed(setup, number, how)[0] if not one.after.is_over]
    assert len(records) == len(decisions) > 20
    for record, one in zip(records, decisions, strict=True):
        assert record.tolist() == record_of(one.after, one.kingdom)[0].tolist()[: len(record)]


@every_setup
@explorations
def test_targets_are_what_came_of_it(setup: Setup, how: Exploration) -> None:
    targets = played(setup, 6, how)[1]
    expected = [target for number in range(6) for target in expected_targets(setup, number, how)]
    np.testing.assert_allclose(targets, np.array(expected), atol=2e-3)


@every_setup
def test_targets_are_the_result_when_nothing_is_explored_and_the_trace_reaches_to_the_end(setup: Setup) -> None:
    decisions, result = replayed(setup, 0, TO_THE_END)
    blocks = network_for(setup)[0].kingdoms
    for target, one in zip(played(setup, 1, TO_THE_END)[1], decisions, strict=False):
        assert target.tolist() == pytest.approx(by_blocks(result, one.kingdom, blocks))


def test_the_last_move_of_all_is_explored_too() -> None:
    wild = EXPLORATIONS["wild"]
    last = [replayed(setup, number, wild)[0][-1] for setup in (THREE, FOUR) for number in range(6)]
    assert any(one.after.is_over and not one.is_best for one in last), "or the tests of targets see none"


@every_setup
@pytest.mark.parametrize("by_network", [True, False], ids=["network", "greedy"])
def test_shares_add_up_and_the_same_seed_gives_the_same_samples(setup: Setup, by_network: bool) -> None:
    shape, weights = network_for(setup)
    player = SelfPlay(setup, shape)
    used = weights if by_network else None
    records, targets = (rows.copy() for rows in player.play(used, 4, SEED, 0))
    assert (records.shape[1], targets.shape[1]) == (shape.record, 2 * shape.kingdoms)
    assert targets[:, : shape.kingdoms].sum(axis=1) == pytest.approx(np.ones(len(targets)), abs=1e-4)
    assert (targets[:, setup.players : shape.kingdoms] == 0).all()
    assert (targets[:, : shape.kingdoms] >= 0).all()
    again = player.play(used, 4, SEED, 0)
    assert (records == again[0]).all()
    assert (targets == again[1]).all()
    later = [rows.copy() for rows in player.play(used, 2, SEED, 2)]
    assert (records[-len(later[0]) :] == later[0]).all()
    assert (targets[-len(later[1]) :] == later[1]).all()
    other = player.play(used, 4, SEED + 1, 0)
    assert other[0].shape != records.shape or (other[0] != records).any()


def test_samples_are_of_every_kingdom_and_stage() -> None:
    shape = network_for(TWO)[0]
    records, targets = played(TWO, 6)
    assert {*records[:, -1].tolist()} == {*range(shape.stages)}
    assert 0.2 < targets[:, 0].mean() < 0.8


def team_samples() -> str:
    """Samples of partners who share kingdoms, played by greedy."""
    shape = require_twin(TEAMS).encoder.shape_of(TEAMS)
    records, targets = SelfPlay(TEAMS, shape).play(None, 1, SEED, 0, Exploration(share=0.1))
    shares = targets[:, : shape.kingdoms].sum(axis=1)
    return json.dumps([len(records), shape.kingdoms, float(shares.min()), float(shares.max())])


def test_partners_are_one_kingdom() -> None:
    many, kingdoms, least, most = json.loads(plain_output("tests.learning.test_self_play.team_samples()"))
    assert many > 60
    assert kingdoms == 2
    assert least == most == 1.0


# Matches


@every_setup
def test_a_network_wins_its_share_against_itself(setup: Setup) -> None:
    network = network_for(setup)
    found = match(setup, network, network, 5, SEED)
    assert found.games == 5 * setup.players
    assert found.wins == pytest.approx(1 / setup.players, abs=1e-6)
    assert found.error == pytest.approx(0, abs=1e-6)
    assert setup != TWO or found.margin == pytest.approx(0, abs=1e-6)


def test_both_sides_of_a_match_play_the_same_deals() -> None:
    one, other = network_for(TWO), network_for(TWO, seed=2)
    found, turned = match(TWO, one, other, 12, SEED), match(TWO, other, one, 12, SEED)
    assert found.wins + turned.wins == pytest.approx(1)
    assert found.margin + turned.margin == pytest.approx(0, abs=1e-5)
    assert found.error == pytest.approx(turned.error)
    assert found == match(TWO, one, other, 12, SEED)
    assert found != match(TWO, one, other, 12, SEED + 1)


def test_a_network_of_random_weights_loses_to_greedy() -> None:
    found = match(TWO, network_for(TWO), None, 15, SEED)
    assert found.games == 30
    assert found.wins + found.error < 0.4
    assert found.margin < -5


def test_noise_is_that_of_its_side() -> None:
    network = network_for(TWO)
    exact = match(TWO, network, network, 8, SEED)
    for noise in ((0.5, 0.0, 0.0, 0.0), (0.0, 0.5, 0.0, 0.0), (0.0, 0.0, 0.5, 0.0), (0.0, 0.0, 0.0, 0.5)):
        found = match(TWO, network, network, 8, SEED, noise)
        assert found != exact
        assert found == match(TWO, network, network, 8, SEED, noise)
