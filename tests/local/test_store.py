"""What a house keeps, and what it loads."""

import asyncio
import json
import subprocess
import sys

from crownland.local.store import LocalStore
from crownland.review.file import VERSION
from tests.local.support import MemoryKeeper, opened

LOADED_LATER = ("crownland.puzzles", "crownland.server.calls.tables", "crownland.server.frames.replay", "crownland.svg")
NEVER_LOADED = (
    "difflib",
    "fastapi",
    "multiprocessing",
    "numba",
    "numpy",
    "prometheus_client",
    "pydantic",
    "sqlalchemy",
)


async def test_a_review_is_kept_until_there_is_a_newer_version() -> None:
    keeper = MemoryKeeper()
    store = LocalStore(keeper)
    assert await store.review("digest") is None
    await store.keep_review("digest", "well played")
    assert await store.review("digest") == "well played"
    assert json.loads(keeper.pairs["review/digest"]) == {"version": VERSION, "review": "well played"}
    keeper.pairs["review/digest"] = json.dumps({"version": VERSION + 1, "review": "better"})
    assert await store.review("digest") is None


async def test_what_was_kept_is_there_when_the_house_is_opened_again() -> None:
    keeper = MemoryKeeper()
    async with opened(keeper) as page:
        await page.call("PUT", "/me", {"name": "Anna"})
        first, last = [(await page.new_table("kingdomino", 2, ["me", "guest"]))["id"] for _ in range(2)]
        await asyncio.sleep(0.002)  # what was played last stands first, by milliseconds
        async with page.sit(first) as seated:
            await seated.act(seated.choices[0][0])
        before = await page.get("/tables")
    async with opened(keeper) as page:
        assert await page.get("/me") == {"name": "Anna"}
        after = await page.get("/tables")
        assert [one["table"]["id"] for one in after] == [first, last]
        assert [one["position"] for one in after] == [one["position"] for one in before]
        async with page.sit(first) as again:
            assert again.events == seated.events


def test_a_house_loads_only_what_its_first_table_needs() -> None:
    program = "import sys; import crownland.local.house; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    loaded = set(done.stdout.split())
    assert "crownland.server.tables.hall" in loaded
    assert loaded.isdisjoint({*LOADED_LATER, *NEVER_LOADED})
