"""The bodies of requests, with their limits."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = [
    "Asked",
    "Coaching",
    "Join",
    "Me",
    "NewExercise",
    "NewSeat",
    "NewShare",
    "NewTable",
    "Recorded",
    "Remove",
    "Rename",
    "Resign",
    "Try",
    "TurnSeat",
    "Written",
    "WrittenKingdom",
]

Name = Annotated[str, Meta(max_length=60)]
Key = Annotated[str, Meta(max_length=40)]
Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]


class Body(Struct, forbid_unknown_fields=True):
    """A JSON object with these fields and no others."""


class Me(Body):
    name: Name


class NewSeat(Body):
    """A seat of a new table: *me* and *guest* play at this device, *open* waits for somebody with the link."""

    kind: Literal["me", "guest", "open", "bot"]
    name: Name = ""
    bot: Key | None = None


class NewTable(Body):
    """A new table with one seat for each player."""

    game: Key
    players: Annotated[int, Meta(ge=1, le=8)]
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: Annotated[dict[Key, Key], Meta(max_length=20)] = {}
    public: bool = False
    clock: Annotated[int, Meta(ge=5, le=86_400)] | None = None  # seconds per turn
    mixed: bool = False  # the players mix values of their own into the deal
    position: Annotated[str, Meta(max_length=4000)] | None = None  # where the game begins, with its options


class Recorded(Body):
    """A game as text."""

    record: str


class Join(Body):
    """Take an open seat: *seat*, or the first one. With *secret*, take one's own seat from another device."""

    seat: SeatNumber | None = None
    name: Name = ""
    secret: Annotated[str, Meta(max_length=100)] | None = None


class NewShare(Body):
    """A value for the deal: its *promise* first, and the *value* when everybody has promised."""

    promise: Digits | None = None
    value: Digits | None = None


class Coaching(Body):
    """A question to the coach: what is best after event *seq*, and why rather than *token*?"""

    seq: Annotated[int, Meta(ge=0, le=1_000_000)]
    token: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class Rename(Body):
    seat: SeatNumber
    name: Name


class TurnSeat(Body):
    """Put a bot into an open seat, or open the seat of a bot."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    bot: Key | None = None


class Remove(Body):
    seat: SeatNumber


class Resign(Body):
    seat: SeatNumber


PositionText = Annotated[str, Meta(min_length=1, max_length=4000)]
TokenText = Annotated[str, Meta(min_length=1, max_length=64)]


class NewExercise(Body):
    """A position to choose an action in; with *action*, what comes of it."""

    position: PositionText
    action: TokenText | None = None


class Asked(Body):
    """What a legal *token* would bring in a position, or why nothing of that *kind* goes on *squares*."""

    position: PositionText
    token: TokenText | None = None
    kind: TokenText = "-"
    squares: Annotated[list[TokenText], Meta(max_length=2)] = []


class Try(Body):
    """An answer to a puzzle; None to give up. *instead* is what was tried before, with which the answer is compared."""

    action: TokenText | None = None
    instead: TokenText | None = None


Held = bool | Annotated[int, Meta(ge=0, le=999)] | Key | Annotated[list[Key], Meta(max_length=60)]


class WrittenKingdom(Body):
    """A kingdom of the real box: the rows of its *land*, and the *values* of the fields of its game's score pad."""

    land: Annotated[str, Meta(min_length=1, max_length=400)]
    values: Annotated[dict[Key, Held], Meta(max_length=20)] = {}


class Written(Body):
    """The kingdoms of a game with the real box; in a series, those of every game, one game after the other."""

    game: Key
    players: Annotated[int, Meta(ge=1, le=8)]
    kingdoms: Annotated[list[WrittenKingdom], Meta(min_length=1, max_length=24)]
    options: Annotated[dict[Key, Key], Meta(max_length=20)] = {}
