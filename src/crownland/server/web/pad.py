"""The REST API of the score pad: kingdoms of the real box, without a table. Nothing is kept."""

from fastapi import APIRouter, Response

from crownland.server.frames import wire
from crownland.server.frames.score import scored
from crownland.server.web.answers import Json, described
from crownland.server.web.bodies import Written

__all__ = ["router"]

router = APIRouter(prefix="/api")


@router.post("/score", responses=described(wire.Scored, 413, 422))
async def score(body: Written) -> Response:
    """What written kingdoms are worth, line by line, who wins and why, and what in them cannot happen in a game."""
    return Json(scored(body.game, body.players, body.options, [(one.land, one.values) for one in body.kingdoms]))
