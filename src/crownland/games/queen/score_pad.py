"""The score pad of Queendomino and the Royal Wedding."""

from collections.abc import Mapping
from typing import Any

from crownland.games.queen.building import BUILDINGS, parse_building
from crownland.games.queen.estate import Estate, score
from crownland.games.score_pad import SIZE, PadField, ScorePad, check_size, connection_note
from crownland.kernel.errors import InvalidTextError, SetupError
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score
from crownland.kernel.square import squares
from crownland.kernel.terrain import Terrain

__all__ = ["PAD"]


def _score(text: str, values: Mapping[str, Any], options: Mapping[str, str]) -> tuple[Score, str]:
    size = values.get("size", 7)
    if size not in (5, 7):
        raise SetupError(f"expected a size of 5 or 7 (Q1), got: {size}")
    kingdom = Kingdom.parse(text)
    check_size(kingdom, size)
    keys = _building_keys(values.get("buildings", ""))
    plots = list(squares(kingdom.terrains[Terrain.TOWN]))
    if len(keys) > len(plots):
        raise InvalidTextError(
            f"expected at most {len(plots)} buildings on {len(plots)} town squares (Q7), got {len(keys)}"
        )
    # Which town square a building stands on does not matter here: its crown is written on the square.
    estate = Estate(
        values.get("coins", 0),
        values.get("knights", 0),
        towers=values.get("towers", 0),
        buildings=tuple(zip(plots, keys, strict=False)),
    )
    return score(kingdom, estate, hosts_queen=values.get("queen", False)), connection_note(kingdom)


def _building_keys(text: str) -> list[str]:
    names = [name.strip().lower().replace(" ", "").replace("_", "") for name in text.split(",") if name.strip()]
    keys = [parse_building(name) for name in names]
    for key in keys:
        if keys.count(key) > BUILDINGS[key].copies:
            raise InvalidTextError(f"expected at most {BUILDINGS[key].copies} of {key} (Q3), got {keys.count(key)}")
    return keys


PAD = ScorePad(
    _score,
    fields=(
        SIZE,
        PadField("coins", int),
        PadField("knights", int, "In reserve and kingdom."),
        PadField("towers", int),
        PadField("buildings", str, "Comma-separated: church,statue."),
        PadField("queen", bool, "The queen is your guest."),
    ),
    letters="Queendomino adds [bold]t[/] town; write a queen's tower as a crown on its town.",
    example="crownland score 'tt/cl1/ll' --game queendomino --coins 11 --towers 2 --buildings church --queen",
)
