"""The parts of a position that the games share: kingdoms, kings and lines."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from crownland.kernel.action import Seat
from crownland.kernel.domino import DominoId, parse_domino
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.opening import OpeningRule
from crownland.kernel.token import parse_seat
from crownland.kernel.turns import Turns

__all__ = ["LineRules", "Lines", "Parts", "read_kingdom", "read_turns", "refuse_position", "split_pair"]

_ON_LINE = re.compile(r"(Q?\d+)([A-H]?)", re.ASCII)


class Parts:
    """The words ``key:value`` of a position. Only ``past`` may come more than once."""

    def __init__(self, words: Sequence[str]) -> None:
        self.past: list[str] = []
        self._values: dict[str, str] = {}
        for word in words:
            key, value = split_pair(word, ":")
            if key == "past":
                self.past.append(value)
            elif key in self._values:
                raise InvalidTextError(f"expected {key}: once in a position, got it again: {word[:80]!r}")
            else:
                self._values[key] = value

    def __getitem__(self, key: str) -> str:
        try:
            return self._values[key]
        except KeyError:
            raise InvalidTextError(f"expected {key}: in a position, got none") from None

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def get(self, key: str) -> str:
        """The value of *key*, or nothing."""
        return self._values.get(key, "")

    def listed(self, key: str) -> list[str]:
        """The items of *key* between dots."""
        return self.get(key).split(".") if self.get(key) else []


def split_pair(word: str, mark: str) -> tuple[str, str]:
    key, found, value = word.partition(mark)
    if not found or not key:
        raise InvalidTextError(f"expected a word like key{mark}value, got: {word[:80]!r}")
    return key, value


def read_kingdom(text: str, size: int) -> Kingdom:
    kingdom = Kingdom.parse(text)
    if max(kingdom.width, kingdom.height) > size:
        raise InvalidTextError(f"expected a kingdom within {size}×{size} (C4), got: {text!r}")
    if not kingdom.is_connected:
        raise InvalidTextError(f"expected a kingdom connected with its castle (C5), got: {text!r}")
    return kingdom


class Lines(Protocol):
    """What the rules of a game with lines say of them."""

    @property
    def kings(self) -> tuple[Seat, ...]: ...
    @property
    def lines(self) -> int: ...
    @property
    def line_length(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def opening(self) -> OpeningRule: ...


@dataclass(frozen=True, slots=True)
class LineRules:
    """The owner of every king, how many lines there are and how long, the size of a kingdom, and the opening."""

    kings: tuple[Seat, ...]
    lines: int
    line_length: int
    size: int
    opening: OpeningRule


def read_turns(
    parts: Parts, rules: Lines, box: Collection[DominoId], kingdoms: Sequence[Kingdom], laid: int = 0
) -> tuple[Turns, int]:
    """The kings and lines, and the mask of all dominoes seen, which are of *box*.

    *laid* kings of the old line have placed already.
    """
    old, new = _line(parts, "old"), _line(parts, "new")
    gone = tuple(map(parse_domino, parts.listed("gone")))
    seen = [*(domino for domino, _ in (*old, *new)), *gone]
    turns = Turns(
        lines_left=rules.lines - len(seen) // rules.line_length,
        waiting=tuple(map(parse_seat, parts.get("claiming"))),
        old=tuple((domino, seat) for domino, seat in old if seat is not None),
        free=tuple(domino for domino, seat in new if seat is None),
        claimed=tuple((domino, seat) for domino, seat in new if seat is not None),
    )
    if (
        not set(seen) <= set(box)
        or len(set(seen)) != len(seen)
        or len(seen) % rules.line_length
        or turns.lines_left < 0
        or list(old) != sorted(old)
    ):
        raise refuse_position("the dominoes and the lines")
    if not _kings_agree(turns, rules, begun=bool(seen)):
        raise refuse_position("the kings and their turns")
    if sum(kingdom.occupied.bit_count() - 1 for kingdom in kingdoms) > 2 * (len(gone) + laid):
        raise refuse_position("the kingdoms and the dominoes laid")
    return turns, sum(1 << domino for domino in seen)


def _kings_agree(turns: Turns, rules: Lines, *, begun: bool) -> bool:
    """Whether every king has its place: to claim, on the old line or the new one; in the last round some are done."""
    kings = Counter(rules.kings)
    standing = Counter([*turns.waiting, *(seat for _, seat in (*turns.old, *turns.claimed))])
    has_line = bool(turns.free or turns.claimed)
    if not begun:
        return not standing or (standing == kings and rules.opening.can_end_with(turns.waiting, rules.kings))
    if has_line and (not turns.free or len(turns.claimed) == len(rules.kings)):  # then it would be the old line
        return False
    first_round = turns.lines_left == rules.lines - 1 and not turns.old
    if first_round and not rules.opening.can_end_with(turns.waiting, rules.kings):
        return False
    if turns.waiting and not first_round and (len(turns.waiting) > 1 or not turns.free):
        return False
    return standing <= kings if not turns.lines_left and not has_line else standing == kings


def refuse_position(what: str) -> InvalidTextError:
    return InvalidTextError(f"expected a position that a game can come to: {what} do not agree")


def _line(parts: Parts, key: str) -> tuple[tuple[DominoId, Seat | None], ...]:
    line = []
    for word in parts.listed(key):
        match = _ON_LINE.fullmatch(word)
        if match is None:
            raise InvalidTextError(f"expected dominoes with their kings like 3A.17.22B, got: {parts.get(key)[:80]!r}")
        line.append((parse_domino(match[1]), parse_seat(match[2]) if match[2] else None))
    return tuple(line)
