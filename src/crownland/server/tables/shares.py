"""The shares of a mixed deal: every guest promises a secret value, and reveals it when all have promised.

The server has published its commitment before, so nobody can choose a value, or a seed, by what it would deal. A change
of who sits at the table begins it anew.
"""

from collections.abc import Mapping

import msgspec

from crownland.dealer import promise_of
from crownland.server.refusal import RefusedError
from crownland.server.store.rows import Lobby, Share
from crownland.server.tables.lobby import is_full

__all__ = ["promised", "require_shares", "revealed", "sharers", "values_of", "with_fitting_shares"]


def sharers(lobby: Lobby) -> list[int]:
    """Returns the seats that have a share: the first one of every guest."""
    return sorted(min(lobby.seats_of(guest)) for guest in lobby.sitting if lobby.seats_of(guest))


def values_of(lobby: Lobby) -> Mapping[int, str]:
    """Returns the values that are mixed into the deal, by seat."""
    return {share.seat: share.value for share in lobby.shares if share.value is not None}


def promised(lobby: Lobby, guest: str, promise: str) -> Lobby:
    """*guest* promises a value. Once everybody has promised, promises stay."""
    seat = _require_sharer(lobby, guest)
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


def with_fitting_shares(lobby: Lobby, before: Lobby) -> Lobby:
    """Returns *lobby* without shares if, before the game, other people sit at the table than *before*."""
    is_same = [seat.guest for seat in lobby.seats] == [seat.guest for seat in before.seats]
    return lobby if is_same or before.phase != "open" else msgspec.structs.replace(lobby, shares=())


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
