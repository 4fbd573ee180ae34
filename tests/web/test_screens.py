"""Every screen lies well and can be used by everybody: at every size, in every language, light and dark."""

import pytest

from crownland.cyrillic import CYRILLIC
from crownland.words import languages
from tests.web.browsing import DESK, OTHER_SIZES, PHONE, SIZES
from tests.web.conftest import Visit
from tests.web.looking import barriers, flaws
from tests.web.screens import SCREENS

# Each language is read on every device, by turns at one size or the other, its second alphabet on one; axe looks once
# in each language, by turns on another device, in light and in dark.
LOOKS = {
    language: ((SIZES, OTHER_SIZES)[at % 2], at % len(SIZES), ("light", "dark")[at % 2])
    for at, language in enumerate(languages())
}
ENLARGED = (640, 360), (384, 512)  # a desk and a tablet at 200 %
LEAST = 120  # pixels of a map that somebody can still tap on


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_lies_well_and_can_be_used_by_everybody(visit: Visit, name: str) -> None:
    screen = SCREENS[name]
    visitor = visit(PHONE)
    visitor.context.request.get("/api/me")  # only a known guest can open tables
    page = visitor.page
    path = screen.path(visitor)
    found: list[str] = []
    for language, (sizes, at, theme) in LOOKS.items():
        usual = sizes[at]
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": usual[0], "height": usual[1]})
        visitor.speak(language)
        screen.show(page, path)
        for size in (*(size for size in sizes if size != usual and language != CYRILLIC), usual):
            found += [f"{language} {size[0]}×{size[1]}: {flaw}" for flaw in flaws(page, size)]
        found += [f"{language} {theme} {usual[0]}×{usual[1]}: {barrier}" for barrier in barriers(page)]
    assert not found, "\n".join(found)


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
