"""Games that OpenSpiel has played and written down: ``python -m tests.envs.playthroughs`` plays them anew.

Observations are left out: they are megabytes, and other tests compare them.
"""

from importlib import import_module
from pathlib import Path
from unittest.mock import patch

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = (
    "crownland_small",
    "crownland_kingdomino(players=3,options=harmony+opening:clockwise)",
    "crownland_queendomino(reward=margin)",
    "crownland_royal_wedding",
    "crownland_duel",
)


def file_of(name: str) -> Path:
    return FOLDER / f"{name.partition('(')[0]}.txt"


def played(name: str) -> str:
    """Returns what OpenSpiel writes of a random game of *name*."""
    import_module("crownland.envs.classic.small")  # registers the games
    module = import_module("open_spiel.python.algorithms.generate_playthrough")
    with patch.object(module, "make_observation", return_value=None):
        text: str = module.playthrough(name, None, seed=5)
    return "\n".join((*map(str.rstrip, text.splitlines()), ""))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in NAMES:
        file_of(one).write_text(played(one), encoding="utf-8")
