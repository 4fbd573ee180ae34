"""The shared objects of a server process, created at its start and available to every request."""

import asyncio
from dataclasses import dataclass

from crownland.server.identity import Signer
from crownland.server.metrics import Metrics
from crownland.server.settings import Settings
from crownland.server.store.store import Store
from crownland.server.tables.coach import Coach
from crownland.server.tables.hall import Hall
from crownland.server.tables.reviews import Reviews
from crownland.server.web.limits import Buckets, FrameLimit

__all__ = ["Services"]


@dataclass(frozen=True)
class Services:
    settings: Settings
    store: Store
    hall: Hall
    reviews: Reviews
    coach: Coach
    signer: Signer
    metrics: Metrics
    requests: Buckets  # rate limit by address
    new_tables: Buckets  # rate limit by guest, and by address
    frames: FrameLimit
    folding: asyncio.Semaphore  # for those who play whole games again
    sockets: dict[str, int]  # number of open sockets by address
