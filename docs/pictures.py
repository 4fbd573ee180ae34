"""Draws the pictures of the documentation anew: ``python docs/pictures.py``. A test compares them with the files."""

from pathlib import Path

from crownland import svg
from crownland.kernel.kingdom import Kingdom
from crownland.notation import parse_position

FOLDER = Path(__file__).parent / "pictures"

# Every terrain, no gap, the castle in the middle: 48 points, and 63 with Harmony and Middle Kingdom.
KINGDOM = Kingdom.parse("wm2ssw/m3m2ssw1/ll1cww/lff1f1f1/llgff")
# Round 9: Clio has placed and claimed 47, Ben is next.
TABLE = parse_position(
    "kingdomino players=4 opening=draw A:.mw1ll/ww1wff1/ww1wc/.gs1 B:.w/.s2s1gg1/fws2gl/ff1cll"
    " C:m3m2m2s/wwwc/llf1fg/.l1fff D:gg2w/gg2ll/m1fll/wc/.ff old:12B.15D.26A new:3.25.31.47C"
    " gone:1.4.5.6.7.8.9.10.13.17.18.20.21.23.24.27.28.32.37.38.39.40.41.42.43.44.45.46.48"
)


def pictures() -> dict[str, svg.Svg]:
    """The pictures by the name of their file."""
    return {
        "terrains.svg": svg.legend(),
        "kingdom.svg": svg.kingdom(KINGDOM),
        "table.svg": svg.table(TABLE, ["Ada", "Ben", "Clio", "Dora"]),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8", newline="\n")
