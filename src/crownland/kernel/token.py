"""Tokens of the actions in :mod:`crownland.kernel.action`, read strictly: one action, one spelling."""

import re

from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, parse_domino
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.square import Direction, parse_direction, parse_square

__all__ = ["DominoAction", "parse_domino_action", "parse_seat"]

DominoAction = Opening | Reveal | Claim | Place | Discard | End

_PLACE = re.compile(r"(\w+)@([a-z]\d+)([a-z])", re.ASCII)


def parse_seat(letter: str) -> Seat:
    if len(letter) != 1 or not "A" <= letter <= "H":
        raise InvalidTextError(f"expected a seat from A to H, got: {letter[:40]!r}")
    return Seat(ord(letter) - ord("A"))


def parse_domino_action(token: str) -> DominoAction | None:
    """The action that *token* spells; None when it has another form. Raises InvalidTextError for a name in it."""
    kind, rest = token[:1], token[1:]
    if kind == "O" and rest:
        return Opening(tuple(map(parse_seat, rest)))
    if kind == "L":
        return Reveal(tuple(map(parse_domino, rest.split("."))))
    if kind == "K":
        return Claim(parse_domino(rest))
    if token == ".":
        return End()
    if token.endswith("x"):
        return Discard(parse_domino(token[:-1]))
    match = _PLACE.fullmatch(token)
    if match is None:
        return None
    place = Place(parse_domino(match[1]), parse_square(match[2]), parse_direction(match[3]))
    if DOMINOES[place.domino].is_double and place.direction in (Direction.SOUTH, Direction.WEST):
        raise InvalidTextError("both halves are equal: write the right half north or east of the left one")
    return place
