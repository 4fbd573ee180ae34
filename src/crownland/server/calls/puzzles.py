"""Puzzles."""

from typing import Annotated

import msgspec

from crownland.server.calls.bodies import Try
from crownland.server.calls.call import Answer, Calls
from crownland.server.frames import wire
from crownland.server.frames.puzzle import puzzle_frame, puzzle_list, require_puzzle, verdict_of

__all__ = ["calls"]

calls = Calls()

KEY_OR_DATE = r"^[0-9a-f]{8}$|^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
PuzzleName = Annotated[str, msgspec.Meta(pattern=KEY_OR_DATE, description="The key of a puzzle, or a date.")]


@calls.add("GET", "/puzzles", wire.Puzzles)
async def puzzles() -> Answer:
    """All puzzles in short, and which one is today's."""
    return Answer(msgspec.json.encode(puzzle_list()), headers={"Cache-Control": "private, max-age=60"})


@calls.add("GET", "/puzzles/{puzzle}", wire.Puzzle, 404, 422)
async def puzzle(puzzle: PuzzleName) -> wire.Puzzle:
    """A puzzle by its key, or that of a day."""
    return puzzle_frame(require_puzzle(puzzle))


@calls.add("POST", "/puzzles/{puzzle}", wire.Verdict, 404, 409, 422)
async def verdict(puzzle: PuzzleName, body: Try) -> wire.Verdict:
    """What an action in the puzzle is worth; without an action, the answer."""
    return verdict_of(require_puzzle(puzzle), body.action, body.instead)
