"""Scores as tables for the terminal."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from crownland.kernel.scoring import Score, ScoreLine
from crownland.words import Words

__all__ = ["line_text", "score_table"]


def line_text(line: ScoreLine, words: Words) -> str:
    """Returns a line like ``forest 5 × 2``."""
    return f"{words.name('reason', line.reason)} {line.factors_text}".rstrip()


def score_table(scores: Sequence[Score], names: Sequence[str], words: Words) -> Table:
    """Returns a table with one row for every line of every score, and the totals."""
    table = Table("", "", words("cli.points"), box=None, padding=(0, 2, 0, 0))
    table.columns[2].justify = "right"
    for name, score in zip(names, scores, strict=True):
        several = score.lines and score.lines[-1].game > 1
        for at, line in enumerate(score.lines):
            game = f"{line.game}. " if several else ""
            table.add_row(escape(name) if at == 0 else "", game + line_text(line, words), str(line.points))
        table.add_row(
            "" if score.lines else escape(name), f"[bold]{words('table.total')}[/]", f"[bold]{score.total}[/]"
        )
    return table
