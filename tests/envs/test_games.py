"""The games that all environments step, compared with the reference."""

import hashlib
from typing import Any

import numpy as np
import pytest

from crownland.envs import VERSION
from crownland.envs.games import REWARDS, Games
from crownland.envs.kernels import ANY_SEAT, GAME_OVER, ILLEGAL_ACTION
from crownland.envs.observing import FEATURES, PLANES, layout_of
from crownland.fast.convert import action_number
from crownland.fast.policy import GREEDY, RANDOM
from crownland.fast.twin import require_twin, twin_of
from crownland.games.protocol import State
from crownland.games.registry import GAMES, find_game
from crownland.games.setup import Setup
from crownland.kernel.domino import KINGDOMINO
from crownland.kernel.square import square_at
from tests.envs.support import SETUPS, results, sampled

TWO = find_game("kingdomino").setup(2)


def numbers_of(state: State[Any]) -> list[int]:
    return [action_number(state, action) for action in state.legal_actions()]


@pytest.mark.parametrize("setup", SETUPS, ids=sampled)
def test_a_game_offers_shows_and_pays_what_the_reference_says(setup: Setup) -> None:
    games = {reward: Games(setup, 1, reward=reward, resets=False) for reward in REWARDS}
    for one in games.values():
        one.reset(5)
    first, steps = games["win"], 0
    codes: dict[Any, int] = {}
    paid = {reward: np.zeros(setup.players) for reward in REWARDS}
    while not first.ends[0]:
        state = first.state()
        assert first.actors[0] == state.actor
        assert np.flatnonzero(first.masks[0]).tolist() == numbers_of(state)
        if steps % 4 == 0:
            check_squares(state, first.observe()["squares"][0], codes)
        actions = first.pick()
        for reward, one in games.items():
            one.step(actions)
            one._rngs[0] = first._rngs[0]  # picking has drawn from the first one's generator
            paid[reward] += one.rewards[0]
            assert reward == "points" or one.ends[0] or not one.rewards.any()
        for one in games.values():
            one.words[:] = first.words
        steps += 1
    end = first.state()
    assert end.is_over
    assert steps > 20
    expected = results(end)
    assert paid["win"].tolist() == expected["win"]
    assert paid["margin"].tolist() == expected["margin"]
    assert len(set(codes.values())) == len(codes), "two lands with one code"


def check_squares(state: State[Any], squares: Any, codes: dict[Any, int]) -> None:
    """A square has a code when something lies on it, and the same land always has the same one."""
    assert state.actor is not None
    realms = find_game(state.setup.game).view(state).realms
    kingdoms, (high, wide) = len(realms), squares.shape[1:]
    for place in range(kingdoms):
        realm = realms[(state.kingdom_of(state.actor) + place) % kingdoms]
        pending = dict(realm.pending)
        for row in range(high):
            for column in range(wide):
                square = square_at(6 - wide // 2 + column, 6 - high // 2 + row)
                half, code = realm.kingdom.at(square) or pending.get(square), int(squares[place, row, column])
                assert (half is not None) == (code != 0), f"{square} of {state}"
                if half is not None and half.terrain.key != "town":  # plots and built squares have two codes
                    assert codes.setdefault((half.terrain, half.crowns), code) == code


def test_points_add_up_to_the_final_score() -> None:
    for setup in SETUPS[:4]:
        games = Games(setup, 1, reward="points", resets=False)
        games.reset(11)
        before, paid = results(games.state())["points"], np.zeros(setup.players)
        while not games.ends[0]:
            games.step(games.pick())
            paid += games.rewards[0]
        assert (before + paid).tolist() == results(games.state())["points"], setup


def test_planes_are_what_lies_on_the_table() -> None:
    for setup in (TWO, find_game("kingdomino").setup(3, {"dynasty": True}), find_game("kingdomino").setup(4)):
        games = Games(setup, 1, observation=PLANES, resets=False)
        games.reset(3)
        while not games.ends[0]:
            state: Any = games.state()
            shown = {name: part[0] for name, part in games.observe().items()}
            check_squares(state, shown["squares"], {})
            players, turns = setup.players, state.turns
            flags = np.zeros_like(shown["dominoes"])
            for domino in KINGDOMINO:
                flags[0, domino - 1] = not state.seen >> domino & 1
                flags[1, domino - 1] = domino in turns.free
            for domino, seat in turns.old:
                flags[2 + (seat - state.actor) % players, domino - 1] = 1
            for domino, seat in turns.claimed:
                flags[2 + players + (seat - state.actor) % players, domino - 1] = 1
            assert (shown["dominoes"] == flags).all(), state
            order = [[int((seat - state.actor) % players == one) for one in range(players)] for seat in turns.order]
            assert shown["order"][: len(order)].tolist() == order
            assert not shown["order"][len(order) :].any()
            assert shown["turn"].tolist() == [int(not turns.waiting), turns.lines_left, len(state.past)]
            totals = [
                sum(results_of_past(state, game)[seat] for game in range(len(state.past))) for seat in range(players)
            ]
            assert shown["past"].tolist() == [totals[(state.actor + one) % players] for one in range(players)]
            games.step(games.pick())


def results_of_past(state: Any, game: int) -> list[int]:
    from crownland.games.classic.state import score

    return [score(kingdom, state.rules).total for kingdom in state.past[game]]


def test_an_observation_depends_on_who_looks_not_on_what_was_shown_before() -> None:
    for setup in SETUPS:
        one, many = Games(setup, 1, resets=False), Games(setup, 3)
        one.reset(4)
        many.reset(4)
        for _ in range(15):
            actions = many.pick()
            many.step(actions)
            one.step(actions[:1])
            one._rngs[0] = many._rngs[0]
            one.words[:] = many.words[: len(one.words)]
            one.actors[0] = many.actors[0]
            shown = many.observe()
            alone = one.observe_one(int(many.actors[0]))
            assert all((shown[name][0] == alone[name]).all() for name in alone)


@pytest.mark.parametrize("setup", SETUPS[:4], ids=sampled)
def test_threads_change_nothing(setup: Setup) -> None:
    one, two = Games(setup, 7, seat=ANY_SEAT), Games(setup, 7, seat=ANY_SEAT, jobs=2)
    for _ in range(30):
        one.step(one.pick())
        two.step(two.pick())
        one.observe()
        two.observe()
        for name in ("observations", "masks", "rewards", "ends"):
            assert (getattr(one, name) == getattr(two, name)).all(), name
        assert list(one.words) == list(two.words)


@pytest.mark.parametrize("policy", [RANDOM, GREEDY])
def test_the_others_are_played_until_the_own_seat_acts(policy: int) -> None:
    for setup in SETUPS[:4]:
        games = Games(setup, 6, seat=ANY_SEAT, policies=[policy] * setup.players)
        assert len(set(games.seats)) > 1
        ended = 0
        for _ in range(120):
            assert list(games.actors) == list(games.seats)
            games.step(games.pick())
            ended += int((games.ends == GAME_OVER).sum())
        assert ended


def test_a_game_that_ends_begins_anew_in_the_same_step() -> None:
    games = Games(TWO, 4)
    starts = [str(games.state(game)) for game in range(4)]
    for _ in range(200):
        before = games.state(0)
        games.step(games.pick())
        if games.ends[0]:
            assert before.round == before.rounds
            assert games.state(0).round == 1
            assert str(games.state(0)) != starts[0]
            end = games.observe_last(0)
            assert np.count_nonzero(end["squares"][0]) > 10
            assert games.masks[0].any()
            return
    pytest.fail("no game has ended")


@pytest.mark.parametrize("action", [-1, 5, 10**6])
def test_an_illegal_action_ends_the_game_and_costs_one_point(action: int) -> None:
    games = Games(TWO, 2, reward="points")
    actions = games.pick()
    actions[0], seat = action, games.actors[0]
    games.step(actions)
    assert games.ends.tolist() == [ILLEGAL_ACTION, 0]
    assert games.rewards[0].tolist() == [-1.0 if one == seat else 0.0 for one in range(2)]
    assert games.state(0).round == 1


def test_arrays_of_the_caller_are_written() -> None:
    width = layout_of(TWO, PLANES).width
    observations, masks = np.ones((3, width), np.int8), np.ones((3, require_twin(TWO).actions), np.int8)
    games = Games(TWO, 3, observation=PLANES, observations=observations, masks=masks)
    parts = games.observe()
    assert games.observations is observations
    assert games.masks is masks
    assert masks.sum() == 12
    assert all(np.shares_memory(part, observations) for part in parts.values())
    with pytest.raises(ValueError, match=r"expected masks of \(3, 681\) signed bytes in one piece, got: \(2, 2\) int8"):
        Games(TWO, 3, masks=np.zeros((2, 2), np.int8))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"games": 0}, "expected one game and one job or more, got: 0 games and 1 jobs"),
        ({"reward": "fun"}, "expected a reward: win, margin, points, got: 'fun'"),
        ({"observation": "sound"}, "expected an observation of kingdomino: features or planes, got: 'sound'"),
        ({"setup": find_game("duel").setup(), "observation": PLANES}, "expected an observation of duel: features, got"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Games(**{"setup": TWO, "games": 1, **given})


def test_ten_thousand_games_take_less_than_a_hundred_megabytes() -> None:
    games = Games(TWO, 10_000, observation=FEATURES)
    rows = [value for value in vars(games).values() if hasattr(value, "nbytes")]
    assert sum(row.nbytes for row in rows) < 100e6
    assert games.observations.nbytes in [row.nbytes for row in rows]


def test_the_layout_of_a_version_never_changes() -> None:
    """Stored data and trained agents rely on it: raise VERSION and write down what changed, then renew the digest."""
    text = []
    for game in GAMES.values():
        for setup in game.all_setups():
            twin = twin_of(setup)
            if twin is not None:
                kinds = [FEATURES, PLANES] if twin.has_planes else [FEATURES]
                layouts = [(kind, dict(layout_of(setup, kind).parts)) for kind in kinds]
                text.append(f"{setup} {twin.actions} {twin.encoder.VERSION} {layouts}")
    digest = hashlib.sha256("\n".join(text).encode()).hexdigest()[:16]
    assert (VERSION, digest) == (0, "a1b87d68acd51ea1")
