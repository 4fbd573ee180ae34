"""The score pad of Kingdomino."""

from crownland.games.classic.rules import BONUSES, rules_of
from crownland.games.classic.state import score
from crownland.games.score_pad import ScorePad, Sheet, crowned_lands, halves_of
from crownland.games.setup import Setup
from crownland.kernel.domino import KINGDOMINO
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score

__all__ = ["PAD"]

HALVES = halves_of(KINGDOMINO)


def _score(setup: Setup, sheet: Sheet, game: int) -> Score:
    return score(sheet.kingdom, rules_of(setup), game)


PAD = ScorePad(
    kingdom=Kingdom,
    lands=crowned_lands(HALVES),
    score=_score,
    halves=lambda _, __: HALVES,
    options=(*(bonus.key for bonus in BONUSES), "mighty-duel", "dynasty"),
    letters="""
    Terrains: [bold]w[/] wheat, [bold]f[/] forest, [bold]l[/] lake, [bold]g[/] grassland, [bold]s[/] swamp,
    [bold]m[/] mine.
    """,
    example="crownland score 'ffl1/f1cl/ww.' --option harmony=true",
)
