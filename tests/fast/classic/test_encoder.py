"""The record of a position says what the reference says."""

import hashlib
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from crownland.fast import land_features
from crownland.fast.classic import encoder
from crownland.fast.convert import to_words
from crownland.fast.jit import small_integers, words
from crownland.fast.land_features import FIRST_CODE
from crownland.fast.twin import Encoder, require_twin
from crownland.games.classic.rules import HARMONY, MIDDLE_KINGDOM
from crownland.games.classic.state import State
from crownland.games.registry import KINGDOMINO
from crownland.games.setup import Setup
from crownland.kernel.action import Discard, Place
from crownland.kernel.domino import DOMINOES, DominoId
from crownland.kernel.domino import KINGDOMINO as BOX
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import CASTLE, column, row, squares
from crownland.kernel.terrain import Terrain
from crownland.testing.strategies import placements, random_play
from tests import oracle
from tests.fast.support import encode, plain_output, positions, record_of
from tests.helpers import to_board, to_kingdom

ENCODER: Encoder = encoder
BONUSES = {"middle-kingdom": True, "harmony": True}
TWO = KINGDOMINO.setup(2)
MIGHTY = KINGDOMINO.setup(2, {"mighty-duel": True, **BONUSES})
SETUPS = [
    TWO,
    KINGDOMINO.setup(2, BONUSES),
    MIGHTY,
    KINGDOMINO.setup(3, {"harmony": True}),
    KINGDOMINO.setup(3, {"three-players": "leftover"}),
    KINGDOMINO.setup(4, BONUSES),
]
KEY = require_twin(TWO).key
TERRAINS = list(Terrain)[: Terrain.TOWN]
PLACES = 4
LINES = 6  # numbers of lines left that a kingdom's block tells apart

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def states(setup: Setup, step: int = 1) -> list[State]:
    return [state for state in positions(setup)[::step] if isinstance(state, State)]


def fresh_record(state: State, kingdom: int) -> list[int]:
    return [int(number) for number in record_of(state, kingdom)[0]]


def block_of(state: State, kingdom: int) -> tuple[list[int], list[int]]:
    """The squares and the numbers of a kingdom, as it sees itself."""
    shape = encoder.shape_of(state.setup)
    record = fresh_record(state, kingdom)
    return record[: shape.squares], record[shape.squares : shape.block]


def behind_land(state: State, kingdom: int) -> list[int]:
    """The numbers of a kingdom but those of its land."""
    return block_of(state, kingdom)[1][land_features.land_numbers(len(TERRAINS)) :]


def flags(chosen: int | None, many: int) -> list[int]:
    return [int(at == chosen) for at in range(many)]


def digest() -> str:
    """A digest of the records of whole games, each kingdom's with a memory of its own."""
    found = hashlib.sha256()
    for setup in SETUPS:
        shape = encoder.shape_of(setup)
        rooms = [(small_integers(shape.record), words(encoder.MEMORY_WORDS)) for _ in range(setup.players)]
        for state in states(setup, 1 if setup == TWO else 3):
            for kingdom, (record, memory) in enumerate(rooms):
                encode(KEY, to_words(state), kingdom, record, memory)
                found.update(bytes(record))
    return found.hexdigest()


@every_setup
def test_a_shape_fits_into_a_megabyte_and_has_a_scale_for_every_number(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    assert 2 * shape.weights < 1_000_000, "bytes of a network"
    assert len(encoder.scales_of(shape)) == shape.numbers
    assert all(0 < scale <= 1 for scale in encoder.scales_of(shape))
    assert shape.kingdoms == (2 if setup.players == 2 else 4)


def test_setups_that_a_network_plays_have_one_shape() -> None:
    by_name: dict[str, set[object]] = {}
    for setup in KINGDOMINO.all_setups():
        name = require_twin(setup).network(setup)
        if name is not None:
            by_name.setdefault(name, set()).add(encoder.shape_of(setup))
    assert len(by_name) > 1
    assert all(len(shapes) == 1 for shapes in by_name.values())


def test_plain_python_writes_the_same_bytes() -> None:
    assert plain_output("tests.fast.classic.test_encoder.digest()") == digest()


@every_setup
@pytest.mark.parametrize("is_restless", [False, True], ids=["one viewer", "many viewers"])
def test_what_it_remembers_changes_no_byte(setup: Setup, is_restless: bool) -> None:
    shape, rng = encoder.shape_of(setup), Random(7)
    record, memory = shape.new_record()[0], words(encoder.MEMORY_WORDS)
    for at in range(shape.record):
        record[at] = -77
    for state in states(setup):
        for kingdom in rng.sample(range(setup.players), 2) if is_restless else [1]:
            encode(KEY, to_words(state), kingdom, record, memory)
            assert list(record) == fresh_record(state, kingdom), (kingdom, state)


def test_a_memory_goes_from_game_to_game() -> None:
    first, second = states(TWO), [one for _, one in random_play(SETUPS[1], Random(8)) if isinstance(one, State)]
    record, memory = encoder.shape_of(TWO).new_record()[0], words(encoder.MEMORY_WORDS)
    for one, other in zip(first, second, strict=False):
        for state in (one, other):
            encode(KEY, to_words(state), 0, record, memory)
            assert list(record) == fresh_record(state, 0), state


@every_setup
def test_every_kingdom_has_the_block_it_sees_itself_in(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    for state in states(setup, 9):
        record = fresh_record(state, 1)
        for place in range(shape.kingdoms):
            own, numbers = block_of(state, (1 + place) % setup.players)
            expected = own + numbers if place < setup.players else [0] * shape.block
            assert record[place * shape.block : (place + 1) * shape.block] == expected


@every_setup
def test_squares_have_the_codes_of_what_lies_there(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    side = round(shape.squares**0.5)
    for state in states(setup, 9):
        for kingdom, land in enumerate(state.kingdoms):
            expected = [0] * shape.squares
            for square in squares(land.occupied & ~(1 << CASTLE)):
                half = land.at(square)
                assert half is not None
                up, across = row(square) - row(CASTLE), column(square) - column(CASTLE)
                expected[(up + side // 2) * side + across + side // 2] = 1 + FIRST_CODE[half.terrain] + half.crowns
            assert block_of(state, kingdom)[0] == expected
            assert max(expected) <= shape.codes


@every_setup
def test_the_land_numbers_have_the_points_and_crowns_of_the_score(setup: Setup) -> None:
    for state in states(setup, 9):
        for kingdom, land in enumerate(state.kingdoms):
            whole = block_of(state, kingdom)[1][: land_features.land_numbers(len(TERRAINS))][-land_features.OF_WHOLE :]
            assert whole[6:9] == [min(points_of(land), 127), state.score(kingdom).ties[1], state.score(kingdom).ties[0]]


@every_setup
def test_a_kingdom_has_the_dominoes_it_holds_and_what_they_bring(setup: Setup) -> None:
    for state in states(setup, 5):
        turns = state.turns
        for kingdom, land in enumerate(state.kingdoms):
            queue, line, held, lined = [0] * 2 * PLACES, [0] * 4 * PLACES, [0] * 48, [0] * 48
            for place, (domino, seat) in enumerate(turns.old):
                if seat == kingdom:
                    queue[2 * place : 2 * place + 2] = gain_of(land, domino, state.rules.size)
                    held[BOX.index(domino)] = 1
            for place, (domino, owner) in enumerate(turns.line):
                if owner in (None, kingdom):
                    at = 4 * place + (2 if owner is None else 0)
                    line[at : at + 2] = gain_of(land, domino, state.rules.size)
                    lined[BOX.index(domino)] = int(owner is not None)
            expected = [*queue, *line, *held, *lined]
            assert behind_land(state, kingdom)[: len(expected)] == expected


@every_setup
def test_a_kingdom_has_what_the_unseen_dominoes_hold_and_how_many_lines_are_left(setup: Setup) -> None:
    at = 6 * PLACES + 2 * len(BOX)
    for state in states(setup, 7):
        halves = [
            half
            for domino in BOX
            if not state.seen >> domino & 1
            for half in (DOMINOES[domino].left, DOMINOES[domino].right)
        ]
        crowns: Counter[object] = Counter()
        for half in halves:
            crowns[half.terrain] += half.crowns
        found = Counter(half.terrain for half in halves)
        supply = [number for terrain in TERRAINS for number in (found[terrain], crowns[terrain])]
        left = flags(min(state.turns.lines_left, LINES - 1), LINES)
        assert behind_land(state, 0)[at : at + len(supply) + LINES] == supply + left


@every_setup
def test_a_kingdom_has_what_its_bonuses_ask_for(setup: Setup) -> None:
    found = set()
    for seed in range(3):
        to_come = Counter({seat: 12 * (2 if setup.is_on("mighty-duel") else 1) for seat in range(setup.players)})
        before: State | None = None
        for action, state in random_play(setup, Random(seed)):
            assert isinstance(state, State)
            if isinstance(action, Place | Discard) and before is not None and before.actor is not None:
                to_come[before.actor] -= 1
            before = state
            for kingdom, land in enumerate(state.kingdoms):
                numbers = bonuses_of(state, kingdom)
                assert numbers == expected_bonuses(state, land, to_come[kingdom])
                found.add(tuple(numbers[:5]))
                if state.is_over:
                    earned = {line.reason for line in state.score(kingdom).lines}
                    assert numbers[1] == (MIDDLE_KINGDOM.key in earned)
                    assert numbers[4] == (HARMONY.key in earned)
    assert len(found) > sum(setup.is_on(bonus.key) for bonus in (MIDDLE_KINGDOM, HARMONY))


def test_a_bonus_that_is_earned_is_told() -> None:
    state = states(SETUPS[1])[-1]
    land = to_kingdom(
        {(x, y): ("W", 0) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)} | {(0, 0): oracle.CASTLE}
    )
    full = replace(state, kingdoms=(land, state.kingdoms[1]))
    assert {MIDDLE_KINGDOM.key, HARMONY.key} <= {line.reason for line in full.score(0).lines}
    assert bonuses_of(full, 0) == [1, 1, 1, 1, 1, 0, 0, 1]


@every_setup
def test_the_table_has_lines_dominoes_and_kings(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    for state in states(setup, 3):
        for viewer in range(2):
            table = fresh_record(state, viewer)[shape.kingdoms * shape.block : shape.record]
            assert table[:-1] == expected_table(state, viewer, shape.kingdoms)


@every_setup
def test_the_stage_falls_to_0(setup: Setup) -> None:
    shape = encoder.shape_of(setup)
    stages = [fresh_record(state, 0)[shape.record - 1] for state in states(setup)]
    assert stages == sorted(stages, reverse=True)
    assert set(stages) == set(range(shape.stages))


@every_setup
def test_the_order_of_squares_is_free_under_symmetries(setup: Setup) -> None:
    """A kingdom that is turned has its squares in another order, and the same numbers."""
    shape = encoder.shape_of(setup)
    ways = {tuple(way) for way in encoder.symmetries_of(shape)}
    assert len(ways) == 8
    state = states(setup)[-20]
    codes, numbers = block_of(state, 0)
    own = land_features.land_numbers(len(TERRAINS))
    found = set()
    for symmetry in range(8):
        turned = to_kingdom(oracle.transform(to_board(state.kingdoms[0]), symmetry))
        other, its_numbers = block_of(replace(state, kingdoms=(turned, *state.kingdoms[1:])), 0)
        assert its_numbers[own:] == numbers[own:]
        found |= {way for way in ways if [codes[square] for square in way] == other}
    assert found == ways


def test_two_kingdoms_leave_the_last_line_to_the_solver() -> None:
    for setup in SETUPS:
        for state in states(setup):
            is_last = setup.players == 2 and state.turns.lines_left == 0
            assert bool(encoder.is_beyond(to_words(state), 0)) == is_last
            assert state.actor is None or encoder.mover(to_words(state), 0) == state.actor
    assert encoder.LOOKS_TWICE


def points_of(land: Kingdom) -> int:
    return sum(one.points for one in properties(land))


def gain_of(land: Kingdom, domino: DominoId, size: int) -> list[int]:
    """The best gain, and whether there is none."""
    one = DOMINOES[domino]
    gains = [points_of(land.place(one, *spot)) - points_of(land) for spot in placements(land, one, size)]
    return [max(gains), 0] if gains else [0, 1]


def bonuses_of(state: State, kingdom: int) -> list[int]:
    return behind_land(state, kingdom)[6 * PLACES + 2 * len(BOX) + 2 * len(TERRAINS) + LINES :]


def expected_bonuses(state: State, land: Kingdom, to_come: int) -> list[int]:
    size, bonuses = state.rules.size, state.rules.bonuses
    half, (west, south, east, north) = size // 2, land.box
    x, y = column(CASTLE), row(CASTLE)
    is_central = max(x - west, east - x, y - south, north - y) <= half
    empty = size * size - land.occupied.bit_count()
    for_middle, for_harmony = MIDDLE_KINGDOM in bonuses, HARMONY in bonuses
    return [
        for_middle,
        for_middle and MIDDLE_KINGDOM.earned(land, size),
        for_middle and is_central,
        for_harmony,
        for_harmony and empty <= 2 * to_come,
        to_come,
        max(0, empty - 2 * to_come),
        1,
    ]


def expected_table(state: State, viewer: int, kingdoms: int) -> list[int]:
    rules, turns = state.rules, state.turns

    def block(seat: int) -> int:
        return (seat - viewer) % rules.setup.players

    lines = LINES if rules.lines <= LINES else 2 * LINES
    kings = list(turns.waiting) or [seat for _, seat in turns.old]
    queue = [flag for seat in kings for flag in flags(block(seat), kingdoms)]
    line = [flag for _, seat in turns.line for flag in flags(kingdoms if seat is None else block(seat), kingdoms + 1)]
    return [
        *flags(min(turns.lines_left, lines - 1), lines),
        *(1 - (state.seen >> domino & 1) for domino in BOX),
        *(int(domino in turns.free) for domino in BOX),
        *queue,
        *[0] * (PLACES * kingdoms - len(queue)),
        *line,
        *[0] * (PLACES * (kingdoms + 1) - len(line)),
    ]
