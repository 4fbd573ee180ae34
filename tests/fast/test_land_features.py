"""The land numbers against what the reference says of a kingdom."""

import hashlib
from functools import cache
from itertools import combinations_with_replacement

import pytest

from crownland.fast import convert_land, layout
from crownland.fast import land_features as features
from crownland.fast.jit import Bytes, Row, entry, filled, small_integers, words
from crownland.games.registry import KINGDOMINO, QUEENDOMINO
from crownland.kernel.domino import DOMINOES, Domino, DominoId, Half
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom, reach
from crownland.kernel.property import properties
from crownland.kernel.square import CASTLE, Mask, column, neighbours, rectangle, row, squares
from crownland.kernel.terrain import Terrain
from crownland.testing.strategies import placements
from tests import oracle
from tests.fast.support import plain_output, positions
from tests.helpers import kingdom, square_of, to_board, to_kingdom

SIZES = layout.SIZES
TERRAINS = len(Terrain)
TIED = (5, 9)  # numbers of the best property, of which there may be several


@entry
def write(game: Row, size: int, terrains: int, found: Row, record: Bytes, codes: Bytes) -> None:
    features.find_properties(game, 0, terrains, found, 0)
    features.write_land(game, 0, size, terrains, found, 0, record, 0)
    features.write_squares(game, 0, size, terrains, codes, 0)


@entry
def best_gain(game: Row, size: int, terrains: int, domino: int, found: Row) -> int:
    features.find_properties(game, 0, terrains, found, 0)
    return features.best_gain(game, 0, size, domino, found, 0)


@cache
def kingdoms(size: int) -> list[Kingdom]:
    """Kingdoms of random games, with and without a town; and the empty one."""
    setups = [QUEENDOMINO.setup(4), KINGDOMINO.setup(3)] if size == SIZES[0] else [QUEENDOMINO.setup(2)]
    found = [one for setup in setups for state in positions(setup) for one in state.kingdoms]
    return list(dict.fromkeys([EMPTY_KINGDOM, *found]))


def row_of(land: Kingdom) -> Row:
    found = [0] * layout.KINGDOM_WORDS
    convert_land.write_kingdom(found, 0, land)
    return filled(found)


def land_of(land: Kingdom, size: int, terrains: int = TERRAINS) -> tuple[list[int], list[int]]:
    """The land numbers and the codes of the window."""
    record, codes = small_integers(features.land_numbers(terrains)), small_integers(features.window(size) ** 2)
    for at in range(len(record)):
        record[at] = -77
    write(row_of(land), size, terrains, words(features.PROPERTIES_WORDS), record, codes)
    return [int(one) for one in record], [int(one) for one in codes]


def digest() -> str:
    found = hashlib.sha256()
    for size in SIZES:
        for land in kingdoms(size)[::5]:
            found.update(repr(land_of(land, size)).encode())
    return found.hexdigest()


def is_true(land: Kingdom, size: int) -> bool:
    """Whether what the next domino can reach is less wide and high than the torus, where opposite edges meet."""
    return all(extent + 2 * min(2, size - extent) < 8 for extent in (land.width, land.height))


def area(land: Kingdom, size: int) -> tuple[Mask, Mask]:
    """The empty squares that the next domino could reach, and those that it could cover if its terrains were right."""
    west, south, east, north = land.box
    near = rectangle(west - 2, south - 2, east + 2, north + 2)
    free = reach(size, land.box) & near & ~land.occupied
    return free, sum(1 << one for one in squares(free) if neighbours(1 << one) & free)


def spread(start: Mask, over: Mask) -> Mask:
    while neighbours(start) & over & ~start:
        start |= neighbours(start) & over
    return start


@pytest.mark.parametrize("size", SIZES)
def test_the_numbers_of_a_terrain_are_those_of_its_properties(size: int) -> None:
    for land in filter(lambda one: is_true(one, size), kingdoms(size)):
        numbers = land_of(land, size)[0]
        _, fillable = area(land, size)
        for terrain in Terrain:
            found = numbers[terrain * features.OF_TERRAIN :][: features.OF_TERRAIN]
            own = [one for one in properties(land) if one.terrain is terrain]
            if not own:
                assert found == [0] * features.OF_TERRAIN
                continue
            ranked = sorted(((one.crowns, one.size) for one in own), reverse=True)
            best = [one for one in own if (one.crowns, one.size) == ranked[0]]
            second = ranked[1] if len(own) > 1 else (0, 0)
            squares_of_all = land.terrains[terrain]
            assert [number for at, number in enumerate(found) if at not in TIED] == [
                squares_of_all.bit_count(),
                sum(one.crowns for one in own),
                min(sum(one.points for one in own), 127),
                best[0].size,
                best[0].crowns,
                max(one.size for one in own),
                len(own),
                (neighbours(squares_of_all) & fillable).bit_count(),
                second[1],
                second[0],
            ]
            assert (found[5], found[9]) in {
                (
                    (neighbours(one.squares) & fillable).bit_count(),
                    spread(one.squares, one.squares | fillable).bit_count() - one.size,
                )
                for one in best
            }


@pytest.mark.parametrize("size", SIZES)
def test_a_pair_of_terrains_has_the_spots_of_a_domino_of_both(size: int) -> None:
    for land in kingdoms(size)[::2]:
        expected = []
        for left, right in combinations_with_replacement(Terrain, 2):
            domino = Domino(DominoId(0), Half(left, 0), Half(right, 0))
            many = len(placements(land, domino, size))
            expected += [min(many, features.MOST_SPOTS), int(many == 0)]
        at = TERRAINS * features.OF_TERRAIN
        assert land_of(land, size)[0][at : -features.OF_WHOLE] == expected


@pytest.mark.parametrize("size", SIZES)
def test_the_numbers_of_the_whole_are_those_of_its_form(size: int) -> None:
    full = 0
    for land in filter(lambda one: is_true(one, size), kingdoms(size)):
        free, fillable = area(land, size)
        own = properties(land)
        is_full = land.width == land.height == size
        full += is_full
        parts, rest = [], free if is_full else 0
        while rest:
            parts.append(spread(rest & -rest, free))
            rest &= ~parts[-1]
        colours = [[(row(one) + column(one)) % 2 for one in squares(part)] for part in parts]
        uneven = sum(abs(one.count(0) - one.count(1)) for one in colours)
        assert land_of(land, size)[0][-features.OF_WHOLE :] == [
            land.occupied.bit_count() - 1,
            land.width + land.height,
            abs(land.width - land.height),
            free.bit_count(),
            (free & ~fillable).bit_count(),
            fillable.bit_count(),
            min(sum(one.points for one in own), 127),
            sum(one.crowns for one in own),
            max((one.size for one in own), default=0),
            is_full,
            len(parts),
            sum(len(one) % 2 for one in colours),
            uneven,
            uneven > 0,
        ]
    assert full >= 10


@pytest.mark.parametrize("size", SIZES)
def test_the_best_gain_is_that_of_the_best_placement(size: int) -> None:
    found = words(features.PROPERTIES_WORDS)
    for number, land in enumerate(kingdoms(size)[::3]):
        before = sum(one.points for one in properties(land))
        for place, domino in list(enumerate(DOMINOES.values()))[number % 4 :: 4]:
            after = [land.place(domino, *spot) for spot in placements(land, domino, size)]
            gains = [sum(one.points for one in properties(one)) - before for one in after]
            assert best_gain(row_of(land), size, TERRAINS, place + 1, found) == max(gains, default=-1)


def test_numbers_that_a_byte_cannot_hold_are_clipped() -> None:
    land = kingdom("""
        M3 M3 M3 M3 M3
        M3 M3 M3 M3 M3
        M3 M3 C  M3 M3
        M3 M3 M3 M3 M3
        M3 M3 M3 M3 M3
    """)
    numbers = land_of(land, 5)[0]
    mine = numbers[Terrain.MINE * features.OF_TERRAIN :]
    assert mine[:5] == [24, 72, 127, 24, 72]
    assert numbers[-features.OF_WHOLE :][6:9] == [127, 72, 24]


def test_games_without_a_town_leave_out_its_numbers() -> None:
    terrains = int(Terrain.TOWN)
    for land in [one for state in positions(KINGDOMINO.setup(3))[::9] for one in state.kingdoms]:
        fewer, more = land_of(land, 5, terrains)[0], land_of(land, 5)[0]
        own = terrains * features.OF_TERRAIN
        assert (fewer[:own], fewer[-features.OF_WHOLE :]) == (more[:own], more[-features.OF_WHOLE :])
        assert len(fewer) == len(features.land_scales(terrains)) == own + 2 * 21 + features.OF_WHOLE


@pytest.mark.parametrize("size", SIZES)
def test_a_turned_kingdom_has_turned_squares_and_the_same_numbers(size: int) -> None:
    ways = features.turned_windows(size)
    side = features.window(size)
    assert len({tuple(way) for way in ways}) == 8
    for land in kingdoms(size)[::3]:
        numbers, codes = land_of(land, size)
        found = set()
        for symmetry in range(8):
            turned = to_kingdom(oracle.transform(to_board(land), symmetry))
            other, its_codes = land_of(turned, size)
            assert _without_tied(other) == _without_tied(numbers)
            order = []
            for square in range(side * side):
                y, x = divmod(square, side)
                here = oracle.turn((x - side // 2, y - side // 2), -symmetry % 4 if symmetry < 4 else symmetry)
                order.append((here[1] + side // 2) * side + here[0] + side // 2)
            assert its_codes == [codes[square] for square in order]
            found.add(tuple(order))
        assert found == {tuple(way) for way in ways}


def test_plain_python_writes_the_same_numbers() -> None:
    assert plain_output("tests.fast.test_land_features.digest()") == digest()


def test_the_castle_is_the_centre_of_the_window() -> None:
    land = kingdom("W1 C . F")
    for size in SIZES:
        codes, side = land_of(land, size)[1], features.window(size)
        centre = side * side // 2
        assert [codes[centre + step] for step in (-1, 0, 1, 2)] == [2, 0, 0, 1 + features.FIRST_CODE[Terrain.FOREST]]
        assert sum(map(bool, codes)) == 2
    assert square_of((0, 0)) == CASTLE


def _without_tied(numbers: list[int]) -> list[int]:
    """Leaves out what depends on which of several equal properties is taken for the best."""
    return [
        number
        for at, number in enumerate(numbers)
        if at >= TERRAINS * features.OF_TERRAIN or at % features.OF_TERRAIN not in TIED
    ]
