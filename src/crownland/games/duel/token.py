"""Tokens of Duel, read strictly."""

import re
from collections.abc import Callable

from crownland.games.duel.action import (
    Action,
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Roll,
    Split,
    Take,
    TurnDie,
)
from crownland.games.duel.coat import parse_coat
from crownland.kernel.action import End, Opening
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.square import parse_direction, parse_square
from crownland.kernel.token import parse_seat

__all__ = ["parse_action"]

_FORMS: tuple[tuple[str, Callable[[re.Match[str]], Action]], ...] = (
    (r"R([1-6])\.([1-6])\.([1-6])\.([1-6])", lambda m: Roll(tuple(map(int, m.groups())))),
    (r"T([1-4])", lambda m: Take((int(m[1]),))),
    (r"T([1-4])\.([1-4])", lambda m: Take(_ascending(m))),
    (r"Mturn([1-4])\.([1-6])", lambda m: TurnDie(int(m[1]), int(m[2]))),
    (r"W([1-4])([A-Za-z])", lambda m: NameWild(int(m[1]), parse_coat(m[2]))),
    (r"C([1-4])", lambda m: CastleBonus(int(m[1]))),
    (r"Mfree", lambda m: FreePlacement()),
    (r"Msplit", lambda m: Split()),
    (
        r"([1-4])\.([1-4])@([a-z]\d+)([a-z])",
        lambda m: DrawPair(*_ascending(m), parse_square(m[3]), parse_direction(m[4])),
    ),
    (r"([1-4])@([a-z]\d+)", lambda m: DrawDie(int(m[1]), parse_square(m[2]))),
    (r"Mcoat([A-Za-z])", lambda m: CoatBonus(parse_coat(m[1]))),
    (r"Mcross@([a-z]\d+)", lambda m: ExtraCross(parse_square(m[1]))),
)
_COMPILED = tuple((re.compile(form, re.ASCII), make) for form, make in _FORMS)


def parse_action(token: str) -> Action | None:
    """The action that *token* spells; None when it has another form."""
    for form, make in _COMPILED:
        if match := form.fullmatch(token):
            return make(match)
    if token == ".":
        return End()
    return Opening(tuple(map(parse_seat, token[1:]))) if token[:1] == "O" and token[1:] else None


def _ascending(match: re.Match[str]) -> tuple[int, int]:
    low, high = int(match[1]), int(match[2])
    if low >= high:
        raise InvalidTextError("two dice are written by ascending number")
    return low, high
