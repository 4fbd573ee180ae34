"""A rematch is an offer: a new table that waits for the people of the old one. Nobody sits there who has not said yes.

The old table remembers the offer and the answers, the new one who has a seat and for whom the others are kept. All
functions return the changed lobby, or raise RefusedError.
"""

from collections.abc import Mapping

import msgspec

from crownland.server.identity import hash_secret
from crownland.server.refusal import RefusedError
from crownland.server.store.rows import Lobby, Sitter
from crownland.server.tables.lobby import is_full, require_welcome, seat_for

__all__ = [
    "accepted",
    "declined",
    "has_everybody",
    "offered",
    "own_seats",
    "released",
    "seated",
    "seats_again",
    "withdrawn",
]


# The old table


def own_seats(lobby: Lobby, guest: str) -> list[int]:
    """Returns the seats in which *guest* played, also those that they gave up."""
    return [at for at, seat in enumerate(lobby.seats) if guest in (seat.guest, seat.gave_up)]


def offered(lobby: Lobby, guest: str, table: str, before: str | None) -> Lobby:
    """*guest* offers a rematch at *table*, unless somebody else has in place of *before*."""
    if lobby.rematch != before:
        return lobby
    return msgspec.structs.replace(lobby, rematch=table, accepted=(guest,), declined=())


def accepted(lobby: Lobby, guest: str) -> Lobby:
    if guest in lobby.accepted:
        return lobby
    declined = tuple(one for one in lobby.declined if one != guest)
    return msgspec.structs.replace(lobby, accepted=(*lobby.accepted, guest), declined=declined)


def declined(lobby: Lobby, guest: str) -> Lobby:
    if lobby.rematch is None:
        raise RefusedError("rematch/none", "nobody offers a rematch")
    if guest in lobby.accepted:
        raise RefusedError("rematch/accepted", "you have accepted: leave the new table instead")
    if guest in lobby.declined:
        return lobby
    return msgspec.structs.replace(lobby, declined=(*lobby.declined, guest))


def withdrawn(lobby: Lobby, table: str) -> Lobby:
    """The offer of *table* no longer holds."""
    if lobby.rematch != table:
        return lobby
    return msgspec.structs.replace(lobby, rematch=None, accepted=(), declined=())


# The new table


def seats_again(lobby: Lobby, guest: str, secrets: Mapping[int, str]) -> tuple[Sitter, ...]:
    """Returns the seats for a rematch of *lobby* that *guest* offers: bots sit again, and others are asked."""
    return tuple(_again(at, sitter, guest, secrets) for at, sitter in enumerate(lobby.seats))


def _again(at: int, sitter: Sitter, guest: str, secrets: Mapping[int, str]) -> Sitter:
    player = sitter.guest or sitter.gave_up
    if player is None:
        return sitter
    if player == guest:
        return Sitter("person", sitter.name, guest, None, hash_secret(secrets[at]))
    return Sitter("open", sitter.name, asked=player)


def seated(lobby: Lobby, guest: str, names: Mapping[int, str], secrets: Mapping[int, str]) -> Lobby:
    """*guest* takes the seats that are kept for them; if there are none, the first one that is open for anybody."""
    if guest in lobby.sitting:
        return lobby
    require_welcome(lobby, guest)
    kept = [at for at, seat in enumerate(lobby.seats) if seat.asked == guest]
    free = seat_for(lobby, guest)
    taken = kept or ([] if free is None else [free])
    if not taken:
        raise RefusedError("table/full", "no seat is open")
    seats = list(lobby.seats)
    for at in taken:
        name = names.get(at) or next(iter(names.values()))
        seats[at] = Sitter("person", name, guest, None, hash_secret(secrets[at]))
    return msgspec.structs.replace(lobby, seats=tuple(seats))


def released(lobby: Lobby, guest: str) -> Lobby:
    """The seats that were kept for *guest* are open for anybody; their names say who does not want them."""
    seats = [msgspec.structs.replace(seat, asked=None) if seat.asked == guest else seat for seat in lobby.seats]
    return msgspec.structs.replace(lobby, seats=tuple(seats))


def has_everybody(lobby: Lobby) -> bool:
    """Whether a rematch can begin: every seat is taken. A mixed deal waits for its host."""
    return lobby.origin is not None and lobby.phase == "open" and is_full(lobby) and not lobby.mixed
