"""Greedy at Duel: legal, fast enough, and much better than chance."""

from collections import Counter

import pytest

from crownland.arena.match import play_match
from crownland.arena.tally import Tally
from crownland.bots.greedy import Greedy
from crownland.bots.protocol import Bot, Limit
from crownland.bots.uniform import Uniform
from crownland.dealer import derived_seed
from crownland.games.registry import DUEL
from crownland.notation.position import parse_position
from crownland.notation.record import Record, read_record
from crownland.notation.token import parse_action
from tests.games.duel.oracle import position

GAMES = 12


def games(label: str, *names: str) -> tuple[Tally, list[Record]]:
    made: dict[str, Bot] = {"greedy": Greedy(), "uniform": Uniform()}
    tally, records = Tally(names), []
    for game in range(GAMES):
        match = play_match(DUEL.setup(2), [made[name] for name in names], names, derived_seed(label, game))
        tally.add(match.final)
        records.append(match.record)
    return tally, records


@pytest.mark.parametrize("names", [("greedy", "uniform"), ("uniform", "greedy")], ids=" against ".join)
def test_greedy_beats_uniform_from_either_seat(names: tuple[str, str]) -> None:
    tally, _ = games("duel beats", *names)
    greedy, uniform = tally.lines["greedy"], tally.lines["uniform"]
    assert tally.win_rate(greedy) >= 0.9
    assert tally.mean_score(greedy) > 2 * tally.mean_score(uniform)


def test_greedy_plays_legal_games_against_itself_and_uses_what_it_wins() -> None:
    _, records = games("duel itself", "greedy", "greedy")
    # Reading and replaying checks every action again.
    finals = [read_record(str(record)).final() for record in records]
    assert all(final.is_over for final in finals)
    tokens = [str(item.what) for record in records for item in record.items]
    kinds = Counter(token[:6].rstrip("0123456789.@dsDSfq") for token in tokens if token[0] in "CM")
    assert {"C", "Mcoat"} <= set(kinds)
    assert {"Mturn", "Mfree", "Msplit"} & set(kinds), "some spell of drawing"


@pytest.mark.parametrize(
    ("land", "roll", "best"),
    [
        (
            # Stripes join three stripes with a cross only on h8.
            """
            d d D s1 . . .
            D D d s  . . .
            d d D c  s . .
            D D d S  S . .
            d d D S  S . .
            """,
            "R4.6.1.1 T1 T3.4",
            ("1.2@h8e", "1.2@h8n"),
        ),
    ],
)
def test_greedy_draws_where_its_domains_grow_most(land: str, roll: str, best: tuple[str, ...]) -> None:
    from random import Random

    state = parse_position(position(land, book_a="000000;castle"))
    for token in roll.split():
        state = state.play(parse_action(token))
    assert str(Greedy().choose(state, Limit(), Random(1))) in best


def test_greedy_chooses_alike_with_the_same_generator() -> None:
    assert games("duel alike", "greedy", "greedy")[1][:3] == games("duel alike", "greedy", "greedy")[1][:3]
