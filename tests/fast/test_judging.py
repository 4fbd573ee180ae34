"""Every way to act is judged once, by the position that follows it."""

from math import exp
from random import Random
from typing import Any

import pytest

from crownland.fast import judging, phase
from crownland.fast.convert import action_number, to_words
from crownland.fast.jit import Floats, floats, words
from crownland.fast.judging import NO_ACTION, POINT
from crownland.fast.net_search import NetSearch, Way
from crownland.fast.twin import require_twin
from crownland.games.protocol import State
from crownland.games.registry import DUEL, KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING
from crownland.games.setup import Setup
from crownland.kernel.action import Claim, Place
from tests.fast.support import (
    best_way,
    choices,
    evaluate,
    network_for,
    noisy_way,
    positions,
    record_of,
    write_outlook,
    write_result,
)
from tests.helpers import final_state

TWO = KINGDOMINO.setup(2)
FOUR = KINGDOMINO.setup(4, {"harmony": True})
TEAMS = ROYAL_WEDDING.setup(4, {"teams": "true"})
SETUPS = [TWO, KINGDOMINO.setup(2, {"mighty-duel": True}), KINGDOMINO.setup(3), FOUR]
OTHERS = [QUEENDOMINO.setup(2), TEAMS, DUEL.setup(2)]


def judged(state: State[Any]) -> list[Way]:
    return NetSearch(state.setup, *network_for(state.setup)).judge(state)


def pairs_of(state: State[Any]) -> list[tuple[int, int]]:
    """Every placement with every claim that may follow it, in the reference; other actions alone."""
    found = []
    for action in state.legal_actions():
        after = state.apply(action)
        number = action_number(state, action)
        if isinstance(action, Claim) or after.actor != state.actor or not isinstance(after.legal_actions()[0], Claim):
            found.append((number, NO_ACTION))
        else:
            found += [(number, action_number(after, claim)) for claim in after.legal_actions()]
    return found


def after_way(state: State[Any], way: Way) -> State[Any]:
    for number in (way.action, way.then):
        if number != NO_ACTION:
            state = state.apply(next(one for one in state.legal_actions() if action_number(state, one) == number))
    return state


def value_of(state: State[Any], kingdom: int) -> list[float]:
    """The value of a position that *kingdom* has made, judged alone: a chance and a margin for every kingdom."""
    many = len(state.kingdoms)
    values = floats(2 * many)
    if state.is_over:
        firsts = [standing.kingdom for standing in state.ranking() if standing.rank == 1]
        for one, score in enumerate(state.scores()):
            others = [other.total for at, other in enumerate(state.scores()) if at != one]
            values[2 * one] = 1 / len(firsts) if one in firsts else 0
            values[2 * one + 1] = score.total - max(others)
    else:
        shape, weights = network_for(state.setup)
        room = floats(shape.room)
        evaluate(shape.row, weights, record_of(state, kingdom)[0], room, words(shape.picked))
        write_outlook(shape.row, room, kingdom, many, values, 0)
    return [float(one) for one in values]


def spread(way: Way) -> list[float]:
    return [number for outlook in way.outlooks for number in (outlook.win, outlook.margin)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_ways_are_the_legal_placements_with_the_legal_claims(setup: Setup) -> None:
    kinds = set()
    for state in choices(setup):
        ways = judged(state)
        if setup.players == 2 and state.turns.lines_left == 0:  # type: ignore[attr-defined]
            assert ways == []
            kinds.add("solved")
            continue
        found = [(way.action, way.then) for way in ways]
        assert sorted(found) == sorted(pairs_of(state)), state
        kinds.add("pairs" if isinstance(state.legal_actions()[0], Place) and ways[0].then >= 0 else "single")
    assert kinds == ({"pairs", "single", "solved"} if setup.players == 2 else {"pairs", "single"})


@pytest.mark.parametrize("setup", OTHERS, ids=str)
def test_in_other_games_every_action_is_a_way(setup: Setup) -> None:
    for state in choices(setup)[::5]:
        assert sorted((way.action, way.then) for way in judged(state)) == [
            (action_number(state, action), NO_ACTION) for action in state.legal_actions()
        ]


@pytest.mark.parametrize("setup", SETUPS + OTHERS, ids=str)
def test_a_way_has_the_value_of_the_position_that_follows(setup: Setup) -> None:
    rng = Random(5)
    last = [state for state in choices(setup) if any(state.apply(one).is_over for one in state.legal_actions())]
    for state in choices(setup)[::9] + last:
        assert state.actor is not None
        kingdom = state.kingdom_of(state.actor)
        ways = judged(state)
        for way in rng.sample(ways, min(len(ways), 8)):
            assert spread(way) == pytest.approx(value_of(after_way(state, way), kingdom), abs=1e-3, rel=1e-4)
            assert sum(outlook.win for outlook in way.outlooks) == pytest.approx(1, abs=1e-5)
        worths = [way.worth(kingdom) for way in ways]
        assert worths == sorted(worths, reverse=True)


def test_one_search_judges_all_positions_alike() -> None:
    """What the encoder remembers of one position does not matter in the next."""
    search = NetSearch(FOUR, *network_for(FOUR))
    for state in choices(FOUR)[::-4]:
        assert search.judge(state) == judged(state)


def test_ways_that_end_the_game_are_judged_beside_ways_that_do_not() -> None:
    mixed = [
        state
        for seed in range(3)
        for state in choices(TEAMS, seed)[-8:]
        if len({state.apply(action).is_over for action in state.legal_actions()}) == 2
    ]
    assert mixed
    for state in mixed:
        assert state.actor is not None
        for way in judged(state):
            expected = value_of(after_way(state, way), state.kingdom_of(state.actor))
            assert spread(way) == pytest.approx(expected, abs=1e-3)


# Final positions


def result_of(state: State[Any]) -> list[float]:
    row, values = to_words(state), floats(2 * len(state.kingdoms) + 1)
    assert row[3] == phase.OVER
    write_result(require_twin(state.setup).key, row, values, 1)
    return [float(one) for one in values][1:]


def test_a_final_position_has_its_result() -> None:
    assert result_of(final_state("players=2", "W1 W C", "W1 C")) == [1, 1, 0, -1]
    assert result_of(final_state("players=2", "C", "W1 W C")) == [0, -2, 1, 2]


def test_a_tie_is_shared_unless_something_breaks_it() -> None:
    assert result_of(final_state("players=2", "W1 C", "F1 C")) == [0.5, 0, 0.5, 0]
    assert result_of(final_state("players=2", "W1 C", "F1 C M M")) == [0, 0, 1, 0], "the largest property"
    assert result_of(final_state("players=4", "W1 C", "C", "W1 C", "W1 C")) == pytest.approx(
        [1 / 3, 0, 0, -1, 1 / 3, 0, 1 / 3, 0]
    )
    assert result_of(final_state("players=3", "C", "C", "C")) == pytest.approx([1 / 3, 0] * 3)


@pytest.mark.parametrize("setup", SETUPS + OTHERS, ids=str)
def test_games_end_with_the_ranking_of_the_reference(setup: Setup) -> None:
    final = positions(setup)[-1]
    assert result_of(final) == pytest.approx(value_of(final, 0))


# Choosing


def values_of(*ways: tuple[float, ...]) -> Floats:
    row = floats(sum(map(len, ways)))
    for at, number in enumerate(number for way in ways for number in way):
        row[at] = number
    return row


def test_the_best_way_is_that_of_the_kingdom_and_margins_decide_equal_chances() -> None:
    values = values_of((0.5, 3.0, 0.5, -3.0), (0.7, 1.0, 0.3, -1.0), (0.5, 4.0, 0.5, -4.0))
    assert [best_way(values, 3, kingdom, 4) for kingdom in range(2)] == [1, 0]
    assert best_way(values_of((0.5, 3.0, 0.5, -3.0), (0.5, 4.0, 0.5, -4.0)), 2, 0, 4) == 1
    assert judging.POINT * 20 < 0.5, "chances to win count more than margins"


def test_the_first_of_equal_ways_is_taken() -> None:
    assert best_way(values_of((0.5, 1.0), (0.5, 1.0)), 2, 0, 2) == 0


def test_who_neither_misjudges_nor_overlooks_takes_the_best_way() -> None:
    values, lots = values_of((0.5, 0.0), (0.52, 0.0), (0.4, 3.0)), words(1)
    assert {noisy_way(values, 3, 0, 2, 0.0, 0.0, lots) for _ in range(50)} == {1}


def test_misjudging_makes_ways_as_likely_as_their_worth_says() -> None:
    values, lots, blur = values_of((0.5, 0.0), (0.6, 0.0), (0.4, 10.0)), words(1), 0.1
    worths = [0.5, 0.6, 0.4 + 10 * POINT]
    weights = [exp(worth / blur) for worth in worths]
    chosen = [noisy_way(values, 3, 0, 2, blur, 0.0, lots) for _ in range(6000)]
    for way, weight in enumerate(weights):
        assert chosen.count(way) / 6000 == pytest.approx(weight / sum(weights), abs=0.03)


def test_overlooked_ways_are_not_taken() -> None:
    values, lots = values_of((0.5, 0.0), (0.6, 0.0), (0.4, 0.0)), words(1)
    chosen = [noisy_way(values, 3, 0, 2, 0.0, 0.25, lots) for _ in range(6000)]
    lost = 0.25**3 / 3  # when all are overlooked, any may be taken
    for way, share in ((1, 0.75), (0, 0.25 * 0.75), (2, 0.25**2 * 0.75)):
        assert chosen.count(way) / 6000 == pytest.approx(share + lost, abs=0.02)
    blind = [noisy_way(values, 3, 0, 2, 0.0, 1.0, lots) for _ in range(3000)]
    assert all(abs(blind.count(way) - 1000) < 120 for way in range(3))
