"""The record of a position says what the reference says."""

import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from crownland.fast.convert import to_words
from crownland.fast.jit import Bytes, Row, entry, small_integers, words
from crownland.fast.land_features import FIRST_CODE
from crownland.fast.queen import encoder
from crownland.fast.queen import estate_features as estate_numbers
from crownland.games.queen.action import Build, Tax
from crownland.games.queen.building import BUILDINGS, SPACES, TILES
from crownland.games.queen.state import State, Step
from crownland.games.registry import QUEENDOMINO, ROYAL_WEDDING
from crownland.games.setup import Setup
from crownland.kernel.domino import DOMINOES, DominoId
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import property_score
from crownland.kernel.square import CASTLE, column, row, squares
from crownland.kernel.terrain import Terrain
from crownland.testing.strategies import placements, random_play

TWO = QUEENDOMINO.setup(2)
SETUPS = [
    TWO,
    QUEENDOMINO.setup(3),
    QUEENDOMINO.setup(4),
    ROYAL_WEDDING.setup(3),
    ROYAL_WEDDING.setup(6),
    ROYAL_WEDDING.setup(4, {"teams": "true"}),
]
KINDS = list(BUILDINGS)
SEED = 7


@entry
def encode(words: Row, kingdom: int, record: Bytes, memory: Row) -> None:
    encoder.encode(words, 0, kingdom, record, memory)


@cache
def positions(setup: Setup) -> list[State]:
    return [state for _, state in random_play(setup, Random(SEED)) if isinstance(state, State)]


def fresh_record(state: State, kingdom: int) -> list[int]:
    record = small_integers(encoder.shape_of(state.setup).record)
    encode(to_words(state), kingdom, record, words(encoder.MEMORY_WORDS))
    return [int(number) for number in record]


def block_of(state: State, kingdom: int) -> tuple[list[int], list[int]]:
    """The squares and the numbers of a kingdom, as it sees itself."""
    shape = encoder.shape_of(state.setup)
    record = fresh_record(state, kingdom)
    return record[: shape.squares], record[shape.squares : shape.block]


def estate_of(state: State, kingdom: int) -> list[int]:
    return block_of(state, kingdom)[1][encoder.ESTATE : encoder.ROUNDS]


def table_of(state: State, kingdom: int) -> list[int]:
    shape = encoder.shape_of(state.setup)
    return fresh_record(state, kingdom)[shape.kingdoms * shape.block :]


def digest() -> str:
    """A digest of the records of whole games, each kingdom's with a memory of its own."""
    found = hashlib.sha256()
    for setup in SETUPS:
        shape = encoder.shape_of(setup)
        rooms = [(small_integers(shape.record), words(encoder.MEMORY_WORDS)) for _ in range(shape.kingdoms)]
        for state in positions(setup)[:: 1 if setup == TWO else 7]:
            row = to_words(state)
            for kingdom, (record, memory) in enumerate(rooms):
                encode(row, kingdom, record, memory)
                found.update(bytes(record))
    return found.hexdigest()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_shape_fits_into_a_megabyte_and_has_a_scale_for_every_number(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    assert 400_000 < shape.weights < 500_000
    assert len(encoder.scales_of(shape)) == shape.numbers
    assert all(0 < scale <= 1 for scale in encoder.scales_of(shape))


def test_the_shape_for_two_players() -> None:
    shape = encoder.shape_of(TWO)
    assert (shape.kingdoms, shape.squares, shape.codes, shape.hidden) == (2, 169, 18, (128, 64, 32))


@pytest.mark.parametrize("setup", SETUPS[:2], ids=str)
def test_a_window_has_eight_symmetries(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    ways = encoder.symmetries_of(shape)
    assert len({tuple(way) for way in ways}) == 8
    assert all(sorted(way) == list(range(shape.squares)) for way in ways)


def test_plain_python_writes_the_same_bytes() -> None:
    command = [sys.executable, "-c", "from tests.fast.queen.test_encoder import digest; print(digest())"]
    env, root = os.environ | {"CROWNLAND_JIT": "off"}, Path(__file__).parents[3]
    done = subprocess.run(command, env=env, cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == digest(), done.stderr


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_it_remembers_changes_no_byte(setup: Setup) -> None:
    shape, rng = encoder.shape_of(setup), Random(SEED)
    record, memory = small_integers(shape.record), words(encoder.MEMORY_WORDS)
    for state in positions(setup):
        for kingdom in rng.sample(range(shape.kingdoms), 2):
            encode(to_words(state), kingdom, record, memory)
            assert list(record) == fresh_record(state, kingdom), (kingdom, state)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_kingdom_has_the_block_it_sees_itself_in(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    for state in positions(setup)[::9]:
        record = fresh_record(state, 1)
        for place in range(shape.kingdoms):
            own, numbers = block_of(state, (1 + place) % shape.kingdoms)
            assert record[place * shape.block : (place + 1) * shape.block] == own + numbers


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_squares_have_the_codes_of_what_lies_there(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    side = round(shape.squares**0.5)
    for state in positions(setup)[::9]:
        for kingdom, (land, estate) in enumerate(zip(state.kingdoms, state.estates, strict=True)):
            expected = [0] * shape.squares
            for square in squares(land.occupied & ~(1 << CASTLE)):
                half = land.at(square)
                assert half is not None
                up, across = row(square) - row(CASTLE), column(square) - column(CASTLE)
                code = 1 + FIRST_CODE[half.terrain] + half.crowns
                if half.terrain is Terrain.TOWN:
                    code = 17 + (estate.built >> square & 1)
                expected[(up + side // 2) * side + across + side // 2] = code
            assert block_of(state, kingdom)[0] == expected
            assert max(expected) <= shape.codes


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_kingdom_has_the_numbers_of_what_it_owns(setup: Setup) -> None:
    for state in positions(setup)[::3]:
        for kingdom, (land, estate) in enumerate(zip(state.kingdoms, state.estates, strict=True)):
            numbers = estate_of(state, kingdom)
            others = max(one.towers for at, one in enumerate(state.estates) if at != kingdom)
            owned = [key for _, key in estate.buildings]
            assert numbers[estate_numbers.COINS : estate_numbers.BUILT + 1] == [
                min(estate.coins, 127),
                estate.knights,
                estate.all_knights,
                estate.towers,
                estate.towers - others,
                state.queen == kingdom,
                estate.plots(land).bit_count(),
                len(owned),
            ]
            assert numbers[estate_numbers.BUILDINGS : estate_numbers.OFFERS] == [owned.count(kind) for kind in KINDS]
            points = sum(numbers[estate_numbers.COIN_POINTS : estate_numbers.BUILDINGS])
            assert points + land_points(land) == state.score(kingdom).total


def test_an_offer_has_the_points_of_the_building_and_whether_it_can_be_built() -> None:
    checked = 0
    for state in positions(TWO):
        if state.actor is None or state.step is not Step.TAX:
            continue
        kingdom = state.kingdom_of(state.actor)
        numbers = estate_of(state, kingdom)
        builds = [action for action in state.legal_actions() if isinstance(action, Build)]
        before = points_without_coins(state, kingdom)
        for space in range(SPACES):
            points, can = numbers[estate_numbers.OFFERS + 2 * space :][:2]
            gains = [points_without_coins(state.apply(one), kingdom) - before for one in builds if one.price == space]
            assert can == bool(gains)
            assert not gains or points == max(gains)
            checked += len(gains)
    assert checked > 100


def test_the_turn_says_which_steps_are_open_and_what_taxes_bring() -> None:
    steps = {Step.TAX: 0, Step.DRAGON: 1, Step.CLAIM: 2}
    found = set()
    for state in positions(TWO):
        for kingdom in range(2):
            is_acting = state.actor is not None and state.kingdom_of(state.actor) == kingdom
            is_open = is_acting and state.step is not Step.PLACE
            numbers = estate_of(state, kingdom)
            expected = [int(is_open and steps[state.step] == step) for step in range(3)]
            taxes = [action for action in state.legal_actions() if is_open and isinstance(action, Tax)]
            coins = sorted((sum(line.points for line in state.coin_lines(tax)) for tax in taxes), reverse=True)
            knights = min(len(taxes), state.estates[kingdom].knights)
            assert numbers[estate_numbers.TURN :] == [*expected, knights, *(*coins, 0, 0)[:2]]
            found.add((*expected, len(taxes)))
    assert found == {(0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 1), (1, 0, 0, 2), (0, 1, 0, 0), (0, 0, 1, 0)}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_kingdom_has_the_dominoes_it_holds_and_what_they_bring(setup: Setup) -> None:
    box = [domino for domino in DOMINOES if any(domino in pile.dominoes for pile in positions(setup)[0].rules.piles)]
    for state in positions(setup)[::11]:
        rules, turns = state.rules, state.turns
        queue = turns.old[1:] if state.step is not Step.PLACE else turns.old
        for kingdom, land in enumerate(state.kingdoms):
            expected = [0] * (6 * rules.line_length)
            held = [[0] * len(box), [0] * len(box)]
            known: list[tuple[int, int, DominoId, int | None]] = []
            known += [(place, 0, domino, seat) for place, (domino, seat) in enumerate(queue)]
            known += [
                (place, 4 if seat is None else 2, domino, seat) for place, (domino, seat) in enumerate(turns.line)
            ]
            for place, kind, domino, seat in known:
                if seat is None or rules.kingdom_of[seat] == kingdom:
                    gain = best_gain(land, domino, rules.size)
                    expected[6 * place + kind + (gain is None)] = 1 if gain is None else gain
                    if seat is not None:
                        held[kind // 2][box.index(domino)] = 1
            assert block_of(state, kingdom)[1][encoder.PLACES :] == expected + held[0] + held[1]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_table_has_board_pile_dominoes_and_kings(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    for state in positions(setup)[::5]:
        for viewer in range(2):
            assert table_of(state, viewer)[:-1] == expected_table(state, viewer, shape.kingdoms)


def test_the_stage_falls_from_5_to_0() -> None:
    stages = [table_of(state, 0)[-1] for state in positions(TWO)]
    assert stages == sorted(stages, reverse=True)
    assert set(stages) == set(range(encoder.shape_of(TWO).stages))


def land_points(land: Kingdom) -> int:
    return sum(line.points for line in property_score(land)[0])


def points_without_coins(state: State, kingdom: int) -> int:
    return state.score(kingdom).total - state.estates[kingdom].coins // 3


def best_gain(land: Kingdom, domino: DominoId, size: int) -> int | None:
    one = DOMINOES[domino]
    gains = [land_points(land.place(one, *spot)) - land_points(land) for spot in placements(land, one, size)]
    return max(gains, default=None)


def expected_table(state: State, viewer: int, kingdoms: int) -> list[int]:
    rules, turns = state.rules, state.turns

    def flags(chosen: int | None, many: int) -> list[int]:
        return [int(at == chosen) for at in range(many)]

    def block(seat: int) -> int:
        return (rules.kingdom_of[seat] - viewer) % kingdoms

    rounds = turns.lines_left + bool(turns.line)
    now = 0 if state.actor is None else 1 if turns.waiting else [2, 3, 3, 4, 5][state.step]
    pile = [TILES.count(kind) - state.tiles_seen.count(kind) for kind in KINDS]
    board = [flag for tile in state.board for flag in flags(None if tile is None else KINDS.index(tile), len(KINDS))]
    box = [domino for domino in DOMINOES if any(domino in one.dominoes for one in rules.piles)]
    free = [int(domino in turns.free) for domino in box]
    old = turns.old[1:] if state.step is not Step.PLACE else turns.old
    kings = list(turns.waiting) or [seat for _, seat in old]
    queue = [flag for seat in kings for flag in flags(block(seat), kingdoms)]
    line = [flag for _, seat in turns.line for flag in flags(kingdoms if seat is None else block(seat), kingdoms + 1)]
    seats = [*turns.waiting, *(seat for _, seat in turns.old)]
    return [
        *flags(min(rounds, 12), 13),
        *flags(now, 6),
        int(state.dragon_is_home),
        *pile,
        *board,
        *(1 - (state.seen >> domino & 1) for domino in box),
        *free,
        *queue,
        *[0] * (rules.line_length * kingdoms - len(queue)),
        *line,
        *[0] * (rules.line_length * (kingdoms + 1) - len(line)),
        *flags(block(seats[0]) if seats else None, kingdoms),
    ]
