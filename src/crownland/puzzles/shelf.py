"""The puzzles of the package: ``GAME.jsonl`` in this folder, read when somebody asks."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from importlib import resources

from crownland.games.registry import games
from crownland.kernel.errors import UnknownNameError
from crownland.puzzles.puzzle import Puzzle, read_puzzles

__all__ = ["find_puzzle", "puzzle_of_day", "puzzles"]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Returns all puzzles, game by game, from easy to hard."""
    return tuple(puzzle for game in games() for puzzle in _read(game.key))


def find_puzzle(key: str) -> Puzzle:
    """Returns the puzzle of that key. Raises UnknownNameError when there is none."""
    found = _by_key().get(key)
    if found is None:
        raise UnknownNameError("puzzle", key[:40], ())
    return found


def puzzle_of_day(day: date | None = None) -> Puzzle:
    """Returns the puzzle of *day*, by default of today in UTC: the same for everybody who has the same puzzles."""
    number = int(sha256(f"crownland puzzle of the day {day or datetime.now(UTC).date()}".encode()).hexdigest(), 16)
    return puzzles()[number % len(puzzles())]


@cache
def _by_key() -> dict[str, Puzzle]:
    return {puzzle.key: puzzle for puzzle in puzzles()}


def _read(game: str) -> Iterator[Puzzle]:
    file = resources.files(__package__) / f"{game}.jsonl"
    if file.is_file():
        with file.open(encoding="utf-8") as lines:
            yield from read_puzzles(lines)
