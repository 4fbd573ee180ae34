"""A fair queue: those who wait for something get it in turns, however often some of them ask."""

from asyncio import Future
from collections import OrderedDict, deque
from typing import NamedTuple

__all__ = ["NOBODY", "Asker", "Turns"]


class Asker(NamedTuple):
    """On whose behalf a bot thinks."""

    address: str
    guest: str


NOBODY = Asker("", "")


class Turns:
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
