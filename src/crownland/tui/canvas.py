"""A rectangle of styled characters to paint on."""

from itertools import groupby

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

__all__ = ["Canvas", "fitted"]


class Canvas:
    """What is put outside is cut off. A wide character takes two cells."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self._rows = [[(" ", style)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Writes *text* and returns the column after it."""
        for char in text:
            cells = cell_len(char)
            if 0 <= y < self.height and x >= 0 and x + cells <= self.width and cells:
                self._rows[y][x] = (char, style)
                if cells == 2:
                    self._rows[y][x + 1] = ("", style)
            x += cells
        return x

    def put_right(self, right: int, y: int, text: str, style: Style) -> int:
        """Writes *text* so that it ends before column *right*, and returns where it begins."""
        x = right - cell_len(text)
        self.put(x, y, text, style)
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Lays *other* over this canvas, where it must fit."""
        for at, row in enumerate(other._rows):
            self._rows[y + at][x : x + other.width] = row

    def segments(self, y: int) -> list[Segment]:
        """A row as runs of one style."""
        runs = groupby(self._rows[y], key=lambda cell: cell[1])
        return [Segment("".join(char for char, _ in cells), style) for style, cells in runs]

    def text(self) -> Text:
        """The whole as one text, a line to a row."""
        lines = (Text.assemble(*((run.text, run.style or "") for run in self.segments(y))) for y in range(self.height))
        return Text("\n").join(lines)

    def changed_rows(self, before: "Canvas") -> list[int]:
        """The rows that are not as they were on a canvas of the same size."""
        return [y for y in range(self.height) if self._rows[y] != before._rows[y]]

    def __str__(self) -> str:
        return "\n".join("".join(char for char, _ in row) for row in self._rows)


def fitted(text: str, width: int) -> str:
    """*text*, cut with an ellipsis where it is wider than *width* cells."""
    if cell_len(text) <= max(0, width):
        return text
    return set_cell_size(chop_cells(text, max(1, width - 1))[0], max(0, width - 1)).rstrip() + "…"
