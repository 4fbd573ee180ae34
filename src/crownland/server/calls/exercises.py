"""Exercises: positions in which somebody chooses an action, without a table."""

from crownland.server.calls.bodies import Asked, NewExercise
from crownland.server.calls.call import Calls
from crownland.server.frames import wire
from crownland.server.frames.exercise import exercise_of, explain, read_action, read_exercise

__all__ = ["calls"]

calls = Calls()


@calls.add("POST", "/exercises", wire.Exercise, 409, 422)
async def exercise(body: NewExercise) -> wire.Exercise:
    """A position to choose an action in; with an action, what comes of it."""
    state = read_exercise(body.position)
    return exercise_of(state, None if body.action is None else read_action(state, body.action))


@calls.add("POST", "/exercises/explained", wire.Explained, 422)
async def explained(body: Asked) -> wire.Explained:
    """What an action would change in the score, or the rule that forbids it."""
    return explain(read_exercise(body.position), body.token, body.kind, body.squares)
