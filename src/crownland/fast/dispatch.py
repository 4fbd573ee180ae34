"""The kernels of every game behind one set of functions, for search and batches.

Each takes the key of a twin first and runs that twin's kernel. Numba compiles it once for each key that is used, with
nothing of the other games in it.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from crownland.fast import layout, phase
from crownland.fast.jit import COMPILED, Bytes, Row, part
from crownland.fast.twin import TwinKey, find_twin

__all__ = [
    "actor",
    "apply",
    "chance",
    "deal",
    "encode",
    "finish",
    "finish_at_random",
    "greedy_choice",
    "is_beyond",
    "is_legal",
    "known_result",
    "legal",
    "mover",
    "random_move",
    "rank",
    "rate",
    "seat_to_act",
    "settle",
    "standing",
    "total",
    "write_planes",
]

# Numba does not overload functions with *args, so their source is written for the arguments they take.
_SOURCE = """
def call(twin, {arguments}):
    return kernel_of(twin)({arguments})

def overloaded(twin, {arguments}):
    kernel = kernel_of(key_of(twin))
    return lambda twin, {arguments}: kernel({arguments})
"""


def _dispatched(name: str, arguments: str) -> Callable[..., Any]:
    """Returns a kernel that takes the key of a twin and *arguments*, and calls the kernel called *name* of the twin."""
    get = attrgetter(name)
    scope: dict[str, Any] = {"__name__": __name__, "key_of": _key_of, "kernel_of": lambda key: get(find_twin(key))}
    exec(_SOURCE.format(arguments=arguments), scope)
    if COMPILED:
        from numba.extending import overload

        overload(scope["call"], jit_options={"forceinline": True})(scope["overloaded"])
    return scope["call"]  # type: ignore[no-any-return]


def _key_of(types: Any) -> TwinKey:
    """Returns the key whose elements have these Numba *types*."""
    from numba.types import Float

    return tuple(1.0 if isinstance(one, Float) else 0 for one in types)


# What they do is in twin.Kernels.
legal: Callable[[TwinKey, Row, int, Row], int] = _dispatched("kernels.legal", "words, at, out")
apply: Callable[[TwinKey, Row, int, int], None] = _dispatched("kernels.apply", "words, at, action")
chance: Callable[[TwinKey, Row, int, Row], None] = _dispatched("kernels.chance", "words, at, rng")
deal: Callable[[TwinKey, Row, int, Row], None] = _dispatched("kernels.deal", "words, at, items")
seat_to_act: Callable[[TwinKey, Row, int], int] = _dispatched("kernels.actor", "words, at")
standing: Callable[[TwinKey, Row, int, int], int] = _dispatched("kernels.standing", "words, at, kingdom")
total: Callable[[TwinKey, Row, int, int], int] = _dispatched("kernels.total", "words, at, kingdom")
random_move: Callable[[TwinKey, Row, int, Row], None] = _dispatched("kernels.random_move", "words, at, rng")
finish_at_random: Callable[[TwinKey, Row, int, Row], None] = _dispatched("kernels.finish", "words, at, rng")
greedy_choice: Callable[[TwinKey, Row, int, Row, Row], int] = _dispatched(
    "kernels.greedy_choice", "words, at, rng, scratch"
)
rate: Callable[[TwinKey, Row, int, Row, int, Row, Row, Row], None] = _dispatched(
    "kernels.rate", "words, at, actions, many, values, rng, scratch"
)
# What they do is in twin.Encoder.
encode: Callable[[TwinKey, Row, int, int, Bytes, Row], None] = _dispatched(
    "encoder.encode", "words, at, kingdom, record, memory"
)
mover: Callable[[TwinKey, Row, int], int] = _dispatched("encoder.mover", "words, at")
is_beyond: Callable[[TwinKey, Row, int], bool] = _dispatched("encoder.is_beyond", "words, at")
# What it does is in twin.Planes.
write_planes: Callable[[TwinKey, Row, int, int, Bytes], None] = _dispatched(
    "planes.write_planes", "words, at, kingdom, record"
)
# What it does is in twin.Endgame.
known_result: Callable[[TwinKey, Row, int, Row, Row], int] = _dispatched(
    "endgame.known_result", "words, at, memory, counter"
)


@part
def actor(twin: TwinKey, words: Row, at: int) -> int:
    """Returns the seat to act; -1 when the game waits for chance or is over."""
    now = words[at + layout.PHASE]
    return -1 if now < phase.CLAIM or now == phase.OVER else seat_to_act(twin, words, at)


@part
def settle(twin: TwinKey, words: Row, at: int, rng: Row) -> None:
    """Plays what chance draws until a seat is to act or the game is over."""
    while words[at + layout.PHASE] < phase.CLAIM:
        chance(twin, words, at, rng)


@part
def finish(twin: TwinKey, words: Row, rng: Row, lots: Row, policies: int, scratch: Row) -> None:
    """Plays the game at the start of the row to its end. *policies* has a nibble for every seat (policy.py).

    Chance draws from *rng*, seats from *lots*: so that one future can be played in several ways.
    """
    while words[layout.PHASE] != phase.OVER:
        if words[layout.PHASE] < phase.CLAIM:
            chance(twin, words, 0, rng)
        elif policies >> 4 * seat_to_act(twin, words, 0) & 15:
            apply(twin, words, 0, greedy_choice(twin, words, 0, lots, scratch))
        else:
            random_move(twin, words, 0, lots)


@part
def is_legal(twin: TwinKey, words: Row, at: int, action: int, out: Row) -> bool:
    """Returns whether *action* is the number of a legal action; overwrites *out*."""
    found = False
    for number in range(legal(twin, words, at, out)):
        found |= out[number] == action
    return found


@part
def rank(twin: TwinKey, words: Row, standings: Row, first: int) -> None:
    """Writes the standing of every kingdom of the game at the start of the row.

    What breaks ties is filled in only where totals are equal: it takes longer than the totals.
    """
    kingdoms = words[layout.KINGDOMS]
    for kingdom in range(kingdoms):
        standings[first + kingdom] = total(twin, words, 0, kingdom) << 32
        for other in range(kingdom):
            if standings[first + kingdom] >> 32 == standings[first + other] >> 32:
                standings[first + kingdom] = standing(twin, words, 0, kingdom)
                standings[first + other] = standing(twin, words, 0, other)
