"""Plans of training: what they refuse, and the schedule."""

import re
from typing import Any

import pytest

from crownland.games.registry import DUEL, KINGDOMINO
from crownland.kernel.errors import SetupError, UnknownNameError
from crownland.learning import plan as plans
from crownland.learning.plan import TrainingPlan, parse_hidden, parse_setups
from crownland.learning.ring import sample_bytes, window_of

TWO = KINGDOMINO.setup(2)

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, "expected either minutes or games as the budget of a training"),
    ({"minutes": 1, "games": 1}, "expected either minutes or games as the budget of a training"),
    ({"minutes": 0}, "expected more than 0 minutes, got: 0"),
    ({"games": 1, "engine": "serial"}, "expected processes or ray as the engine of a training, got: 'serial'"),
    ({"games": 1, "address": "here:1"}, "expected the engine ray with an address, got: processes"),
    ({"games": 1, "setups": ()}, "expected one or more setups of the same game"),
    ({"games": 1, "setups": (TWO, DUEL.setup())}, "expected one or more setups of the same game"),
    (
        {"games": 1, "setups": (TWO, KINGDOMINO.setup(4))},
        "expected setups whose networks have one shape, got others for 'kingdomino players=2 opening=snake' and "
        "'kingdomino players=4 opening=draw'",
    ),
    (
        {"games": 1, "setups": (DUEL.setup(rules=1),)},
        f"expected a setup whose twin has an encoder for networks, got: '{DUEL.setup(rules=1)}'",
    ),
]


@pytest.mark.parametrize(("changes", "message"), REFUSED)
def test_a_plan_that_cannot_be_followed_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as caught:
        TrainingPlan(**{"setups": (TWO,)} | changes)
    assert str(caught.value) == message


def test_training_needs_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "COMPILED", False)
    with pytest.raises(SetupError, match="expected Numba for training, got plain Python; install numba, and unset"):
        TrainingPlan((TWO,), games=1)


def test_setups_of_one_shape_can_be_mixed() -> None:
    setups = parse_setups("kingdomino", "players=2, players=2 harmony,players=2 harmony=true middle-kingdom, players=2")
    assert [str(setup) for setup in setups] == [
        "kingdomino players=2 opening=snake",
        "kingdomino players=2 opening=snake harmony=true",
        "kingdomino players=2 opening=snake middle-kingdom=true harmony=true",
    ]
    plan = TrainingPlan(setups, games=1, hidden=(8, 6, 4))
    assert plan.shape.hidden == (8, 6, 4)
    assert plan.lesson.shape is plan.shape
    assert parse_setups("kingdomino", "") == (TWO,)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("players=two", SetupError, "expected a setup like 'players=2 opening=random', got: 'players=two'"),
        ("players=9", SetupError, "kingdomino is for 2, 3 or 4 players, got: 9"),
        ("melody", UnknownNameError, "unknown option: 'melody'; known: "),
    ],
)
def test_a_setup_that_does_not_exist_is_refused(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        parse_setups("kingdomino", text)


@pytest.mark.parametrize("text", ["64", "1,2", "0,1,2", "a,b,c", "1,2,3,4", "99999,1,1"])
def test_hidden_layers_are_three_sizes(text: str) -> None:
    with pytest.raises(SetupError, match="expected the sizes of three hidden layers like 256,64,32, got: '"):
        parse_hidden(text)
    assert parse_hidden("64, 32,16") == (64, 32, 16)


def test_the_rate_grows_at_first_and_falls_along_a_cosine() -> None:
    plan = TrainingPlan((TWO,), games=1000, rate=2e-3, last_rate=4e-5, warm_up=200)
    assert plan.rate_at(0, 0) == pytest.approx(2e-3 / 200)
    assert plan.rate_at(0, 99) == pytest.approx(1e-3)
    assert plan.rate_at(0, 1000) == pytest.approx(2e-3)
    assert plan.rate_at(0.5, 1000) == pytest.approx((2e-3 + 4e-5) / 2)
    assert plan.rate_at(1, 1000) == pytest.approx(4e-5)


def test_results_reach_back_less_far_later() -> None:
    plan = TrainingPlan((TWO,), games=1000)
    assert [plan.exploration_at(part).trace for part in (0, 0.14, 0.15, 1)] == [0.9, 0.9, 0.75, 0.75]
    assert plan.first_exploration.share == 0.2


def test_the_window_fits_into_memory() -> None:
    shape = TrainingPlan((TWO,), games=1).shape
    assert sample_bytes(shape) == shape.record + 16
    assert window_of(shape, 1000, 1.0) == 1000
    assert window_of(shape, 12_000_000, 1.0) == 2**30 // sample_bytes(shape)
