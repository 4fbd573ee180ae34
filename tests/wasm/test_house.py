"""The server's tables where there is no server."""

import json
import os
import subprocess
import sys

from crownland.games.registry import games
from crownland.notation import read_record
from tests.wasm.node import HERE, is_built, run_node, run_python
from tools.starter import ROOT

MISSING = (
    "alembic",
    "fastapi",
    "numba",
    "numpy",
    "prometheus_client",
    "pydantic",
    "segno",
    "sqlalchemy",
    "starlette",
    "uvicorn",
    "websockets",
)
PROGRAM = (
    "import runpy, sys; sys.modules.update(dict.fromkeys({missing})); runpy.run_path({file!r}, run_name='__main__')"
)


def test_a_house_needs_no_library_of_the_server_to_play_every_game() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(missing=MISSING, file=str(HERE / "house.py"))],
        env=os.environ | {"CROWNLAND_JIT": "off", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert_played_all(done.stdout)


@is_built
def test_a_house_plays_every_game_in_a_python_in_webassembly() -> None:
    assert_played_all(run_python("from tests.wasm.house import main; await main()"))


def assert_played_all(printed: str) -> None:
    assert [line.partition(":")[0] for line in printed.splitlines()] == [game.key for game in games()]


@is_built
def test_a_page_plays_against_a_bot_that_thinks_in_another_thread() -> None:
    played = json.loads(run_node(str(HERE / "house.mjs"), "kingdomino", "master"))
    record = read_record(played["record"])
    assert not record.errors
    steps = list(record.replay())
    assert steps[-1].after.is_over
    assert played["events"] == len(steps)  # nothing was lost by the reload, and nothing happened twice
    assert played["result"] in ("won", "lost", "shared")
    assert played["coached"]["graded"]
    assert (played["review"]["judge"], len(played["review"]["moments"])) == ("network", len(steps))
    assert played["fetched"] == ["kingdomino-2.net"]  # once
    assert played["thoughts"] > 10
