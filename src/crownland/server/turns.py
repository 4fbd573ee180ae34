"""Fair turns: those who wait for something get it in turns, however often some of them ask."""

import asyncio
from asyncio import Future
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import NamedTuple

__all__ = ["NOBODY", "Asker", "CrowdedError", "Gate"]


class CrowdedError(Exception):
    """Too much that one guest or one address has asked for is not done yet."""


class Asker(NamedTuple):
    """On whose behalf something is done."""

    address: str
    guest: str


NOBODY = Asker("", "")


class Gate:
    """Lets as many pass at once as there are *places*. Addresses take turns, and so do the guests of an address.

    What one guest, or one address, has asked for and is not done yet is capped.
    """

    def __init__(self, places: int, of_guest: int, of_address: int) -> None:
        self._places, self._of_guest, self._of_address = places, of_guest, of_address
        self._waiting = _Turns()
        self._asked: Counter[Asker | str] = Counter()  # what is not done yet, by asker and by address

    @property
    def asked(self) -> int:
        """How much was asked for and is not done yet."""
        return self._asked.total() // 2  # each is counted for its asker and for its address

    @asynccontextmanager
    async def passing(self, asker: Asker) -> AsyncIterator[None]:
        """Waits for the turn of *asker*, whose place is free again after the context. Raises CrowdedError."""
        with self.counted(asker):
            await self.enter(asker)
            try:
                yield
            finally:
                self.leave()

    @contextmanager
    def counted(self, asker: Asker) -> Iterator[None]:
        """Counts what *asker* asks for, until the end of the context. Raises CrowdedError."""
        if self._asked[asker] >= self._of_guest or self._asked[asker.address] >= self._of_address:
            raise CrowdedError("expected fewer unanswered questions of one guest or address")
        self._asked.update((asker, asker.address))
        try:
            yield
        finally:
            self._asked.subtract((asker, asker.address))
            if not self._asked[asker]:
                del self._asked[asker]
            if not self._asked[asker.address]:
                del self._asked[asker.address]

    async def enter(self, asker: Asker = NOBODY) -> None:
        """Waits until it is the turn of *asker*, unless the caller is cancelled."""
        if self._places:
            self._places -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.add(asker, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it has just got the place
                self.leave()
            raise

    def leave(self) -> None:
        """Gives a place to whose turn it is."""
        waiting = self._waiting.pop()
        if waiting is None:
            self._places += 1
        else:
            waiting.set_result(None)

    def close(self, failure: Exception) -> None:
        """Answers everybody who waits with *failure*."""
        while (waiting := self._waiting.pop()) is not None:
            waiting.set_exception(failure)


class _Turns:
    """Futures that wait. Addresses take turns; the guests of an address take turns; those of a guest wait in line."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[str, deque[Future[None]]]] = OrderedDict()

    def add(self, asker: Asker, waiting: "Future[None]") -> None:
        guests = self._lines.setdefault(asker.address, OrderedDict())
        guests.setdefault(asker.guest, deque()).append(waiting)

    def pop(self) -> "Future[None] | None":
        """Returns whose turn it is; leaves out what is done or cancelled. Returns None if nothing waits."""
        while self._lines:
            address, guests = self._lines.popitem(last=False)
            guest, line = guests.popitem(last=False)
            waiting = line.popleft()
            if line:
                guests[guest] = line
            if waiting.done():
                if guests:  # it was nobody's turn
                    self._lines[address] = guests
                    self._lines.move_to_end(address, last=False)
                continue
            if guests:
                self._lines[address] = guests
            return waiting
        return None
