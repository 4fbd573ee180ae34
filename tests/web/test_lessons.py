"""Lessons are played: each hint points at what it means, covers nothing that is needed, and knows taps from clicks."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESK, PHONE
from tests.web.conftest import Visit
from tests.web.player import WEIGHTS, Finger, Hand, Mouse, Player

HANDS: dict[str, tuple[tuple[int, int], type[Hand]]] = {"phone": (PHONE, Finger), "desk": (DESK, Mouse)}

# What comes up in every game, whatever is dealt.
ESSENTIAL = {
    "kingdomino": {"claim", "number", "place", "crowns", "match", "gain", "size", "end"},
    "queendomino": {"claim", "purse", "place", "steps", "tax", "queen", "score", "end"},
    "duel": {"take", "order", "draw", "domain", "book", "castle", "score", "end"},
}
DOING = {"claim", "place", "tax", "build", "take", "draw"}  # followed rather than closed

# The hint that is shown, once the page has drawn what there is to do; and what is wrong with how it lies.
SEE = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let at = 0; at < 4; at++) await frame();
  const note = document.querySelector("[data-hint]");
  if (!note) return null;
  while (!note.classList.contains("laid")) await frame();
  const box = note.getBoundingClientRect();
  const covers = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const across = Math.min(box.right, right) - Math.max(box.left, left);
    return across > 1 && Math.min(box.bottom, bottom) - Math.max(box.top, top) > 1;
  };
  const lights = [...document.querySelectorAll("[data-light]")];
  const needed = "[data-slot], [data-pick], [data-call], [data-tab], .prompt button";
  const buttons = [...document.querySelectorAll(`:is(${needed}):enabled`)].filter((one) => one.checkVisibility());
  const flaws = [...lights, ...buttons].filter(covers).map((one) => `covers ${one.outerHTML.slice(0, 120)}`);
  if (!lights.length && note.dataset.hint !== "end") flaws.push("points at nothing");
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) flaws.push("is cut off");
  return { hint: note.dataset.hint, text: note.querySelector("p").textContent, flaws };
}"""


@pytest.mark.parametrize("where", HANDS)
@pytest.mark.parametrize("game", ESSENTIAL)
def test_a_lesson_is_played_through_its_hints(visit: Visit, game: str, where: str) -> None:
    size, hand = HANDS[where]
    page = visit(size, touch=hand is Finger, hurry=True).page
    begin(page, game)
    page.locator("[data-hint]").wait_for()  # hints are loaded after the table
    player = Player(page, hand(), Random(3))
    player.weights = {**WEIGHTS, "picks": 40}
    texts: dict[str, str] = {}
    flaws: list[str] = []
    while "end" not in texts:
        assert player.wait(), f"the game was over before its lesson: {[*texts]}"
        while seen := page.evaluate(SEE):
            texts[seen["hint"]] = seen["text"]
            flaws += [f"{seen['hint']} {flaw}" for flaw in seen["flaws"]]
            if seen["hint"] in DOING:
                break
            player.hand.press(page, page.locator("[data-hint] button").last)
            expect(page.locator(f'[data-hint="{seen["hint"]}"]')).to_have_count(0)
        if "end" not in texts:
            player.act()
    assert not flaws, "\n".join(flaws)
    assert set(texts) >= ESSENTIAL[game]
    assert lesson(page, game)["told"][-1] == "end"
    everything = " ".join(texts.values()).lower()
    wanted, unwanted = ("tap", "click") if where == "phone" else ("click", "tap ")
    assert wanted in everything
    assert unwanted not in everything


def test_a_lesson_is_left_and_taken_up_again(visit: Visit) -> None:
    """From the menu of its table, and from the start page; the focus stays where it was."""
    page = visit().page
    begin(page, "kingdomino")
    hint = page.locator('[data-hint="claim"]')
    expect(hint).to_be_visible()
    assert page.evaluate("() => document.activeElement === document.body")
    expect(page.get_by_role("region", name="Hint").get_by_role("status")).to_contain_text("highlighted dominoes")
    page.get_by_role("button", name="No more hints").click()
    expect(hint).to_have_count(0)
    page.reload()
    page.locator("main[data-seq]").wait_for()
    expect(hint).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show hints again").click()
    expect(hint).to_be_visible()

    table = page.url
    page.goto("/")
    page.locator(".learn button").click()
    expect(page.locator("[data-lesson=kingdomino]")).to_contain_text("begun")
    expect(page.locator("[data-lesson=duel]")).not_to_contain_text("begun")
    page.locator("[data-lesson=kingdomino]").click()
    page.wait_for_url(table)
    expect(hint).to_be_visible()


def begin(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(".learn button").click()
    page.locator(f'[data-lesson="{game}"]').click()
    page.locator("main[data-seq]").wait_for()


def lesson(page: Page, game: str) -> dict[str, Any]:
    """What the browser keeps of the lesson."""
    kept: dict[str, dict[str, Any]] = json.loads(page.evaluate("() => localStorage['crownland.lesson']"))
    return kept[game]
