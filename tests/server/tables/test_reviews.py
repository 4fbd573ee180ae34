"""The queue of reviews: one after the other, limited, kept, and never for nobody."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from crownland.notation.record import Record, read_record
from crownland.review import Decision, Draw, Way
from crownland.review.file import digest_of
from crownland.server.metrics import Metrics
from crownland.server.refusal import RefusedError
from crownland.server.store import schema
from crownland.server.store.database import migrate, open_engine
from crownland.server.store.retention import LOOK, forget
from crownland.server.store.store import Store
from crownland.server.tables import reviews as module
from crownland.server.tables.reviews import MAX_OF_GUEST, MAX_WAITING, Reviews
from crownland.server.thinkers.pool import ThinkerError, Thinkers
from crownland.server.turns import Asker
from tests.server.support import generous

GAME = read_record((Path(__file__).parents[2] / "golden" / "kingdomino-2.kdn").read_text(encoding="utf-8"))
ANNA = Asker("192.0.2.1", "anna")
HALF = 0.5, 0.5


def game(number: int) -> Record:
    """A record like no other: reviews are kept by the digest of all that is in it."""
    return Record((*GAME.tags, ("Number", str(number))), GAME.rounds[:2])


class FakeThinkers:
    """Judges at once, as soon as it may."""

    def __init__(self) -> None:
        self.judged = 0
        self.may = asyncio.Event()
        self.may.set()
        self.fails, self.why = False, "no idea"
        self.reviewing = self
        self.rested = asyncio.Event()

    async def judge(self, state: Any, seq: int, action: Any) -> tuple[Draw | Decision, str]:
        await self.may.wait()
        if self.fails:
            raise ThinkerError(self.why)
        self.judged += 1
        if state.chance is not None:
            return Draw(seq, state.round, str(action), HALF, HALF), "nobody"
        way = Way(str(action), HALF, 0.0)
        return Decision(seq, state.round, state.actor, state.kingdom_of(state.actor), way, (way, way), 2), "nobody"

    async def judge_end(self, state: Any, seq: int) -> tuple[float, float]:
        return HALF

    async def rest(self) -> None:
        self.rested.set()


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[Reviews, FakeThinkers, Store]]:
    engine = open_engine(generous(folder).database)
    migrate(engine)
    store, thinkers = Store(engine, Metrics()), FakeThinkers()
    reviews = Reviews(cast(Thinkers, thinkers), store, Metrics())
    try:
        yield reviews, thinkers, store
    finally:
        await reviews.close()
        await store.close()


async def finished(reviews: Reviews, record: Record) -> Any:
    while (said := await reviews.ask(record, ANNA)).review is None:
        await asyncio.sleep(0)
    return said


async def test_a_review_is_made_once_and_then_read(tmp_path: Path) -> None:
    async with opened(tmp_path) as (reviews, thinkers, _):
        first = await finished(reviews, game(1))
        many = sum(1 for _ in game(1).items)
        assert (first.done, first.of, thinkers.judged) == (many, many, many)
        assert await reviews.ask(game(1), ANNA) == first
        assert thinkers.judged == many
    async with opened(tmp_path) as (reviews, thinkers, _):
        assert await reviews.ask(game(1), ANNA) == first
        assert thinkers.judged == 0


async def test_a_review_of_another_version_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as (reviews, thinkers, _):
        await finished(reviews, game(1))
        made = thinkers.judged
        reviews._shown.clear()
        monkeypatch.setattr("crownland.server.store.store.VERSION", 0)
        assert (await reviews.ask(game(1), ANNA)).review is None
        monkeypatch.undo()
        await finished(reviews, game(1))
        assert made <= thinkers.judged <= 2 * made


async def test_reviews_wait_in_line_and_a_full_line_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as (reviews, thinkers, _):
        thinkers.may.clear()
        askers = [Asker(f"192.0.2.{number // 4}", f"guest {number}") for number in range(MAX_WAITING)]
        places = [(await reviews.ask(game(at), asker)).place for at, asker in enumerate(askers)]
        assert places == list(range(MAX_WAITING))
        assert (await reviews.ask(game(5), ANNA)).place == 5
        with pytest.raises(RefusedError, match="too many reviews are waiting") as full:
            await reviews.ask(game(99), Asker("198.51.100.1", "zoe"))
        assert (full.value.code, full.value.status) == ("review/full", 429)
        thinkers.may.set()
        await finished(reviews, game(0))
        while (await reviews.ask(game(5), ANNA)).place >= 5:
            await asyncio.sleep(0)


async def test_one_guest_waits_for_few_reviews_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as (reviews, thinkers, _):
        thinkers.may.clear()
        for number in range(MAX_OF_GUEST):
            await reviews.ask(game(number), ANNA)
        with pytest.raises(RefusedError, match="expected fewer reviews at once") as many:
            await reviews.ask(game(99), ANNA)
        assert many.value.code == "review/many"
        assert (await reviews.ask(game(99), Asker("192.0.2.9", "ben"))).place == MAX_OF_GUEST


async def test_what_nobody_asks_for_any_more_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as (reviews, thinkers, store):
        thinkers.may.clear()
        await reviews.ask(game(1), ANNA)
        await reviews.ask(game(2), ANNA)
        monkeypatch.setattr(module, "FORGET_SECONDS", -1.0)
        thinkers.may.set()
        await finished(reviews, game(1))
        assert thinkers.judged == sum(1 for _ in game(1).items)
        assert await store.review(digest_of(game(2))) is None


async def test_a_review_that_fails_says_so_once_and_the_next_one_is_made(tmp_path: Path) -> None:
    async with opened(tmp_path) as (reviews, thinkers, _):
        thinkers.fails = True
        with pytest.raises(RefusedError, match="this game could not be reviewed") as failed:
            await finished(reviews, game(1))
        assert (failed.value.code, failed.value.status) == ("review/failed", 422)
        thinkers.why = "ReviewError: expected a game by today's rules"
        with pytest.raises(RefusedError, match="nothing on this server can judge this game") as impossible:
            await finished(reviews, game(1))
        assert impossible.value.code == "review/impossible"
        thinkers.fails = False
        assert (await finished(reviews, game(1))).review is not None


async def test_the_process_of_reviews_ends_when_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REST_SECONDS", 0.01)
    async with opened(tmp_path) as (reviews, thinkers, _):
        await asyncio.wait_for(thinkers.rested.wait(), 30)
        assert (await finished(reviews, game(1))).review is not None


async def test_only_so_many_reviews_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.store.retention.MAX_REVIEWS", 2)
    async with opened(tmp_path) as (_, _, store):
        await store.write([store.beat(LOOK)])  # the clock is right
        for number in range(4):
            await store.keep_review(str(number), "{}")
            await asyncio.sleep(0.002)  # so that each is made at another time
        await forget(store, generous(tmp_path))
        assert [await store.review(str(number)) for number in range(4)] == [None, None, "{}", "{}"]
        rows = await store.read(lambda connection: connection.execute(schema.reviews.select()).all())
        assert len(rows) == 2
