"""All games behind one set of kernels, for search and batches.

Each takes the game first, as a tuple whose length says which one: so Numba compiles it once for every game that is
used, with nothing of the others in it.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from crownland.fast import phase
from crownland.fast.classic import kernels as classic
from crownland.fast.duel import kernels as duel
from crownland.fast.jit import COMPILED, Words, part
from crownland.fast.layout import CLASSIC, DUEL, KINGDOMS, PHASE, QUEEN
from crownland.fast.queen import kernels as queen

__all__ = [
    "Game",
    "actor",
    "apply",
    "chance",
    "deal",
    "finish",
    "game_of",
    "greedy_choice",
    "is_legal",
    "legal",
    "random_move",
    "rank",
    "settle",
    "standing",
    "total",
]

Game: TypeAlias = tuple[int, ...]

_MODULES = {CLASSIC: classic, QUEEN: queen, DUEL: duel}


def game_of(number: int) -> Game:
    """What to give to a kernel for the game whose GAME slot holds *number*."""
    return (0,) * (number + 1)


def _of_game(game: Any, name: str) -> Callable[..., int]:
    return cast(Callable[..., int], getattr(_MODULES[len(game) - 1], name))


def _with_two(name: str) -> Callable[[Game, Words, int], int]:
    def call(game: Game, words: Words, at: int) -> int:
        return _of_game(game, name)(words, at)

    if COMPILED:
        from numba.extending import overload

        @overload(call, strict=False, jit_options={"forceinline": True})  # type: ignore[untyped-decorator]
        def typed(game: Any, words: Any, at: Any) -> Any:
            function = _of_game(game, name)
            return lambda game, words, at: function(words, at)

    return call


def _with_three(name: str) -> Callable[[Game, Words, int, Any], int]:
    def call(game: Game, words: Words, at: int, other: Any) -> int:
        return _of_game(game, name)(words, at, other)

    if COMPILED:
        from numba.extending import overload

        @overload(call, strict=False, jit_options={"forceinline": True})  # type: ignore[untyped-decorator]
        def typed(game: Any, words: Any, at: Any, other: Any) -> Any:
            function = _of_game(game, name)
            return lambda game, words, at, other: function(words, at, other)

    return call


def _with_four(name: str) -> Callable[[Game, Words, int, Words, Words], int]:
    def call(game: Game, words: Words, at: int, rng: Words, other: Words) -> int:
        return _of_game(game, name)(words, at, rng, other)

    if COMPILED:
        from numba.extending import overload

        @overload(call, strict=False, jit_options={"forceinline": True})  # type: ignore[untyped-decorator]
        def typed(game: Any, words: Any, at: Any, rng: Any, other: Any) -> Any:
            function = _of_game(game, name)
            return lambda game, words, at, rng, other: function(words, at, rng, other)

    return call


def _with_seven(name: str) -> Callable[[Game, Words, int, Words, int, Words, Words, Words], int]:
    def call(
        game: Game, words: Words, at: int, actions: Words, many: int, values: Words, rng: Words, scratch: Words
    ) -> int:
        return _of_game(game, name)(words, at, actions, many, values, rng, scratch)

    if COMPILED:
        from numba.extending import overload

        @overload(call, strict=False, jit_options={"forceinline": True})  # type: ignore[untyped-decorator]
        def typed(game: Any, words: Any, at: Any, actions: Any, many: Any, values: Any, rng: Any, scratch: Any) -> Any:
            function = _of_game(game, name)
            return lambda game, words, at, actions, many, values, rng, scratch: function(
                words, at, actions, many, values, rng, scratch
            )

    return call


# (words, at, out): writes the numbers of all legal actions, in the reference's order; tells how many.
legal = _with_three("legal")
# (words, at, action): plays an action that is trusted to be legal.
apply = _with_three("apply")
# (words, at, rng): draws what is asked of chance, and plays it.
chance = _with_three("chance")
# (words, at, items): plays what chance has drawn; convert.chance_items() says what the items are.
deal = _with_three("deal")
# (words, at, kingdom): its total, shifted left by 32, and what breaks ties: the higher number ranks first.
standing = _with_three("standing")
# (words, at, kingdom): its total alone, which may be quicker to tell.
total = _with_three("total")
# (words, at, rng): plays one of the legal actions, each as likely as the others.
random_move = _with_three("random_move")
# (words, at, rng): plays to the end, every action at random.
finish_at_random = _with_three("finish")
# (words, at, rng, scratch): the number of the action that the bot greedy takes; among equals one by lot.
greedy_choice = _with_four("greedy_choice")
# (words, at, actions, many, values, rng, scratch): what the greedy way thinks of the first many of those legal actions.
rate = _with_seven("rate")
# (words, at): the seat to act, when one is.
seat_to_act = _with_two("actor")


@part
def actor(game: Game, words: Words, at: int) -> int:
    """The seat to act; -1 when chance is asked or the game is over."""
    return -1 if words[at + PHASE] < phase.CLAIM or words[at + PHASE] == phase.OVER else seat_to_act(game, words, at)


@part
def settle(game: Game, words: Words, at: int, rng: Words) -> None:
    """Lets chance speak until a seat is to act or the game is over."""
    while words[at + PHASE] < phase.CLAIM:
        chance(game, words, at, rng)


@part
def finish(game: Game, words: Words, rng: Words, lots: Words, policies: int, scratch: Words) -> None:
    """Plays the game at the start of the row to its end. *policies* has a nibble for every seat (policy.py).

    Chance draws from *rng*, seats from *lots*: so that one future can be played in several ways.
    """
    while words[PHASE] != phase.OVER:
        if words[PHASE] < phase.CLAIM:
            chance(game, words, 0, rng)
        elif policies >> 4 * seat_to_act(game, words, 0) & 15:
            apply(game, words, 0, greedy_choice(game, words, 0, lots, scratch))
        else:
            random_move(game, words, 0, lots)


@part
def is_legal(game: Game, words: Words, at: int, action: int, out: Words) -> bool:
    """Whether *action* is the number of a legal action; *out* is overwritten."""
    found = False
    for number in range(legal(game, words, at, out)):
        found |= out[number] == action
    return found


@part
def rank(game: Game, words: Words, standings: Words, first: int) -> None:
    """Writes the standing of every kingdom of the game at the start of the row.

    What breaks ties is filled in only where totals are equal: it takes longer than the totals.
    """
    kingdoms = words[KINGDOMS]
    for kingdom in range(kingdoms):
        standings[first + kingdom] = total(game, words, 0, kingdom) << 32
        for other in range(kingdom):
            if standings[first + kingdom] >> 32 == standings[first + other] >> 32:
                standings[first + kingdom] = standing(game, words, 0, kingdom)
                standings[first + other] = standing(game, words, 0, other)
