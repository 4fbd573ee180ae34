import hashlib

import pytest
from hypothesis import given

from crownland.kernel.domino import DOMINOES, KINGDOMINO, Domino, DominoId, Half, domino_name, parse_domino
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.terrain import Terrain
from crownland.testing.strategies import dominoes
from tests import oracle
from tests.helpers import domino

# Of the rows `number,terrain_a,crowns_a,terrain_b,crowns_b`, header included, each ended by a line feed.
SHA256_OF_THE_ROWS = "dd2fd7c85ec587a3e42db315d25630e75eb45cc4b043cce2cab9f8a250cc67dd"
HEADER = "number,terrain_a,crowns_a,terrain_b,crowns_b\n"


def halves() -> list[Half]:
    return [half for domino in DOMINOES.values() for half in (domino.left, domino.right)]


def test_the_numbers_go_from_1_to_48() -> None:
    assert tuple(range(1, 49)) == KINGDOMINO
    assert [face.id for face in DOMINOES.values()] == list(range(1, 49))


@pytest.mark.parametrize("number", oracle.DOMINOES)
def test_every_domino_agrees_with_the_table_of_the_oracle(number: int) -> None:
    face = domino(number)
    shown = tuple((half.terrain.letter.upper(), half.crowns) for half in (face.left, face.right))
    assert shown == oracle.DOMINOES[number]


@pytest.mark.parametrize(
    ("key", "squares", "crowns"),
    [
        ("wheat", 26, 5),
        ("forest", 22, 6),
        ("lake", 18, 6),
        ("grassland", 14, 6),
        ("swamp", 10, 6),
        ("mine", 6, 10),
        ("town", 0, 0),
    ],
)
def test_t2_the_squares_and_crowns_of_each_terrain(key: str, squares: int, crowns: int) -> None:
    of_terrain = [half for half in halves() if half.terrain.key == key]
    assert (len(of_terrain), sum(half.crowns for half in of_terrain)) == (squares, crowns)


def test_t2_the_rows_of_the_table_have_the_known_sha256() -> None:
    rows = "".join(
        f"{d.id},{d.left.terrain.key},{d.left.crowns},{d.right.terrain.key},{d.right.crowns}\n"
        for d in DOMINOES.values()
    )
    assert hashlib.sha256((HEADER + rows).encode()).hexdigest() == SHA256_OF_THE_ROWS


def test_t2_the_rows_of_the_oracle_have_the_same_sha256() -> None:
    rows = "".join(
        f"{number},{oracle.TERRAINS[a]},{m},{oracle.TERRAINS[b]},{n}\n"
        for number, ((a, m), (b, n)) in oracle.DOMINOES.items()
    )
    assert hashlib.sha256((HEADER + rows).encode()).hexdigest() == SHA256_OF_THE_ROWS


def test_t5_the_table_has_39_crowns_not_one_too_few_and_not_43() -> None:
    assert sum(half.crowns for half in halves()) == 39


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (19, "19 w1|f"),
        (20, "20 w1|l"),
        (39, "39 g|s1"),
        (43, "43 w|s2"),
        (40, "40 m1|w"),
        (45, "45 m2|w"),
        (48, "48 w|m3"),
    ],
)
def test_t5_the_dominoes_that_public_tables_get_wrong(number: int, text: str) -> None:
    assert str(domino(number)) == text


def test_the_doubles_are_the_first_twelve() -> None:
    assert [number for number, face in DOMINOES.items() if face.is_double] == list(range(1, 13))


def test_a_domino_of_one_terrain_with_different_crowns_is_no_double() -> None:
    assert not Domino(DominoId(99), Half(Terrain.WHEAT, 1), Half(Terrain.WHEAT, 0)).is_double


def test_c2_equal_faces_are_different_dominoes() -> None:
    one, other = domino(24), domino(25)
    assert (one.left, one.right) == (other.left, other.right)
    assert one != other


@given(dominoes())
def test_a_domino_is_read_back_from_its_name(face: Domino) -> None:
    assert parse_domino(domino_name(face.id)) == face.id


@pytest.mark.parametrize("text", ["", "0", "49", "01", "-1", " 1", "1 ", "+1", "1.0", "１", "Q1", "x"])
def test_what_is_no_domino_number_is_refused_with_the_text_itself(text: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_domino(text)
    assert str(caught.value) == f"expected a domino number from 1 to 48, got: {text!r}"
