"""Exercises: a position in which somebody chooses one action, without a table."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.kernel.action import Seat
from crownland.kernel.errors import InvalidTextError, SetupError, UnknownNameError
from crownland.kernel.square import parse_square
from crownland.notation.position import parse_position
from crownland.notation.token import parse_action
from crownland.server.frames import wire
from crownland.server.frames.choices import explained, offers_of
from crownland.server.frames.view import event_of, view_of
from crownland.server.refusal import RefusedError, refusal_of
from crownland.table.session import Session

__all__ = ["exercise_of", "explain", "read_action", "read_exercise"]

NO_SEED = "0" * 64  # nothing is dealt


def read_exercise(position: str) -> State[Any]:
    """Returns the state of *position*, in which a seat must be to act. Raises RefusedError when it is none."""
    try:
        state = parse_position(position)
    except (InvalidTextError, SetupError, UnknownNameError) as error:
        raise RefusedError("position/invalid", str(error)[:300], 422) from None
    if state.actor is None:
        raise RefusedError("position/nobody", "expected a position where a player is to act", 422)
    return state


def read_action(state: State[Any], token: str) -> Action:
    """Returns the legal action that is written so. Raises RefusedError when there is none."""
    try:
        action = parse_action(token, find_game(state.setup.game))
        state.play(action)
    except ValueError as error:
        raise refusal_of(error) from None
    return action


def exercise_of(state: State[Any], action: Action | None = None) -> wire.Exercise:
    """Returns the exercise of *state*; with *action*, what comes of it, and nothing is offered then."""
    assert state.actor is not None
    setup, session = state.setup, Session(state.setup, NO_SEED, start=state)
    if action is not None:
        session.add([session.plan_action(action)])
    offers = b"[]" if action is not None else offers_of(state).encoded
    return wire.Exercise(
        position=str(state),
        game=setup.game,
        players=setup.players,
        options=dict(setup.options),
        seat=state.actor,
        kingdoms=[state.kingdom_of(Seat(seat)) for seat in range(setup.players)],
        view=view_of(session),
        offers=cast(list[wire.Offer], msgspec.Raw(offers)),
        events=[event_of(one) for one in session.history],
    )


def explain(state: State[Any], token: str | None, kind: str, squares: Sequence[str]) -> wire.Explained:
    """Returns what the action *token* would bring, or why nothing of that *kind* goes on *squares*."""
    try:
        if token is not None:
            return explained(state, parse_action(token, find_game(state.setup.game)))
        return explained(state, state.aim(kind, tuple(map(parse_square, squares))))
    except InvalidTextError as error:
        raise refusal_of(error) from None
