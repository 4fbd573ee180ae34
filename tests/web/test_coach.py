"""The coach: a hint, a word before a mistake, a grade, and exercises from one's own mistakes.

By mouse, finger and keys. Its opinions are made in ``coaching.py``, so that nothing waits for code that is compiled.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import DESK, PHONE, Visitor
from tests.web.coaching import coach_here, review_here
from tests.web.conftest import Visit
from tests.web.errands import advised, can, can_claim, forward, is_over, make_table
from tests.web.looking import barriers, flaws
from tests.web.player import CONFIRM, Finger, Hand, Keys, Mouse

HANDS: list[tuple[Hand, tuple[int, int]]] = [(Mouse(), DESK), (Finger(), PHONE), (Keys(), DESK)]
hands = pytest.mark.parametrize(("hand", "size"), HANDS, ids=["mouse", "finger", "keys"])


def come(visit: Visit, hand: Hand, size: tuple[int, int]) -> Visitor:
    visitor = visit(size, touch=isinstance(hand, Finger), hurry=True)
    visitor.context.request.get("/api/me")
    return visitor


def claims(page: Page) -> Locator:
    return page.locator('[data-slot^="new-line"]')


def take(page: Page, hand: Hand, claim: Locator) -> None:
    """Claim a domino; a finger confirms it."""
    hand.press(page, claim)
    if isinstance(hand, Finger):
        hand.press(page, page.locator(CONFIRM))


def sit_down(page: Page, table: str) -> None:
    page.goto(f"/table/{table}")
    page.locator("main[data-seq]").wait_for()


def switch_on(page: Page, hand: Hand, *settings: str) -> None:
    """In the settings, which are in the menu of the table."""
    hand.press(page, page.locator("main header nav button").last)
    for setting in settings:
        hand.press(page, page.get_by_role("group", name=setting).get_by_role("button", name="On"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def lies_well(page: Page) -> list[str]:
    return [*flaws(page), *barriers(page)]


def test_a_hint_can_be_followed_and_is_only_given_where_nobody_plays_from_elsewhere(visit: Visit) -> None:
    visitor = come(visit, Mouse(), DESK)
    page = visitor.page
    table = make_table(visitor, "kingdomino", 2)
    assert forward(visitor, table, can("place", 2))
    coach_here(page)
    sit_down(page, table)
    seq = int(page.locator("main").get_attribute("data-seq") or 0)
    page.get_by_role("button", name="Hint").click()
    page.locator("[data-hint=coach-look].laid").wait_for()
    page.get_by_role("button", name="Show me").click()
    page.locator("[data-ghost]").wait_for()
    page.locator(CONFIRM).click()
    page.wait_for_function("(seq) => Number(document.querySelector('main[data-seq]').dataset.seq) > seq", arg=seq)

    other = come(visit, Mouse(), DESK)
    shared = make_table(other, "kingdomino", 2, ["open"])
    joined = visitor.context.request.post(f"/api/tables/{shared}/join", data={"name": "Bo"})
    assert joined.ok, joined.text()
    assert other.context.request.post(f"/api/tables/{shared}/start").ok
    for guest in (visitor, other):
        sit_down(guest.page, shared)
        guest.page.locator("section.prompt").first.wait_for()
        expect(guest.page.get_by_role("button", name="Hint")).to_have_count(0)


def test_the_coach_of_the_server_knows_the_best_and_praises_whoever_plays_it(visit: Visit) -> None:
    visitor = come(visit, Mouse(), DESK)
    visitor.context.add_init_script("try { localStorage['crownland.graded'] = 'on' } catch {}")
    page = visitor.page
    table = make_table(visitor, "kingdomino", 2)
    assert forward(visitor, table, can_claim(3))
    best = advised(visitor, table)["token"]
    number = best.removeprefix("K")
    sit_down(page, table)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show me").click()
    note = page.locator("[data-hint=coach-move].laid")
    expect(note).to_contain_text(f"Claim {number}:")
    page.locator(f'button:has([data-piece="domino {number}"])').click()
    page.locator("[data-grade=best]").wait_for()


@hands
def test_a_hint_a_word_and_a_grade(visit: Visit, hand: Hand, size: tuple[int, int]) -> None:
    visitor = come(visit, hand, size)
    page = visitor.page
    table = make_table(visitor, "kingdomino", 2)
    assert forward(visitor, table, can_claim(3))
    coach_here(page)
    sit_down(page, table)

    # A hint: what to look at, then where.
    is_keys = isinstance(hand, Keys)
    ask = page.get_by_role("button", name="Hint")
    if is_keys:
        page.keyboard.press("h")
    else:
        hand.press(page, ask)
    page.locator("[data-hint=coach-look].laid").wait_for()
    assert lies_well(page) == []
    if is_keys:
        page.keyboard.press("h")
    else:
        hand.press(page, page.get_by_role("button", name="Show me"))
    note = page.locator("[data-hint=coach-move].laid")
    note.wait_for()
    first = re.search(r"Claim \d+", claims(page).first.inner_text())
    assert first
    expect(note).to_contain_text(first[0])
    assert lies_well(page) == []
    if is_keys:
        page.keyboard.press("Escape")
    else:
        hand.press(page, note.get_by_role("button", name="Close"))
    expect(note).to_have_count(0)

    # A word before a mistake is only said if it is wanted, which is kept.
    switch_on(page, hand, "Coach: A word before a mistake", "Coach: Grade my turns")
    page.reload()
    seq = page.locator("main").get_attribute("data-seq")
    take(page, hand, claims(page).last)
    word = page.get_by_role("dialog")
    expect(word).to_contain_text("of your chance to win")
    expect(word.get_by_role("listitem").first).to_contain_text(re.compile("earlier|crown|point|line"))
    assert lies_well(page) == []
    hand.press(page, word.get_by_role("button", name="Think again"))
    expect(word).to_have_count(0)
    assert page.locator("main").get_attribute("data-seq") == seq
    hand.press(page, page.locator(CONFIRM) if isinstance(hand, Finger) else claims(page).last)
    hand.press(page, word.get_by_role("button", name="Play it anyway"))

    # A grade, which can be opened.
    grade = page.locator("[data-grade]")
    grade.wait_for()
    hand.press(page, grade)
    expect(word.get_by_role("heading")).to_have_text(re.compile("Mistake|Blunder"))
    expect(word).to_contain_text("Better")
    assert lies_well(page) == []
    page.keyboard.press("Escape")
    expect(word).to_have_count(0)


@hands
def test_mistakes_become_exercises(visit: Visit, hand: Hand, size: tuple[int, int]) -> None:
    visitor = come(visit, hand, size)
    page = visitor.page
    table = make_table(visitor, "kingdomino", 2)
    forward(visitor, table, is_over)
    review_here(page)
    page.goto(f"/table/{table}/review")
    page.locator("main[data-reviewed]").wait_for()
    learn = page.get_by_role("link", name="Learn from my mistakes")
    if isinstance(hand, Keys):
        learn.focus()
        page.keyboard.press("Enter")
    else:
        learn.dispatch_event("click")  # far down on a phone
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("1 of")
    many = int(heading.inner_text().split()[-1])
    verdict = page.locator("[data-verdict]")
    for at in range(many):
        expect(heading).to_contain_text(f"{at + 1} of {many}")
        if at == 0:  # wrong, and then right
            take(page, hand, claims(page).last)
            expect(verdict).to_have_attribute("data-verdict", "wrong")
            assert lies_well(page) == []
            hand.press(page, verdict.get_by_role("button", name="Try again"))
            expect(verdict).to_have_count(0)
        take(page, hand, claims(page).last if at == 1 else claims(page).first)
        if at == 1:  # wrong, and then told
            hand.press(page, verdict.get_by_role("button", name="Show the answer"))
        expect(verdict).to_have_attribute("data-verdict", "told" if at == 1 else "right")
        expect(verdict.get_by_role("listitem").first).to_be_visible()
        hand.press(page, verdict.get_by_role("button", name="Next"))
    expect(page.locator("[data-sum]")).to_have_text(f"{max(0, many - 2)} of {many} found at once")
    assert lies_well(page) == []
    page.get_by_role("link", name="To the review").click()
    page.wait_for_url(f"**/table/{table}/review**")

    # From the victory sheet too, now that there is a review.
    page.evaluate(
        f"() => {{ history.pushState(null, '', '/table/{table}'); dispatchEvent(new PopStateEvent('popstate')) }}"
    )
    expect(page.get_by_role("dialog").get_by_role("link", name="Learn from my mistakes")).to_be_attached()
