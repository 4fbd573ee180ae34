"""A whole table: lines, kings, names and scores."""

from xml.etree import ElementTree

from crownland import svg
from crownland.kernel.action import Opening, Reveal, Seat
from crownland.kernel.domino import DominoId
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.words import Words
from tests.svg.support import START, SVG, TABLE, texts, uses


def test_the_words_of_a_kingdom_and_of_a_table() -> None:
    assert "<title>Kingdom of 1 × 3: wheat 1 × 0, mine 1 × 3</title>" in svg.kingdom(Kingdom.parse("m3/w/c"))
    assert "<title>Kingdom of 1 × 1: only the castle</title>" in svg.kingdom(EMPTY_KINGDOM)
    assert "<title>Line: 31 lake 1 and wheat, 47 swamp and mine 2 (king of C)</title>" in svg.line(TABLE.turns.line[2:])
    assert "<title>Line: empty</title>" in svg.line(())
    assert "<title>Królestwo 1 × 3: pszenica 1 × 0, góry 1 × 3</title>" in svg.kingdom(
        Kingdom.parse("m3/w/c"), words=Words("pl")
    )
    assert "<title>Колона: празно</title>" in svg.line((), words=Words("sr-Cyrl"))
    assert "<title>Tafel. Ada: 24 punten; Ben: 21 punten" in svg.table(
        TABLE, ["Ada", "Ben", "Clio", "Dora"], words=Words("nl")
    )
    title = ElementTree.fromstring(svg.table(TABLE, ["Ada", "Ben", "Clio", "Dora"])).findtext(f"{SVG}title")
    assert title == (
        "Table. Ada: 24 points; Ben: 21 points; Clio: 29 points; Dora: 17 points"
        "; to place: 12 swamp and swamp (king of B), 15 wheat and grassland (king of D)"
        ", 26 forest 1 and wheat (king of A)"
        "; to claim: 3 forest and forest, 25 forest 1 and wheat, 31 lake 1 and wheat, 47 swamp and mine 2 (king of C)"
        "; Ben is to act"
    )


def test_text_is_escaped() -> None:
    nasty = '<b>&"\x00\x1b\ud800</b>'
    picture = svg.table(TABLE, [nasty, "Ben", "Clio", "Dora"], title=nasty)
    root = ElementTree.fromstring(picture)
    assert "<b>" not in picture
    assert root.findtext(f"{SVG}title") == root.attrib["aria-label"] == texts(picture)[7] == '<b>&"</b>'


def test_a_long_name_is_cut() -> None:
    shown = texts(svg.table(TABLE, ["Ada", "Wolfeschlegelsteinhausen", "Clio", "Dora"]))
    assert "Wolfeschlegel…" in shown


def test_a_line_has_its_lowest_number_on_top_and_its_kings() -> None:
    line = ((DominoId(3), None), (DominoId(17), Seat(2)), (DominoId(48), Seat(0)))
    picture = svg.line(line)
    assert texts(picture) == ["3", "17", "48"]
    shown = uses(picture)
    assert (shown["king"], shown["emblem-fish"], shown["emblem-rose"], shown["emblem-sun"]) == (2, 1, 1, 0)


def test_a_table_shows_names_scores_and_every_king() -> None:
    picture = svg.table(TABLE, ["Ada", "Ben", "Clio", "Dora"])
    assert " ".join(texts(picture)) == "12 15 26 3 25 31 47 Ada 24 Ben 21 Clio 29 Dora 17"
    assert uses(picture)["king"] == 4
    assert uses(picture)["castle"] == 4


def test_kings_that_wait_to_claim_are_shown_too() -> None:
    assert uses(svg.table(START))["king"] == 0
    opened = START.play(Opening((Seat(0), Seat(1), Seat(1), Seat(0))))
    assert uses(svg.table(opened))["king"] == 4
    assert uses(svg.table(opened.play(Reveal((DominoId(1), DominoId(2), DominoId(3), DominoId(4))))))["king"] == 4
