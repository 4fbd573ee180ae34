"""Games looked at again: records that are dropped or pasted, and finished tables, by mouse, keys and finger."""

import re

from playwright.sync_api import Page, expect

from crownland.notation.record import read_record
from tests.web.browsing import DESK, PHONE
from tests.web.conftest import Visit
from tests.web.errands import can, forward, golden, is_over, make_table, reviewed, shortened

# One round and a half of a game, with a bad decision: its review takes a moment.
RECORD = shortened(golden("kingdomino-2"), 16)
ALL = sum(1 for _ in read_record(RECORD).items)


def drop(page: Page, name: str, text: str) -> None:
    """Drop a file on the page."""
    data = page.evaluate_handle(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name));
          return data;
        }""",
        [name, text],
    )
    for event in ("dragover", "drop"):
        page.dispatch_event("body", event, {"dataTransfer": data})


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def at(page: Page, seq: int) -> None:
    """The game is shown after *seq* actions, and so says the address."""
    page.locator(f'main[data-replay="{seq}"]').wait_for()
    page.wait_for_url(f"**#{seq}")


def test_a_record_is_dropped_walked_through_by_mouse_and_keys_and_played_on(visit: Visit) -> None:
    visitor = visit(DESK, hurry=True)
    page = visitor.page
    page.goto("/")
    reviewed(visitor, RECORD)

    visitor.is_expecting_trouble = True  # the browser tells of answers that refuse
    drop(page, "holiday.jpg", "\x89PNG and so on")
    expect(page.get_by_role("alert")).to_contain_text("That is not a record of a game.")
    drop(page, "all.kdn", RECORD * 200)
    expect(page.get_by_role("alert")).to_contain_text("several games")
    paste(page, RECORD.replace("K", "Z"))
    expect(page.get_by_role("alert")).to_contain_text("line 1")
    visitor.is_expecting_trouble = False
    assert page.url.endswith("/")

    drop(page, "game.kdn", RECORD)
    page.wait_for_url("**/replay*")
    at(page, 0)
    page.locator("main[data-reviewed]").wait_for()

    # Keys
    for key, seq in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", ALL),
        ("Home", 0),
        ("Shift+ArrowRight", 6),
    ):
        page.keyboard.press(key)
        at(page, seq)
    page.keyboard.press("Space")
    at(page, ALL)  # plays to the end, and stops there
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    # Slider and graph
    slider = page.get_by_role("slider", name="Where in the game")
    slider.fill("4")
    at(page, 4)
    assert "claimed 35" in (slider.get_attribute("aria-valuetext") or "")
    graph = page.locator("[data-graph]")
    box = graph.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    at(page, ALL)
    assert page.locator("[data-mark]").count() >= 1
    page.get_by_text("All actions").click()
    table = page.get_by_role("table", name="Win chance of every kingdom")
    assert table.locator("tbody tr").count() == ALL + 3  # and the rounds
    table.get_by_role("button", name="claimed 35").click()
    at(page, 4)

    # The decision that lost most, what was better, and why
    worst = page.locator('[data-sums="1"] [data-jump="worst"]')
    worst.click()
    move = page.locator("[data-move]")
    expect(move).to_contain_text("Blunder")
    page.locator(".marked").wait_for()
    better = move.get_by_role("button", name=re.compile("^Better"))
    better.click()
    expect(better).to_have_attribute("aria-pressed", "true")
    page.locator("[data-best]").wait_for()
    page.keyboard.press("Escape")
    expect(better).to_have_attribute("aria-pressed", "false")

    # A reload shows the same moment
    here = page.url
    page.reload()
    page.locator("main[data-reviewed]").wait_for()
    assert page.url == here

    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Level of the bots").select_option("beginner")
    page.locator("dialog").get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/table/*")
    page.locator("main[data-seq]").wait_for()
    table_id = page.url.rpartition("/")[2]
    assert forward(visitor, table_id, is_over)
    record = visitor.context.request.get(f"/api/tables/{table_id}/record").text()
    assert '[Start "kingdomino players=2 ' in record


def test_a_finished_table_is_looked_at_again_by_finger_and_its_moments_are_shared(visit: Visit) -> None:
    visitor = visit(PHONE, touch=True)
    visitor.context.request.get("/api/me")
    page = visitor.page
    running = make_table(visitor, "kingdomino", 2)
    assert forward(visitor, running, can("place", 2))
    visitor.is_expecting_trouble = True
    page.goto(f"/table/{running}/review")
    expect(page.get_by_role("alert")).to_contain_text("The game is not over yet.")
    visitor.is_expecting_trouble = False

    assert forward(visitor, running, is_over)
    page.goto("/")
    page.get_by_role("link", name="Review the game").tap()
    page.wait_for_url(f"**/table/{running}/review#0")
    page.locator("main[data-replay]").wait_for()  # before there is a review
    for seq in (1, 2):
        page.get_by_role("button", name="One step on").tap()
        at(page, seq)
    page.get_by_label("Go to a round").select_option(index=2)
    page.wait_for_url(re.compile("#[0-9]{2}$"))
    shared = page.url
    page.locator("[data-strip] button").first.tap()
    page.get_by_role("button", name="Back to").or_(page.locator(".centre header button").last).first.wait_for()

    other = visit(PHONE, touch=True).page
    other.goto(shared)
    other.locator(f'main[data-replay="{shared.rpartition("#")[2]}"]').wait_for()

    # What the server's own judge says about it.
    reviewed(visitor, visitor.context.request.get(f"/api/tables/{running}/record").text())
    page.reload()
    page.locator("main[data-reviewed]").wait_for()
    assert page.locator("[data-turning]").count() == 3
    for kingdom in (0, 1):
        expect(page.locator(f'[data-sums="{kingdom}"]')).to_contain_text(
            re.compile(r"Accuracy\s*\d+%\s*Luck\s*[+−]?\d")
        )
    turning = page.locator("[data-turning]").first
    turning.dispatch_event("click")  # far down
    at(page, int(turning.get_attribute("data-turning") or 0))

    page.goto(f"/table/{running}")
    page.locator("dialog[open]").get_by_role("link", name="Review the game").tap()
    page.locator("main[data-replay]").wait_for()
