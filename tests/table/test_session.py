"""One game at a table: what was taken back, and what a local table allows."""

from random import Random

import pytest

from crownland.dealer import derived_seed
from crownland.games.registry import KINGDOMINO, QUEENDOMINO
from crownland.table.session import NotNowError, Session


def played(session: Session, actions: int, rng: Random) -> Session:
    """*session* after so many actions of people; chance does its part."""
    for _ in range(actions):
        session.add(session.plan_deals())
        if session.is_over:
            break
        session.add([session.plan_action(rng.choice(session.state.legal_actions()))])
    return session


def test_actions_are_those_that_were_not_taken_back() -> None:
    session = played(Session(KINGDOMINO.setup(2), derived_seed(1)), 3, Random(1))
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
    session = played(Session(KINGDOMINO.setup(2), derived_seed(2), is_local=is_local), 1000, Random(2))
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
    session, rng = Session(QUEENDOMINO.setup(2), derived_seed(3)), Random(3)
    seen = set()
    while not session.is_over:
        played(session, 1, rng)
        seen.add(session.moment.done)
        assert len(set(session.moment.done)) == len(session.moment.done)
    assert {(), ("place",), ("place", "tax"), ("place", "build")} <= seen
    assert not any("claim" in done for done in seen), "a claim ends the turn"
