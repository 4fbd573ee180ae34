"""A puzzle, and files of them: one JSON object a line."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from crownland.bots.levels import LEVELS, bot_of
from crownland.games.protocol import State
from crownland.kernel.errors import InvalidTextError
from crownland.notation.position import parse_position, parse_setup

__all__ = ["DIFFICULTIES", "LEVELS_TRIED", "TRIES", "Puzzle", "key_of", "puzzle_line", "read_puzzles"]

*LEVELS_TRIED, _ = LEVELS  # the strongest one has made the puzzles: it is not asked to solve them
TRIES = 10  # of every level
DIFFICULTIES = {"easy": 0.92, "medium": 0.8, "hard": 0.0}  # the least share of tries that solve it
SHORT_SIGHTED = ("careless", "greedy", "uniform")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which a seat is to act, and one action is clearly the best.

    *answers* are the tokens of that action and of those that mean the same; *greedy* is what ``greedy`` does instead.
    *win* is the chance to win with the answer, *losses* what every legal action loses of it, in hundredths and in the
    order of ``state.legal_actions()``. *solved* is how many of ten tries each of the levels solves it in.
    """

    position: str
    answers: tuple[str, ...]
    greedy: str
    themes: tuple[str, ...]
    win: float
    losses: tuple[int, ...]
    solved: tuple[int, ...]

    @property
    def key(self) -> str:
        return key_of(self.position)

    @property
    def answer(self) -> str:
        return self.answers[0]

    @property
    def game(self) -> str:
        return self.position.partition(" ")[0]

    @property
    def share(self) -> float:
        """The share of tries that solve it, of all levels that do not play for points at once, as ``greedy`` does."""
        levels = _planning(self.position.partition(":")[0])
        return sum(self.solved[LEVELS_TRIED.index(level)] for level in levels) / (TRIES * len(levels))

    @property
    def difficulty(self) -> str:
        """How hard it is, by the share of tries that solve it: one of ``DIFFICULTIES``."""
        return next(name for name, least in DIFFICULTIES.items() if self.share >= least)

    def state(self) -> State[Any]:
        return parse_position(self.position)


@cache
def _planning(setup: str) -> tuple[str, ...]:
    """Returns the levels that look further than ``greedy``; *setup* are the words before a kingdom, and its letter."""
    found = parse_setup(setup.split()[:-1])
    bots = {level: bot_of(level, found).partition(":")[0] for level in LEVELS_TRIED}
    return tuple(level for level, bot in bots.items() if bot not in SHORT_SIGHTED)


def key_of(position: str) -> str:
    """Returns the name of the puzzle in *position*, for links."""
    return sha256(position.encode()).hexdigest()[:8]


def puzzle_line(puzzle: Puzzle) -> str:
    """Returns *puzzle* as a line of a file; an action that loses more than 61 hundredths loses 61 there."""
    losses = "".join(DIGITS[min(lost, len(DIGITS) - 1)] for lost in puzzle.losses)
    data = {
        "position": puzzle.position,
        "answers": puzzle.answers,
        "greedy": puzzle.greedy,
        "themes": puzzle.themes,
        "win": puzzle.win,
        "losses": losses,
        "solved": puzzle.solved,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Yields the puzzles of a file. Raises InvalidTextError at a line that is none."""
    for number, line in enumerate(lines, start=1):
        try:
            data = json.loads(line)
            yield Puzzle(
                str(data["position"]),
                tuple(map(str, data["answers"])),
                str(data["greedy"]),
                tuple(map(str, data["themes"])),
                float(data["win"]),
                tuple(DIGITS.index(digit) for digit in data["losses"]),
                tuple(map(int, data["solved"])),
            )
        except (ValueError, KeyError, TypeError):
            raise InvalidTextError(f"expected a puzzle as JSON in line {number}, got: {line[:60]!r}") from None
