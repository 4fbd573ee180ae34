"""Chooses the puzzles of the package from what was mined: ``python -m tools.puzzles FOLDER``.

FOLDER holds files of ``crownland puzzles make``, one for each setup. Most of what is found are claims, so they are at
most a share of a setup's puzzles, the hardest ones; everything else is kept.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from crownland.puzzles.puzzle import Puzzle, puzzle_line, read_puzzles

__all__ = ["chosen", "main"]

PACKAGE = Path(__file__).parents[1] / "src" / "crownland" / "puzzles"
MOST_CLAIMS = 0.8  # of the puzzles of a setup


def chosen(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Returns the puzzles of one setup that are kept."""
    found = sorted(puzzles, key=lambda one: (one.share, one.key))
    claims = [one for one in found if one.themes[0] == "claim"]
    others = [one for one in found if one.themes[0] != "claim"]
    most = max(1, round(len(others) * MOST_CLAIMS / (1 - MOST_CLAIMS)))
    return others + claims[:most]


def main(folder: Path) -> None:
    kept: dict[str, list[Puzzle]] = {}
    for file in sorted(folder.glob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            puzzles = list(read_puzzles(lines))
        picked = chosen(puzzles)
        themes = Counter(theme for one in picked for theme in one.themes)
        hardness = Counter(one.difficulty for one in picked)
        print(f"{file.name}: {len(picked)} of {len(puzzles)}; {dict(themes)}; {dict(hardness)}")
        for one in picked:
            kept.setdefault(one.game, []).append(one)
    for game, some in kept.items():
        some.sort(key=lambda one: (-one.share, one.key))
        (PACKAGE / f"{game}.jsonl").write_text("".join(map(puzzle_line, some)), encoding="utf-8")
        print(f"{game}: {len(some)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
