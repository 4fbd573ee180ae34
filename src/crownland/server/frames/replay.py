"""Recorded games as the page replays them, and reviews of them."""

from collections.abc import Sequence
from typing import Any

from crownland.games.protocol import State
from crownland.kernel.action import Seat
from crownland.notation.record import Record, ReplayError, Step, read_record
from crownland.review.grade import Grade
from crownland.review.reasons import reasons_of
from crownland.review.review import Decision, Draw, Review
from crownland.review.review import Way as Judgement
from crownland.review.wording import action_of
from crownland.server.frames import wire
from crownland.server.frames.choices import explained
from crownland.server.frames.view import Shown, changes_between, event_of, meaning_of, shown_of, whole_view
from crownland.server.refusal import RefusedError
from crownland.table.session import Event, Session

__all__ = ["MAX_RECORD", "read_game", "replay_of", "review_frame"]

MAX_RECORD = 32_000  # characters; the longest games have about three thousand
NO_SEED = "0" * 64  # nothing is dealt: what chance said is in the record
WAYS = 3  # so many of the best are shown


def read_game(text: str) -> Record:
    """Returns the game that *text* spells, of which every action is legal. Raises RefusedError when it is none."""
    if len(text) > MAX_RECORD:
        message = f"expected a record of at most {MAX_RECORD:,} characters, got {len(text):,}"
        raise RefusedError("record/too-long", message, 422)
    if not text.lstrip("\ufeff \t\r\n").startswith("["):
        raise RefusedError("record/none", 'expected a record that begins with a tag like [Game "…"]', 422)
    if text.count('[Game "') > 1:
        raise RefusedError("record/many", f"expected one game, got {text.count('[Game ')}", 422)
    record = read_record(text.lstrip("\ufeff"))
    if record.errors:
        problem = record.errors[0]
        code = "record/other-rules" if problem.message.startswith("expected rules version") else "record/invalid"
        raise RefusedError(code, str(problem), 422)
    try:
        if not sum(1 for _ in record.replay()):
            raise RefusedError("record/empty", "expected a game with at least one action, got none", 422)
    except ReplayError as error:
        raise RefusedError("record/illegal", str(error), 422, error.error.rule) from None
    return record


def replay_of(record: Record, mine: Sequence[int] = ()) -> wire.Replay:
    """Returns the game of *record*; *mine* are the seats of the one who asks."""
    setup, start = record.setup, record.start()
    session = Session(setup, NO_SEED, start=start)
    shown = first = shown_of(session)
    news: list[wire.News] = []
    positions = [str(start)]
    for step in record.replay():
        session.read([_event(step)])
        positions.append(str(step.after))
        shown = _follow(session, shown, news)
    if (loser := record.loser) is not None and not session.is_over:
        session.add([session.plan_resign(loser, ends=True)])
        positions.append(positions[-1])
        _follow(session, shown, news)
    return wire.Replay(
        record=str(record),
        game=setup.game,
        players=setup.players,
        options=dict(setup.options),
        names=list(record.names),
        kingdoms=[start.kingdom_of(Seat(seat)) for seat in range(setup.players)],
        mine=list(mine),
        start=whole_view(first),
        news=news,
        positions=positions,
    )


def _event(step: Step) -> Event:
    """The event of an action in a record, which says nothing about times and bots."""
    seat = step.state.actor
    if seat is None:
        return Event(step.seq + 1, "chance", None, str(step.action))
    kingdom = step.state.kingdom_of(seat)
    points = step.after.score(kingdom).total - step.state.score(kingdom).total
    return Event(step.seq + 1, "action", seat, str(step.action), points)


def _follow(session: Session, shown: Shown, news: list[wire.News]) -> Shown:
    """Adds what the last event of *session* has changed to *news*."""
    after = shown_of(session, shown)
    changes = changes_between(shown, after)
    news.append(wire.News(since=shown.seq, events=[event_of(session.history[-1])], **changes._asdict()))
    return after


def review_frame(review: Review, record: Record) -> wire.Review:
    """Returns *review*, with everything that the page needs to show what it is about in *record*."""
    return wire.Review(
        judge=review.judge,
        over=review.is_over,
        start=list(review.start),
        end=list(review.end),
        loser=review.loser,
        result=list(review.result),
        kingdoms=[_kingdom(review, at) for at in range(len(review.names))],
        moments=[_judged(one, step.state) for one, step in zip(review.moments, record.replay(), strict=True)],
        turning=[one.seq + 1 for one in review.turning_points()],
    )


def _kingdom(review: Review, at: int) -> wire.ReviewedKingdom:
    worst, finest = review.worst(at, 1), review.finest(at)
    return wire.ReviewedKingdom(
        luck=review.luck[at],
        skill=review.skill[at],
        rest=review.rest[at],
        accuracy=review.accuracy(at),
        worst=worst[0].seq + 1 if worst else None,
        finest=None if finest is None else finest.seq + 1,
    )


def _judged(one: Draw | Decision, state: State[Any]) -> wire.Judged:
    told = wire.Judged(
        seq=one.seq + 1,
        round=one.round,
        kingdom=None,
        wins=list(one.wins),
        luck=[],
        lost=0.0,
        grade=None,
        ways=[],
        reasons=[],
        right=[],
    )
    if isinstance(one, Draw):
        told.luck = list(one.luck)
        return told
    told.kingdom = one.kingdom
    if not one.is_forced:
        told.lost, told.grade = one.lost, one.grade.value
        told.ways = [_way(way, state) for way in _shown(one)]
        told.right = list(one.right)
    if one.grade is not Grade.BEST:
        reasons = reasons_of(state, action_of(state, one.played.action), action_of(state, one.best.action))
        told.reasons = [wire.Reason(key=reason.key, values=dict(reason.values)) for reason in reasons]
    return told


def _shown(one: Decision) -> list[Judgement]:
    best = list(one.ways[:WAYS])
    return best if one.played.action in {way.action for way in best} else [*best, one.played]


def _way(way: Judgement, state: State[Any]) -> wire.Way:
    action = action_of(state, way.action)
    found = explained(state, action)
    return wire.Way(
        token=way.action,
        wins=list(way.wins),
        gain=found.gain,
        meaning=meaning_of(state.meaning(action)),
        changes=found.changes,
        best=found.best,
    )
