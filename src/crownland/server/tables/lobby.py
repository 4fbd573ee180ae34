"""Changes to a lobby: functions that return the changed lobby, or raise RefusedError."""

from hmac import compare_digest

import msgspec

from crownland.bots import BOTS, LEVELS
from crownland.server.identity import hash_secret
from crownland.server.refusal import RefusedError
from crownland.server.store.rows import Lobby, Sitter

__all__ = [
    "STAND_IN",
    "abandoned",
    "is_full",
    "joined",
    "left",
    "reclaimed",
    "removed",
    "renamed",
    "require_bot",
    "require_host",
    "require_seat",
    "require_welcome",
    "seat_for",
    "started",
    "turned",
    "with_seat",
]

MAX_REMOVED = 50  # guests whom a table remembers
STAND_IN = "steady"  # the bot for seats of people who are gone or have resigned


def require_bot(bot: str | None) -> str:
    """Returns the name of a registered bot; by default the one that stands in for people."""
    if not bot:
        return STAND_IN
    if bot not in BOTS:
        raise RefusedError("bot/unknown", f"unknown bot: {bot[:40]!r}; known: {', '.join(LEVELS)}", 422)
    return bot


def require_host(lobby: Lobby, guest: str) -> None:
    if lobby.host != guest:
        raise RefusedError("host/only", "only the host of the table may do that", 403)


def require_seat(lobby: Lobby, seat: int, guest: str | None = None) -> Sitter:
    """Returns the sitter of *seat*. If *guest* is given, the seat must be theirs."""
    if not 0 <= seat < len(lobby.seats):
        raise RefusedError("seat/unknown", f"expected a seat from 0 to {len(lobby.seats) - 1}, got: {seat}", 404)
    sitter = lobby.seats[seat]
    if guest is not None and (sitter.kind != "person" or sitter.guest != guest):
        raise RefusedError("seat/not-yours", "that seat belongs to somebody else", 403)
    return sitter


def require_welcome(lobby: Lobby, guest: str) -> None:
    """Raises RefusedError if *guest* may not sit down."""
    _require_open(lobby)
    if guest in lobby.removed:
        raise RefusedError("seat/removed", "the host has removed you from this table", 403)


def is_full(lobby: Lobby) -> bool:
    return all(seat.kind != "open" for seat in lobby.seats)


def with_seat(lobby: Lobby, seat: int, sitter: Sitter) -> Lobby:
    return msgspec.structs.replace(lobby, seats=(*lobby.seats[:seat], sitter, *lobby.seats[seat + 1 :]))


def seat_for(lobby: Lobby, guest: str) -> int | None:
    """Returns the first open seat that *guest* may take; one that is kept for them comes first."""
    open_seats = [at for at, seat in enumerate(lobby.seats) if seat.kind == "open" and seat.asked in (None, guest)]
    return min(open_seats, key=lambda at: (lobby.seats[at].asked != guest, at), default=None)


def joined(lobby: Lobby, guest: str, seat: int, name: str, secret: str) -> Lobby:
    """*guest* takes an open seat. *secret* is the hash of the seat's secret."""
    require_welcome(lobby, guest)
    if require_seat(lobby, seat).kind != "open":
        raise RefusedError("seat/taken", "that seat is taken")
    if lobby.seats[seat].asked not in (None, guest):
        raise RefusedError("seat/kept", "that seat is kept for somebody else")
    return with_seat(lobby, seat, Sitter("person", name, guest, None, secret))


def reclaimed(lobby: Lobby, guest: str, secret: str, seat: int | None) -> Lobby:
    """The owner of a seat takes it again from another device, with its secret.

    If the host has no other seat, the new device becomes the host; otherwise nobody could begin the game.
    """
    hashed = hash_secret(secret)
    for at, sitter in enumerate(lobby.seats):
        if seat in (None, at) and sitter.kind == "person" and compare_digest(sitter.secret or "", hashed):
            moved = with_seat(lobby, at, msgspec.structs.replace(sitter, guest=guest))
            stays = sitter.guest != lobby.host or lobby.host in moved.sitting
            return moved if stays else msgspec.structs.replace(moved, host=guest)
    raise RefusedError("seat/wrong-secret", "no seat of this table has that secret", 403)


def left(lobby: Lobby, guest: str) -> Lobby:
    """*guest* leaves. If that was the host, the next person becomes the host; without one the table is closed."""
    _require_open(lobby)
    seats = tuple(Sitter("open", "") if seat.guest == guest else seat for seat in lobby.seats)
    lobby = msgspec.structs.replace(lobby, seats=seats)
    if lobby.host != guest:
        return lobby
    heir = next((seat.guest for seat in seats if seat.guest is not None), None)
    return abandoned(lobby) if heir is None else msgspec.structs.replace(lobby, host=heir)


def renamed(lobby: Lobby, guest: str, seat: int, name: str) -> Lobby:
    if lobby.phase in ("over", "closed"):
        raise RefusedError("table/over", "the game is over")
    return with_seat(lobby, seat, msgspec.structs.replace(require_seat(lobby, seat, guest), name=name))


def turned(lobby: Lobby, seat: int, sitter: Sitter) -> Lobby:
    """Puts *sitter*, who is a bot or nobody, into *seat*."""
    _require_open(lobby)
    if require_seat(lobby, seat).kind == "person":
        raise RefusedError("seat/taken", "that seat is taken")
    return with_seat(lobby, seat, sitter)


def removed(lobby: Lobby, seat: int) -> Lobby:
    """Removes the person in *seat*, who cannot come back. Their seats are open again, or a bot's in a game."""
    if lobby.phase in ("over", "closed"):
        raise RefusedError("table/over", "the game is over")
    gone = require_seat(lobby, seat)
    if gone.guest is None or gone.guest == lobby.host:
        raise RefusedError("seat/not-theirs", "expected the seat of somebody else")
    empty = Sitter("open", "") if lobby.phase == "open" else Sitter("bot", STAND_IN, None, STAND_IN)
    seats = tuple(empty if sitter.guest == gone.guest else sitter for sitter in lobby.seats)
    return msgspec.structs.replace(lobby, seats=seats, removed=(*lobby.removed, gone.guest)[-MAX_REMOVED:])


def started(lobby: Lobby) -> Lobby:
    _require_open(lobby)
    if not is_full(lobby):
        raise RefusedError("table/open-seats", "a seat is still open: wait for somebody, or put a bot there")
    return msgspec.structs.replace(lobby, phase="playing")


def abandoned(lobby: Lobby) -> Lobby:
    if lobby.phase in ("over", "closed"):
        raise RefusedError("table/over", "the game is over")
    return msgspec.structs.replace(lobby, phase="closed", ended="abandoned")


def _require_open(lobby: Lobby) -> None:
    if lobby.phase == "playing":
        raise RefusedError("table/begun", "the game has begun")
    if lobby.phase != "open":
        raise RefusedError("table/over", "the game is over")
