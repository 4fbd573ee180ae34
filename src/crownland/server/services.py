"""What a server process has: made when it starts, reached from every request."""

from dataclasses import dataclass

from crownland.server.identity import Signer
from crownland.server.metrics import Metrics
from crownland.server.settings import Settings
from crownland.server.store.store import Store
from crownland.server.tables.hall import Hall
from crownland.server.web.limits import Buckets

__all__ = ["Services"]


@dataclass(frozen=True)
class Services:
    settings: Settings
    store: Store
    hall: Hall
    signer: Signer
    metrics: Metrics
    requests: Buckets  # by address
    new_tables: Buckets  # by guest, and by address
    sockets: dict[str, int]  # open ones by address
