"""Reviews of games: made one after the other in a process of their own, and kept in the database."""

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crownland.kernel.errors import InvalidTextError
from crownland.notation.record import Record, Step
from crownland.review.file import digest_of, read_review, review_json
from crownland.review.review import Decision, Draw, Review, ReviewError
from crownland.review.reviewing import given_up, review_of
from crownland.server.frames import wire
from crownland.server.frames.replay import review_frame
from crownland.server.logs import log, log_error
from crownland.server.refusal import RefusedError
from crownland.server.thinkers.pool import ThinkerError
from crownland.server.timestamps import steady
from crownland.server.turns import Asker

if TYPE_CHECKING:
    from crownland.server.metrics import Metrics
    from crownland.server.store.protocol import TableStore
    from crownland.server.thinkers.pool import Thinkers

__all__ = ["Reviews"]

MAX_WAITING = 30  # reviews
MAX_READ = 64  # texts that need not be read again
MAX_SHOWN = 20  # some hundred kilobytes each
MAX_OF_GUEST, MAX_OF_ADDRESS = 2, 6
FORGET_SECONDS = 90.0  # until a review is not made for which nobody asks any more; hidden pages ask once a minute
FAILED = "review/failed", "this game could not be reviewed"
IMPOSSIBLE = "review/impossible", "nothing on this server can judge this game: it may be played by older rules"
REST_SECONDS = 60.0  # without reviews until their process ends


@dataclass
class _Job:
    """A review that is waited for."""

    record: Record
    asker: Asker
    of: int
    done: int = 0
    asked: int = field(default_factory=steady)


class Reviews:
    """The queue of reviews. Whoever waits for one asks again and again; what nobody asks for is not made."""

    def __init__(self, thinkers: "Thinkers", store: "TableStore", metrics: "Metrics") -> None:
        self._thinkers, self._store, self._metrics = thinkers, store, metrics
        self._jobs: OrderedDict[str, _Job] = OrderedDict()  # by digest, in the order in which they are made
        self._current: str | None = None  # the one that is being made
        self._failed: OrderedDict[str, RefusedError] = OrderedDict()  # by digest, until somebody asks
        self._shown: OrderedDict[str, wire.Reviewing] = OrderedDict()  # by digest: what was asked for last
        self._read: OrderedDict[str, Record] = OrderedDict()  # by text
        self._has_work = asyncio.Event()
        self._making = asyncio.create_task(self._make_all())

    def record_of(self, text: str) -> Record | None:
        """Returns the game that *text* spells if somebody has asked about it: who waits sends it again and again."""
        return self._read.get(text)

    def remember(self, text: str, record: Record) -> None:
        self._read[text] = record
        if len(self._read) > MAX_READ:
            self._read.popitem(last=False)

    async def ask(self, record: Record, asker: Asker) -> wire.Reviewing:
        """Returns the review of *record*, or how far it is. Raises RefusedError if it has no place in the queue."""
        digest = digest_of(record)
        if digest in self._failed:
            raise self._failed.pop(digest)
        if digest in self._shown:
            return self._shown[digest]
        if digest not in self._jobs and (kept := await self._kept(digest)) is not None:
            return await self._show(digest, kept, record)
        job = self._jobs.get(digest) or self._enter(digest, record, asker)
        job.asked = steady()
        return wire.Reviewing(place=list(self._jobs).index(digest), done=job.done, of=job.of, review=None)

    async def close(self) -> None:
        """Stops making reviews; whoever waits asks again when the server is back."""
        self._making.cancel()
        await asyncio.gather(self._making, return_exceptions=True)

    def _enter(self, digest: str, record: Record, asker: Asker) -> _Job:
        """Adds a review to the queue."""
        self._drop_forgotten()
        waiting = [job.asker for job in self._jobs.values()]
        if len(waiting) >= MAX_WAITING:
            raise RefusedError("review/full", "too many reviews are waiting: try again later", 429)
        of_address = sum(one.address == asker.address for one in waiting)
        if waiting.count(asker) >= MAX_OF_GUEST or of_address >= MAX_OF_ADDRESS:
            raise RefusedError("review/many", "expected fewer reviews at once: wait for the last one", 429)
        job = self._jobs[digest] = _Job(record, asker, sum(1 for _ in record.items))
        self._has_work.set()
        return job

    def _drop_forgotten(self) -> None:
        """Removes what nobody waits for any more, but not the one that is being made."""
        for digest, job in list(self._jobs.items()):
            if digest != self._current and steady() - job.asked > 1000 * FORGET_SECONDS:
                del self._jobs[digest]

    async def _make_all(self) -> None:
        """Makes one review after the other. Their process ends when there is nothing to do for a while."""
        while True:
            self._drop_forgotten()
            if self._jobs:
                self._current, job = next(iter(self._jobs.items()))
                await self._make(self._current, job)
                del self._jobs[self._current]
                self._current = None
                continue
            self._has_work.clear()
            try:
                async with asyncio.timeout(REST_SECONDS):
                    await self._has_work.wait()
            except TimeoutError:
                await self._thinkers.reviewing.rest()
                await self._has_work.wait()

    async def _make(self, digest: str, job: _Job) -> None:
        """Makes a review and keeps it, unless another process has."""
        try:
            if await self._kept(digest) is None:
                review = await self._reviewed(job)
                await self._store.keep_review(digest, json.dumps(review_json(review, job.record)))
        except (ThinkerError, OSError, RefusedError) as error:
            self._fail(digest, error)
        except Exception as error:
            self._metrics.failures.inc()
            log_error("a review could not be made", error)
            self._fail(digest, error)

    async def _reviewed(self, job: _Job) -> Review:
        """Judges one action after the other."""
        steps: list[Step] = await asyncio.to_thread(lambda: list(job.record.replay()))
        moments: list[Draw | Decision] = []
        judge = ""
        for step in steps:
            moment, judge = await self._thinkers.judge(step.state, step.seq, step.action)
            moments.append(moment)
            job.done += 1
        last = steps[-1].after
        end = await self._thinkers.judge_end(last, len(steps))
        start = steps[0].state
        review = review_of(start, job.record.names, judge, moments, end, last.is_over)
        return given_up(review, start, job.record.loser)

    async def _show(self, digest: str, review: Review, record: Record) -> wire.Reviewing:
        """Returns a review for the page, which takes a moment to make."""
        frame, many = await asyncio.to_thread(review_frame, review, record), len(review.moments)
        shown = self._shown[digest] = wire.Reviewing(place=0, done=many, of=many, review=frame)
        if len(self._shown) > MAX_SHOWN:
            self._shown.popitem(last=False)
        return shown

    async def _kept(self, digest: str) -> Review | None:
        text = await self._store.review(digest)
        try:
            return None if text is None else read_review(text)
        except InvalidTextError:
            return None

    def _fail(self, digest: str, error: Exception) -> None:
        log("a review failed", error=str(error))
        code, message = FAILED if ReviewError.__name__ not in str(error) else IMPOSSIBLE
        self._failed[digest] = RefusedError(code, message, 422)
        if len(self._failed) > MAX_WAITING:
            self._failed.popitem(last=False)
