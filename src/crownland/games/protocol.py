"""What every game's state offers. Server, bots, arena, tables and environments only read this."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score, Standing

if TYPE_CHECKING:
    from crownland.games.setup import Setup

__all__ = ["Action", "Draw", "State", "kingdom_names"]

ActionT = TypeVar("ActionT")

# Any action of any game: a frozen value whose ``str`` is its token.
Action = Any

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Draw(Generic[ItemT]):
    """What chance is asked for: *count* of the *items* that were in *pile* at first, without those already *gone*.

    The state knows which items are gone, because all saw them; in which order the others lie nobody knows (C13).
    *name* gives an item's name in texts.
    """

    pile: str
    items: tuple[ItemT, ...]
    count: int
    name: Callable[[ItemT], str]
    gone: tuple[ItemT, ...] = ()

    def take(self, order: Iterable[ItemT]) -> tuple[ItemT, ...]:
        """The next items of a pile that lay in this *order* at first; of equal items the first ones are gone."""
        if not self.gone or len(set(self.items)) == len(self.items):
            gone = set(self.gone)
            return tuple(islice((item for item in order if item not in gone), self.count))
        return tuple(islice(_without(Counter(self.gone), order), self.count))


class State(Protocol[ActionT]):
    """A position of a game: a frozen value, all of it public. ``str(state)`` is its position text."""

    @property
    def setup(self) -> "Setup":
        """How this game was set up."""

    @property
    def kingdoms(self) -> tuple[Kingdom, ...]:
        """Every kingdom on the table; a seat's own is ``kingdoms[kingdom_of(seat)]``."""

    @property
    def actor(self) -> Seat | None:
        """The seat to act; None when chance is asked, or when the game is over."""

    @property
    def draw(self) -> Draw[Any] | None:
        """What chance is asked for now, if it is."""

    @property
    def is_over(self) -> bool: ...

    @property
    def round(self) -> int:
        """The round being played, from 1: records and tables show it."""

    def legal_actions(self) -> tuple[ActionT, ...]:
        """All that the seat to act may do, in an order that is part of the contract; empty when no seat is to act."""

    def play(self, action: ActionT) -> Self:
        """The state after *action*, of a seat or of chance. Raises IllegalActionError when the rules forbid it."""

    def apply(self, action: ActionT) -> Self:
        """As :meth:`play`, without the check: for an action that :meth:`legal_actions` has just listed."""

    def drawn(self, items: tuple[Any, ...]) -> ActionT:
        """The chance action that tells what was drawn; *items* answer :attr:`draw`."""

    def kingdom_of(self, seat: Seat) -> int:
        """The index of the kingdom that *seat* acts for: partners share one (W3)."""

    def scores(self) -> tuple[Score, ...]:
        """The score of every kingdom as if the game ended now."""

    def ranking(self) -> tuple[Standing, ...]:
        """The kingdoms from first to last as if the game ended now."""


def _without(gone: Counter[ItemT], order: Iterable[ItemT]) -> Iterator[ItemT]:
    for item in order:
        if gone[item]:
            gone[item] -= 1
        else:
            yield item


def kingdom_names(state: State[Any], seat_names: Sequence[str]) -> tuple[str, ...]:
    """What each kingdom is called: after its seat, or after both partners (W3)."""
    members: dict[int, list[str]] = {}
    for seat, name in enumerate(seat_names):
        members.setdefault(state.kingdom_of(Seat(seat)), []).append(name)
    return tuple(" + ".join(members[kingdom]) for kingdom in sorted(members))
