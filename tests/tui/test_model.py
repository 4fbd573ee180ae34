"""The table without a terminal: turns, bots, taking back, the record."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from crownland.dealer import verify
from crownland.games.registry import KINGDOMINO
from crownland.kernel.action import Place
from crownland.kernel.kingdom import reach
from crownland.kernel.square import rectangle
from crownland.notation.record import read_record
from crownland.notation.token import parse_action
from crownland.table.moment import finished_games
from crownland.tui.model import Phase, TableModel
from crownland.tui.seats import Player, default_seats, made_up, player_of, players_of
from crownland.words import Words
from tests.helpers import B
from tests.tui.support import WORDS, play_randomly, seed_of, table_of


@pytest.mark.parametrize("setup", KINGDOMINO.all_setups()[::5], ids=str)
def test_bots_in_every_seat_finish_every_game(setup: Any) -> None:
    table = TableModel(setup, players_of(("uniform",) * setup.players, WORDS), seed_of(setup))
    play_randomly(table, Random(1))
    assert table.phase is Phase.OVER
    assert not table.has_people
    assert finished_games(table.state) == (3 if setup.is_on("dynasty") else 1)


def test_a_bot_sits_where_its_name_is_and_a_person_everywhere_else() -> None:
    assert player_of("greedy", WORDS) == Player("greedy", bot="greedy")
    assert player_of("mc:time=2", WORDS) == Player("mc:time=2", bot="mc:time=2")
    assert player_of("casual", WORDS) == Player("Casual", bot="casual")
    assert player_of("Anna", WORDS) == Player("Anna")
    assert player_of("me", WORDS) == Player(next(made_up(WORDS)))
    assert player_of("A\x1b[31m\nB", WORDS).name == "A [31m B"
    assert default_seats(3) == ("me", "steady", "steady")


@pytest.mark.parametrize("language", ["en", "pl", "sr-Cyrl"])
def test_people_without_a_name_get_made_up_ones_in_their_language_and_each_another(language: str) -> None:
    words = Words(language)
    names = [player.name for player in players_of(["me", "Anna", "me", "", "casual"], words)]
    made = words("table.names").split(", ")
    assert set(names) - set(made) == {"Anna", words("level.casual")}
    assert len(set(names)) == len(names)
    assert players_of([made[0], "me"], words)[1].name != made[0]
    assert len(set(islice(made_up(words), 20))) == 20


def test_the_same_seed_deals_the_same_game() -> None:
    first, second = table_of(["uniform", "uniform"]), table_of(["uniform", "uniform"])
    for table in (first, second):
        play_randomly(table, Random(1))
    assert str(first.record()) == str(second.record())


def test_the_record_keeps_the_seed_until_the_game_is_over() -> None:
    table = table_of(["uniform", "uniform"])
    play_randomly(table, Random(1), 20)
    assert table.record().tag("Seed") is None
    assert table.record().tag("Commitment") == table.dealer.commitment
    play_randomly(table, Random(1))
    record = read_record(str(table.record()))
    assert not record.errors
    assert not verify(record)
    assert str(record.final()) == str(table.state)


def test_undo_gives_back_the_state_and_picks_the_action_again() -> None:
    table = table_of(["Ann", "Bob"])
    while table.phase is not Phase.PERSON or not isinstance(table.chooser and table.chooser.action, Place):
        play_randomly(table, Random(1), 1)
    assert table.chooser is not None
    table.chooser.turn()
    state, action = table.state, table.chooser.action
    table.confirm()
    assert table.state != state
    table.undo()
    assert table.state == state
    assert table.chooser.action == action


def test_undo_never_crosses_an_action_of_somebody_else_or_of_chance() -> None:
    rng = Random(3)
    table = table_of(["Ann", "uniform", "Bob"])
    lengths = set()
    while table.phase is not Phase.OVER:
        play_randomly(table, rng, 1)
        seats = [one.event.seat for one in table.actions]
        tokens = [one.event.token for one in table.actions]
        while table.can_undo:
            table.undo()
        kept = len(table.actions)
        assert len(set(seats[kept:])) <= 1, "only the actions of one seat"
        assert not {None, B} & set(seats[kept:]), "neither chance nor a bot"
        if seats[kept:]:
            assert seats[:kept][-1:] != seats[kept : kept + 1], "all of them"
        lengths.add(len(seats) - kept)
        for token in tokens[kept:]:
            table.act(parse_action(token))
        assert [one.event.token for one in table.actions] == tokens
    assert lengths >= {0, 1, 2}


def test_what_another_person_has_seen_stays_even_when_their_action_is_taken_back() -> None:
    table = table_of(["Ann", "Bob"], opening="clockwise")
    play_randomly(table, Random(1), 4)  # the opening, the line, two claims
    table.undo()
    assert not table.can_undo
    assert len(table.actions) == 3


def test_undo_without_an_own_action_is_refused() -> None:
    with pytest.raises(ValueError, match="expected an own action to take back"):
        table_of(["Ann", "Bob"]).undo()


def test_two_turns_in_a_row_can_both_be_taken_back() -> None:
    table = table_of(["Ann", "Bob"])
    play_randomly(table, Random(1), 5)  # A B B: the second king of B has claimed too
    assert table.actions[-1].event.seat == table.actions[-2].event.seat
    table.undo()
    table.undo()
    assert len(table.actions) == 3


def test_the_last_action_can_be_taken_back_until_the_score_was_read_out() -> None:
    table = table_of(["Ann", "Bob"])
    while table.phase is not Phase.RECKONING:
        play_randomly(table, Random(1), 1)
    phases = []
    for step in (table.undo, table.confirm, table.reckoned):
        step()
        phases.append(table.phase)
    assert phases == [Phase.PERSON, Phase.RECKONING, Phase.OVER]
    assert not table.can_undo


def test_a_dynasty_is_reckoned_three_times_and_its_last_actions_can_be_taken_back() -> None:
    table = table_of(["Ann", "Bob"], dynasty=True)
    games = []
    while table.phase is not Phase.OVER:
        if table.phase is Phase.RECKONING:
            games.append(table.game_to_reckon)
            assert table.can_undo
        play_randomly(table, Random(1), 1)
    assert games == [1, 2, 3]


def test_the_middle_shows_the_acting_person_and_stays_there_while_bots_act() -> None:
    rng = Random(5)
    table = table_of(["uniform", "Ann", "uniform"])
    play_randomly(table, rng, 2)
    while table.phase is not Phase.OVER:
        assert table.centre == 1
        play_randomly(table, rng, 1)


def test_without_people_the_middle_follows_the_actor() -> None:
    table = table_of(["uniform", "uniform", "uniform"])
    play_randomly(table, Random(1), 2)
    for _ in range(20):
        if table.state.actor is not None:
            assert table.centre == table.state.actor
        play_randomly(table, Random(1), 1)


def test_one_can_look_at_the_other_kingdoms_until_something_happens() -> None:
    table = table_of(["Ann", "uniform", "uniform"])
    play_randomly(table, Random(1), 2)
    seen = []
    for _ in range(3):
        seen.append(table.centre)
        table.look_at_next()
    assert sorted(seen) == [0, 1, 2]
    table.look_at_next()
    play_randomly(table, Random(1), 1)
    assert table.centre == 0


def test_what_was_laid_last_is_fresh() -> None:
    table = table_of(["Ann", "Bob"])
    before = table.state
    while not any(one.meaning and one.meaning.kind == "place" for one in table.actions):
        assert table.fresh(0) == table.fresh(1) == 0
        before = table.state
        play_randomly(table, Random(1), 1)
    assert before.actor is not None
    kingdom = before.kingdom_of(before.actor)
    assert table.fresh(kingdom) == table.state.kingdoms[kingdom].occupied ^ before.kingdoms[kingdom].occupied
    assert table.fresh(kingdom).bit_count() == 2


def test_a_person_takes_over_from_a_bot() -> None:
    table = table_of(["greedy", "greedy"])
    play_randomly(table, Random(1), 2)
    seat = table.state.actor
    assert seat is not None
    table.replace_bot(seat)
    assert table.phase is Phase.PERSON
    assert table.chooser is not None
    with pytest.raises(ValueError, match="expected a position where a bot is to act"):
        table.think()


def test_partners_share_a_kingdom_and_a_name() -> None:
    names = ["Ann", "Bob", "Cleo", "Dan"]
    table = table_of(names, "royal-wedding", teams=True)
    play_randomly(table, Random(1), 3)
    assert table.names == tuple(" & ".join(names[seat] for seat in table.state.seats_of(team)) for team in (0, 1))
    assert table.centre in (0, 1)


def test_the_area_is_what_the_kingdom_reaches() -> None:
    table = table_of(["uniform", "uniform"], mighty_duel=True)
    while table.phase is not Phase.OVER:
        for realm in table.view.realms:
            assert rectangle(*realm.area) == reach(7, realm.kingdom.box)
        play_randomly(table, Random(1), 1)


def test_one_takes_back_as_often_as_one_likes() -> None:
    table = table_of(["Ann", "Bob"])
    play_randomly(table, Random(1), 3)
    for _ in range(150):
        table.undo()
        table.confirm()
    assert len(table.actions) == 3
    assert table.can_undo
