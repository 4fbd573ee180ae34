from random import Random
from typing import Any

import pytest

from crownland.arena.match import play_match
from crownland.bots import Limit, make_bot
from crownland.bots.uniform import Uniform
from crownland.dealer import commitment, derived_seed, verify
from crownland.games.protocol import Action, State
from crownland.notation.record import read_record
from tests.helpers import start_of

ZERO = "00" * 32


def test_the_record_of_a_match_holds_all_of_it() -> None:
    setup = start_of("players=3 harmony=true").setup
    match = play_match(setup, [Uniform()] * 3, ["Ann", "Bob", "Cas"], ZERO)
    record = match.record
    assert record.setup == setup
    assert record.names == ("Ann", "Bob", "Cas")
    assert (record.tag("Seed"), record.tag("Commitment")) == (ZERO, commitment(ZERO))
    assert record.tag("Totals") == " ".join(str(score.total) for score in match.final.scores())
    assert [round_.number for round_ in record.rounds] == list(range(1, 14))
    assert record.final() == match.final
    assert read_record(str(record)) == record
    assert verify(record) == ()


@pytest.mark.parametrize("name", ["uniform", "greedy"])
def test_the_same_seed_gives_the_same_match_and_another_seed_another(name: str) -> None:
    setup = start_of("players=2").setup
    records = [
        str(play_match(setup, [make_bot(name)] * 2, ["a", "b"], seed).record) for seed in (ZERO, ZERO, derived_seed(1))
    ]
    assert records[0] == records[1]
    assert records[0] != records[2]


def test_every_seat_has_a_generator_of_its_own() -> None:
    drawn: dict[int, list[float]] = {0: [], 1: []}

    class Drawing(Uniform):
        def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
            drawn[state.actor or 0].append(rng.random())
            return state.legal_actions()[0]

    play_match(start_of("players=2").setup, [Drawing(), Drawing()], ["a", "b"], ZERO)
    assert len(drawn[0]) == len(drawn[1]) == 24
    assert not set(drawn[0]) & set(drawn[1])


def test_a_bot_gets_its_limit() -> None:
    limits = set()

    class Asking(Uniform):
        def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
            limits.add(limit.time)
            return state.legal_actions()[0]

    play_match(start_of("players=2").setup, [Asking(), Asking()], ["a", "b"], ZERO, Limit(time=0.25))
    assert limits == {0.25}
