"""Fair turns: whoever asks for much waits for it alone."""

import asyncio

import pytest

from crownland.server.turns import Asker, CrowdedError, Gate

MALLORY, ANNA = Asker("192.0.2.1", ""), Asker("192.0.2.2", "")


async def test_who_asks_for_much_does_not_keep_others_waiting() -> None:
    gate, passed, go = Gate(1, 10, 10), list[str](), asyncio.Event()

    async def pass_as(asker: Asker) -> None:
        async with gate.passing(asker):
            await go.wait()
            passed.append(asker.address)

    crowd = [asyncio.create_task(pass_as(MALLORY)) for _ in range(10)]
    await asyncio.sleep(0)
    with pytest.raises(CrowdedError):
        await pass_as(MALLORY)
    other = asyncio.create_task(pass_as(ANNA))
    await asyncio.sleep(0)
    crowd[3].cancel()
    go.set()
    await asyncio.gather(*crowd, other, return_exceptions=True)
    assert passed.index(ANNA.address) <= 2, "after the one that was inside, and at most one more"
    assert (len(passed), gate.asked) == (10, 0)


async def test_a_place_is_given_back_after_a_failure() -> None:
    gate = Gate(1, 2, 2)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            async with gate.passing(ANNA):
                raise ZeroDivisionError
    async with gate.passing(ANNA):
        assert gate.asked == 1
