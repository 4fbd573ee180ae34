"""The kernel against the oracle: the same kingdoms, grown in lock step, must allow and score the same."""

from random import Random

import pytest

from crownland.games.classic.rules import rules_of
from crownland.games.classic.state import score
from crownland.games.registry import KINGDOMINO
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import Direction
from tests import oracle
from tests.helpers import domino, kernel_spots, square_of, to_board, to_kingdom

RULES = {
    size: rules_of(KINGDOMINO.setup(2, {"mighty-duel": size == 7, "middle-kingdom": True, "harmony": True}))
    for size in (5, 7)
}
DIRECTIONS = dict(zip(oracle.STEPS, Direction, strict=True))


def lay(kingdom: Kingdom, number: int, spot: oracle.Spot) -> Kingdom:
    (x, y), (to_x, to_y) = spot
    return kingdom.place(domino(number), square_of((x, y)), DIRECTIONS[to_x - x, to_y - y])


def assert_same_placements(kingdom: Kingdom, board: oracle.Board, number: int, size: int) -> set[oracle.Spot]:
    listed = kernel_spots(kingdom, number, size)
    allowed = oracle.legal_spots(board, number, size)
    assert len(set(listed)) == len(listed)
    if oracle.DOMINOES[number][0] == oracle.DOMINOES[number][1]:  # a double has one spelling, not two
        assert 2 * len(listed) == len(allowed)
        assert oracle.looks(board, number, listed) == oracle.looks(board, number, allowed)
    else:
        assert set(listed) == allowed
    return allowed


def assert_same_score(kingdom: Kingdom, board: oracle.Board, size: int) -> None:
    lands = [(land.terrain.letter.upper(), land.size, land.crowns) for land in properties(kingdom)]
    assert sorted(lands) == oracle.properties(board)
    result = score(kingdom, RULES[size])
    assert result.total == oracle.total(board, 0, size, middle=True, harmony=True)
    assert result.ties == (oracle.largest_property(board), oracle.crowns(board))
    bonuses = [line.reason for line in result.lines if not line.factors]
    assert ("middle-kingdom" in bonuses, "harmony" in bonuses) == (
        oracle.is_middle(board, size),
        oracle.is_complete(board, 0, size),
    )


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("part", range(8))
def test_kernel_and_oracle_allow_the_same_placements_while_kingdoms_grow_until_nothing_fits(
    size: int, part: int
) -> None:
    rng = Random(f"growth {size} {part}")
    for _ in range(4):
        kingdom, board = EMPTY_KINGDOM, oracle.new_board()
        for number in rng.sample(sorted(oracle.DOMINOES), 48 if size == 7 else 36):
            allowed = assert_same_placements(kingdom, board, number, size)
            if allowed:
                spot = rng.choice(sorted(allowed))
                kingdom, board = lay(kingdom, number, spot), oracle.put(board, number, spot)
                assert to_board(kingdom) == board
                assert_same_score(kingdom, board, size)


@pytest.mark.parametrize("size", [5, 7])
def test_kernel_and_oracle_agree_about_every_domino_in_half_grown_kingdoms(size: int) -> None:
    rng = Random(f"every domino {size}")
    for _ in range(8):
        kingdom, board = EMPTY_KINGDOM, oracle.new_board()
        for number in rng.sample(sorted(oracle.DOMINOES), rng.randint(1, 10)):
            spot = rng.choice(sorted(oracle.legal_spots(board, number, size)) or [None])
            if spot:
                kingdom, board = lay(kingdom, number, spot), oracle.put(board, number, spot)
        for number in oracle.DOMINOES:
            assert_same_placements(kingdom, board, number, size)


@pytest.mark.parametrize("size", [5, 7])
def test_kernel_and_oracle_score_1000_boards_alike_full_or_with_holes_wherever_the_castle_is(size: int) -> None:
    rng = Random(f"boards {size}")
    seen = set()
    for _ in range(1000):
        width, height = rng.choice([(size, size), (size, size), (size, size - 1), (size - 2, size)])
        holes = rng.choice([0, 0, 1, 5])
        middle = (width // 2, height // 2)
        castle = rng.choice([middle, (rng.randrange(width), rng.randrange(height))])
        letters = rng.choice(["WFLGSM", "WF", "WWWWM"])
        board: oracle.Board = {}
        for x in range(width):
            for y in range(height):
                board[x - castle[0], y - castle[1]] = (rng.choice(letters), rng.choice([0, 0, 0, 1, 2, 3]))
        board[0, 0] = oracle.CASTLE
        for hole in rng.sample(sorted(set(board) - {(0, 0)}), holes):
            del board[hole]
        assert_same_score(to_kingdom(board), board, size)
        seen.add((oracle.is_middle(board, size), oracle.is_complete(board, 0, size)))
    assert seen == {(False, False), (False, True), (True, False), (True, True)}  # every case was met
