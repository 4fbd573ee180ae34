"""One session under terminal and server: a fold over events."""

from collections import Counter
from random import Random

import pytest

from crownland.dealer import derived_seed
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat
from crownland.kernel.domino import DOMINOES, parse_domino
from crownland.kernel.errors import IllegalActionError
from crownland.kernel.square import squares
from crownland.kernel.terrain import Land
from crownland.notation.record import read_record
from crownland.notation.token import parse_action
from crownland.table.moment import Tile
from crownland.table.session import NotNowError, Session

SETUPS = [find_game(key).setup() for key in ("kingdomino", "queendomino", "royal-wedding", "duel")]


def random_session(setup: Setup, seed: int, *, steps: int = 10_000, backs: bool = True) -> Session:
    session, rng = Session(setup, derived_seed(setup, seed)), Random(seed)
    session.add(session.plan_deals())
    for _ in range(steps):
        if session.is_over:
            break
        if backs and session.taker is not None and rng.random() < 0.2:
            session.add([session.plan_back()])
        else:
            session.add([session.plan_action(rng.choice(session.state.legal_actions()))])
            session.add(session.plan_deals())
    return session


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_same_events_give_the_same_session(setup: Setup) -> None:
    session = random_session(setup, 1)
    again = Session(session.setup, session.dealer.seed, [one.event for one in session.history])
    assert again.moment == session.moment
    assert [(one.round, one.meaning) for one in again.history] == [(one.round, one.meaning) for one in session.history]
    assert str(again.record(["A"] * 4, reveals_seed=True)) == str(session.record(["A"] * 4, reveals_seed=True))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_record_of_a_session_replays_to_its_end_without_what_was_taken_back(setup: Setup) -> None:
    session = random_session(setup, 2)
    assert any(one.event.kind == "back" for one in session.history)
    record = read_record(str(session.record(["A"] * session.setup.players, reveals_seed=True)))
    assert not record.errors
    assert record.final() == session.state


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_taking_back_leads_to_the_moment_before_and_its_points_are_taken_back_too(setup: Setup) -> None:
    session = random_session(setup, 3, steps=25, backs=False)
    while session.taker is None:
        session.add([session.plan_action(session.state.legal_actions()[0])])
        session.add(session.plan_deals())
    last = session.history[-1].event
    before = session.until(session.seq - 1)
    session.add([session.plan_back()])
    assert session.state == before.state
    assert session.history[-1].event.points == -last.points


DYNASTY = find_game("kingdomino").setup(2, {"dynasty": True})


@pytest.mark.parametrize("setup", [*SETUPS[:3], DYNASTY], ids=str)
def test_the_dominoes_of_a_kingdom_are_known_square_by_square(setup: Setup) -> None:
    """Also of earlier games, after taking back, and in the session as it was."""
    session = random_session(setup, 5)
    for one in (session.until(seq) for seq in (*range(20, session.seq, 97), session.seq)):
        games = zip((*one.state.past, one.state.kingdoms), (*one.moment.past_tiles, one.moment.tiles), strict=True)
        for kingdom, tiles in (pair for game in games for pair in zip(*game, strict=True)):
            lying = {at: half.terrain for at in squares(kingdom.occupied) if (half := kingdom.at(at)) is not None}
            assert {square: terrain_of(tile) for square, tile in tiles.items()} == lying
            assert max(Counter(tiles.values()).values(), default=1) == 1
    assert len(session.moment.past_tiles) == (2 if setup is DYNASTY else 0)


def test_what_was_drawn_with_dice_is_no_domino() -> None:
    assert random_session(SETUPS[3], 5).moment.tiles == ({}, {})


def terrain_of(tile: Tile) -> Land:
    domino = DOMINOES[parse_domino(tile.domino)]
    return (domino.left, domino.right)[tile.half].terrain


def test_points_are_what_the_action_brought() -> None:
    session = random_session(SETUPS[0], 4, backs=False)
    for seat in range(2):
        points = sum(one.event.points for one in session.history if one.event.seat == seat)
        assert points == session.state.score(seat).total


def test_a_domino_laid_in_this_round_is_still_shown_in_its_line_as_done() -> None:
    session = random_session(SETUPS[0], 5, steps=4, backs=False)
    laid = session.state.turns.old[0][0]  # type: ignore[attr-defined]
    session.add([session.plan_action(session.state.legal_actions()[0])])
    tray = session.moment.view().tray("old-line")
    assert tray is not None
    assert next((slot.piece.key, slot.is_done) for slot in tray.slots if slot.piece) == (str(laid), True)
    assert len(tray.slots) == 4


def test_what_is_planned_changes_nothing_until_it_is_added() -> None:
    session = random_session(SETUPS[0], 6, steps=3)
    moment, seq = session.moment, session.seq
    planned = session.plan_action(session.state.legal_actions()[0])
    session.plan_deals(after=planned)
    assert (session.moment, session.seq) == (moment, seq)
    other = session.after([planned])
    assert other.seq == seq + 1
    assert session.seq == seq


def test_chance_and_bots_cannot_be_taken_back() -> None:
    session = Session(SETUPS[0], derived_seed("bots"))
    session.add(session.plan_deals())
    assert session.taker is None
    session.add([session.plan_action(session.state.legal_actions()[0], bot=True)])
    assert session.taker is None
    with pytest.raises(NotNowError, match="nobody has answered"):
        session.plan_back()


def against_bots(setup: Setup, actions: int, seed: int) -> Session:
    """One person in the first seat and bots in the others, after so many actions of that person."""
    session, rng = Session(setup, derived_seed(seed)), Random(seed)
    session.is_free = True
    session.add(session.plan_deals())
    while actions and not session.is_over:
        is_bot = session.actor != 0
        actions -= not is_bot
        planned = session.plan_action(rng.choice(session.state.legal_actions()), bot=is_bot)
        session.add([planned, *session.plan_deals(after=planned)])
    while session.actor not in (0, None):
        planned = session.plan_action(rng.choice(session.state.legal_actions()), bot=True)
        session.add([planned, *session.plan_deals(after=planned)])
    return session


@pytest.mark.parametrize("setup", SETUPS)
def test_against_bots_any_number_of_turns_can_be_taken_back(setup: Setup) -> None:
    session = against_bots(setup, 6, 11)
    first = next(one.event.seq for one in session.history if one.event.seat == 0)
    undone = 0
    for _ in range(6):
        assert session.taker == 0
        undone += session.last_action is not None and session.last_action.event.seat != 0
        session.add([session.plan_back()])
        assert session.actor == 0
        events = [one.event for one in session.history]
        assert Session(setup, session.dealer.seed, events).state == session.state
    assert session.taker is None
    assert session.state == session.until(first - 1).state
    assert ('[Backs "A:' in str(session.record(["A"] * setup.players, reveals_seed=False))) == bool(undone)


def test_what_is_taken_back_against_bots_is_limited_by_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.table.session.MOST_FREE_BACKS", 3)
    session = against_bots(SETUPS[0], 6, 11)
    session._backs.update({0: 1, 1: 1})  # another person at this device
    session.add([session.plan_back()])
    assert session.taker is None


@pytest.mark.parametrize("setup", SETUPS)
def test_who_takes_back_sees_the_same_chance_again(setup: Setup) -> None:
    session = against_bots(setup, 5, 12)
    played = [(one.event.token, one.event.bot) for one in session.actions if one.event.kind == "action"]
    seen = [one.event.token for one in session.actions if one.event.kind == "chance"]
    for _ in range(5):
        session.add([session.plan_back()])
    kept = [one for one in session.actions if one.event.kind == "action"]
    for token, is_bot in played[len(kept) :]:
        planned = session.plan_action(parse_action(token, session.game), bot=is_bot)
        session.add([planned, *session.plan_deals(after=planned)])
    assert [one.event.token for one in session.actions if one.event.kind == "chance"] == seen


def test_among_people_an_answered_action_stays() -> None:
    session = against_bots(SETUPS[0], 3, 13)
    session.is_free = False
    assert session.taker == session.moment.taker


def test_who_resigned_is_last_whatever_the_points() -> None:
    session = random_session(SETUPS[0], 7, steps=20)
    leader = session.standings()[0].kingdom
    session.add([session.plan_resign(Seat(leader), ends=True)])
    assert session.is_over
    assert [(one.kingdom, one.rank) for one in session.standings()] == [(1 - leader, 1), (leader, 2)]
    assert session.standings()[1].decided_by == "resigned"
    with pytest.raises(NotNowError, match="nobody is to act"):
        session.plan_action(parse_action("K1"))


def test_an_illegal_action_and_an_event_out_of_order_are_refused() -> None:
    session = random_session(SETUPS[0], 8, steps=2)
    with pytest.raises(IllegalActionError):
        session.plan_action(parse_action("1x"))
    planned = session.plan_action(session.state.legal_actions()[0])
    session.add([planned])
    with pytest.raises(ValueError, match="expected event"):
        session.add([planned])


def played(session: Session, actions: int, rng: Random) -> Session:
    """*session* after so many actions of people; chance does its part."""
    for _ in range(actions):
        session.add(session.plan_deals())
        if session.is_over:
            break
        session.add([session.plan_action(rng.choice(session.state.legal_actions()))])
    return session


def test_actions_are_those_that_were_not_taken_back() -> None:
    session = played(Session(SETUPS[0], derived_seed(1)), 3, Random(1))
    tokens = [one.event.token for one in session.actions]
    session.add([session.plan_back()])
    assert [one.event.token for one in session.actions] == tokens[:-1]
    assert len(session.history) == len(tokens) + 1
    assert [token for _, token in _tokens(session)] == tokens[:-1]


def _tokens(session: Session) -> list[tuple[int, str]]:
    record = session.record(["A", "B"], reveals_seed=False)
    return [(one.number, str(item.what)) for one in record.rounds for item in one.items]


@pytest.mark.parametrize("is_local", [False, True])
def test_the_last_action_of_a_game_can_only_be_taken_back_at_a_local_table(is_local: bool) -> None:
    session = played(Session(SETUPS[0], derived_seed(2), is_local=is_local), 1000, Random(2))
    assert session.state.is_over
    if not is_local:
        assert session.taker is None
        with pytest.raises(NotNowError, match="there is no action of one's own"):
            session.plan_back()
        return
    session.add([session.plan_back()])
    assert not session.state.is_over
    assert session.until(session.seq).state == session.state


def test_steps_done_are_those_of_this_turn() -> None:
    session, rng = Session(SETUPS[1], derived_seed(3)), Random(3)
    seen = set()
    while not session.is_over:
        played(session, 1, rng)
        seen.add(session.moment.done)
        assert len(set(session.moment.done)) == len(session.moment.done)
    assert {(), ("place",), ("place", "tax"), ("place", "build")} <= seen
    assert not any("claim" in done for done in seen), "a claim ends the turn"
