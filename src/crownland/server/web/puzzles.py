"""The REST API of puzzles."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from crownland.server.frames import wire
from crownland.server.frames.puzzle import puzzle_frame, puzzle_list, require_puzzle, verdict_of
from crownland.server.web.answers import Json, described
from crownland.server.web.bodies import Try

__all__ = ["router"]

router = APIRouter(prefix="/api")

KEY_OR_DATE = r"^[0-9a-f]{8}$|^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
PuzzleName = Annotated[str, Path(pattern=KEY_OR_DATE, description="The key of a puzzle, or a date.")]


@router.get("/puzzles", responses=described(wire.Puzzles))
async def puzzles() -> Response:
    """All puzzles in short, and which one is today's."""
    return Json(puzzle_list(), headers={"Cache-Control": "private, max-age=60"})


@router.get("/puzzles/{puzzle}", responses=described(wire.Puzzle, 404, 422))
async def puzzle(puzzle: PuzzleName) -> Response:
    """A puzzle by its key, or that of a day."""
    return Json(puzzle_frame(require_puzzle(puzzle)))


@router.post("/puzzles/{puzzle}", responses=described(wire.Verdict, 404, 409, 422))
async def verdict(puzzle: PuzzleName, body: Try) -> Response:
    """What an action in the puzzle is worth; without an action, the answer."""
    return Json(verdict_of(require_puzzle(puzzle), body.action, body.instead))
