"""Reading out the score of a game, line by line: headless."""

from crownland.games.view import View
from crownland.kernel.scoring import ScoreLine
from crownland.tui.scores import counted_lines

__all__ = ["Reckoning"]


class Reckoning:
    """The scores of one *game* of a series (K10): kingdom after kingdom, line after line; at the end the standings."""

    def __init__(self, view: View, game: int) -> None:
        self.game = game
        self.realms = (*view.past, view.realms)[game - 1]
        self._lines = tuple(counted_lines(realm.score, game) for realm in view.realms)
        # A kingdom without points is shown once all the same.
        self._steps = [
            (kingdom, shown)
            for kingdom, lines in enumerate(self._lines)
            for shown in range(min(1, len(lines)), len(lines) + 1)
        ]
        self._at = 0

    @property
    def is_done(self) -> bool:
        """Whether everything was read out, and the standings are to be seen."""
        return self._at >= len(self._steps)

    @property
    def kingdom(self) -> int:
        return self._steps[min(self._at, len(self._steps) - 1)][0]

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The lines of this kingdom that were read out; the last one is the one to light up."""
        kingdom, shown = self._steps[min(self._at, len(self._steps) - 1)]
        return self._lines[kingdom][:shown]

    @property
    def left(self) -> int:
        """How many lines of this kingdom are still to come."""
        return len(self._lines[self.kingdom]) - len(self.lines)

    def total(self, kingdom: int) -> int | None:
        """The points of *kingdom* as far as they were read out; None before its turn."""
        if self.is_done or kingdom < self.kingdom:
            return sum(line.points for line in self._lines[kingdom])
        return sum(line.points for line in self.lines) if kingdom == self.kingdom else None

    def next(self) -> None:
        self._at = min(self._at + 1, len(self._steps))

    def show_all(self) -> None:
        self._at = len(self._steps)
