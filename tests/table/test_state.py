"""What tables ask every state: scores, turns, rounds, and a view that agrees with them."""

from random import Random

import pytest

from crownland.games.registry import GAMES
from crownland.games.setup import Setup
from crownland.kernel.scoring import rank
from crownland.testing.strategies import random_play

SETUPS = [
    GAMES["kingdomino"].setup(3, {"dynasty": True, "harmony": True, "middle-kingdom": True}),
    GAMES["queendomino"].setup(2),
    GAMES["royal-wedding"].setup(4, {"teams": True}),
    GAMES["duel"].setup(2),
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_each_kingdom_is_scored_as_all_of_them_are(setup: Setup) -> None:
    """Scores are remembered, kingdom by kingdom."""
    for number, (_, state) in enumerate(random_play(setup, Random(str(setup)))):
        if number % 4 == 0 or state.is_over:
            scores = tuple(state.score(kingdom) for kingdom in range(len(state.kingdoms)))
            assert scores == state.scores()
            assert tuple(realm.score for realm in GAMES[setup.game].view(state).realms) == scores
            assert rank(scores, state.tie_breaks) == state.ranking()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_turn_lasts_until_another_king_acts(setup: Setup) -> None:
    turns: list[tuple[tuple[object, ...], int]] = []
    for _, state in random_play(setup, Random(str(setup))):
        if state.actor is not None and (not turns or turns[-1] != (state.turn, state.actor)):
            turns.append((state.turn, state.actor))
    assert len({turn for turn, _ in turns}) == len(turns), "a turn that is over does not come back"


def test_the_last_round_is_known_where_the_lines_are_counted() -> None:
    rounds = [GAMES[key].new().rounds for key in ("kingdomino", "queendomino", "royal-wedding", "duel")]
    assert rounds == [7, 13, 25, None]
