"""K4: who claims in which order in the first line."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.errors import Refusal

__all__ = ["OPENINGS", "OpeningRule"]


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """*pool* is what is drawn blind, of all kings; *order* follows from what was drawn first.

    *starter* is the seat that begins when the players chose one: then the pool is that seat alone.
    """

    key: str
    pool: Callable[[tuple[Seat, ...]], tuple[Seat, ...]]
    order: Callable[[tuple[Seat, ...], tuple[Seat, ...]], tuple[Seat, ...]]
    starter: Seat | None = None

    def __reduce__(self) -> tuple[Callable[[str], "OpeningRule"], tuple[str]]:
        """Pickles the key alone: a copy is the same rule."""
        return _opening_of, (self.key,)

    def can_end_with(self, rest: tuple[Seat, ...], kings: tuple[Seat, ...]) -> bool:
        """Whether some order of this opening ends with *rest*."""
        if self.key == "draw":
            return not Counter(rest) - Counter(kings)
        orders = (self.order((starter,), kings) for starter in set(self.pool(kings)))
        return any(order[len(order) - len(rest) :] == rest for order in orders)

    def refuse(self, seats: tuple[Seat, ...], kings: tuple[Seat, ...]) -> Refusal:
        if sorted(seats) != sorted(kings):
            return "K4", f"the kings are {''.join(map(seat_letter, kings))}"
        if seats[0] not in self.pool(kings) or self.order(seats, kings) != seats:
            return "K4", f"not an order of the opening {self.key}"
        return None


def _seats_once(kings: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(set(kings)))


def _from_starter(starter: Seat, kings: tuple[Seat, ...]) -> tuple[Seat, ...]:
    seats = _seats_once(kings)
    at = seats.index(starter)
    return seats[at:] + seats[:at]


def _snake(drawn: tuple[Seat, ...], kings: tuple[Seat, ...]) -> tuple[Seat, ...]:
    there = _from_starter(drawn[0], kings)
    return there + there[::-1]


def _clockwise(drawn: tuple[Seat, ...], kings: tuple[Seat, ...]) -> tuple[Seat, ...]:
    seats = _from_starter(drawn[0], kings)
    return seats * (len(kings) // len(seats))


def _begun_by(rule: OpeningRule, seats: int) -> tuple[OpeningRule, ...]:
    """*rule* with a chosen starter: ``snake-a``, ``snake-b``, … for as many seats."""

    def begun_by(seat: Seat) -> OpeningRule:
        return OpeningRule(f"{rule.key}-{seat_letter(seat).lower()}", lambda _: (seat,), rule.order, starter=seat)

    return tuple(begun_by(Seat(seat)) for seat in range(seats))


_DRAW = OpeningRule("draw", pool=lambda kings: kings, order=lambda drawn, kings: drawn)
_SNAKE = OpeningRule("snake", pool=_seats_once, order=_snake)
_CLOCKWISE = OpeningRule("clockwise", pool=_seats_once, order=_clockwise)
_RULES = (_DRAW, _SNAKE, _CLOCKWISE, *_begun_by(_SNAKE, 2), *_begun_by(_CLOCKWISE, 4))


def _opening_of(key: str) -> OpeningRule:
    return OPENINGS[key]


OPENINGS = {rule.key: rule for rule in _RULES}
