import hashlib

import pytest
from hypothesis import given

from crownland.kernel.domino import (
    DOMINOES,
    KINGDOMINO,
    QUEENDOMINO,
    Domino,
    DominoId,
    Half,
    domino_name,
    parse_domino,
)
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.terrain import Terrain
from crownland.testing.strategies import dominoes
from tests import oracle
from tests.helpers import domino

# Of the rows `number,terrain_a,crowns_a,terrain_b,crowns_b`, header included, each ended by a line feed.
SHA256_OF_THE_ROWS = "dd2fd7c85ec587a3e42db315d25630e75eb45cc4b043cce2cab9f8a250cc67dd"
SHA256_OF_THE_QUEEN_ROWS = "f0a3cc8fbd8c2b1a8f9fad2bf262f6acb0a1d2f883880ce9a7ba4c06ec02efb3"
HEADER = "number,terrain_a,crowns_a,terrain_b,crowns_b\n"
BOXES = {"kingdomino": KINGDOMINO, "queendomino": QUEENDOMINO}


def halves(box: tuple[DominoId, ...]) -> list[Half]:
    return [half for number in box for half in (DOMINOES[number].left, DOMINOES[number].right)]


def sha256_of(box: tuple[DominoId, ...]) -> str:
    rows = "".join(
        f"{number},{face.left.terrain.key},{face.left.crowns},{face.right.terrain.key},{face.right.crowns}\n"
        for number, face in enumerate((DOMINOES[each] for each in box), start=1)
    )
    return hashlib.sha256((HEADER + rows).encode()).hexdigest()


def test_the_numbers_of_a_box_go_from_1_to_48() -> None:
    assert tuple(range(1, 49)) == KINGDOMINO
    assert [domino_name(number) for number in KINGDOMINO] == [str(number) for number in range(1, 49)]
    assert [domino_name(number) for number in QUEENDOMINO] == [f"Q{number}" for number in range(1, 49)]


def test_w4_a_domino_is_known_by_its_box_and_its_number() -> None:
    assert tuple(DOMINOES) == KINGDOMINO + QUEENDOMINO
    assert [face.id for face in DOMINOES.values()] == list(DOMINOES)
    assert len({domino_name(number) for number in DOMINOES}) == 96


def test_within_a_box_the_order_of_the_numbers_is_that_of_the_ids() -> None:
    # C8, C10: lines are sorted and kings act by it
    assert list(KINGDOMINO) == sorted(KINGDOMINO)
    assert list(QUEENDOMINO) == sorted(QUEENDOMINO)


@pytest.mark.parametrize("number", oracle.DOMINOES)
def test_every_domino_agrees_with_the_table_of_the_oracle(number: int) -> None:
    face = domino(number)
    shown = tuple((half.terrain.letter.upper(), half.crowns) for half in (face.left, face.right))
    assert shown == oracle.DOMINOES[number]


@pytest.mark.parametrize(
    ("key", "in_kingdomino", "in_queendomino", "crowns"),
    [
        ("wheat", 26, 19, 5),
        ("forest", 22, 17, 6),
        ("lake", 18, 14, 6),
        ("grassland", 14, 12, 6),
        ("swamp", 10, 8, 6),
        ("mine", 6, 6, 10),
        ("town", 0, 20, 0),
    ],
)
def test_t2_the_squares_and_crowns_of_each_terrain(
    key: str, in_kingdomino: int, in_queendomino: int, crowns: int
) -> None:
    for box, squares in ((KINGDOMINO, in_kingdomino), (QUEENDOMINO, in_queendomino)):
        of_terrain = [half for half in halves(box) if half.terrain.key == key]
        assert (len(of_terrain), sum(half.crowns for half in of_terrain)) == (squares, crowns)


def test_t2_the_rows_of_the_tables_have_the_known_sha256() -> None:
    assert sha256_of(KINGDOMINO) == SHA256_OF_THE_ROWS
    assert sha256_of(QUEENDOMINO) == SHA256_OF_THE_QUEEN_ROWS


def test_t2_the_rows_of_the_oracle_have_the_same_sha256() -> None:
    rows = "".join(
        f"{number},{oracle.TERRAINS[a]},{m},{oracle.TERRAINS[b]},{n}\n"
        for number, ((a, m), (b, n)) in oracle.DOMINOES.items()
    )
    assert hashlib.sha256((HEADER + rows).encode()).hexdigest() == SHA256_OF_THE_ROWS


@pytest.mark.parametrize("box", BOXES)
def test_t5_each_table_has_96_squares_and_39_crowns_not_one_too_few_and_not_43(box: str) -> None:
    assert len(halves(BOXES[box])) == 96
    assert sum(half.crowns for half in halves(BOXES[box])) == 39


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


@pytest.mark.parametrize(
    ("box", "doubles"),
    [
        ("kingdomino", "1 2 3 4 5 6 7 8 9 10 11 12"),
        ("queendomino", "Q1 Q2 Q3 Q4 Q5 Q6 Q7 Q8 Q9 Q46 Q47 Q48"),  # the last ones are towns
    ],
)
def test_the_doubles_of_each_box(box: str, doubles: str) -> None:
    assert " ".join(domino_name(number) for number in BOXES[box] if DOMINOES[number].is_double) == doubles


def test_a_domino_of_one_terrain_with_different_crowns_is_no_double() -> None:
    assert not Domino(DominoId(99), Half(Terrain.WHEAT, 1), Half(Terrain.WHEAT, 0)).is_double


def test_c2_equal_faces_are_different_dominoes() -> None:
    one, other = domino(24), domino(25)
    assert (one.left, one.right) == (other.left, other.right)
    assert one != other


@given(dominoes(DOMINOES))
def test_a_domino_is_read_back_from_its_name(face: Domino) -> None:
    assert parse_domino(domino_name(face.id)) == face.id


@pytest.mark.parametrize(
    "text",
    ["", "0", "49", "01", "-1", " 1", "1 ", "+1", "1.0", "１", "x", "101", "Q", "Q0", "Q49", "Q01", "q1", "QQ1", "Q 1"],
)
def test_what_is_no_domino_number_is_refused_with_the_text_itself(text: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_domino(text)
    assert str(caught.value) == f"expected a domino from 1 to 48 or from Q1 to Q48, got: {text!r}"


def test_a_long_text_that_is_no_domino_is_shown_in_part() -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_domino("1" * 5000)
    assert str(caught.value) == f"expected a domino from 1 to 48 or from Q1 to Q48, got: {'1' * 40!r}"
