"""Puzzles are solved by mouse, finger and keys: a wrong move can be tried again, a right one leads on."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from crownland.puzzles import Puzzle, puzzles
from tests.web.browsing import DESK, PHONE
from tests.web.conftest import Visit
from tests.web.player import Finger, Hand, Keys, Mouse

HANDS: dict[str, tuple[tuple[int, int], type[Hand]]] = {
    "phone": (PHONE, Finger),
    "desk": (DESK, Mouse),
    "keys": (DESK, Keys),
}


def puzzle_about(theme: str) -> Puzzle:
    """A puzzle of Kingdomino for two whose answer is of that *theme*."""
    return next(
        one for one in puzzles() if one.position.startswith("kingdomino players=2 opening") and one.themes[0] == theme
    )


def claim(page: Page, token: str) -> Locator:
    return page.locator(f'button:has([data-piece="domino {token.removeprefix("K")}"])')


def choose(page: Page, hand: Hand, token: str) -> None:
    """Claim a domino; what a finger touches is shown first, and then confirmed."""
    hand.press(page, claim(page, token))
    if isinstance(hand, Finger):
        hand.press(page, page.locator('[aria-keyshortcuts="Enter"]'))


def verdict(page: Page, how: str) -> Locator:
    return page.locator(f'[data-verdict="{how}"]')


@pytest.mark.parametrize("where", HANDS)
def test_a_wrong_move_says_what_it_loses_and_a_right_one_leads_to_the_next_puzzle(visit: Visit, where: str) -> None:
    size, kind = HANDS[where]
    hand, puzzle = kind(), puzzle_about("claim")
    page = visit(size, touch=kind is Finger, motion=where == "desk").page
    page.goto(f"/puzzles/{puzzle.key}")
    state = puzzle.state()
    lost = puzzle.losses[[str(action) for action in state.legal_actions()].index(puzzle.greedy)]
    choose(page, hand, puzzle.greedy)
    expect(verdict(page, "wrong")).to_contain_text(f"loses {lost}%")
    assert kept(page) == {"tried": {puzzle.key: False}, "streak": 0, "best": 0}
    hand.press(page, page.get_by_role("button", name="Try again"))
    expect(verdict(page, "wrong")).to_have_count(0)
    choose(page, hand, puzzle.answer)
    expect(verdict(page, "right")).to_contain_text("Win chance")
    assert kept(page)["tried"] == {puzzle.key: False}  # only the first move counts
    expect(page.locator("[data-verdict] button.main")).to_be_focused()
    hand.press(page, page.get_by_role("button", name="Next puzzle").last)
    page.wait_for_url(re.compile(rf"/puzzles/(?!{puzzle.key})[0-9a-f]{{8}}$"))
    page.locator("main[data-seq]").wait_for()


@pytest.mark.parametrize("where", HANDS)
def test_who_gives_up_sees_the_domino_fly_to_its_place(visit: Visit, where: str) -> None:
    size, kind = HANDS[where]
    hand, puzzle = kind(), puzzle_about("place")
    page = visit(size, touch=kind is Finger).page
    page.goto(f"/puzzles/{puzzle.key}")
    page.locator("[data-lit]").wait_for(state="attached")
    rng = Random(2)
    hand.lay(page, rng)
    page.locator("[data-verdict]").wait_for()
    while verdict(page, "right").count():  # by chance
        page.reload()
        hand.lay(page, rng)
        page.locator("[data-verdict]").wait_for()
    hand.press(page, page.get_by_role("button", name="Show the answer"))
    expect(verdict(page, "told")).to_contain_text("The answer")
    expect(page.locator("[data-verdict] button.main")).to_be_focused()


def test_puzzles_are_found_from_the_start_page_and_filtered(visit: Visit) -> None:
    page = visit(PHONE, touch=True).page
    page.goto("/")
    page.get_by_role("link", name="Puzzles").tap()
    page.get_by_role("radio", name="Placing").check()
    page.get_by_role("radio", name="Hard").check()
    count = sum("place" in one.themes and one.difficulty == "hard" for one in puzzles())
    expect(page.get_by_role("status")).to_have_text(f"{count} puzzle{'' if count == 1 else 's'}, 0 tried")
    page.reload()
    expect(page.get_by_role("radio", name="Placing")).to_be_checked()
    page.get_by_role("button", name="Solve a puzzle").tap()
    page.wait_for_url(re.compile(r"/puzzles/[0-9a-f]{8}$"))
    page.locator("main[data-seq]").wait_for()
    page.go_back()
    page.get_by_role("link", name="Puzzle of the day").tap()
    page.wait_for_url(re.compile(r"/puzzles/\d{4}-\d\d-\d\d$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzle of the day")


def test_a_puzzle_that_does_not_exist_is_no_puzzle(visit: Visit) -> None:
    visitor = visit()
    visitor.is_expecting_trouble = True  # the answer is 404
    visitor.page.goto("/puzzles/00000000")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is no such puzzle")


def kept(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("() => JSON.parse(localStorage['crownland.puzzles'])")
    return found
