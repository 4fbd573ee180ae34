"""The score pad: a kingdom of the real box is tapped in quickly, by finger or by keys, and nothing of it is lost."""

import re
from itertools import groupby

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.web.browsing import DESK, PHONE
from tests.web.conftest import Visit

# T3, the example of a booklet without its towns: 24 squares, 13 crowns.
LAND = ("wl1fgg", "wll1g1g2", "m1wcwf", "m3mw1wf1", "wws1f1w")
POINTS = 3 + 1 + 2 + 6 + 12 + 1 + 12
MOST_TAPS = 40


def square(page: Page, row: int, column: int) -> Locator:
    """A square of a grid of 5 × 5, counted from the upper left corner."""
    return page.locator(f'[data-square="{"efghi"[column]}{9 - row}"]')


class Finger:
    """A finger that counts what it does; a slide over several squares is one touch."""

    def __init__(self, page: Page) -> None:
        self.page, self.touches = page, 0
        self.wire: CDPSession = page.context.new_cdp_session(page)

    def tap(self, what: Locator) -> None:
        self.touches += 1
        what.tap()

    def slide(self, *squares: Locator) -> None:
        self.touches += 1
        places = [self._middle(one) for one in squares]
        for kind, points in (
            *(("touchMove" if at else "touchStart", [place]) for at, place in enumerate(places)),
            ("touchEnd", []),
        ):
            self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _middle(self, what: Locator) -> dict[str, float]:
        box = what.bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def cells_of(row: str) -> list[str]:
    return re.findall(r"[a-z.]\d?", row)


def enter(page: Page, finger: Finger, land: tuple[str, ...]) -> None:
    """Land by land: slide over what lies in a row, tap for crowns."""
    laid = {(y, x): cell for y, row in enumerate(land) for x, cell in enumerate(cells_of(row)) if cell != "c"}
    for letter in dict.fromkeys(cell[0] for cell in laid.values()):
        finger.tap(page.locator(f'label:has(input[name=brush][value="{letter}"])'))
        for y in range(5):
            own = [x for x in range(5) if laid.get((y, x), "-")[0] == letter]
            for _, run in groupby(enumerate(own), lambda pair: pair[1] - pair[0]):
                squares = [square(page, y, x) for _, x in run]
                if len(squares) > 1:
                    finger.slide(*squares)
                else:
                    finger.tap(squares[0])
        for (y, x), cell in laid.items():
            for _ in range(int(cell[1:] or 0) if cell[0] == letter else 0):
                finger.tap(square(page, y, x))


def test_a_kingdom_is_tapped_in_with_few_touches_and_survives_a_reload(visit: Visit) -> None:
    page = visit(PHONE, touch=True).page
    page.goto("/")
    page.get_by_role("link", name="Score pad").tap()
    page.get_by_label("Name of player 1").fill("Ada")
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("link", name="Enter the kingdoms").tap()
    finger = Finger(page)
    enter(page, finger, LAND)
    expect(page.locator("[data-total]")).to_have_text(str(POINTS))
    assert finger.touches <= MOST_TAPS, finger.touches
    page.reload()
    expect(page.locator("[data-total]")).to_have_text(str(POINTS))
    assert [page.locator(f'[data-square="{name}"]').get_attribute("data-cell") for name in ("e6", "g7", "i8")] == [
        "m3", "c", "g2"
    ]  # fmt: skip
    # What the box does not have is counted, and marked on its square and in words.
    page.get_by_role("link", name="Next: Ben").tap()
    page.locator('label:has(input[name=brush][value="m"])').tap()
    for _ in range(4):
        square(page, 2, 3).tap()
    expect(page.locator("[data-notes]")).to_contain_text("Mine: 2 squares with 3 crowns or more; the box has 1")
    expect(square(page, 2, 3)).to_have_attribute("aria-label", "d3: mine (3 crowns) (!)")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("[data-notes]")).to_have_count(0)
    page.get_by_role("link", name="Result").tap()
    expect(page.locator("[data-result] [role=status]")).to_contain_text("The crown goes to Ada")
    expect(page.locator('[data-rank="2"]')).to_contain_text("Ben")
    # The game is kept, until it is deleted.
    page.get_by_role("button", name="New game").tap()
    history = page.locator("[data-history]")
    expect(history).to_contain_text(f"Ada {POINTS}")
    expect(history).to_contain_text("Ada 1 game won")
    history.get_by_role("link").tap()
    expect(page.locator("[data-result]")).to_contain_text("The crown goes to Ada")
    page.get_by_role("link", name="Score pad").tap()
    history.get_by_role("button").tap()
    history.get_by_role("button").tap()
    expect(history).to_have_count(0)


def test_a_kingdom_is_typed_in_and_a_server_that_is_away_loses_nothing(visit: Visit) -> None:
    visitor = visit(DESK)
    page = visitor.page
    page.goto("/score#1")
    page.locator("[role=gridcell][tabindex='0']").focus()
    for keys in (("ArrowRight", "w", "1"), ("ArrowRight", "w"), ("ArrowUp", "f"), ("ArrowUp", "f", "Delete")):
        for key in keys:
            page.keyboard.press(key)
    expect(page.locator("[data-total]")).to_have_text("2")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "e5: empty")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("c")  # the castle moves here; the wheat is connected with it
    expect(page.locator(":focus")).to_have_attribute("aria-label", "e4: castle")
    expect(page.locator("[data-notes]")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "e4: forest")
    visitor.is_expecting_trouble = True
    page.context.set_offline(True)
    page.keyboard.press("1")
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-total]")).to_have_text("3")
    expect(page.get_by_text("The server cannot be reached")).to_have_count(0)
