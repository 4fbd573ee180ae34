"""Thousands of games stepped at once."""

from array import array
from random import Random

import pytest

from crownland.fast import layout
from crownland.fast.batch import Batch
from crownland.fast.classic import layout as classic_layout
from crownland.fast.convert import action_number
from crownland.fast.duel import layout as duel_layout
from crownland.fast.jit import words
from crownland.fast.policy import GREEDY
from crownland.fast.queen import layout as queen_layout
from crownland.games.registry import GAMES, find_game
from crownland.games.setup import Setup

SETUPS = [game.setup() for game in GAMES.values()] + [find_game("kingdomino").setup(4, {"dynasty": "true"})]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_batch_offers_what_the_reference_offers_and_plays_it(setup: Setup) -> None:
    batch, rng, steps = Batch(setup, 5, seed=3), Random(1), 0
    while not batch.is_over:
        masks, actors = batch.legal()
        actions = words(5)
        for game in range(5):
            state = batch.state(game)
            numbers = [action_number(state, action) for action in state.legal_actions()]
            row = masks[game * batch.actions : (game + 1) * batch.actions]
            assert [number for number, is_legal in enumerate(row) if is_legal] == numbers
            assert actors[game] == (-1 if state.actor is None else state.actor)
            assert state.is_over or state.actor is not None
            actions[game] = rng.choice(numbers) if numbers else -1
        assert batch.step(actions) == sum(actor >= 0 for actor in actors)
        steps += 1
    assert steps > 20
    totals = [score.total for game in range(5) for score in batch.state(game).scores()]
    assert [int(one) >> 32 for one in batch.standings()] == totals


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_threads_change_nothing(setup: Setup) -> None:
    one, two = Batch(setup, 7, seed=3), Batch(setup, 7, seed=3, jobs=2)
    for _ in range(12):
        one.move([GREEDY])
        two.move([GREEDY])
    assert list(one.words) == list(two.words)
    assert list(one.standings()) == list(two.standings())
    assert [list(part) for part in one.legal()] == [list(part) for part in two.legal()]


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(find_game("kingdomino").setup(2), 3)
    before = list(batch.words)
    actions = words(3)
    for game, number in enumerate((-1, 5, 10**6)):
        actions[game] = number
    assert batch.step(actions) == 0
    assert list(batch.words) == before


def test_any_row_of_numbers_will_do() -> None:
    batches = [Batch(find_game("kingdomino").setup(2), 3, seed=2) for _ in range(3)]
    masks, _ = batches[0].legal()
    numbers = [list(masks[game * 681 : (game + 1) * 681]).index(1) for game in range(3)]
    for batch, row in zip(batches, (numbers, tuple(numbers), array("i", numbers)), strict=True):
        assert batch.step(row) == 3
    assert list(batches[0].words) == list(batches[1].words) == list(batches[2].words)


@pytest.mark.parametrize(("games", "jobs"), [(0, 1), (3, 0), (-1, 1)])
def test_a_batch_without_games_or_jobs_is_refused(games: int, jobs: int) -> None:
    with pytest.raises(ValueError, match=f"expected one game and one job or more, got: {games} games and {jobs} jobs"):
        Batch(find_game("kingdomino").setup(2), games, jobs=jobs)


def test_a_wrong_number_of_actions_is_refused() -> None:
    with pytest.raises(ValueError, match="expected an action number for each of 3 games, got 2"):
        Batch(find_game("kingdomino").setup(2), 3).step(words(2))


def test_a_clone_is_independent() -> None:
    batch = Batch(find_game("kingdomino").setup(2), 3)
    other = batch.clone()
    other.move()
    assert list(batch.words) != list(other.words)
    batch.move()
    assert list(batch.words) == list(other.words)


def test_a_column_is_one_slot_of_all_games() -> None:
    batch = Batch(find_game("royal-wedding").setup(4), 6)
    assert list(batch.column(layout.SEATS)) == [4] * 6
    assert list(batch.column(layout.LINES_LEFT)) == [23] * 6


def test_a_game_is_small() -> None:
    sizes = {
        "kingdomino": classic_layout.WORDS,
        "dynasty": classic_layout.DYNASTY_WORDS,
        "queendomino": queen_layout.WORDS,
        "duel": duel_layout.WORDS,
    }
    assert [8 * size for size in sizes.values()] == [528, 880, 968, 424]  # as docs/fast.md says, and none above 1,024
    assert 100_000 * 8 * (sizes["kingdomino"] + 1) <= 100_000_000  # a batch: the games and their generators


def test_every_game_has_so_many_action_numbers() -> None:
    assert [Batch(setup, 1).actions for setup in SETUPS[:4]] == [681, 1875, 1875, 386]
