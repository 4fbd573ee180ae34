"""The pools of bot processes: one that is slow, stuck or dead does not stop the others."""

import asyncio
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from crownland.games.registry import KINGDOMINO
from crownland.server.thinkers.pool import Thinkers
from tools.starter import ROOT


async def test_a_bot_that_fails_is_replaced_by_another_one() -> None:
    thinkers = Thinkers(1)
    state = first_choice()
    legal = set(map(str, state.legal_actions()))
    try:
        assert await thinkers.choose(state, "hal", 1.0) in legal
        await thinkers.warm()
        for thinker in list(thinkers.quick.all):
            thinker.process.kill()
            await thinker.process.wait()
        assert await thinkers.choose(state, "greedy", 1.0) in legal
        assert len(thinkers.quick.all) == 1
    finally:
        await thinkers.close()


async def test_a_process_that_does_not_answer_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.thinkers.pool.GRACE_SECONDS", 0.3)
    thinkers = Thinkers(1)
    try:
        await thinkers.warm()
        (stuck,) = thinkers.quick.all
        os.kill(stuck.process.pid, signal.SIGSTOP)
        state = first_choice()
        assert await thinkers.choose(state, "greedy", 0.1) in set(map(str, state.legal_actions()))
        assert stuck.process.returncode is not None
        assert stuck not in thinkers.quick.all
        assert len(thinkers.quick.all) == 1
    finally:
        await thinkers.close()


async def test_a_slow_bot_does_not_delay_a_quick_one() -> None:
    thinkers = Thinkers(1)
    state = first_choice()
    try:
        await thinkers.warm()
        (slow,) = thinkers.slow.all
        os.kill(slow.process.pid, signal.SIGSTOP)
        waiting = [asyncio.create_task(thinkers.choose(state, "grandmaster", 1.0)) for _ in range(2)]
        assert await asyncio.wait_for(thinkers.choose(state, "steady", 1.0), 3) in set(map(str, state.legal_actions()))
        assert not any(task.done() for task in waiting)
        os.kill(slow.process.pid, signal.SIGCONT)
        await asyncio.gather(*waiting)
    finally:
        await thinkers.close()


def test_pools_that_are_closed_at_any_moment_leave_no_process() -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.server.thinkers.brief"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def first_choice() -> Any:
    from crownland.fast.warm import first_choice as found

    return found(KINGDOMINO.setup())
