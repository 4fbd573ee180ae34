"""Puzzles as the page shows them."""

from datetime import UTC, date, datetime
from functools import cache

from crownland.games.setup import TRUE
from crownland.kernel.errors import UnknownNameError
from crownland.notation.position import setup_of
from crownland.puzzles import Puzzle, find_puzzle, puzzle_of_day, puzzles
from crownland.puzzles.puzzle import DIFFICULTIES, LEVELS_TRIED, TRIES
from crownland.puzzles.themes import THEMES
from crownland.review.reasons import reasons_of
from crownland.server.frames import wire
from crownland.server.frames.exercise import exercise_of, read_action
from crownland.server.refusal import RefusedError

__all__ = ["puzzle_frame", "puzzle_list", "require_puzzle", "verdict_of"]


def require_puzzle(name: str) -> Puzzle:
    """Returns a puzzle by its key, or that of a date, like 2026-11-16. Raises RefusedError when there is none."""
    try:
        return puzzle_of_day(date.fromisoformat(name)) if "-" in name else find_puzzle(name)
    except (UnknownNameError, ValueError):
        raise RefusedError("puzzle/unknown", "there is no such puzzle", 404) from None


def puzzle_list() -> wire.Puzzles:
    """Returns all puzzles in short, and which one is today's."""
    day = datetime.now(UTC).date()
    return wire.Puzzles(
        day=day.isoformat(),
        today=puzzle_of_day(day).key,
        themes=list(THEMES),
        difficulties=list(DIFFICULTIES),
        puzzles=_infos(),
    )


def puzzle_frame(puzzle: Puzzle) -> wire.Puzzle:
    return wire.Puzzle(
        key=puzzle.key,
        themes=list(puzzle.themes),
        difficulty=puzzle.difficulty,
        solved={level: tries / TRIES for level, tries in zip(LEVELS_TRIED, puzzle.solved, strict=True)},
        exercise=exercise_of(puzzle.state()),
    )


def verdict_of(puzzle: Puzzle, token: str | None, instead: str | None = None) -> wire.Verdict:
    """Returns what the action *token* is worth, and the answer if it is one or nothing was tried.

    The reasons say what the answer has over *instead*, by default over what ``greedy`` does.
    """
    state = puzzle.state()
    answer, tempting = read_action(state, puzzle.answer), read_action(state, instead or puzzle.greedy)
    action = answer if token is None else read_action(state, token)
    is_right = str(action) in puzzle.answers
    losses = dict(zip(state.legal_actions(), puzzle.losses, strict=True))
    reasons = reasons_of(state, tempting, answer) if is_right else ()
    return wire.Verdict(
        right=is_right,
        lost=losses[action],
        win=puzzle.win,
        less=round(max(0.0, puzzle.win - losses[tempting] / 100), 3),
        answer=str(action) if is_right else None,
        others=[one for one in puzzle.answers if one != str(action)] if is_right else [],
        reasons=[wire.Reason(key=one.key, values=dict(one.values)) for one in reasons],
        after=exercise_of(state, action),
    )


@cache
def _infos() -> list[wire.PuzzleInfo]:
    return [_info(one) for one in puzzles()]


def _info(puzzle: Puzzle) -> wire.PuzzleInfo:
    setup = setup_of(puzzle.position)
    flags = [key for key, value in setup.options if value == TRUE]
    return wire.PuzzleInfo(puzzle.key, setup.game, setup.players, flags, list(puzzle.themes), puzzle.difficulty)
