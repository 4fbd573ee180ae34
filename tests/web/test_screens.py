"""Every screen lies well and can be used by everybody: at every size, in every language, also in forced colours.

CROWNLAND_LOOKS=all looks at every screen at every size in every language, with axe in every theme; otherwise each size,
language and theme has its turns.
"""

import os

import pytest
from playwright.sync_api import Browser

from crownland.cyrillic import CYRILLIC
from crownland.words import languages
from tests.web.browsing import DESK, OTHER_SIZES, PHONE, SIZES, Visitor, launched
from tests.web.conftest import Visit
from tests.web.looking import THEMES, barriers, dress, flaws
from tests.web.screens import SCREENS
from tests.web.serving import Serving

EVERYTHING = os.environ.get("CROWNLAND_LOOKS") == "all"
ENLARGED = (640, 360), (384, 512)  # a desk and a tablet at 200 %
LEAST = 120  # pixels of a map that somebody can still tap on


def looks_in(at: int, language: str) -> dict[tuple[int, int], tuple[str, ...]]:
    """How a screen is seen in the *language* of that number: the sizes, and the themes in which axe looks at each.

    Each language is read on every device, by turns at one size or the other, its second alphabet on one; axe looks once
    in each language, by turns on another device, in light and in dark, and in one of them in forced colours too.
    """
    sizes = (SIZES, OTHER_SIZES)[at % 2]
    usual = sizes[at % len(sizes)]
    if EVERYTHING:
        return {**dict.fromkeys((*SIZES, *OTHER_SIZES), ()), usual: THEMES}
    others = dict.fromkeys(() if language == CYRILLIC else sizes, ())
    return {**others, usual: (THEMES[at % 2], *(THEMES[2:] if at == 0 else ()))}


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_lies_well_and_can_be_used_by_everybody(visit: Visit, name: str) -> None:
    screen = SCREENS[name]
    visitor = visit(PHONE)
    visitor.context.request.get("/api/me")  # only a known guest can open tables
    page = visitor.page
    path = screen.path(visitor)
    found: list[str] = []
    for at, language in enumerate(languages()):
        looks = looks_in(at, language)
        width, height = next(size for size, themes in looks.items() if themes)
        page.set_viewport_size({"width": width, "height": height})
        visitor.speak(language)
        screen.show(page, path)
        for size, themes in looks.items():
            found += [f"{language} {size[0]}×{size[1]}: {flaw}" for flaw in flaws(page, size)]
            for theme in themes:
                dress(page, theme)
                found += [f"{language} {theme} {size[0]}×{size[1]}: {barrier}" for barrier in barriers(page)]
    assert not found, "\n".join(found)


def test_a_strip_of_kingdoms_is_not_cut_off_by_a_scroll_bar(browser: Browser, serving: Serving) -> None:
    """In a narrow window on a desk, where scroll bars take room."""
    screen = SCREENS["royal-wedding-6"]
    with launched(browser.browser_type, has_bars=True) as barred:
        visitor = Visitor(barred, serving.url, PHONE)
        visitor.context.request.get("/api/me")
        screen.show(visitor.page, screen.path(visitor))
        strip = visitor.page.locator("[data-strip]")
        assert strip.evaluate("(one) => one.scrollWidth > one.clientWidth")
        assert flaws(visitor.page) == visitor.troubles == []


def test_the_badges_of_another_kingdom_stay_on_its_card(visit: Visit) -> None:
    """On a phone with two others, one of them with coins, knights, towers and the queen."""
    screen = SCREENS["queendomino-choosing"]
    visitor = visit(PHONE)
    visitor.context.request.get("/api/me")
    page = visitor.page
    screen.show(page, screen.path(visitor))
    card = page.locator(".others .card").first
    sizes = card.locator(".purse").evaluate(
        """(purse) => {
          while (purse.children.length > 3) purse.lastElementChild.remove();
          const queen = purse.appendChild(purse.firstElementChild.cloneNode(true));
          queen.classList.add("large");
          [...queen.childNodes].filter((one) => one.localName !== "svg").forEach((one) => one.remove());
          return [queen.getBoundingClientRect().right, purse.closest(".card").getBoundingClientRect().right];
        }"""
    )
    assert sizes[0] <= sizes[1], sizes


def test_a_board_is_as_large_as_if_the_screen_had_never_been_larger(visit: Visit) -> None:
    screen = SCREENS["teams-of-8"]
    visitor = visit(PHONE)
    visitor.context.request.get("/api/me")
    page = visitor.page
    screen.show(page, screen.path(visitor))
    board = page.locator(".map").first
    found = []
    for size in (PHONE, DESK, PHONE):
        flaws(page, size)  # also waits until nothing moves
        found.append(board.bounding_box())
    assert found[0] == found[2] != found[1]


@pytest.mark.parametrize("name", ["kingdomino-placing", "queendomino-choosing", "royal-wedding-6", "duel-drawing"])
def test_a_map_can_be_used_on_a_screen_enlarged_to_twice_its_size(visit: Visit, name: str) -> None:
    screen = SCREENS[name]
    visitor = visit(ENLARGED[0])
    visitor.context.request.get("/api/me")
    page = visitor.page
    screen.show(page, screen.path(visitor))
    for size in ENLARGED:
        flaws(page, size)  # also waits until nothing moves
        room, board, todo = (page.locator(which).first.bounding_box() for which in (".room", ".map", ".todo"))
        assert room
        assert board
        assert todo
        assert LEAST <= board["height"] < room["height"] + 1, size
        assert LEAST <= board["width"] < room["width"] + 1, size
        assert todo["y"] + todo["height"] <= size[1], size
