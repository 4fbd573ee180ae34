"""The houses of the people at a table."""

from dataclasses import dataclass

__all__ = ["HOUSES", "House"]


@dataclass(frozen=True, slots=True)
class House:
    """What tells the people at a table apart: a colour, and an emblem because colour is never alone."""

    colour: str
    emblem: str


HOUSES = (
    House("rose", "rose"),
    House("amber", "sun"),
    House("teal", "fish"),
    House("indigo", "star"),
    House("moss", "leaf"),
    House("plum", "tower"),
    House("slate", "raven"),
    House("copper", "key"),
)
