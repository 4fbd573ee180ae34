"""Action tokens, read strictly: one action, one spelling."""

import re

from crownland.games.protocol import Action
from crownland.games.queen.action import Build, Burn, Stock, Tax
from crownland.games.queen.building import SPACES, parse_building
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, parse_domino
from crownland.kernel.errors import InvalidActionError, InvalidTextError
from crownland.kernel.square import Direction, parse_direction, parse_square
from crownland.notation.duel_token import parse_duel

__all__ = ["parse_action", "parse_seat"]

_PRICES = tuple(map(str, range(SPACES)))
_PLACE = re.compile(r"(\w+)@([a-z]\d+)([a-z])", re.ASCII)
_LONGEST = 40


def parse_seat(letter: str) -> Seat:
    if len(letter) != 1 or not "A" <= letter <= "H":
        raise InvalidTextError(f"expected a seat from A to H, got: {letter[:40]!r}")
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
    duel = parse_duel(token)
    if duel is not None:
        return duel
    kind, rest = token[:1], token[1:]
    if kind == "O" and rest:
        return Opening(tuple(map(parse_seat, rest)))
    if kind == "L":
        return Reveal(tuple(map(parse_domino, rest.split("."))))
    if kind == "K":
        return Claim(parse_domino(rest))
    if kind == "S":
        return Stock(tuple(map(parse_building, rest.split("."))))
    if kind == "N" and rest[:1] == "@":
        return Tax(parse_square(rest[1:]))
    if kind == "B" and rest[:1] in _PRICES and rest[1:2] == "@":
        return Build(int(rest[0]), parse_square(rest[2:]))
    if kind == "D" and rest in _PRICES:
        return Burn(int(rest))
    if token == ".":
        return End()
    if token.endswith("x"):
        return Discard(parse_domino(token[:-1]))
    match = _PLACE.fullmatch(token)
    if match is None:
        raise InvalidActionError
    place = Place(parse_domino(match[1]), parse_square(match[2]), parse_direction(match[3]))
    if DOMINOES[place.domino].is_double and place.direction in (Direction.SOUTH, Direction.WEST):
        raise InvalidTextError("both halves are equal: write the right half north or east of the left one")
    return place
