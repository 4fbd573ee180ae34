"""The REST API of exercises: positions in which somebody chooses an action, without a table."""

from fastapi import APIRouter, Response

from crownland.server.frames import wire
from crownland.server.frames.exercise import exercise_of, explain, read_action, read_exercise
from crownland.server.web.answers import Json, described
from crownland.server.web.bodies import Asked, NewExercise

__all__ = ["router"]

router = APIRouter(prefix="/api")


@router.post("/exercises", responses=described(wire.Exercise, 409, 422))
async def exercise(body: NewExercise) -> Response:
    """A position to choose an action in; with an action, what comes of it."""
    state = read_exercise(body.position)
    return Json(exercise_of(state, None if body.action is None else read_action(state, body.action)))


@router.post("/exercises/explained", responses=described(wire.Explained, 422))
async def explained(body: Asked) -> Response:
    """What an action would change in the score, or the rule that forbids it."""
    return Json(explain(read_exercise(body.position), body.token, body.kind, body.squares))
