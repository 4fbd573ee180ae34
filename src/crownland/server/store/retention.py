"""What the store forgets by itself, and when. Finished games stay for ever unless a setting says otherwise."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import Connection, and_, delete, func, or_, select, update

from crownland.server.logs import log, log_error
from crownland.server.refusal import RefusedError
from crownland.server.settings import Settings
from crownland.server.store import schema
from crownland.server.store.store import Store
from crownland.server.timestamps import now

__all__ = ["forget", "keep_tidy"]

DAY = 24 * 3600 * 1000  # in milliseconds
FIRST_SECONDS, BETWEEN_SECONDS = 60.0, 3600.0  # until the first look for what has expired, and between two
MAX_REVIEWS = 2000  # some thirty kilobytes each; older ones are made anew when somebody asks
MAX_PARCEL = 100  # tables or guests that are removed in one transaction
LOOK = "look"  # the name of a look in the pulse
LONGEST_PAUSE, LONGEST_STEP = 7 * DAY, DAY // 24  # between two looks, and back; else the clock may have been set


async def keep_tidy(store: Store, settings: Settings, in_use: Callable[[], Collection[str]]) -> None:
    """Removes what has expired, again and again. *in_use* returns the tables that this process has in memory."""
    wait = FIRST_SECONDS
    while True:
        await asyncio.sleep(wait)
        wait = BETWEEN_SECONDS
        try:
            await forget(store, settings, in_use())
        except RefusedError:
            pass  # the database cannot be used now, which is logged already
        except Exception as error:
            log_error("what has expired could not be removed", error)


async def forget(store: Store, settings: Settings, in_use: Collection[str] = ()) -> tuple[int, int]:
    """Removes what has expired. Returns the number of tables and of guests.

    If the clock may have been wrong, now or before, everything counts as used now, and nothing is removed.
    """
    if not -LONGEST_STEP <= now() - await _last_look(store) <= LONGEST_PAUSE:
        await _keep_all(store)
        return 0, 0
    await store.write([store.beat(LOOK)])
    await _touch(store, sorted(in_use))
    found = await store.read(lambda connection: _expired_tables(connection, settings))
    for at in range(0, len(found), MAX_PARCEL):
        await store.write(_removal(settings, found[at : at + MAX_PARCEL]))
    guests = await store.read(lambda connection: _expired_guests(connection, settings))
    for at in range(0, len(guests), MAX_PARCEL):
        gone = schema.guests.c.id.in_(guests[at : at + MAX_PARCEL]), _unseen(settings)
        await store.write([(delete(schema.guests).where(*gone), {})])
    await store.write([(delete(schema.reviews).where(schema.reviews.c.made < _oldest_review()), {})])
    if found or guests:
        log("removed what had expired", tables=len(found), guests=len(guests))
    return len(found), len(guests)


async def _last_look(store: Store) -> int:
    query = select(schema.pulse.c.at).where(schema.pulse.c.name == LOOK)
    return await store.read(lambda connection: connection.execute(query).scalar_one_or_none()) or 0


async def _keep_all(store: Store) -> None:
    at = now()
    await store.write(
        [(update(schema.tables).values(touched=at), {}), (update(schema.guests).values(seen=at), {}), store.beat(LOOK)]
    )
    log("the clock was set, or the server was off for days: what would expire is kept anew")


async def _touch(store: Store, tables: list[str]) -> None:
    """Notes that *tables* are in use, so that no other process removes them."""
    for at in range(0, len(tables), MAX_PARCEL):
        used = schema.tables.c.id.in_(tables[at : at + MAX_PARCEL])
        await store.write([(update(schema.tables).where(used).values(touched=now()), {})])


def _has_expired(settings: Settings) -> Any:
    """The tables that nobody has used for as long as the settings say."""
    tables, events = schema.tables.c, schema.events.c
    rules = [
        (settings.keep_open, and_(tables.phase == "open", tables.public)),
        (settings.keep_unfinished, tables.phase.in_(("open", "playing", "closed"))),
        (settings.keep_finished, tables.phase == "over"),
    ]
    latest = select(func.max(events.at)).where(events.table_id == tables.id).scalar_subquery()
    expired = [
        and_(which, tables.touched < now() - days * DAY, func.coalesce(latest, 0) < now() - days * DAY)
        for days, which in rules
        if days
    ]
    return or_(*expired) if expired else schema.tables.c.id.is_(None)


def _expired_tables(connection: Connection, settings: Settings) -> list[str]:
    query = select(schema.tables.c.id).where(_has_expired(settings)).order_by(schema.tables.c.id)
    return list(connection.execute(query).scalars())


def _removal(settings: Settings, parcel: list[str]) -> list[tuple[Any, Any]]:
    """Returns the statements that remove the tables of *parcel*, unless they are in use again, and their belongings."""
    tables = schema.tables.c
    left = select(tables.id).where(tables.id.in_(parcel))
    belongings = (schema.events, schema.sitters)
    return [
        (delete(schema.tables).where(tables.id.in_(parcel), _has_expired(settings)), {}),
        *((delete(one).where(one.c.table_id.in_(parcel), one.c.table_id.not_in(left)), {}) for one in belongings),
    ]


def _oldest_review() -> Any:
    """When the oldest of the reviews was made that are kept; nothing while there are few."""
    made = schema.reviews.c.made
    return select(made).order_by(made.desc()).offset(MAX_REVIEWS - 1).limit(1).scalar_subquery()


def _unseen(settings: Settings) -> Any:
    return schema.guests.c.seen < now() - settings.keep_guests * DAY


def _expired_guests(connection: Connection, settings: Settings) -> list[str]:
    if not settings.keep_guests:
        return []
    return list(connection.execute(select(schema.guests.c.id).where(_unseen(settings))).scalars())
