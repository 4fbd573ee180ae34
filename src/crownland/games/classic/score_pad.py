"""The score pad of Kingdomino."""

from collections.abc import Mapping
from typing import Any

from crownland.games.classic.rules import rules_of
from crownland.games.classic.state import score
from crownland.games.score_pad import SIZE, ScorePad, check_size, connection_note
from crownland.kernel.errors import InvalidTextError, SetupError
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score
from crownland.kernel.terrain import Terrain

__all__ = ["PAD"]


def _score(text: str, values: Mapping[str, Any], options: Mapping[str, str]) -> tuple[Score, str]:
    from crownland.games.registry import KINGDOMINO

    size = values.get("size")
    if size not in (None, 5, 7):
        raise SetupError(f"expected a size of 5 or 7 (K3, K9), got: {size}")
    kingdom = Kingdom.parse(text)
    if kingdom.terrains[Terrain.TOWN]:
        raise InvalidTextError("expected a kingdom without towns (C1), got one with t; towns are of --game queendomino")
    chosen = dict(options)
    if size is not None and (size == 7) != (chosen.setdefault("mighty-duel", str(size == 7).lower()) == "true"):
        raise SetupError(f"expected --size to agree with mighty-duel={chosen['mighty-duel']} (K9), got: {size}")
    rules = rules_of(KINGDOMINO.setup(2, chosen))
    check_size(kingdom, rules.size, "; kingdoms of a Mighty Duel have --size 7" if rules.size == 5 else "")
    return score(kingdom, rules), connection_note(kingdom)


PAD = ScorePad(
    _score,
    fields=(SIZE,),
    takes_options=True,
    letters="""
    Terrains: [bold]w[/] wheat, [bold]f[/] forest, [bold]l[/] lake, [bold]g[/] grassland, [bold]s[/] swamp,
    [bold]m[/] mine.
    """,
    example="crownland score 'ffl1/f1cl/ww.' --option harmony=true",
)
