"""After the game: a picture to keep, and a sheet for the printer."""

from struct import unpack

import pytest

from tests.web.browsing import PHONE
from tests.web.conftest import Visit
from tests.web.screens import SCREENS

LEAST_BYTES = 50_000  # of a picture with a kingdom in it


def test_a_finished_kingdom_is_saved_as_a_picture_and_printed_without_the_table(visit: Visit) -> None:
    visitor = visit()
    visitor.context.request.get("/api/me")
    page = visitor.page
    screen = SCREENS["standings-of-kingdomino"]
    screen.show(page, screen.path(visitor))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert unpack(">II", picture[16:24]) == (1080, 1290)
    assert len(picture) > LEAST_BYTES

    page.emulate_media(media="print")
    sheet = page.locator("dialog[open]")
    assert sheet.is_visible()
    assert not page.locator("main").is_visible()
    assert not sheet.get_by_role("button").first.is_visible()
    assert sheet.get_by_text("Ada").last.is_visible(), "the points in detail are printed"


def test_rules_are_printed_without_their_contents(visit: Visit) -> None:
    page = visit(PHONE).page
    page.goto("/rules")
    page.locator("main nav a").first.wait_for()
    page.emulate_media(media="print")
    assert not page.locator("main nav").is_visible()
    assert page.locator("#C5").is_visible()


@pytest.mark.parametrize("name", ["standings-of-teams", "standings-of-kingdomino"])
def test_the_standings_lie_on_a_small_desk_as_a_whole(visit: Visit, name: str) -> None:
    visitor = visit((1280, 720))
    visitor.context.request.get("/api/me")
    SCREENS[name].show(visitor.page, SCREENS[name].path(visitor))
    high, shown = visitor.page.locator("dialog .body").evaluate("(body) => [body.scrollHeight, body.clientHeight]")
    assert high <= shown
