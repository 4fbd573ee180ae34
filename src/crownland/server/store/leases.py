"""Leases decide which process moves the bots of a table that several processes have in memory."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Leases"]

STOP_SECONDS = 1.0


class Leases:
    """Leases on the next action of a table, as advisory locks of PostgreSQL. A process that dies loses its leases."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="leases")

    @asynccontextmanager
    async def lease(self, table: str, seq: int) -> AsyncIterator[bool]:
        """Yields whether this process may move the bot that acts after event *seq* while the context lasts."""
        key = int.from_bytes(blake2b(f"{table}:{seq}".encode(), digest_size=8).digest(), "big", signed=True)
        loop = asyncio.get_running_loop()
        acquiring = loop.run_in_executor(self._thread, self._ask, "pg_try_advisory_lock", key)
        try:
            yield await asyncio.shield(acquiring)
        finally:
            if await acquiring:  # also after a cancellation: another process may be waiting for the lease
                await asyncio.shield(loop.run_in_executor(self._thread, self._ask, "pg_advisory_unlock", key))

    def close(self) -> None:
        """Gives up all leases; if the database hangs, they end with this process."""
        closing = self._thread.submit(self._disconnect)
        with suppress(TimeoutError):
            closing.result(STOP_SECONDS)
        self._thread.shutdown(wait=False)

    def _ask(self, function: str, key: int) -> bool:
        try:
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            return bool(self._connection.execute(text(f"SELECT {function}(:key)"), {"key": key}).scalar_one())
        except SQLAlchemyError:
            self._disconnect()
            return False

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
