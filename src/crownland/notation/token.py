"""Action tokens, read strictly: one action, one spelling."""

import re

from crownland.games.protocol import Action
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, parse_domino
from crownland.kernel.errors import InvalidActionError, InvalidTextError
from crownland.kernel.square import Direction, parse_direction, parse_square

__all__ = ["parse_action", "parse_seat"]

_PLACE = re.compile(r"(\w+)@([a-z]\d+)([a-z])", re.ASCII)
_LONGEST = 40


def parse_seat(letter: str) -> Seat:
    if len(letter) != 1 or not "A" <= letter <= "H":
        raise InvalidTextError(f"expected a seat from A to H, got: {letter!r}")
    return Seat(ord(letter) - ord("A"))


def parse_action(token: str) -> Action:
    """The action that *token* spells. ``str`` of it is *token* again."""
    try:
        return _parse(token)
    except InvalidTextError as error:
        shown = token if len(token) <= _LONGEST else token[:_LONGEST] + "…"
        why = "" if isinstance(error, InvalidActionError) else f" ({error})"
        raise InvalidActionError(f"expected an action like K17, 3@g8n or 3x, got: {shown!r}{why}") from None


def _parse(token: str) -> Action:
    kind, rest = token[:1], token[1:]
    if kind == "O" and rest:
        return Opening(tuple(map(parse_seat, rest)))
    if kind == "L":
        return Reveal(tuple(map(parse_domino, rest.split("."))))
    if kind == "K":
        return Claim(parse_domino(rest))
    if token.endswith("x"):
        return Discard(parse_domino(token[:-1]))
    match = _PLACE.fullmatch(token)
    if match is None:
        raise InvalidActionError
    place = Place(parse_domino(match[1]), parse_square(match[2]), parse_direction(match[3]))
    if DOMINOES[place.domino].is_double and place.direction in (Direction.SOUTH, Direction.WEST):
        raise InvalidTextError("both halves are equal: write the right half north or east of the left one")
    return place
