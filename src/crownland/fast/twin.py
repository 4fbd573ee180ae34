"""A game's compiled twin as one value, and how the code that all games share finds it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from crownland.fast.jit import Bytes, Row
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game, games
from crownland.games.setup import Setup

if TYPE_CHECKING:
    from crownland.fast.network import Shape  # which loads kernels

__all__ = [
    "Conversion",
    "Encoder",
    "Endgame",
    "Kernels",
    "Planes",
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
    """The module ``kernels`` of a twin: its compiled functions. The game begins at offset *at* of *words*."""

    SCRATCH_WORDS: int  # of the scratch row; all legal actions fit into it

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
    """The module ``convert`` of a twin: its states and actions as those of the reference."""

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


class Endgame(Protocol):
    """The module ``endgame`` of a twin: how its ends are solved."""

    POSITIONS_A_SECOND: int  # that are searched, at the least
    MEMORY_WORDS: int  # of the row that known_result() has for itself; a search starts with zeros

    def is_open(self, row: Row) -> bool:
        """Returns whether a search can reach the end of the game without chance."""

    def known_result(self, words: Row, at: int, memory: Row, counter: Row) -> int:
        """A kernel: returns the result of a position without searching it, or UNKNOWN (see fast/endgame.py)."""


class Encoder(Protocol):
    """The module ``encoder`` of a twin: what a network is given of a position (see fast/network.py)."""

    VERSION: int  # another one whenever the meaning of a record changes
    MEMORY_WORDS: int  # of the row that encode() has for itself; zeros at first
    LOOKS_TWICE: bool  # whether an action is judged with the one that follows, when the same seat acts again

    def shape_of(self, setup: Setup) -> "Shape":
        """Returns the sizes of a record, and of the usual network, for games of that setup."""

    def scales_of(self, shape: "Shape") -> Sequence[float]:
        """Returns about 1 / its usual size for each number of a kingdom."""

    def symmetries_of(self, shape: "Shape") -> list[list[int]]:
        """Returns the orders of a kingdom's squares in which it means the same."""

    def encode(self, words: Row, at: int, kingdom: int, record: Bytes, memory: Row) -> None:
        """A kernel: writes the record of a position that *kingdom* has just made.

        *record* and *memory* belong together: what has not changed since the last call is not written again.
        """

    def mover(self, words: Row, at: int) -> int:
        """A kernel: returns the kingdom that the seat to act acts for."""

    def is_beyond(self, words: Row, at: int) -> bool:
        """A kernel: returns whether a position is left to the solver of endgames."""


class Planes(Protocol):
    """The module ``planes`` of a twin: a position as plain planes and flags of signed bytes, for environments.

    Unlike a record it has nothing that must be counted, so it is quickly written.
    """

    CODES: int  # that a square can have, besides 0

    def parts_of(self, setup: Setup) -> dict[str, tuple[int, ...]]:
        """Returns the names and the dimensions of the parts, in their order."""

    def write_planes(self, words: Row, at: int, kingdom: int, record: Bytes) -> None:
        """A kernel: writes the position as *kingdom* sees it."""


@dataclass(frozen=True, eq=False)
class Twin:
    """A game on rows of words: all that search, batches and series need of it.

    *package* has the modules ``kernels``, ``convert`` and ``endgame``, which are loaded when they are first used, and
    ``encoder`` if networks can judge the game, ``planes`` if environments show it as planes.
    *number* is in the GAME slot of every row, and compiled code is cached by it, so it never changes. A twin from
    outside Crownland takes any other number below 2**31, and a new one whenever its kernels change.
    """

    number: int
    package: str
    actions: int  # how many action numbers there are
    knows: Callable[[Setup], bool]  # whether it can play a setup
    network: Callable[[Setup], str | None] = lambda setup: None  # the name of the network that judges a setup

    @cached_property
    def key(self) -> TwinKey:
        """The binary digits of the number, an int for 0 and a float for 1.

        Numba compiles and caches a function once for all arguments of the same types. So that it does so for each twin,
        the types of the key spell the number.
        """
        return tuple(1.0 if digit == "1" else 0 for digit in f"{self.number:b}")

    @cached_property
    def kernels(self) -> Kernels:
        return cast(Kernels, import_module(f"{self.package}.kernels"))

    @cached_property
    def convert(self) -> Conversion:
        return cast(Conversion, import_module(f"{self.package}.convert"))

    @cached_property
    def encoder(self) -> Encoder:
        return cast(Encoder, import_module(f"{self.package}.encoder"))

    @cached_property
    def has_encoder(self) -> bool:
        return find_spec(f"{self.package}.encoder") is not None

    @cached_property
    def planes(self) -> Planes:
        return cast(Planes, import_module(f"{self.package}.planes"))

    @cached_property
    def has_planes(self) -> bool:
        return find_spec(f"{self.package}.planes") is not None

    @cached_property
    def endgame(self) -> Endgame:
        return cast(Endgame, import_module(f"{self.package}.endgame"))


class UnsupportedGameError(LookupError):
    """No twin plays a game of this setup."""

    def __init__(self, setup: Setup) -> None:
        known = ", ".join(sorted(game.key for game in games() if game.twin is not None))
        super().__init__(f"no compiled twin of {str(setup)!r}; games with one: {known}")


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
    twin: Twin | None = find_game(setup.game).load("twin")
    has_twin = twin is not None and setup.past_rules is None and twin.knows(setup)  # twins have today's rules only
    return twin if has_twin else None


def require_twin(setup: Setup) -> Twin:
    """Returns the twin that plays *setup*. Raises UnsupportedGameError when there is none."""
    twin = twin_of(setup)
    if twin is None:
        raise UnsupportedGameError(setup)
    return twin


def example_setups() -> list[Setup]:
    """Returns one setup for each twin of the registered games."""
    found: dict[Twin, Setup] = {}
    for game in games():
        twin = twin_of(game.setup())
        if twin is not None:
            found.setdefault(twin, game.setup())
    return list(found.values())
