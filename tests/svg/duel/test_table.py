"""Pictures of Duel."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from crownland import svg
from crownland.games.duel.book import SPELLS
from crownland.games.duel.coat import FREE_SQUARES, Coat, Map
from crownland.games.duel.dice import DICE
from crownland.games.registry import DUEL
from tests.svg.support import (
    DUEL_TABLE,
    MAP_OF_ALL,
    SVG,
    Loud,
    duel_position,
    texts,
    uses,
    walk,
)


def crosses_of(land: Map) -> int:
    return sum(plane.bit_count() for plane in land.crowns)


@pytest.mark.parametrize("bold", [True, False])
def test_a_table_of_duel_shows_all_that_the_state_holds(bold: bool) -> None:
    for state in list(walk("duel", 2, teams=False, bold=bold))[::7]:
        picture = svg.table(state)
        shown, drawing = uses(picture), state.drawing
        assert shown["castle"] == 2 + len(state.books), "on its map, and as the sign of the bonus"
        faces = [DICE[die][face] for die, face in enumerate(state.dice, start=1)]
        if drawing is not None:
            for die, face in zip(drawing.dice, drawing.shown, strict=True):
                faces[die - 1] = face
        on_dice = sum(face.crosses for face in faces) + (drawing is not None and drawing.bonus is not None)
        first = drawing is not None and drawing.first is not None
        pending = drawing.halves[0].crowns if drawing is not None and first else 0
        on_maps = sum(map(crosses_of, state.kingdoms)) + pending
        assert shown["cross"] == on_maps + on_dice + sum(book.castle for book in state.books)
        drawn = sum((land.occupied & FREE_SQUARES).bit_count() for land in state.kingdoms)
        assert sum(shown[f"coat-{coat.key}-texture"] for coat in Coat) == drawn + first
        assert shown["die"] == len(DICE)
        assert sum(shown[f"spell-{key}"] for key in SPELLS) == len(SPELLS)
        assert shown["box-filled"] == sum(sum(book.boxes) for book in state.books)
        left = [
            (spell.boxes - filled, any(other.owns(spell.key) for other in state.books))
            for book in state.books
            for filled, spell in zip(book.boxes, SPELLS.values(), strict=True)
        ]
        assert shown["box-empty"] == sum(count for count, is_won in left if not is_won)
        assert shown["box-struck"] == sum(count for count, is_won in left if is_won)
        names = texts(picture)
        assert names == ["A", str(state.scores()[0].total), "B", str(state.scores()[1].total)]
        taken = [sum(owner == seat for owner in state.taken) for seat in range(2)]
        won = [len(book.spells) + len(book.used) for book in state.books]
        emblems = [shown[f"emblem-{house.emblem}"] for house in svg.HOUSES[:2]]
        assert emblems == [2 + dice + spells for dice, spells in zip(taken, won, strict=True)], "panel and page too"


@pytest.mark.parametrize(
    "land", [Map.empty(), MAP_OF_ALL, *DUEL_TABLE.kingdoms], ids=lambda land: str(land).replace("/", "_")
)
def test_a_map_shows_its_coats_and_crosses_and_is_never_smaller_than_its_extent(land: Map) -> None:
    picture = svg.kingdom(land, square=100)
    shown, root = uses(picture), ElementTree.fromstring(picture)
    assert shown["cross"] == crosses_of(land)
    for coat in Coat:
        assert shown[f"coat-{coat.key}"] == shown[f"coat-{coat.key}-texture"] == land.terrains[coat].bit_count()
    assert (root.attrib["width"], root.attrib["height"]) == ("800", "600")


def test_crosses_stay_within_their_square() -> None:
    """Four of them, too."""
    root = ElementTree.fromstring(svg.kingdom(Map.parse("d4c")))
    lefts = [float(use.attrib["x"]) for use in root.iter(f"{SVG}use") if use.attrib["href"] == "#cl-cross"]
    size = next(float(use.attrib["width"]) for use in root.iter(f"{SVG}use") if use.attrib["href"] == "#cl-cross")
    assert len(lefts) == 4
    assert min(lefts) // 100 == (max(lefts) + size) // 100
    assert all(right - left >= size for left, right in pairwise(lefts)), "none hides another"


def test_a_wild_face_that_was_named_shows_both() -> None:
    shown = uses(svg.table(DUEL_TABLE))
    stripes = sum(land.terrains[Coat.DOUBLE_STRIPE].bit_count() for land in DUEL_TABLE.kingdoms)
    assert shown["coat-wild"] == 1
    assert shown["coat-double_stripe"] == stripes + 2, "on the die and in the spell book"


def test_the_coat_that_has_the_bonus_is_in_the_spell_book() -> None:
    ada, ben = DUEL_TABLE.books
    without = replace(DUEL_TABLE, books=(replace(ada, coat=None), ben))
    assert uses(svg.table(DUEL_TABLE)) - uses(svg.table(without)) == Counter({"coat-stripe": 1})


def test_of_dice_drawn_apart_the_first_is_on_the_map() -> None:
    apart = duel_position(
        "duel players=2 A:d1c;000000;-split B:c;000000 first:A round:2 dice:2.2.3.4 taken:AABB part:draw showing:2.2"
        " cast:split"
    )
    action = next(action for action in apart.legal_actions() if str(action).startswith("1@"))
    begun = apart.play(action)
    assert begun.drawing is not None
    assert begun.drawing.first is not None
    assert uses(svg.table(begun)) - uses(svg.table(apart)) == Counter({"coat-dot": 1, "coat-dot-texture": 1})


def test_the_words_of_a_duel() -> None:
    title = ElementTree.fromstring(svg.table(DUEL_TABLE, ["Ada", "Ben"])).findtext(f"{SVG}title")
    assert title == (
        "Table. Ada: 30 points, castle bonus, used, 5 of 5 dot, 5 of 5 stripe, 1 of 4 double dot, 3 of 3 solid"
        ", 2 of 3 quarters, spell free placement ready, spell split used, spell domain bonus used: stripe"
        "; Ben: 46 points, castle bonus, 1 of 5 dot, 2 of 5 stripe, 4 of 4 double dot, 4 of 4 double stripe"
        ", 2 of 3 quarters, spell turn a die ready, spell pick two used"
        "; dice: 1 dot (Ada), 2 dot (Ben), 3 quarters 2 (Ada), 4 double stripe (Ben); Ben is to act"
    )
    assert "<title>Map: dot 1 × 1, double dot 1 × 0</title>" in svg.kingdom(Map.parse("d1cD"))
    assert "<title>Map: only the castle</title>" in svg.kingdom(Map.empty())


def test_names_at_a_table_of_duel_are_escaped() -> None:
    picture = svg.table(DUEL_TABLE, ["<i>&", "Ben"])
    assert "<i>" not in picture
    assert texts(picture)[0] == "<i>&"


def test_whoever_draws_is_outlined() -> None:
    frames = re.compile(r'rx="30" fill="none" stroke="var\(--(ink|house),')
    assert frames.findall(svg.table(DUEL_TABLE)) == ["ink", "house"]
    assert frames.findall(svg.table(DUEL.new(2))) == ["ink", "ink"]


def test_the_coats_show_what_their_rows_say() -> None:
    picture = svg.coats()
    shown, said = uses(picture), texts(picture)
    assert shown["box-empty"] == sum(spell.boxes for spell in SPELLS.values())
    assert all(shown[f"spell-{key}"] == 1 for key in SPELLS)
    assert all(shown[f"coat-{coat.key}"] == 3 for coat in Coat)
    assert shown["cross"] == 4 * 1 + 2 * 2
    assert said[:4] == ["dot", "free placement", "stripe", "split"]
    assert "DOUBLE STRIPE" in texts(svg.coats(Loud()))
