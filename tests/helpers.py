"""Short ways to say what a test is about: boards as text, games as tokens."""

import ast
import gc
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from time import monotonic

from crownland.games.classic.state import State, start
from crownland.kernel.action import Place, Seat
from crownland.kernel.domino import DOMINOES, Domino, DominoId
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import FIELD, Direction, Square, parse_square, square_name, squares
from crownland.notation.position import parse_setup
from crownland.notation.token import parse_action
from crownland.testing.strategies import placements, random_play
from tests import oracle

__all__ = [
    "A",
    "B",
    "C",
    "D",
    "cell_of",
    "domino",
    "final_state",
    "kernel_spots",
    "kingdom",
    "parsed",
    "place",
    "played",
    "seconds_of",
    "square_of",
    "start_of",
    "to_board",
    "to_kingdom",
]

A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)


def kingdom(drawing: str) -> Kingdom:
    """The kingdom that a drawing shows: rows from north to south, cells apart by spaces, `C` the castle, `.` empty."""
    return to_kingdom(oracle.read(drawing))


def to_kingdom(board: oracle.Board) -> Kingdom:
    return Kingdom.parse("/".join("".join(row.lower().split()) for row in oracle.draw(board).splitlines()))


def to_board(kingdom: Kingdom) -> oracle.Board:
    """Square by square, as anybody would read the table."""
    halves = {cell_of(square): kingdom.at(square) for square in squares(FIELD)}
    land = {cell: (half.terrain.letter.upper(), half.crowns) for cell, half in halves.items() if half is not None}
    return {(0, 0): oracle.CASTLE, **land}


def cell_of(square: Square) -> oracle.Cell:
    """The oracle's (x, y), counted from the castle, of a square of the field."""
    name = square_name(square)
    return ord(name[0]) - ord("g"), int(name[1:]) - 7


def square_of(cell: oracle.Cell) -> Square:
    return parse_square(f"{chr(ord('g') + cell[0])}{cell[1] + 7}")


def kernel_spots(kingdom: Kingdom, number: int, size: int) -> list[oracle.Spot]:
    """What the kernel allows, in the oracle's words."""
    steps = {Direction.NORTH: (0, 1), Direction.EAST: (1, 0), Direction.SOUTH: (0, -1), Direction.WEST: (-1, 0)}
    found = []
    for square, direction in placements(kingdom, domino(number), size):
        (x, y), (dx, dy) = cell_of(square), steps[direction]
        found.append(((x, y), (x + dx, y + dy)))
    return found


def domino(number: int) -> Domino:
    return DOMINOES[DominoId(number)]


def place(token: str) -> Place:
    """The placement that *token* spells."""
    action = parse_action(token)
    assert isinstance(action, Place)
    return action


def start_of(setup: str) -> State:
    """The first state of a setup like ``players=2 opening=snake``."""
    return start(parse_setup(["kingdomino", *setup.split()]))


def played(setup: str, tokens: str) -> State:
    """The state after *tokens*, each of them played and so checked."""
    state = start_of(setup)
    for token in tokens.split():
        state = state.play(parse_action(token))
    return state


@cache
def _random_end(setup: str) -> State:
    *_, (_, state) = random_play(start_of(setup).setup, Random(setup))
    assert isinstance(state, State)
    return state


def final_state(setup: str, *boards: str, past: tuple[tuple[str, ...], ...] = ()) -> State:
    """A finished game with these kingdoms, drawn as for :func:`kingdom`; *past* are those of earlier games (K10)."""
    over = _random_end(setup)
    earlier = tuple(tuple(map(kingdom, game)) for game in past)
    return replace(over, kingdoms=tuple(map(kingdom, boards)), past=earlier)


def seconds_of(work: Callable[[], object], most: float) -> float:
    """The seconds of *work* in the first of three tries that takes less than *most*: machines have pauses."""
    for _ in range(3):
        begin = monotonic()
        work()
        took = monotonic() - begin
        if took < most:
            break
    return took


def parsed(program: str) -> ast.Module:
    """The syntax tree of *program*.

    Python 3.11 counts its depth for all threads together, and fails if another one, a server of an earlier test, gets
    the interpreter in between; only the garbage collector can cause that (CPython issue 106905).
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(program)
    finally:
        if was_enabled:
            gc.enable()
