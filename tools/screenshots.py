"""Takes the screenshots in README and docs: ``python -m tools.screenshots``.

Every run plays new games, so the pictures differ each time; look at them before you commit them.
"""

import argparse
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from crownland.puzzles import puzzles
from tests.web.browsing import Visitor, chromium
from tests.web.errands import can, forward, is_over, make_table, reviewed
from tests.web.serving import Serving

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DESK, PHONE = (1280, 800), (390, 800)


def start(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")


def kingdomino(visitor: Visitor) -> None:
    """A domino in hand, with its ghost where it scores."""
    at_table(visitor, "kingdomino", 4, "place", 9)
    show_ghost(visitor.page)


def phone(visitor: Visitor) -> None:
    at_table(visitor, "kingdomino", 2, "place", 5)
    show_ghost(visitor.page)


def queendomino(visitor: Visitor) -> None:
    at_table(visitor, "queendomino", 3, "build", 9)


def wedding(visitor: Visitor) -> None:
    at_table(visitor, "royal-wedding", 6, "place", 8)
    show_ghost(visitor.page)


def duel(visitor: Visitor) -> None:
    at_table(visitor, "duel", 2, "draw_pair", 8)
    show_ghost(visitor.page)


def reckoning(visitor: Visitor) -> None:
    """In the middle of scoring the first kingdom."""
    at_table(visitor, "kingdomino", 3, None, 0)
    sheet = visitor.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Replay the scoring").click()
    for _ in range(3):
        sheet.get_by_role("button", name="Next").click()


def replay(visitor: Visitor) -> None:
    """The decision that cost most in a finished game, and what would have been better."""
    table = at_table(visitor, "kingdomino", 2, None, 0)
    reviewed(visitor, visitor.context.request.get(f"/api/tables/{table}/record").text())
    page = visitor.page
    page.goto(f"/table/{table}/review")
    page.locator("main[data-reviewed]").wait_for()
    page.locator('[data-jump="worst"]').first.click()
    better = page.locator("[data-move]").get_by_role("button", name=re.compile("^Better"))
    better.click()
    page.locator("[data-best]").or_(page.locator(".marked")).first.wait_for()


def puzzle(visitor: Visitor) -> None:
    """One whose answer is a claim, before anything is chosen."""
    found = next(one for one in puzzles() if one.position.startswith("kingdomino players=2") and "claim" in one.themes)
    visitor.page.goto(f"/puzzles/{found.key}")
    visitor.page.locator("main[data-seq]").wait_for()


def rules(visitor: Visitor) -> None:
    visitor.page.goto("/rules/C5")
    visitor.page.wait_for_load_state("networkidle")


def score(visitor: Visitor) -> None:
    """A kingdom of the real box, nearly entered."""
    page = visitor.page
    page.goto("/score#1")
    rows = ("wl1fgg", "wll1g1g2", "m1wcwf", "m3mw1wf1", "..s1f1w")
    for y, row in enumerate(rows):
        for x, (land, crowns) in enumerate(re.findall(r"([a-z.])(\d?)", row)):
            page.locator("[role=row]").nth(y).locator("[role=gridcell]").nth(x).focus()
            for key in () if land in "c." else (land, crowns or "0"):
                page.keyboard.press(key)
    page.evaluate("() => document.activeElement.blur()")
    page.locator("main[data-current=true]").wait_for()


PICTURES = {
    "start": (start, DESK, "light"),
    "kingdomino": (kingdomino, DESK, "light"),
    "phone": (phone, PHONE, "light"),
    "queendomino": (queendomino, DESK, "light"),
    "wedding-dark": (wedding, DESK, "dark"),
    "duel": (duel, DESK, "light"),
    "reckoning": (reckoning, DESK, "light"),
    "replay": (replay, DESK, "light"),
    "puzzle": (puzzle, DESK, "light"),
    "rules": (rules, DESK, "light"),
    "score": (score, PHONE, "light"),
}


def at_table(visitor: Visitor, game: str, players: int, kind: str | None, round_: int) -> str:
    """Open a table where an action of *kind* is possible, from *round_* on; without a kind, after the game.

    Return its id.
    """
    moment = is_over if kind is None else can(kind, round_)
    for seed in range(20):
        table = make_table(visitor, game, players, bot="steady")
        if forward(visitor, table, moment, seed):
            break
    visitor.page.goto(f"/table/{table}")
    visitor.page.locator("main[data-seq]").wait_for()
    return table


def show_ghost(page: Page) -> None:
    """Move with the arrow keys until a place scores points, or for 20 keys."""
    for key in ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "r"] * 4:
        page.keyboard.press(key)
        gain = page.locator("[data-ghost]")
        if gain.count() and gain.inner_text().startswith("+"):
            break
    page.wait_for_timeout(300)


def take(browser: Browser, url: str, name: str, folder: Path) -> Path:
    """Take the picture called *name*; return its file."""
    scene, size, theme = PICTURES[name]
    visitor = Visitor(browser, url, size, theme=theme)
    try:
        visitor.context.request.get("/api/me")
        scene(visitor)
        visitor.page.mouse.move(0, 0)
        visitor.page.wait_for_timeout(600)
        file = folder / f"page-{name}.png"
        visitor.page.screenshot(path=file)
    finally:
        visitor.close()
    return file


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"the pictures to take, all by default: {', '.join(PICTURES)}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder for the pictures")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in PICTURES]
    if unknown:
        parser.error(f"unknown picture: {unknown[0]!r}; known: {', '.join(PICTURES)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Serving(Path(data)) as serving, chromium() as browser:
        for name in options.names or PICTURES:
            file = take(browser, serving.url, name, options.folder)
            print(f"{file} · {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
