"""A puzzle, and files of them: one JSON object a line."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from crownland.bots.levels import LEVELS
from crownland.games.protocol import State
from crownland.kernel.errors import InvalidTextError
from crownland.notation.position import parse_position

__all__ = ["LEVELS_TRIED", "STRONGEST", "TRIES", "Puzzle", "key_of", "puzzle_line", "read_puzzles"]

*LEVELS_TRIED, STRONGEST = LEVELS  # the strongest one has made the puzzles: it is not asked to solve them
TRIES = 10  # of every level
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
    def level(self) -> str:
        """The weakest level that solves it in at least half of its tries, as all stronger ones do."""
        found = STRONGEST
        for level, tries in reversed(list(zip(LEVELS_TRIED, self.solved, strict=True))):
            if 2 * tries < TRIES:
                break
            found = level
        return found

    def state(self) -> State[Any]:
        return parse_position(self.position)


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
