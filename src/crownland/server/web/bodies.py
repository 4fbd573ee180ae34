"""What requests may carry, with its limits."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Join", "Me", "NewSeat", "NewTable", "Rename", "Resign", "TurnSeat"]

Name = Annotated[str, Field(max_length=60)]
Key = Annotated[str, Field(max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, le=7)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Me(Body):
    name: Name


class NewSeat(Body):
    """*me* and *guest* sit at this device; *open* is for whoever comes by the link."""

    kind: Literal["me", "guest", "open", "bot"]
    name: Name = ""
    bot: Key | None = None


class NewTable(Body):
    """A table to be made: as many seats as players."""

    game: Key
    players: Annotated[int, Field(ge=1, le=8)]
    options: Annotated[dict[Key, Key], Field(max_length=20)] = {}
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=8)]
    public: bool = False
    clock: Annotated[int, Field(ge=5, le=86_400)] | None = None  # seconds for a turn


class Join(Body):
    """Sit down: in the open *seat*, or in the first one; or again where *secret* was given for."""

    seat: SeatNumber | None = None
    name: Name = ""
    secret: Annotated[str, Field(max_length=100)] | None = None


class Rename(Body):
    seat: SeatNumber
    name: Name


class TurnSeat(Body):
    """An open seat becomes a bot's, or a bot's seat becomes open."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    bot: Key | None = None


class Resign(Body):
    seat: SeatNumber
