"""What every game's state answers. Server, bots, arena, tables and environments ask only this."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from crownland.kernel.action import Seat
from crownland.kernel.errors import IllegalActionError, Refusal
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score, Standing, rank

if TYPE_CHECKING:
    from crownland.games.meaning import Meaning
    from crownland.games.setup import Setup
    from crownland.kernel.square import Square

__all__ = ["Action", "BaseState", "Chance", "State", "kingdom_names"]

ActionT = TypeVar("ActionT")

# Any action of any game: a frozen value whose ``str`` is its token.
Action = Any

ItemT = TypeVar("ItemT")
StateT = TypeVar("StateT", bound="State[Any]")


@dataclass(frozen=True, slots=True)
class Chance(Generic[ItemT]):
    """What chance is asked for: *count* of the *items* that were in *pile* at first, without those already *gone*.

    The state knows which items are gone, because everybody saw them; the order of the others is hidden (C13).
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
    """A position of a game: a frozen value, all of it public. ``str(state)`` is its position text.

    :class:`BaseState` answers what follows from the rest.
    """

    # The game

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
    def chance(self) -> Chance[Any] | None:
        """What chance is asked for now, if it is."""

    @property
    def is_over(self) -> bool: ...

    def kingdom_of(self, seat: Seat) -> int:
        """The index of the kingdom that *seat* acts for: partners share one (W3)."""

    def seats_of(self, kingdom: int) -> tuple[Seat, ...]:
        """The seats that act for *kingdom*: one, or partners."""

    # Playing

    def legal_actions(self) -> tuple[ActionT, ...]:
        """All that the seat to act may do, in an order that is part of the contract; empty when no seat is to act."""

    def refusal(self, action: ActionT) -> Refusal:
        """The rule that forbids *action*, of a seat or of chance, and why; None when it is legal."""

    def play(self, action: ActionT) -> Self:
        """The state after *action*, of a seat or of chance. Raises IllegalActionError when the rules forbid it."""

    def apply(self, action: ActionT) -> Self:
        """As :meth:`play`, without the check: for an action that :meth:`legal_actions` has just listed."""

    def chance_action(self, items: tuple[Any, ...]) -> ActionT:
        """The chance action for what was drawn; *items* answer :attr:`chance`."""

    # Rounds and turns

    @property
    def round(self) -> int:
        """The round being played, from 1: records and tables show it."""

    @property
    def rounds(self) -> int | None:
        """The last round; None in a game that ends when it ends."""

    @property
    def turn(self) -> tuple[object, ...]:
        """A value that stays the same while one turn lasts and changes with the next."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats still to act in this round, in their order; a seat with two kings may be in it twice."""

    @property
    def games(self) -> int:
        """How many games are played in a row (K10)."""

    @property
    def past(self) -> tuple[tuple[Kingdom, ...], ...]:
        """The final kingdoms of the earlier games of a series (K10)."""

    # Scores

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """What breaks a tie, in this order: the names of ``Score.ties``."""

    def score(self, kingdom: int) -> Score:
        """The score of one kingdom as if the game ended now, with the earlier games of a series."""

    def scores(self) -> tuple[Score, ...]:
        """The score of every kingdom as if the game ended now."""

    def ranking(self) -> tuple[Standing, ...]:
        """The kingdoms from first to last as if the game ended now."""

    # What faces ask

    @property
    def extent(self) -> tuple[int, int]:
        """How many squares wide and high a kingdom can become."""

    @property
    def fixed_meanings(self) -> frozenset[type]:
        """The types of actions that mean the same in every position: faces may remember what they made of one."""

    @property
    def scoreless(self) -> frozenset[type]:
        """The types of actions that change no score at once."""

    def meaning(self, action: ActionT) -> "Meaning":
        """What *action*, of a seat or of chance, is about in this position."""

    def aim(self, kind: str, squares: "tuple[Square, ...]") -> ActionT | None:
        """The action of that *kind* on *squares*, legal or not; None when there is no such action here."""


class BaseState:
    """Answers that follow from the others. The states of our games inherit it, and those of other packages may."""

    __slots__ = ()

    def play(self: StateT, action: Any) -> StateT:
        refusal = self.refusal(action)
        if refusal:
            rule, reason = refusal
            raise IllegalActionError(action, rule, reason, self)
        return self.apply(action)

    def kingdom_of(self, seat: Seat) -> int:
        return seat

    def seats_of(self: "State[Any]", kingdom: int) -> tuple[Seat, ...]:
        seats = map(Seat, range(self.setup.players))
        return tuple(seat for seat in seats if self.kingdom_of(seat) == kingdom)

    @property
    def rounds(self) -> int | None:
        return None

    @property
    def games(self) -> int:
        return 1

    @property
    def past(self) -> tuple[tuple[Kingdom, ...], ...]:
        return ()

    def scores(self: "State[Any]") -> tuple[Score, ...]:
        return tuple([self.score(kingdom) for kingdom in range(len(self.kingdoms))])

    def ranking(self: "State[Any]") -> tuple[Standing, ...]:
        return rank(self.scores(), self.tie_breaks)

    @property
    def fixed_meanings(self) -> frozenset[type]:
        return frozenset()

    @property
    def scoreless(self) -> frozenset[type]:
        return frozenset()

    def aim(self, kind: str, squares: "tuple[Square, ...]") -> Any:
        return None

    def __repr__(self) -> str:
        return f"parse_position({str(self)!r})"

    def _repr_svg_(self) -> str:
        from crownland import svg  # notebooks only: the rules draw nothing

        return str(svg.table(self))  # type: ignore[arg-type]


def kingdom_names(state: State[Any], seat_names: Sequence[str]) -> tuple[str, ...]:
    """What each kingdom is called: after its seat, or after both partners (W3)."""
    kingdoms = range(len(state.kingdoms))
    return tuple(" & ".join(seat_names[seat] for seat in state.seats_of(kingdom)) for kingdom in kingdoms)


def _without(gone: Counter[ItemT], order: Iterable[ItemT]) -> Iterator[ItemT]:
    for item in order:
        if gone[item]:
            gone[item] -= 1
        else:
            yield item
