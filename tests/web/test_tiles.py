"""What only a browser can tell of dominoes and maps: one picture wherever they lie, rings, room, a steady scale."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browsing import DESK, LYING, PHONE
from tests.web.conftest import Visit
from tests.web.errands import can, forward, make_table

# The motifs that a picture shows by the corner of their square, without textures.
MOTIFS = """(picture) => Object.fromEntries([...picture.querySelectorAll('use')]
  .filter((use) => !use.getAttribute('href').endsWith('-texture'))
  .map((use) => [`${use.getAttribute('x')} ${use.getAttribute('y')} ${use.getAttribute('width')}`,
                 `${use.getAttribute('href')} ${use.hasAttribute('transform')}`]))"""
SIDE = "(board) => board.querySelector('use[href=\"#cl-castle\"]').getBoundingClientRect().width"
PLACE = "(board) => { const { x, y, width, height } = board.getBoundingClientRect(); return [x, y, width, height]; }"


def motifs(page: Page, selector: str) -> dict[str, str]:
    found: dict[str, str] = page.locator(selector).first.evaluate(MOTIFS)
    return found


def test_a_domino_keeps_its_picture_and_the_map_its_scale_when_it_is_laid(visit: Visit) -> None:
    visitor = visit(DESK)
    visitor.context.request.get("/api/me")
    table = make_table(visitor, "kingdomino", 2)
    assert forward(visitor, table, can("place", 2))
    page = visitor.page
    page.goto(f"/table/{table}")
    page.locator("[data-lit]").wait_for(state="attached")
    in_line = motifs(page, ".row.acting svg.domino")
    side = page.locator(".field").evaluate(SIDE)
    for key in ("ArrowUp", "r", "r"):
        page.keyboard.press(key)
        page.locator("[data-ghost]").wait_for()
        assert sorted(motifs(page, "[data-ghost]").values()) == sorted(in_line.values())
    ghost = motifs(page, "[data-ghost]")
    page.keyboard.press("Enter")
    page.locator("[data-ghost]").wait_for(state="detached")
    page.locator(".field .fresh").first.wait_for()
    lying = motifs(page, ".field .kingdom")
    assert {corner: lying[corner] for corner in ghost} == ghost
    assert page.locator(".field").evaluate(SIDE) == side


def test_rings_are_seen_in_forced_colours_and_nothing_lies_over_the_maps_of_others(visit: Visit) -> None:
    visitor = visit(DESK)
    visitor.context.request.get("/api/me")
    table = make_table(visitor, "kingdomino", 3, ["guest", "guest"])
    assert forward(visitor, table, can("place", 3))
    page = visitor.page
    page.emulate_media(forced_colors="active")
    page.goto(f"/table/{table}")
    tile = page.locator(".row.acting .tile").first
    tile.wait_for()
    assert ring_of(tile.evaluate("(tile) => ({...getComputedStyle(tile)})")) == ("solid", "3px")
    for card in page.locator(".card").all():
        land, tiles = card.locator(".land").bounding_box(), card.locator(".next").bounding_box()
        assert land is not None
        assert tiles is not None
        assert land["x"] + land["width"] <= tiles["x"]
    page.locator("nav button").last.click()
    chosen = page.locator('dialog [aria-pressed="true"]').first
    assert ring_of(chosen.evaluate("(button) => ({...getComputedStyle(button)})")) == ("solid", "3px")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    acting = page.locator(".card.acting")
    page.evaluate("document.querySelector('.card').click()")  # the kingdom to act becomes one of the others
    acting.wait_for()
    style = acting.evaluate("(card) => ({...getComputedStyle(card)})")
    assert ring_of(style)[0] == "solid"
    assert style["outlineOffset"].startswith("-"), "a ring outside would be cut off by the strip of cards"


def ring_of(style: dict[str, Any]) -> tuple[str, str]:
    return style["outlineStyle"], style["outlineWidth"]


@pytest.mark.parametrize("size", [PHONE, LYING, DESK])
@pytest.mark.parametrize("game", ["kingdomino", "queendomino"])
def test_the_map_keeps_its_place_while_a_domino_is_in_hand(visit: Visit, game: str, size: tuple[int, int]) -> None:
    visitor = visit(size)
    visitor.speak("nl")  # long words
    visitor.context.request.get("/api/me")
    table = make_table(visitor, game, 2)
    assert forward(visitor, table, can("place", 3))
    page = visitor.page
    page.goto(f"/table/{table}")
    page.locator("[data-lit]").wait_for(state="attached")
    before = page.locator(".field").evaluate(PLACE)
    for key in ("ArrowUp", "ArrowRight", "r", "ArrowDown", "r", "ArrowLeft"):
        page.keyboard.press(key)
        page.locator("[data-ghost]").wait_for()
        page.wait_for_timeout(150)  # what a spot brings is asked for
        assert page.locator(".field").evaluate(PLACE) == before, key
