"""A game's compiled twin as one value, and how the code that all games share finds it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeAlias

from crownland.fast.jit import Row
from crownland.fast.numbering import MOST_LEGAL
from crownland.games.protocol import Action, State
from crownland.games.registry import GAMES
from crownland.games.setup import Setup

__all__ = [
    "Conversion",
    "Endgame",
    "Kernels",
    "Twin",
    "TwinKey",
    "UnsupportedGameError",
    "example_setups",
    "find_twin",
    "register_twin",
    "require_twin",
    "twin_of",
]

# The first argument of kernels that serve every game; see Twin.key.
TwinKey: TypeAlias = tuple[float, ...]


class Kernels(Protocol):
    """A module with the compiled functions of a game. The game begins at offset *at* of *words*."""

    def legal(self, words: Row, at: int, out: Row) -> int:
        """Writes the numbers of all legal actions into *out*, in the reference's order; returns how many."""

    def apply(self, words: Row, at: int, action: int) -> None:
        """Plays a legal action, which is not checked."""

    def chance(self, words: Row, at: int, rng: Row) -> None:
        """Draws what the game asks of chance, and plays it."""

    def deal(self, words: Row, at: int, items: Row) -> None:
        """Plays what chance has drawn, as Conversion.chance_items() writes it."""

    def actor(self, words: Row, at: int) -> int:
        """Returns the seat to act; undefined when the game waits for chance or is over."""

    def standing(self, words: Row, at: int, kingdom: int) -> int:
        """Returns the total, shifted left by 32, and what breaks ties: the higher number ranks first."""

    def total(self, words: Row, at: int, kingdom: int) -> int:
        """Returns the total alone, which may be quicker."""

    def random_move(self, words: Row, at: int, rng: Row) -> None:
        """Plays a legal action at random, each as likely as the others."""

    def finish(self, words: Row, at: int, rng: Row) -> None:
        """Plays to the end, every action at random."""

    def greedy_choice(self, words: Row, at: int, rng: Row, scratch: Row) -> int:
        """Returns the number of the action that the bot ``greedy`` takes; chooses among equals at random."""

    def rate(self, words: Row, at: int, actions: Row, many: int, values: Row, rng: Row, scratch: Row) -> None:
        """Writes what ``greedy`` thinks of the first *many* of these legal actions: higher is better."""


class Conversion(Protocol):
    """A module that converts the states and actions of a game."""

    def to_words(self, state: Any) -> Row:
        """Returns the row of words for *state*. Equal states have equal rows."""

    def from_words(self, start: Any, row: Sequence[int]) -> State[Any]:
        """Returns the state that *row* holds, in a game that began with *start*."""

    def action_number(self, state: Any, action: Action) -> int:
        """Returns the number of a seat's action in *state*."""

    def action_of(self, state: Any, number: int) -> Action:
        """Returns the action with that number in *state*. Raises ValueError when it has none."""

    def chance_items(self, action: Any) -> Sequence[int]:
        """Returns what a chance action drew, as Kernels.deal() takes it."""


@dataclass(frozen=True, slots=True)
class Endgame:
    """How a game's ends are solved; see endgame.py.

    *known_result* is a kernel: it takes words, an offset, a row of its own that starts with zeros, and the search's
    counter, and returns the result of a position, or UNKNOWN when that must be searched.
    """

    is_open: Callable[[Row], bool]  # whether a search can reach the end without chance
    positions_a_second: int  # that are searched, at the least
    known_result: Callable[[Row, int, Row, Row], int]
    memory: int = 1  # words of known_result's own row


@dataclass(frozen=True, slots=True, eq=False)
class Twin:
    """All that search, batches and series need of a game on rows of words.

    *number* is in the GAME slot of every row, and compiled code is cached by it, so it never changes. A twin from
    outside this package takes any other number below 2**31, and a new one whenever its kernels change.
    """

    number: int
    actions: int  # how many action numbers there are
    kernels: Kernels
    convert: Conversion
    endgame: Endgame
    knows: Callable[[Setup], bool]  # whether it can play a setup
    scratch: int = MOST_LEGAL  # words of the scratch row; legal actions fit into it

    @property
    def key(self) -> TwinKey:
        """The binary digits of the number, an int for 0 and a float for 1.

        Numba compiles and caches a function once for all arguments of the same types. So that it does so for each twin,
        the types of the key spell the number.
        """
        return tuple(1.0 if digit == "1" else 0 for digit in f"{self.number:b}")


class UnsupportedGameError(LookupError):
    """No twin plays a game of this setup."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(f"no compiled twin of {str(setup)!r}; games with one: {', '.join(sorted(_PATHS))}")


# Moves to the Game value.
_PATHS = {
    "kingdomino": "crownland.fast.classic.twin:TWIN",
    "queendomino": "crownland.fast.queen.twin:TWIN",
    "royal-wedding": "crownland.fast.queen.twin:TWIN",
    "duel": "crownland.fast.duel.twin:TWIN",
}

_TWINS: dict[TwinKey, Twin] = {}


def register_twin(twin: Twin) -> Twin:
    """Enters *twin* and returns it. Raises ValueError when another one has its number."""
    if twin.key in _TWINS:
        raise ValueError(f"expected a new twin number, {twin.number} is taken")
    _TWINS[twin.key] = twin
    return twin


def find_twin(key: TwinKey) -> Twin:
    """Returns the registered twin with that key."""
    return _TWINS[key]


@cache
def twin_of(setup: Setup) -> Twin | None:
    """Returns the twin that plays *setup*; None when its game has none, or one that does not know this setup."""
    path = _PATHS.get(setup.game)
    if path is None:
        return None
    module, _, name = path.partition(":")
    twin: Twin = getattr(import_module(module), name)
    return twin if twin.knows(setup) else None


def require_twin(setup: Setup) -> Twin:
    """Returns the twin that plays *setup*. Raises UnsupportedGameError when there is none."""
    twin = twin_of(setup)
    if twin is None:
        raise UnsupportedGameError(setup)
    return twin


def example_setups() -> list[Setup]:
    """Returns one setup for each twin of the registered games."""
    found: dict[Twin, Setup] = {}
    for game in GAMES.values():
        twin = twin_of(game.setup())
        if twin is not None:
            found.setdefault(twin, game.setup())
    return list(found.values())
