"""The score pad of Duel."""

from collections.abc import Mapping
from typing import Any

from crownland.games.duel.book import Book
from crownland.games.duel.coat import MAP, Map, parse_coat
from crownland.games.duel.state import score
from crownland.games.score_pad import PadField, ScorePad
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.scoring import Score

__all__ = ["PAD"]


def _score(text: str, values: Mapping[str, Any], options: Mapping[str, str]) -> tuple[Score, str]:
    land, coat = Map.parse(text), values.get("coat")
    if land.occupied & ~MAP:
        raise InvalidTextError(f"expected a map of 7 columns and 5 rows, the castle in its middle (D2), got: {text!r}")
    return score(land, Book(coat=parse_coat(coat) if coat else None)), ""


PAD = ScorePad(
    _score,
    fields=(PadField("coat", str, "The letter of the coat with the bonus."),),
    letters="""
    Coats of arms in Duel: [bold]d[/] dot, [bold]D[/] double dot, [bold]s[/] stripe, [bold]S[/] double stripe,
    [bold]f[/] solid (filled), [bold]q[/] quarters; the digits are crosses.
    """,
)
