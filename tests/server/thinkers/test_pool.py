"""The pools of bot processes: one that is slow, stuck or dead does not stop the others."""

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from types import SimpleNamespace
from typing import Any

import pytest

from crownland.dealer import Dealer
from crownland.games.registry import KINGDOMINO
from crownland.notation import parse_action
from crownland.review import Decision, Draw, Way
from crownland.server.thinkers.pool import (
    MAX_OF_ADDRESS,
    MAX_OF_GUEST,
    Mind,
    Pool,
    ThinkerError,
    Thinkers,
)
from crownland.server.thinkers.processes import ThinkingProcess, thinking_processes
from crownland.server.thinkers.worker import Answer, Choose, Question
from crownland.server.turns import Asker, CrowdedError
from tools.starter import ROOT


def process_of(pool: Pool) -> Process:
    """Returns the only process of *pool*."""
    (mind,) = pool.all
    assert isinstance(mind, ThinkingProcess)
    return mind.process


async def test_a_bot_that_fails_is_replaced_by_another_one() -> None:
    thinkers = thinking_processes(1)
    state = first_choice()
    legal = set(map(str, state.legal_actions()))
    try:
        assert await thinkers.choose(state, "hal", 1.0) in legal
        await thinkers.warm()
        process_of(thinkers.quick).kill()
        await process_of(thinkers.quick).wait()
        assert await thinkers.choose(state, "greedy", 1.0) in legal
        assert len(thinkers.quick.all) == 1
    finally:
        await thinkers.close()


async def test_a_process_that_does_not_answer_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.thinkers.processes.GRACE_SECONDS", 0.3)
    thinkers = thinking_processes(1)
    try:
        await thinkers.warm()
        stuck = process_of(thinkers.quick)
        os.kill(stuck.pid, signal.SIGSTOP)
        state = first_choice()
        assert await thinkers.choose(state, "greedy", 0.1) in set(map(str, state.legal_actions()))
        assert stuck.returncode is not None
        assert process_of(thinkers.quick) is not stuck
    finally:
        await thinkers.close()


async def test_a_slow_bot_does_not_delay_a_quick_one() -> None:
    thinkers = thinking_processes(1)
    state = first_choice()
    try:
        await thinkers.warm()
        slow = process_of(thinkers.slow)
        os.kill(slow.pid, signal.SIGSTOP)
        waiting = [asyncio.create_task(thinkers.choose(state, "grandmaster", 1.0)) for _ in range(2)]
        assert await asyncio.wait_for(thinkers.choose(state, "steady", 1.0), 3) in set(map(str, state.legal_actions()))
        assert not any(task.done() for task in waiting)
        os.kill(slow.pid, signal.SIGCONT)
        await asyncio.gather(*waiting)
    finally:
        await thinkers.close()


async def nobody() -> Mind:
    raise ThinkerError("expected no mind to be started")


async def test_somebody_who_asks_much_does_not_delay_the_others() -> None:
    pool = Pool(1, nobody)
    answered: list[str] = []
    places = asyncio.Semaphore(0)

    async def think(question: Question) -> Answer:
        await places.acquire()
        answered.append(question.position)
        pool._gate.leave()
        return Answer("K1")

    pool._ask_one = think  # type: ignore[method-assign]

    async def ask(address: str, guest: str) -> None:
        await pool.ask(Choose(guest, "grandmaster", 1.0), Asker(address, guest))

    crowd = [("192.0.2.1", guest) for guest in ("mallory", "mal") for _ in range(4)]
    others = [("192.0.2.2", "anna"), ("192.0.2.2", "ben"), ("192.0.2.3", "zoe")]
    tasks = [asyncio.create_task(ask(*one)) for one in (*crowd, *others)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    for _ in tasks:
        places.release()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert answered == ["mallory", "mal", "anna", "zoe", "mallory", "ben", "mal", "mallory", "mal", "mal"]
    assert pool.waiting == 0


async def test_questions_of_one_guest_and_of_one_address_are_limited() -> None:
    pool = Pool(0, nobody)
    question = Choose("", "grandmaster", 1.0)
    waiting = [
        asyncio.create_task(pool.ask(question, Asker("192.0.2.1", f"guest {number // MAX_OF_GUEST}")))
        for number in range(MAX_OF_ADDRESS)
    ]
    await asyncio.sleep(0)
    for crowded in (Asker("192.0.2.1", "guest 0"), Asker("192.0.2.1", "another")):
        with pytest.raises(CrowdedError):
            await pool.ask(question, crowded)
    other = asyncio.create_task(pool.ask(question, Asker("192.0.2.2", "anna")))
    await asyncio.sleep(0)
    assert not other.done()
    for task in (*waiting, other):
        task.cancel()
    await asyncio.gather(*waiting, other, return_exceptions=True)
    assert pool.waiting == 0
    await pool.close()


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="needs priorities of processes")
async def test_bots_that_search_yield_to_others() -> None:
    thinkers = thinking_processes(1)
    try:
        await thinkers.warm()
        nice = [os.getpriority(os.PRIO_PROCESS, process_of(pool).pid) for pool in (thinkers.slow, thinkers.quick)]
        assert nice[0] > nice[1]
    finally:
        await thinkers.close()


def test_pools_that_are_closed_at_any_moment_leave_no_process() -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.server.thinkers.brief"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


async def test_a_process_that_answers_while_the_pool_closes_is_not_asked_any_more() -> None:
    for steps in range(5):  # between the answer and the cancellation
        output = asyncio.StreamReader()
        mind = ThinkingProcess(SimpleNamespace(stdout=output))  # type: ignore[arg-type]
        reading = asyncio.create_task(mind.line(60.0))
        await asyncio.sleep(0.01)
        output.feed_data(b"{}\n")
        for _ in range(steps):
            await asyncio.sleep(0)
        was_done = reading.done()
        reading.cancel()
        await asyncio.wait([reading])
        assert reading.cancelled() != was_done, steps


def first_choice() -> Any:
    from crownland.fast.warm import first_choice as found

    return found(KINGDOMINO.setup())


async def test_a_position_is_evaluated_as_a_review_does() -> None:
    thinkers = thinking_processes(1)
    state = first_choice()
    try:
        ways = await evaluated(thinkers, state, seed=3)
        action = parse_action(ways[-1].action)
        decision, judge = await thinkers.judge(state, 3, action)
    finally:
        await thinkers.close()
    assert sorted(way.action for way in ways) == sorted(map(str, state.legal_actions()))
    assert [way.wins[0] for way in ways] == sorted((way.wins[0] for way in ways), reverse=True)
    assert isinstance(decision, Decision)
    assert (decision.played, decision.ways, judge) == (ways[-1], tuple(ways[:4]), "network")


async def evaluated(thinkers: Thinkers, state: Any, seed: int = 0) -> list[Way]:
    """Asks until what judges is loaded, which takes minutes when it has to be compiled."""
    while True:
        try:
            return await thinkers.evaluate(state, seed=seed)
        except ThinkerError as error:
            if "still being loaded" not in str(error):
                raise


async def test_what_cannot_be_evaluated_says_so_and_the_process_goes_on() -> None:
    thinkers = thinking_processes(1)
    start = KINGDOMINO.start(KINGDOMINO.setup(2))
    try:
        with pytest.raises(ThinkerError, match="expected a position where a player is to act"):
            await thinkers.evaluate(start)
        assert len(await evaluated(thinkers, first_choice())) == 4
        assert len(thinkers.slow.all) == 1
    finally:
        await thinkers.close()


async def test_a_review_process_that_dies_is_asked_again_and_rests_when_it_is_done() -> None:
    thinkers = thinking_processes(1)
    start = KINGDOMINO.start(KINGDOMINO.setup(2))
    action = Dealer("0" * 64).deal(start)
    try:
        await thinkers.reviewing.warm()
        process = process_of(thinkers.reviewing)
        os.kill(process.pid, signal.SIGSTOP)
        judging = asyncio.create_task(thinkers.judge(start, 0, action))
        while not thinkers.reviewing.waiting:
            await asyncio.sleep(0)
        process.kill()
        draw, _ = await judging
        assert isinstance(draw, Draw)
        assert await thinkers.judge_end(start.play(action), 1)
        await thinkers.reviewing.rest()
        assert not thinkers.reviewing.all | thinkers.slow.all | thinkers.quick.all
    finally:
        await thinkers.close()


async def test_the_process_of_reviews_yields_to_all_others() -> None:
    thinkers = thinking_processes(1)
    try:
        await asyncio.gather(*(pool.warm() for pool in (thinkers.quick, thinkers.slow, thinkers.reviewing)))
        quick, slow, last = (
            os.getpriority(os.PRIO_PROCESS, process_of(pool).pid)
            for pool in (thinkers.quick, thinkers.slow, thinkers.reviewing)
        )
        own = os.getpriority(os.PRIO_PROCESS, 0)  # tests may run with little priority themselves
        assert (quick, slow, last) == (own, min(19, own + 10), min(19, own + 19))
    finally:
        await thinkers.close()
