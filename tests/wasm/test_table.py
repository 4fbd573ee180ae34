"""The server's tables where there is no server."""

import os
import subprocess
import sys
from pathlib import Path

from crownland.games.registry import games
from tests.wasm.node import is_built, run_python
from tools.starter import ROOT

MISSING = (
    "alembic",
    "fastapi",
    "numba",
    "numpy",
    "prometheus_client",
    "sqlalchemy",
    "starlette",
    "uvicorn",
    "websockets",
)
PROGRAM = (
    "import runpy, sys; sys.modules.update(dict.fromkeys({missing})); runpy.run_path({file!r}, run_name='__main__')"
)


def test_a_table_needs_no_library_of_the_server_to_play_every_game() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(missing=MISSING, file=str(Path(__file__).with_name("table.py")))],
        env=os.environ | {"CROWNLAND_JIT": "off", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert_played_all(done.stdout)


@is_built
def test_a_table_plays_every_game_in_a_python_in_webassembly() -> None:
    assert_played_all(run_python("from tests.wasm.table import main; await main()"))


def assert_played_all(printed: str) -> None:
    assert [line.partition(":")[0] for line in printed.splitlines()] == [game.key for game in games()]
