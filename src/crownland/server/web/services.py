"""What a server has besides the services of every table: a database, signed cookies, and sockets."""

from dataclasses import dataclass

from crownland.server.identity import Signer
from crownland.server.services import Services
from crownland.server.store.store import Store

__all__ = ["WebServices"]


@dataclass(frozen=True)
class WebServices(Services):
    store: Store
    signer: Signer
    sockets: dict[str, int]  # number of open sockets by address
