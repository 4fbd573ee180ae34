"""The shared objects of a server process, created at its start and available to every request."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what a page without a server does not have, or loads when it is asked for
    from crownland.server.limits import Buckets, FrameLimit
    from crownland.server.metrics import Metrics
    from crownland.server.settings import Settings
    from crownland.server.store.protocol import TableStore
    from crownland.server.tables.coach import Coach
    from crownland.server.tables.hall import Hall
    from crownland.server.tables.reviews import Reviews
    from crownland.server.turns import Gate

__all__ = ["Services"]


@dataclass(frozen=True)
class Services:
    settings: "Settings"
    store: "TableStore"
    hall: "Hall"
    metrics: "Metrics"
    requests: "Buckets"  # rate limit by address
    new_tables: "Buckets"  # rate limit by guest, and by address
    frames: "FrameLimit"
    folding: "Gate"  # for those who play whole games again

    @cached_property
    def reviews(self) -> "Reviews":
        from crownland.server.tables.reviews import Reviews

        return Reviews(self.hall.thinkers, self.store, self.metrics)

    @cached_property
    def coach(self) -> "Coach":
        from crownland.server.tables.coach import Coach

        return Coach(self.hall.thinkers)

    async def close(self) -> None:
        """Stops everything that runs in the background, and waits for it."""
        if "reviews" in vars(self):
            await self.reviews.close()
        await self.hall.close()
