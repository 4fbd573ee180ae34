"""What tables and calls need of a store."""

from collections.abc import Sequence
from typing import Protocol

from crownland.server.store.rows import Header, Listed, Lobby, Stored
from crownland.table.session import Event

__all__ = ["TableStore"]


class TableStore(Protocol):
    """A store of tables, guests and reviews. What cannot be read or written is refused: methods raise RefusedError."""

    async def create(self, header: Header, lobby: Lobby, events: Sequence[Event] = ()) -> None:
        """Stores a new table with its first events."""

    async def append(
        self,
        table: str,
        events: Sequence[Event],
        change: tuple[int, Lobby, Lobby] | None = None,
        record: str | None = None,
        news: Sequence[str] = (),
    ) -> None:
        """Stores *events*. *change* is a change of the lobby: its version, the lobby before and the lobby after.

        *news* are messages for other processes. Raises StaleError, and stores nothing, if another process was first.
        """

    async def announce(self, message: str) -> None:
        """Sends *message* to other processes without storing anything."""

    async def flush(self) -> None:
        """Returns when everything that was to be stored before is stored, or has failed."""

    async def load(self, table: str) -> Stored | None:
        """Returns the table with all its events."""

    async def lobby_of(self, table: str) -> Stored | None:
        """Returns the table without its events."""

    async def events_since(self, table: str, seq: int) -> list[Event]:
        """Returns the events after *seq*."""

    async def record(self, table: str) -> str | None:
        """Returns the record of a finished game."""

    async def tables_of(self, guest: str) -> list[Listed]:
        """Returns the tables of a guest: unfinished ones first, and those with the latest events before the others."""

    async def unlist(self, guest: str, table: str) -> None:
        """Removes a table from the list of *guest*."""

    async def public_tables(self) -> list[Stored]:
        """Returns the public tables that are open or being played: open ones first, then by age, newest first."""

    async def count_unfinished(self, guest: str) -> int:
        """Returns how many tables of *guest* are open or being played, by rules that this server has."""

    async def review(self, digest: str) -> str | None:
        """Returns the review of the record with that *digest*, as it was kept."""

    async def keep_review(self, digest: str, review: str) -> None:
        """Keeps a review in place of one of another version."""

    async def name_of(self, guest: str) -> str:
        """Returns the name of a guest, which is empty until the guest sets it."""

    async def rename(self, guest: str, name: str) -> None:
        """Sets the name of a guest."""
