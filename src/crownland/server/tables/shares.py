"""The shares of a mixed deal: every guest promises a secret value, and reveals it when all have promised.

The server has published its commitment before, so nobody can choose a value, or a seed, by what it would deal. A change
of who sits at the table begins it anew, with new values; once values of others are known, the host makes no such change
by turning seats.
"""

from collections.abc import Mapping

import msgspec

from crownland.dealer import promise_of
from crownland.server.refusal import RefusedError
from crownland.server.store.rows import Lobby, Share
from crownland.server.tables.lobby import is_full

__all__ = [
    "promised",
    "require_hidden",
    "require_shares",
    "revealed",
    "sharers",
    "values_of",
    "with_fitting_shares",
]


def sharers(lobby: Lobby) -> list[int]:
    """Returns the seats that have a share: the first one of every guest."""
    return sorted(min(lobby.seats_of(guest)) for guest in lobby.sitting if lobby.seats_of(guest))


def values_of(lobby: Lobby) -> Mapping[int, str]:
    """Returns the values that are mixed into the deal, by seat."""
    return {share.seat: share.value for share in lobby.shares if share.value is not None}


def promised(lobby: Lobby, guest: str, promise: str) -> Lobby:
    """*guest* promises a value. Once everybody has promised, or anybody has revealed a value, promises stay."""
    seat = _require_sharer(lobby, guest)
    if values_of(lobby):
        raise RefusedError("share/promised", "a value is revealed: nobody can promise another one")
    others = [share for share in lobby.shares if share.seat != seat]
    if len(lobby.shares) > len(others) and _have_all_promised(lobby):
        raise RefusedError("share/promised", "everybody has promised a value: reveal it")
    return _with_shares(lobby, [*others, Share(seat, promise)])


def revealed(lobby: Lobby, guest: str, value: str) -> Lobby:
    """*guest* reveals the value that was promised, after everybody has promised one."""
    seat = _require_sharer(lobby, guest)
    if not _have_all_promised(lobby):
        raise RefusedError("share/early", "somebody has not promised a value yet")
    share = next(share for share in lobby.shares if share.seat == seat)
    if share.promise != promise_of(value):
        raise RefusedError("share/wrong", "that is not the value that was promised", 422)
    others = [one for one in lobby.shares if one.seat != seat]
    return _with_shares(lobby, [*others, msgspec.structs.replace(share, value=value)])


def require_shares(lobby: Lobby) -> None:
    """Raises RefusedError unless all values of a mixed deal are known."""
    if lobby.mixed and list(values_of(lobby)) != sharers(lobby):
        raise RefusedError("share/missing", "somebody has not revealed their value yet: wait a moment")


def require_hidden(lobby: Lobby, host: str) -> None:
    """Raises RefusedError if *host* knows values of others: to change a seat would be to choose among deals."""
    if any(lobby.seats[seat].guest != host for seat in values_of(lobby)):
        raise _too_late()


def with_fitting_shares(lobby: Lobby, before: Lobby) -> Lobby:
    """Returns *lobby* without shares if, before the game, others sit at the table than *before*.

    Who has come back to a seat from another device is the same person: that does not begin anew what is revealed.
    """
    if before.phase != "open" or not before.shares or _seating(lobby) == _seating(before):
        return lobby
    if not values_of(before) or _people(lobby) != _people(before):
        return msgspec.structs.replace(lobby, shares=())
    if sharers(lobby) != sharers(before):
        raise _too_late()
    return lobby


def _too_late() -> RefusedError:
    return RefusedError("share/revealed", "the values of the players are revealed: begin the game")


def _seating(lobby: Lobby) -> list[tuple[str, str | None]]:
    return [(seat.kind, seat.guest) for seat in lobby.seats]


def _people(lobby: Lobby) -> list[tuple[str, str | None]]:
    """Who sits where, whatever their devices: a seat keeps its secret as long as it has the same owner."""
    return [(seat.kind, seat.secret) for seat in lobby.seats]


def _require_sharer(lobby: Lobby, guest: str) -> int:
    if not lobby.mixed or lobby.phase != "open":
        raise RefusedError("share/none", "this table needs no values of its players now")
    if not lobby.seats_of(guest):
        raise RefusedError("seat/none", "only players have a value in the deal", 403)
    return min(lobby.seats_of(guest))


def _have_all_promised(lobby: Lobby) -> bool:
    return is_full(lobby) and [share.seat for share in lobby.shares] == sharers(lobby)


def _with_shares(lobby: Lobby, shares: list[Share]) -> Lobby:
    return msgspec.structs.replace(lobby, shares=tuple(sorted(shares, key=lambda share: share.seat)))
