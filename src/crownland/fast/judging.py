"""A network's judgement of every way to act: of each the position that follows, before chance has its say.

The value of a position is a pair for each kingdom: its chance to win, and its margin, the points by which it leads the
best of the others.
"""

from math import log
from typing import TypeAlias

from crownland.fast import dispatch, layout, numbering, phase
from crownland.fast.bits import below, random
from crownland.fast.jit import Bytes, Floats, Row, float_kernel, floats, kernel, part, rare, words
from crownland.fast.network import Shape, evaluate, evaluate_change, write_outlook
from crownland.fast.twin import Twin, TwinKey

__all__ = [
    "MOST_WAYS",
    "NO_ACTION",
    "POINT",
    "Desk",
    "best_way",
    "judge_ways",
    "list_actions",
    "make_desk",
    "noisy_way",
    "play",
    "utility",
    "write_result",
]

NO_ACTION = -1
MOST_WAYS = 4 * numbering.MOST_LEGAL
POINT = 0.005  # of margin, beside the chance to win: among equal chances the higher margin

# The rows that judge_ways() works with: two games, two lists of actions, the encoder's memory, the rows that are picked
# of a network, the room of the evaluation, the record and the record before, and both as words.
Desk: TypeAlias = tuple[Row, Row, Row, Row, Row, Floats, Bytes, Bytes, Row, Row]


def make_desk(twin: Twin, shape: Shape, size: int) -> Desk:
    """Returns rows for judge_ways(), for games of *size* words."""
    (record, record_words), (before, before_words) = shape.new_record(), shape.new_record()
    return (
        words(2 * size),
        words(numbering.MOST_LEGAL),
        words(numbering.MOST_LEGAL),
        words(twin.encoder.MEMORY_WORDS),
        words(shape.picked),
        floats(shape.room),
        record,
        before,
        record_words,
        before_words,
    )


@part
def judge_ways(
    twin: TwinKey,
    shape: Row,
    weights: Floats,
    looks_twice: bool,
    game: Row,
    first: int,
    size: int,
    ways: Row,
    values: Floats,
    desk: Desk,
) -> int:
    """Judges all ways to act in the game that begins at *first*; returns how many there are.

    A way is two actions; the second one may be NO_ACTION. *values* has two floats for each way and kingdom.
    """
    room, actions, following = desk[0], desk[1], desk[2]
    width, found = 2 * game[first + layout.KINGDOMS], 0
    kingdom, is_first = dispatch.mover(twin, game, first), True
    pairs = looks_twice and game[first + layout.PHASE] == phase.PLACE
    for number in range(list_actions(twin, game, first, actions)):
        for slot in range(size):
            room[slot] = game[first + slot]
        play(twin, room, 0, actions[number])
        if pairs and room[layout.PHASE] == phase.CLAIM:
            for claim in range(list_actions(twin, room, 0, following)):
                for slot in range(size):
                    room[size + slot] = room[slot]
                play(twin, room, size, following[claim])
                ways[2 * found], ways[2 * found + 1] = actions[number], following[claim]
                _judge(twin, shape, weights, room, size, kingdom, is_first, values, found * width, desk)
                is_first &= room[size + layout.PHASE] == phase.OVER
                found += 1
        else:
            ways[2 * found], ways[2 * found + 1] = actions[number], NO_ACTION
            _judge(twin, shape, weights, room, 0, kingdom, is_first, values, found * width, desk)
            is_first &= room[layout.PHASE] == phase.OVER
            found += 1
    return found


# Long kernels are not inlined in several places: that would take long to compile.
@rare
def play(twin: TwinKey, game: Row, first: int, action: int) -> None:
    dispatch.apply(twin, game, first, action)


@rare
def list_actions(twin: TwinKey, game: Row, first: int, out: Row) -> int:
    return dispatch.legal(twin, game, first, out)


@part
def _judge(
    twin: TwinKey,
    shape: Row,
    weights: Floats,
    game: Row,
    first: int,
    kingdom: int,
    is_first: bool,
    values: Floats,
    at: int,
    desk: Desk,
) -> None:
    """Writes the value of one position, which *kingdom* has just made."""
    memory, picked, evaluation = desk[3], desk[4], desk[5]
    record, before, record_words, before_words = desk[6], desk[7], desk[8], desk[9]
    if game[first + layout.PHASE] == phase.OVER:
        write_result(twin, game, first, values, at)
    else:
        dispatch.encode(twin, game, first, kingdom, record, memory)
        if is_first:
            for place in range(len(record_words)):
                before_words[place] = record_words[place]
            evaluate(shape, weights, record, evaluation, picked)
        else:
            evaluate_change(shape, weights, record, before, record_words, before_words, evaluation, picked)
        write_outlook(shape, evaluation, kingdom, game[first + layout.KINGDOMS], values, at)


@rare
def write_result(twin: TwinKey, game: Row, first: int, values: Floats, at: int) -> None:
    """Writes the value of a game that is over; those who share the best standing share the win."""
    kingdoms = game[first + layout.KINGDOMS]
    for kingdom in range(kingdoms):
        mine, best, equals = dispatch.standing(twin, game, first, kingdom), -1, 1
        for other in range(kingdoms):
            if other != kingdom:
                its = dispatch.standing(twin, game, first, other)
                equals += its == mine
                best = max(best, its)
        values[at + 2 * kingdom] = 1.0 / equals if mine >= best else 0.0
        values[at + 2 * kingdom + 1] = (mine >> 32) - (best >> 32)


@float_kernel
def utility(values: Floats, at: int, kingdom: int) -> float:
    """Returns what *kingdom* wants as much of as it can get."""
    return values[at + 2 * kingdom] + POINT * values[at + 2 * kingdom + 1]  # type: ignore[no-any-return]


@float_kernel
def best_way(values: Floats, many: int, kingdom: int, width: int) -> int:
    """Returns the number of the way that *kingdom* likes best; *width* floats are the value of one."""
    chosen, best = 0, -1e9
    for way in range(many):
        worth = utility(values, way * width, kingdom)
        if worth > best:
            chosen, best = way, worth
    return chosen


@rare
def noisy_way(values: Floats, many: int, kingdom: int, width: int, blur: float, slips: float, lots: Row) -> int:
    """Returns a way as a player would who misjudges each by about *blur*, in win chance, and overlooks some."""
    chosen, best = -1, -1e9
    for way in range(many):
        if slips > 0.0 and uniform(lots) < slips:
            continue
        worth = utility(values, way * width, kingdom) - blur * log(-log(uniform(lots)))
        if worth > best:
            chosen, best = way, worth
    return below(lots, many) if chosen < 0 else chosen


@kernel
def uniform(lots: Row) -> float:
    """Returns a random number above 0 and below 1."""
    return (random(lots) + 0.5) / 4294967296.0
