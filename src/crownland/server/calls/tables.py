"""Tables: their seats, their games and what comes after."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import InvalidTextError, SetupError, UnknownNameError
from crownland.notation.position import parse_position
from crownland.server.calls.bodies import Coaching, Join, NewShare, NewTable, Remove, Rename, Resign, TurnSeat
from crownland.server.calls.call import CREATED, Answer, Calls
from crownland.server.calls.folding import COST, folded, replayed
from crownland.server.frames import wire
from crownland.server.frames.view import view_of
from crownland.server.identity import TABLE_ID, clean_name, hash_secret, new_secret
from crownland.server.refusal import RefusedError
from crownland.server.services import Services
from crownland.server.store.rows import Lobby, Sitter, Stored
from crownland.server.tables import lobby as seating
from crownland.server.tables import rematches, shares
from crownland.server.tables.audience import table_of
from crownland.server.tables.hall import require_known
from crownland.server.tables.live_table import LiveTable
from crownland.server.turns import Asker

__all__ = ["TableId", "calls"]

calls = Calls()

TableId = Annotated[str, Meta(pattern=TABLE_ID, max_length=16, description="The id at the end of the invite link.")]
EventNumber = Annotated[int, Meta(ge=1, le=1_000_000)]


@calls.add("POST", "/tables", wire.Table, 422, status=CREATED)
async def create(served: Services, address: str, guest: str, body: NewTable) -> wire.Table:
    """Create a table. Its game begins at once if no seat is open."""
    await _require_room(served, address, guest)
    setup = find_game(body.game).setup(body.players, {**body.options})
    start = None if body.position is None else await _start_of(body.position, setup)
    setup = setup if start is None else start.setup
    if len(body.seats) != setup.players:
        raise RefusedError("setup/invalid", f"expected {setup.players} seats, got {len(body.seats)}", 422)
    own = await served.store.name_of(guest)
    secrets: dict[int, str] = {}
    seats = []
    for seat, wanted in enumerate(body.seats):
        if wanted.kind == "bot":
            bot = seating.require_bot(wanted.bot)
            seats.append(Sitter("bot", clean_name(wanted.name, bot), None, bot))
        elif wanted.kind == "open":
            seats.append(Sitter("open", ""))
        else:
            secrets[seat] = new_secret()
            fallback = own if wanted.kind == "me" and own else _default_name(seat)
            name = clean_name(wanted.name, fallback)
            seats.append(Sitter("person", name, guest, None, hash_secret(secrets[seat])))
    table = await served.hall.create(
        setup,
        guest,
        seats,
        public=body.public,
        clock=body.clock,
        mixed=body.mixed,
        start=None if start is None else str(start),
    )
    return _with_secrets(table, guest, secrets)


async def _start_of(position: str, asked: Setup) -> State[Any]:
    """Returns a position where a game can begin. Raises RefusedError if it is none of the game that is *asked* for."""
    try:
        state = await asyncio.to_thread(parse_position, position)
    except (InvalidTextError, SetupError, UnknownNameError) as error:
        raise RefusedError("position/invalid", str(error), 422) from None
    if (state.setup.game, state.setup.players) != (asked.game, asked.players):
        message = f"expected a position of {asked.game} with {asked.players} players, got: {state.setup}"
        raise RefusedError("position/invalid", message, 422)
    if state.is_over:
        raise RefusedError("position/over", "the game is over in that position", 422)
    return state


@calls.add("GET", "/tables", list[wire.Brief])
async def my_tables(served: Services, guest: str) -> list[wire.Brief]:
    """One's own tables and how they stand, unfinished ones first."""
    return await served.hall.briefs.briefs(guest, await served.store.tables_of(guest))


@calls.add("GET", "/tables/public", list[wire.Table])
async def public_tables(served: Services, guest: str) -> list[wire.Table]:
    """The tables that anybody may join or watch."""
    return _listed(served, guest, await served.store.public_tables())


@calls.add("GET", "/tables/{table}", wire.Table, 404, 422)
async def show(served: Services, guest: str, table: TableId) -> wire.Table:
    """One table."""
    if table not in served.hall.tables:
        stored = await served.store.lobby_of(table)
        if stored is None:
            raise RefusedError("table/unknown", "there is no such table", 404)
        require_known(stored.header)
        return _listed(served, guest, [stored])[0]
    return served.hall.tables[table].audience.table_for(guest)


@calls.add("DELETE", "/tables/{table}", None, 404, 409, 422, status=204)
async def unlist(served: Services, guest: str, table: TableId) -> None:
    """Remove a finished table from one's list; leave one whose game has not begun."""
    found = await served.hall.find(table)
    if found.lobby.phase == "playing":
        raise RefusedError("table/begun", "the game has begun: resign or close it first")
    if found.lobby.phase == "open":
        await found.change(lambda lobby: seating.left(lobby, guest))
        await _withdraw(served, found)
    else:
        await served.store.unlist(guest, table)


@calls.add("POST", "/tables/{table}/join", wire.Table, 403, 404, 409, 422)
async def join(served: Services, guest: str, table: TableId, body: Join) -> wire.Table:
    """Take an open seat, or take one's own seat again with its secret."""
    found = await served.hall.find(table)
    if body.secret is not None:
        secret = body.secret
        await found.change(lambda lobby: seating.reclaimed(lobby, guest, secret, body.seat))
        return found.audience.table_for(guest)
    if body.seat is None and guest in found.lobby.sitting:
        return found.audience.table_for(guest)
    own, secret = await served.store.name_of(guest), new_secret()
    taken = []

    def sit(lobby: Lobby) -> Lobby:
        if body.seat is None and guest in lobby.sitting:
            return lobby  # a concurrent request has already joined
        seat = body.seat if body.seat is not None else seating.seat_for(lobby, guest)
        if seat is None:
            raise RefusedError("table/full", "no seat is open")
        taken.append(seat)
        name = clean_name(body.name, own or _default_name(seat))
        return seating.joined(lobby, guest, seat, name, hash_secret(secret))

    await found.change(sit)
    own_seats = (at for at in taken[-1:] if found.lobby.seats[at].secret == hash_secret(secret))
    return _with_secrets(found, guest, dict.fromkeys(own_seats, secret))


@calls.add("POST", "/tables/{table}/leave", wire.Table, 404, 409, 422)
async def leave(served: Services, guest: str, table: TableId) -> wire.Table:
    """Leave the table before the game begins."""
    found = await served.hall.find(table)
    await found.change(lambda lobby: seating.left(lobby, guest))
    await _withdraw(served, found)
    return found.audience.table_for(guest)


@calls.add("POST", "/tables/{table}/rename", wire.Table, 403, 404, 409, 422)
async def rename(served: Services, guest: str, table: TableId, body: Rename) -> wire.Table:
    """Change one's name at this table."""
    found, name = await served.hall.find(table), clean_name(body.name, _default_name(body.seat))
    await found.change(lambda lobby: seating.renamed(lobby, guest, body.seat, name))
    return found.audience.table_for(guest)


@calls.add("POST", "/tables/{table}/seats", wire.Table, 403, 404, 409, 422)
async def turn_seat(served: Services, guest: str, table: TableId, body: TurnSeat) -> wire.Table:
    """Put a bot into an open seat, or open the seat of a bot. Only for the host."""
    found, bot = await served.hall.find(table), seating.require_bot(body.bot)
    sitter = Sitter("open", "") if body.kind == "open" else Sitter("bot", bot, None, bot)

    def turn(lobby: Lobby) -> Lobby:
        seating.require_host(lobby, guest)
        shares.require_hidden(lobby, guest)
        return seating.turned(lobby, body.seat, sitter)

    await found.change(turn)
    return found.audience.table_for(guest)


@calls.add("POST", "/tables/{table}/remove", wire.Table, 403, 404, 409, 422)
async def remove(served: Services, guest: str, table: TableId, body: Remove) -> wire.Table:
    """Remove a person from a seat, before anybody has acted. Only for the host."""
    found = await served.hall.find(table)
    await found.remove(guest, body.seat)
    return found.audience.table_for(guest)


@calls.add("POST", "/tables/{table}/share", wire.Table, 403, 404, 409, 422)
async def share(served: Services, guest: str, table: TableId, body: NewShare) -> wire.Table:
    """Promise a value for the deal, or reveal it after everybody has promised one."""
    found, promise, value = await served.hall.find(table), body.promise, body.value
    if (promise is None) == (value is None):
        raise RefusedError("body/invalid", "expected a promise or a value", 422)

    def add(lobby: Lobby) -> Lobby:
        if promise is not None:
            return shares.promised(lobby, guest, promise)
        return shares.revealed(lobby, guest, value or "")

    await found.change(add)
    return found.audience.table_for(guest)


@calls.add("POST", "/tables/{table}/start", wire.Table, 403, 404, 409, 422)
async def start(served: Services, guest: str, table: TableId) -> wire.Table:
    """Begin the game once no seat is open. Only for the host."""
    found = await served.hall.find(table)

    def begin(lobby: Lobby) -> Lobby:
        seating.require_host(lobby, guest)
        return seating.started(lobby)

    await found.change(begin)
    return found.audience.table_for(guest)


@calls.add("POST", "/tables/{table}/rematch", wire.Table, 403, 404, 409, 422)
async def rematch(served: Services, address: str, guest: str, table: TableId) -> wire.Table:
    """Offer a rematch, or accept one: a new table, which begins when everybody has accepted and is there."""
    found = await _finished(served, guest, table)
    own = rematches.own_seats(found.lobby, guest)
    secrets = {seat: new_secret() for seat in range(len(found.lobby.seats))}
    again = await _offered(served, found)
    if again is None:
        await _require_room(served, address, guest)
        before, header, lobby = found.lobby.rematch, found.header, found.lobby
        made = await served.hall.create(
            replace(header.setup, past_rules=None),  # by today's rules
            guest,
            rematches.seats_again(lobby, guest, secrets),
            public=lobby.public,
            clock=lobby.clock,
            mixed=lobby.mixed,
            origin=table,
        )
        if (await found.change(lambda lobby: rematches.offered(lobby, guest, made.id, before))).rematch == made.id:
            return _with_secrets(made, guest, {seat: secrets[seat] for seat in own})
        await made.change(seating.abandoned)  # a concurrent request was first
        again = await served.hall.find(found.lobby.rematch or "")
    was_there = guest in again.lobby.sitting
    if own:
        names = {seat: found.lobby.seats[seat].name for seat in own}
        await again.change(lambda lobby: rematches.seated(lobby, guest, names, secrets))
        await found.change(lambda lobby: rematches.accepted(lobby, guest))
    taken = {} if was_there else {seat: secrets[seat] for seat in again.lobby.seats_of(guest)}
    return _with_secrets(again, guest, taken)


@calls.add("POST", "/tables/{table}/decline", wire.Table, 403, 404, 409, 422)
async def decline(served: Services, guest: str, table: TableId) -> wire.Table:
    """Decline the rematch that is offered; the seat at the new table is open for anybody then."""
    found = await _finished(served, guest, table)
    await found.change(lambda lobby: rematches.declined(lobby, guest))
    again = await _offered(served, found)
    if again is not None:
        await again.change(lambda lobby: rematches.released(lobby, guest))
    return found.audience.table_for(guest)


async def _finished(served: Services, guest: str, table: str) -> LiveTable:
    """Returns a table whose game is over and that belongs to *guest*."""
    found = await served.hall.find(table)
    if guest not in found.lobby.concerned:
        raise RefusedError("seat/none", "only the host and the players can ask for a rematch", 403)
    if found.lobby.phase not in ("over", "closed"):
        raise RefusedError("table/not-over", "the game is not over yet")
    return found


async def _offered(served: Services, found: LiveTable) -> LiveTable | None:
    """Returns the rematch of a table, unless it was closed or removed since."""
    if found.lobby.rematch is None:
        return None
    try:
        again = await served.hall.find(found.lobby.rematch)
    except RefusedError as refusal:
        if refusal.status in (404, 410):
            return None
        raise
    return None if again.lobby.phase == "closed" else again


async def _withdraw(served: Services, table: LiveTable) -> None:
    """Withdraws the offer of a rematch that was closed before it began."""
    origin = table.lobby.origin
    if origin is not None and table.lobby.phase == "closed":
        found = await served.hall.find(origin)
        await found.change(lambda lobby: rematches.withdrawn(lobby, table.id))


@calls.add("POST", "/tables/{table}/coach", wire.Coached, 403, 404, 409, 422, 429, 503)
async def coach(served: Services, address: str, guest: str, table: TableId, body: Coaching) -> wire.Coached:
    """What is best where one is, or was, to act, and why. Only where nobody plays from elsewhere."""
    found, asker = await served.hall.find(table), Asker(address, guest)
    if body.seq < found.session.seq:
        served.requests.charge(address, COST)
    return await served.coach.advise(found, asker, body.seq, body.token)


@calls.add("POST", "/tables/{table}/resign", wire.Table, 403, 404, 409, 422)
async def resign(served: Services, guest: str, table: TableId, body: Resign) -> wire.Table:
    """Resign. With two kingdoms the game ends; with more a bot takes the seat."""
    found = await served.hall.find(table)
    await found.resign(guest, body.seat)
    return found.audience.table_for(guest)


@calls.add("POST", "/tables/{table}/abandon", wire.Table, 403, 404, 409, 422)
async def abandon(served: Services, guest: str, table: TableId) -> wire.Table:
    """Close the table. Only for the host, who resigns instead if others play, too."""

    def close(lobby: Lobby) -> Lobby:
        seating.require_host(lobby, guest)
        return seating.abandoned(lobby)

    if (unknown := await served.hall.close_unknown(table, close)) is not None:
        return table_of(unknown.header, unknown.lobby, guest)
    found = await served.hall.find(table)
    await found.abandon(guest)
    await _withdraw(served, found)
    return found.audience.table_for(guest)


@calls.add("GET", "/tables/{table}/record", "text/plain", 404, 409, 422)
async def record(served: Services, table: TableId) -> Answer:
    """The record of the game so far, without actions that were taken back."""
    text = await served.store.record(table)
    if text is None:
        found = await served.hall.find(table)
        if not found.session.seq and (found.lobby.phase == "open" or found.header.start is None):
            raise RefusedError("table/not-begun", "the game has not begun")
        names = [seat.name for seat in found.lobby.seats]
        text = str(found.session.record(names, reveals_seed=found.lobby.phase in ("over", "closed")))
    headers = {"Content-Disposition": f'attachment; filename="crownland-{table}.kdn"'}
    return Answer(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@calls.add("GET", "/tables/{table}/replay", wire.Replay, 404, 409, 410, 422, 429)
async def table_replay(served: Services, address: str, guest: str, table: TableId) -> Answer:
    """A finished game, to be replayed."""
    from crownland.server.frames.replay import read_game, replay_of

    found = await served.hall.find(table)
    if found.lobby.phase not in ("over", "closed"):
        raise RefusedError("table/not-over", "the game is not over yet")
    text = await served.store.record(table)
    if text is None:
        text = str(found.session.record([seat.name for seat in found.lobby.seats], reveals_seed=True))
    mine = rematches.own_seats(found.lobby, guest)
    return await replayed(served, address, lambda: replay_of(read_game(text), mine))


@calls.add("GET", "/tables/{table}/views/{seq}", wire.View, 404, 422, 429)
async def view(served: Services, address: str, table: TableId, seq: EventNumber) -> wire.View:
    """The position after event *seq*, for replays."""
    found = await served.hall.find(table)
    if seq > found.session.seq:
        raise RefusedError("event/unknown", f"expected an event up to {found.session.seq}, got: {seq}", 404)
    return await folded(served, address, lambda: view_of(found.session.until(seq)))


async def _require_room(served: Services, address: str, guest: str) -> None:
    """Raises RefusedError if *guest* may not create another table now."""
    if not (served.new_tables.take(f"guest {guest}") and served.new_tables.take(f"address {address}")):
        raise RefusedError("limit/new-tables", "too many new tables: wait a moment", 429)
    if await served.store.count_unfinished(guest) >= served.settings.tables:
        raise RefusedError("limit/tables", "too many unfinished tables: finish or close some of them first", 429)


def _default_name(seat: int) -> str:
    return chr(ord("A") + seat)


def _with_secrets(table: LiveTable, guest: str, secrets: dict[int, str]) -> wire.Table:
    shown = table.audience.table_for(guest)
    for seat, secret in secrets.items():
        shown.seats[seat].secret = secret
    return shown


def _listed(served: Services, guest: str, stored: Sequence[Stored]) -> list[wire.Table]:
    """Returns the tables as *guest* may see them; tables in memory also know who is connected."""
    live = served.hall.tables
    return [
        live[one.header.id].audience.table_for(guest)
        if one.header.id in live
        else table_of(one.header, one.lobby, guest)
        for one in stored
        if one.header.is_known
    ]
