"""Reviews a game: one pass over its actions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from crownland.bots.analysis import Evaluation
from crownland.games.protocol import Action, State, kingdom_names
from crownland.kernel.action import Seat, seat_letter
from crownland.notation.record import Record
from crownland.review.grade import is_right
from crownland.review.judge import Judge, judge_for
from crownland.review.review import DIGITS, Decision, Draw, Review, ReviewError, Way, Wins, rounded

__all__ = ["given_up", "moment_of", "review_game", "review_of", "review_record", "ways_of"]

WAYS = 4  # so many of the best are told, and all that are right where something else was done

Told = Callable[[int], None]  # called with the number of actions that have been reviewed


def review_record(record: Record, judge: Judge | None = None, told: Told | None = None) -> Review:
    """Reviews the game of *record*, as far as it goes.

    Raises ReplayError at an illegal action, and ReviewError when nothing can be reviewed.
    """
    actions = (step.action for step in record.replay())
    start = record.start()
    return given_up(review_game(start, actions, record.names, judge, told), start, record.loser)


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
    for seq, action in enumerate(actions):
        moments.append(moment_of(judge, seq, state, action))
        state = state.apply(action)
        if told:
            told(seq + 1)
    return review_of(start, names, judge.name, moments, rounded(judge.wins(state, len(moments))), state.is_over)


def review_of(
    start: State[Any], names: Iterable[str], judge: str, moments: Sequence[Draw | Decision], end: Wins, is_over: bool
) -> Review:
    """Puts a review together from its *moments*; *end* are the chances after the last of them."""
    if not moments:
        raise ReviewError("expected a game with at least one action, got none")
    first = moments[0]
    before = first.expected if isinstance(first, Draw) else first.best.wins
    kingdoms = kingdom_names(start, _told_apart(tuple(names)))
    return Review(str(start.setup), kingdoms, judge, before, tuple(moments), end, is_over)


def given_up(review: Review, start: State[Any], loser: Seat | None) -> Review:
    """Returns *review* of a game that began at *start* and that the seat *loser* has given up, if anybody has."""
    return review if loser is None or review.is_over else replace(review, loser=start.kingdom_of(loser))


def moment_of(judge: Judge, seq: int, state: State[Any], action: Action) -> Draw | Decision:
    """Judges *action*, the one after *seq* others: of chance, or of the seat to act in *state*."""
    after = state.play(action)
    return (_decision if state.chance is None else _draw)(judge, seq, state, action, after)


def ways_of(judge: Judge, state: State[Any], seed: int) -> list[Way]:
    """Returns everything that the seat to act can do, the best first."""
    return [_way(one) for one in sorted(judge.evaluate(state, seed), key=_worth, reverse=True)]


def _told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Returns *names*, with the letters of the seats where two are equal."""
    if len(set(names)) == len(names):
        return names
    return tuple(f"{seat_letter(Seat(seat))} {name}" for seat, name in enumerate(names))


def _draw(judge: Judge, seq: int, state: State[Any], action: Action, after: State[Any]) -> Draw:
    return Draw(seq, state.round, str(action), rounded(judge.expected(state, seq)), rounded(judge.wins(after, seq)))


def _decision(judge: Judge, seq: int, state: State[Any], action: Action, after: State[Any]) -> Decision:
    assert state.actor is not None
    seat, kingdom = state.actor, state.kingdom_of(state.actor)
    legal = state.legal_actions()
    if len(legal) == 1:
        only = Way(str(action), rounded(judge.wins(after, seq)), 0.0)
        return Decision(seq, state.round, seat, kingdom, only, (only,), 1)
    ways = ways_of(judge, state, seq)
    played = next(way for way in ways if way.action == str(action))
    right = sum(is_right(ways[0].wins[kingdom] - way.wins[kingdom]) for way in ways)
    told = WAYS if is_right(ways[0].wins[kingdom] - played.wins[kingdom]) else max(WAYS, right)
    return Decision(seq, state.round, seat, kingdom, played, tuple(ways[:told]), len(legal))


def _worth(one: Evaluation) -> tuple[float, float]:
    return one.win, one.margin


def _way(one: Evaluation) -> Way:
    return Way(str(one.action), rounded(outlook.win for outlook in one.outlooks), round(one.margin, DIGITS))
