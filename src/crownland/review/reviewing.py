"""Reviews a game: one pass over its actions."""

from collections.abc import Callable, Iterable
from typing import Any

from crownland.bots.analysis import Evaluation
from crownland.games.protocol import Action, State, kingdom_names
from crownland.kernel.action import Seat, seat_letter
from crownland.notation.record import Record
from crownland.review.judge import Judge, judge_for
from crownland.review.review import DIGITS, Decision, Draw, Review, ReviewError, Way, Wins, rounded

__all__ = ["review_game", "review_record"]

WAYS = 4  # so many of the best are told

Told = Callable[[int], None]  # called with the number of actions that have been reviewed


def review_record(record: Record, judge: Judge | None = None, told: Told | None = None) -> Review:
    """Reviews the game of *record*, as far as it goes.

    Raises ReplayError at an illegal action, and ReviewError when nothing can be reviewed.
    """
    actions = (step.action for step in record.replay())
    return review_game(record.start(), actions, record.names, judge, told)


def review_game(
    start: State[Any],
    actions: Iterable[Action],
    names: Iterable[str],
    judge: Judge | None = None,
    told: Told | None = None,
) -> Review:
    """Reviews a game that began at *start*; *names* are those of the seats."""
    judge = judge or judge_for(start.setup)
    state, moments = start, list[Draw | Decision]()
    before: Wins | None = None
    for seq, action in enumerate(actions):
        after = state.play(action)
        if state.chance is not None:
            moment: Draw | Decision = _draw(judge, seq, state, action, after)
        else:
            moment = _decision(judge, seq, state, action, after)
        before = before if moments else _before(moment)
        moments.append(moment)
        state = after
        if told:
            told(seq + 1)
    if before is None:
        raise ReviewError("expected a game with at least one action, got none")
    return Review(
        str(start.setup),
        kingdom_names(start, _told_apart(tuple(names))),
        judge.name,
        before,
        tuple(moments),
        rounded(judge.wins(state, len(moments))),
        state.is_over,
    )


def _told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Returns *names*, with the letters of the seats where two are equal."""
    if len(set(names)) == len(names):
        return names
    return tuple(f"{seat_letter(Seat(seat))} {name}" for seat, name in enumerate(names))


def _before(moment: Draw | Decision) -> Wins:
    return moment.expected if isinstance(moment, Draw) else moment.best.wins


def _draw(judge: Judge, seq: int, state: State[Any], action: Action, after: State[Any]) -> Draw:
    return Draw(seq, state.round, str(action), rounded(judge.expected(state, seq)), rounded(judge.wins(after, seq)))


def _decision(judge: Judge, seq: int, state: State[Any], action: Action, after: State[Any]) -> Decision:
    assert state.actor is not None
    seat, kingdom = state.actor, state.kingdom_of(state.actor)
    legal = state.legal_actions()
    if len(legal) == 1:
        only = Way(str(action), rounded(judge.wins(after, seq)), 0.0)
        return Decision(seq, state.round, seat, kingdom, only, (only,), 1)
    found = sorted(judge.evaluate(state, seq), key=lambda one: _worth(one), reverse=True)
    played = next(one for one in found if one.action == action)
    ways = tuple(_way(one) for one in found[:WAYS])
    return Decision(seq, state.round, seat, kingdom, _way(played), ways, len(legal))


def _worth(one: Evaluation) -> tuple[float, float]:
    return one.win, one.margin


def _way(one: Evaluation) -> Way:
    return Way(str(one.action), rounded(outlook.win for outlook in one.outlooks), round(one.margin, DIGITS))
