"""What the store keeps of a table: a header that never changes, a lobby that does, and events that are only added."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct, field

from crownland.dealer import commitment
from crownland.games.registry import find_game, games
from crownland.games.setup import Setup
from crownland.kernel.action import Seat
from crownland.notation.position import parse_position
from crownland.table.session import Event, Session

__all__ = ["Header", "Listed", "Lobby", "Phase", "Share", "Sitter", "Stored", "shared_options"]

Phase: TypeAlias = Literal["open", "playing", "over", "closed"]


class Header(Struct, frozen=True):
    """What a table was made with: all that decides its deal."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    rules: int
    seed: str = field(default="")
    created: int = 0
    start: str | None = None  # the position where the game begins, if that is not the first one of the setup

    @property
    def setup(self) -> Setup:
        return _setup(self.game, self.players, tuple(self.options.items()), self.rules)

    @property
    def is_known(self) -> bool:
        """Whether this server has the game, in this version of its rules: a newer server may have made the table."""
        return any(self.game == game.key and 1 <= self.rules <= game.rules_version for game in games())

    @property
    def kingdoms(self) -> tuple[int, ...]:
        """The kingdom of every seat; without the rules, each seat has its own."""
        return _kingdoms(self.setup) if self.is_known else tuple(range(self.players))

    @property
    def all_options(self) -> dict[str, str]:
        """The options, with the defaults that the rules add."""
        return shared_options(self.setup.options) if self.is_known else self.options

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def session(self, events: Iterable[Event] = (), shares: Mapping[int, str] | None = None) -> Session:
        """Returns the game of the table after *events*; *shares* are mixed into its deal."""
        start = None if self.start is None else parse_position(self.start)
        return Session(self.setup, self.seed, events, shares=shares, start=start)


@lru_cache(1024)
def shared_options(options: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Returns *options* by their keys: one dictionary for all tables that have the same, so nobody may change it."""
    return dict(options)


@lru_cache(1024)
def _setup(game: str, players: int, options: tuple[tuple[str, str], ...], rules: int) -> Setup:
    return find_game(game).setup(players, dict(options), rules)


@lru_cache(1024)
def _kingdoms(setup: Setup) -> tuple[int, ...]:
    state = find_game(setup.game).start(setup)
    return tuple(state.kingdom_of(Seat(seat)) for seat in range(setup.players))


class Sitter(Struct, frozen=True):
    """Who sits in a seat. *secret* is the hash of what lets its owner take it again.

    The *name* of an open seat is who was asked to take it.
    """

    kind: Literal["person", "bot", "open"]
    name: str
    guest: str | None = None
    bot: str | None = None
    secret: str | None = None
    asked: str | None = None  # the guest for whom an open seat is kept
    gave_up: str | None = None  # the guest for whom a bot plays on


class Share(Struct, frozen=True):
    """A value that a player mixes into the deal: promised first, and revealed when everybody has promised one."""

    seat: int
    promise: str
    value: str | None = None


class Lobby(Struct, frozen=True, dict=True):
    """Who sits where, and how far the table is. What follows from that is worked out once."""

    host: str
    seats: tuple[Sitter, ...]
    public: bool = False
    clock: int | None = None
    phase: Phase = "open"
    ended: Literal["finished", "resigned", "abandoned"] | None = None
    rematch: str | None = None  # the table where it goes on
    accepted: tuple[str, ...] = ()  # the guests who want that rematch, first the one who offered it
    declined: tuple[str, ...] = ()  # the guests who do not
    origin: str | None = None  # the table of which this one is a rematch
    mixed: bool = False  # whether the deal follows from the shares of its players too
    shares: tuple[Share, ...] = ()  # in the order of the seats
    removed: tuple[str, ...] = ()  # the guests whom the host has removed

    @cached_property
    def guests(self) -> frozenset[str]:
        """Everybody to whom the table belongs: the host, who has a seat and, once it is over, who gave one up."""
        everybody = self.sitting if self.host in self.sitting else self.sitting | {self.host}
        return everybody if self.phase != "over" else everybody | self._gone

    @cached_property
    def concerned(self) -> frozenset[str]:
        """Everybody who sees more than a stranger: those to whom it belongs, who gave a seat up or is asked for one."""
        others = self._gone.union(seat.asked for seat in self.seats if seat.asked is not None)
        return self.guests | others if others else self.guests

    @cached_property
    def _gone(self) -> frozenset[str]:
        return frozenset(seat.gave_up for seat in self.seats if seat.gave_up is not None)

    def owns(self, guest: str | None, seat: int | None) -> bool:
        """Whether *guest* may act for *seat*."""
        if guest is None or seat is None:
            return False
        return self.seats[seat].kind == "person" and self.seats[seat].guest == guest

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        return () if guest is None else self._seats.get(guest, ())

    @cached_property
    def _seats(self) -> dict[str, tuple[int, ...]]:
        """The seats of every guest who may act."""
        return {
            guest: tuple([seat for seat in range(len(self.seats)) if self.owns(guest, seat)]) for guest in self.sitting
        }

    @cached_property
    def sitting(self) -> frozenset[str]:
        """Everybody who sits at the table."""
        return frozenset(seat.guest for seat in self.seats if seat.guest is not None)


class Listed(NamedTuple):
    """A table in a list: *seq* is its last event, *played* when that happened, in milliseconds since 1970."""

    stored: "Stored"
    seq: int
    played: int


class Stored(Struct, frozen=True):
    """A table as the store knows it; *version* counts the changes of its lobby."""

    header: Header
    lobby: Lobby
    version: int
    events: tuple[Event, ...] = ()
