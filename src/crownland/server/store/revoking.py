"""Takes keys away: the key that signs all cookies, or what lets somebody own one seat."""

from secrets import token_hex

import msgspec
from sqlalchemy import Engine, delete, insert, select, update

from crownland.kernel.errors import SetupError
from crownland.server.identity import hash_secret, new_guest, new_secret
from crownland.server.store import schema
from crownland.server.store.rows import Lobby
from crownland.server.store.store import SIGNING

__all__ = ["renew_key", "renew_seat"]


def renew_key(engine: Engine) -> None:
    """Replaces the key that signs cookies: nobody is known any more, until they take their seats by its secret."""
    with engine.begin() as connection:
        connection.execute(delete(schema.secrets).where(schema.secrets.c.name == SIGNING))
        connection.execute(insert(schema.secrets), {"name": SIGNING, "value": token_hex(32)})


def renew_seat(engine: Engine, table: str, seat: int) -> str:
    """Takes *seat* away from its cookie and its secret. Returns a new secret, for its rightful owner."""
    tables, sitters = schema.tables, schema.sitters
    with engine.begin() as connection:
        row = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
        if row is None:
            raise SetupError(f"expected the id of a table, got: {table[:40]!r}")
        lobby = msgspec.json.decode(row.lobby, type=Lobby)
        if not 0 <= seat < len(lobby.seats) or lobby.seats[seat].kind != "person":
            raise SetupError(f"expected the seat of a person at this table, got: {seat}")
        before, guest, secret = lobby.seats[seat], new_guest(), new_secret()
        after = msgspec.structs.replace(before, guest=guest, secret=hash_secret(secret))
        seats = (*lobby.seats[:seat], after, *lobby.seats[seat + 1 :])
        host = guest if lobby.host == before.guest else lobby.host
        renewed = msgspec.structs.replace(lobby, seats=seats, host=host)
        values = {"lobby": msgspec.json.encode(renewed).decode(), "version": row.version + 1}
        connection.execute(update(tables).where(tables.c.id == table).values(values))
        connection.execute(insert(sitters), {"guest": guest, "table_id": table})
        for gone in lobby.guests - renewed.guests:
            connection.execute(delete(sitters).where(sitters.c.guest == gone, sitters.c.table_id == table))
    return secret
