"""Chooses the puzzles of the package from what was mined: ``python -m tools.puzzles FOLDER``.

FOLDER holds files of ``crownland puzzles make``. Most of what is found are claims, so they are at
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
    mined: dict[str, dict[str, Puzzle]] = {}
    for file in sorted(folder.glob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            for one in read_puzzles(lines):
                mined.setdefault(setup_of(one), {})[one.key] = one
    kept: dict[str, list[Puzzle]] = {}
    for setup, puzzles in mined.items():
        picked = chosen(puzzles.values())
        themes = Counter(theme for one in picked for theme in one.themes)
        levels = Counter(one.difficulty for one in picked)
        print(f"{setup}: {len(picked)} of {len(puzzles)}; {dict(themes)}; {dict(levels)}")
        kept.setdefault(picked[0].game, []).extend(picked)
    for game, some in kept.items():
        some.sort(key=lambda one: (-one.share, one.key))
        (PACKAGE / f"{game}.jsonl").write_text("".join(map(puzzle_line, some)), encoding="utf-8")


def setup_of(puzzle: Puzzle) -> str:
    return " ".join(word for word in puzzle.position.split() if ":" not in word)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
