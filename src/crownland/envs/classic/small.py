"""A small Kingdomino for two, which can be solved: few dominoes, few lines, kingdoms that may be begun.

Importing this module registers it in OpenSpiel as ``crownland_small``. Parameters: ``dominoes``, those in the pile;
``lines``, of four dominoes each; ``a`` and ``b``, the kingdoms; ``reward``. A begins; the kings claim in the order
ABBA, and place what they claimed. All other rules are Kingdomino's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from crownland.envs.openspiel import CrownlandGame, kind_of, pyspiel
from crownland.fast.endgame import search_to_end
from crownland.games.classic.game import KINGDOMINO
from crownland.games.classic.state import State
from crownland.kernel.action import Seat
from crownland.kernel.domino import KINGDOMINO as BOX
from crownland.kernel.domino import DominoId
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.turns import Turns

__all__ = ["NAME", "SmallGame", "Value", "small_start", "solve_line"]

NAME = "crownland_small"
ORDER = Seat(0), Seat(1), Seat(1), Seat(0)
DEFAULTS = {"dominoes": "3.12.19.26.36.48", "lines": 1, "a": "c", "b": "c", "reward": "win"}
_KIND = kind_of(NAME, KINGDOMINO, (2,), DEFAULTS)


def small_start(dominoes: tuple[DominoId, ...], lines: int = 1, a: str = "c", b: str = "c") -> State:
    """Returns the first state: chance draws a line from *dominoes*."""
    if len(dominoes) < 4 * lines or not set(dominoes) <= set(BOX):
        raise ValueError(f"expected {4 * lines} dominoes of the box or more, got: {dominoes}")
    seen = sum(1 << domino for domino in BOX if domino not in dominoes)
    start: State = KINGDOMINO.new(2)  # type: ignore[assignment]
    return State(start.rules, (Kingdom.parse(a), Kingdom.parse(b)), Turns(lines, ORDER), seen)


@dataclass(frozen=True, slots=True)
class Value:
    """What A may expect when both play perfectly: the chance to win, a tie being half, and the margin."""

    win: float
    margin: float
    lines: int  # that can be drawn


def solve_line(start: State) -> Value:
    """Returns the exact value of a small game of one line: the mean over all lines that can be drawn.

    Best play is what wins, and among equals what has the highest margin.
    """
    draw, outcomes, margins = start.chance, 0, 0
    assert draw is not None
    assert start.turns.lines_left == 1
    left = [domino for domino in draw.items if domino not in draw.gone]
    lines = list(combinations(left, draw.count))
    for line in lines:
        solution = search_to_end(start.play(start.chance_action(line)), limit=10**12)
        assert solution is not None
        outcomes, margins = outcomes + solution.outcome, margins + solution.margin
    return Value((outcomes / len(lines) + 1) / 2, margins / len(lines), len(lines))


class SmallGame(CrownlandGame):
    """The small game for OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self._small = {**DEFAULTS, **(params or {})}
        super().__init__(KINGDOMINO.key, _KIND, self._small)

    def start(self) -> State:
        dominoes = tuple(DominoId(int(one)) for one in str(self._small["dominoes"]).split("."))
        return small_start(dominoes, int(self._small["lines"]), self._small["a"], self._small["b"])


pyspiel.register_game(_KIND(2), SmallGame)
