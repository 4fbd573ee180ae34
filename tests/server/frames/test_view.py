"""Views, and the changes between them that are sent: folded over a game they give every view."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from crownland.dealer import derived_seed
from crownland.games.setup import Setup
from crownland.kernel.action import Seat
from crownland.server.frames import wire
from crownland.server.frames.view import Shown, changes_between, shown_of, view_of, whole_view
from crownland.table.session import Session
from crownland.testing.server import view_after
from tests.server.frames.test_choices import SETUPS


def play(setup: Setup) -> Iterator[Session]:
    """A random game, in which some actions are taken back and somebody resigns in the end; after each event or two."""
    rng = Random(str(setup))
    session = Session(setup, derived_seed("view", str(setup)))
    session.add(session.plan_deals())
    yield session
    while session.actor is not None:
        planned = session.plan_action(rng.choice(session.state.legal_actions()))
        session.add([planned, *session.plan_deals(after=planned)])
        yield session
        if rng.random() < 0.2 and session.taker is not None:
            session.add([session.plan_back()])
            yield session
        if session.seq > 150 and len(session.state.kingdoms) == 2 and session.actor is not None:
            session.add([session.plan_resign(Seat(0), ends=True)])
            yield session


def decoded(one: object) -> dict[str, object]:
    found: dict[str, object] = msgspec.json.decode(msgspec.json.encode(one))
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_changes_of_a_game_lead_to_every_view(setup: Setup) -> None:
    shown: Shown | None = None
    page = None
    for session in play(setup):
        fresh = view_of(session)
        before, shown = shown, shown_of(session, shown)
        assert whole_view(shown) == fresh, "what is kept of the last view is what would be made now"
        if before is None:
            page = decoded(fresh)
            continue
        news = wire.News(since=before.seq, events=[], **changes_between(before, shown)._asdict())
        page = view_after(page, decoded(news))
        assert page == decoded(fresh)


def test_what_did_not_change_is_not_sent() -> None:
    """A third of the whole view at most, over a game of Kingdomino for two."""
    whole = sent = 0
    shown: Shown | None = None
    for session in play(SETUPS[0]):
        before, shown = shown, shown_of(session, shown)
        whole += len(msgspec.json.encode(whole_view(shown)))
        sent += 0 if before is None else len(msgspec.json.encode(changes_between(before, shown)))
    assert sent < whole / 3


def test_news_that_do_not_follow_are_refused() -> None:
    with pytest.raises(ValueError, match="expected the view after event 7: ask for all of it with sync"):
        view_after({"seq": 5}, {"since": 7})
