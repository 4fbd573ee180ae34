"""``crownland perft``."""

from pathlib import Path

# The command hides its module in the package.
from tests.cli.support import PERFT, run


def test_perft_prints_the_divide_where_a_count_differs(tmp_path: Path) -> None:
    text = (PERFT / "kingdomino-4.perft").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.perft"
    wrong.write_text(text.split("3: ")[0].replace("2: 12", "2: 13"), encoding="utf-8")
    done = run("perft", wrong)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "1: 4",
        "2: 12, expected 13; the divide:",
        "    K3 3",
        "    K17 3",
        "    K22 3",
        "    K41 3",
    ]
