"""Every screen of the page, and the way there."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from crownland.puzzles import Puzzle, puzzles
from tests.web.browsing import Visitor
from tests.web.coaching import coach_here, review_here
from tests.web.errands import Moment, can, can_claim, forward, golden, is_over, make_table, reviewed, shortened

__all__ = ["SCREENS", "Screen"]


@dataclass(frozen=True)
class Screen:
    """*path* prepares what is to be seen and returns where; *then* is done on the page, in any language."""

    path: Callable[[Visitor], str]
    then: Callable[[Page], None]

    def show(self, page: Page, path: str) -> None:
        page.goto(path)
        if "#" in path:
            page.reload()  # the same address is not loaded again, and would keep its language
        page.locator("main").first.wait_for()
        self.then(page)


def at(path: str) -> Callable[[Visitor], str]:
    return lambda visitor: path


def start_with_tables(visitor: Visitor) -> str:
    """The start page of somebody who has tables and finds others."""
    table = make_table(visitor, "kingdomino", 2)
    forward(visitor, table, can("place", 3))
    make_table(visitor, "royal-wedding", 8, ["open"] * 3, options={"teams": "true"})
    forward(visitor, make_table(visitor, "queendomino", 3), is_over)
    with_others = Visitor.like(visitor)
    make_table(with_others, "queendomino", 4, ["open"] * 2, public=True, name="Wilhelmina the Long-Named")
    make_table(with_others, "duel", 2, public=True)
    with_others.close()
    return "/"


def game(
    name: str, players: int, moment: Moment, seats: Sequence[str] = (), **options: str
) -> Callable[[Visitor], str]:
    """A table of ours at a *moment*; where a game does not come to it, another may."""

    def path(visitor: Visitor) -> str:
        for seed in range(60):
            table = make_table(visitor, name, players, seats, options=options)
            if forward(visitor, table, moment, seed):
                return f"/table/{table}"
        raise AssertionError(f"no game of {name} came to the moment")

    return path


def lobby(visitor: Visitor) -> str:
    table = make_table(visitor, "royal-wedding", 6, ["open"] * 3, name="Wilhelmina the Long-Named")
    return f"/table/{table}"


def foreign(make: Callable[[Visitor], str]) -> Callable[[Visitor], str]:
    """A table that others have made."""

    def path(visitor: Visitor) -> str:
        host = Visitor.like(visitor)
        try:
            return make(host)
        finally:
            host.close()

    return path


def closed(visitor: Visitor) -> str:
    table = make_table(visitor, "kingdomino", 2, ["open"])
    answer = visitor.context.request.post(f"/api/tables/{table}/abandon")
    assert answer.ok, answer.text()
    return f"/table/{table}"


def resigned(visitor: Visitor) -> str:
    """A table whose game ended early, so that its review takes a moment, at its last action."""
    table = make_table(visitor, "kingdomino", 2)
    assert forward(visitor, table, can("place", 2))
    assert visitor.context.request.post(f"/api/tables/{table}/resign", data={"seat": 0}).ok
    reviewed(visitor, visitor.context.request.get(f"/api/tables/{table}/record").text())
    return f"/table/{table}/review#6"


RECORD = shortened(golden("queendomino-2"), 14)


def brought(visitor: Visitor) -> str:
    """A record that the server knows already."""
    reviewed(visitor, RECORD)
    return "/replay#13"


# On the page


def look(page: Page) -> None:
    """Nothing but look."""


def see_start(page: Page) -> None:
    """The games to choose from and the picture, which come a moment after the page."""
    page.locator(".games .game").first.wait_for()
    page.locator(".hero .kingdom").wait_for()


def see_tables(page: Page) -> None:
    """The start page once it has the tables to continue, to watch and to look at again, with their maps."""
    see_start(page)
    page.locator(".tables").nth(2).wait_for()
    page.locator(".tables .kingdom").nth(1).wait_for()


def see_table(page: Page) -> None:
    page.locator("main[data-seq]").wait_for()


def see_ghost(page: Page) -> None:
    see_table(page)
    page.locator("[data-lit]").wait_for(state="attached")
    page.keyboard.press("ArrowUp")
    page.locator("[data-ghost]").wait_for()


def see_question(page: Page) -> None:
    """Who plays under a made-up name is asked for a better one."""
    page.evaluate("() => (localStorage['crownland.name'] = 'Ada')")
    page.reload()
    see_table(page)
    page.get_by_role("textbox").wait_for()


def press(*selectors: str) -> Callable[[Page], None]:
    """Press one button after the other."""

    def then(page: Page) -> None:
        see_table(page)
        for selector in selectors:
            page.locator(selector).first.click()

    return then


def sheet(number: int) -> Callable[[Page], None]:
    """Open a sheet by the bar's buttons, counted from the last."""

    def then(page: Page) -> None:
        see_table(page)
        page.locator("main header nav button").nth(-number).click()
        page.locator("dialog[open]").wait_for()

    return then


def see_reckoning(page: Page) -> None:
    """The standings, which lie on the table of a finished game."""
    page.locator("dialog[open] ol").first.wait_for()


def replay(page: Page) -> None:
    """The reckoning read out, property by property."""
    see_reckoning(page)
    page.locator("dialog footer button").first.click()
    page.locator("dialog[open] .reckoning").wait_for()


def see_replay(page: Page) -> None:
    """A replay with its review; the record is brought if it is not there yet."""
    page.locator("main[data-replay], textarea").first.wait_for()
    if page.locator("textarea").count():
        page.locator("textarea").fill(RECORD)
        page.locator(".zone > button").last.click()
    page.locator("main[data-reviewed]").wait_for()


def see_rules(page: Page) -> None:
    page.locator("main nav a").first.wait_for()


def see_rule(page: Page) -> None:
    """A rule that was opened from the guide lies over it."""
    sheet(4)(page)
    page.locator('dialog a[href$="/rules/Q15"]').click()
    page.locator("dialog[open]").nth(1).wait_for()


def see_lessons(page: Page) -> None:
    """The lessons to choose from."""
    page.locator(".learn button").click()
    page.locator("dialog[open] .kingdom").nth(2).wait_for()


def learn(game: str) -> Callable[[Page], None]:
    """The lesson of a game, at its first hint."""

    def then(page: Page) -> None:
        page.evaluate("() => localStorage.removeItem('crownland.lesson')")
        page.locator(".learn button").click()
        page.locator(f'[data-lesson="{game}"]').click()
        see_table(page)
        page.locator("[data-hint].laid").wait_for()

    return then


def see_puzzles(page: Page) -> None:
    page.locator("main fieldset").nth(2).wait_for()


def puzzle(theme: str) -> Callable[[Visitor], str]:
    """A puzzle of Kingdomino whose answer is of that *theme*."""
    return lambda visitor: f"/puzzles/{_puzzle(theme).key}"


def answer(theme: str, *, is_right: bool) -> Callable[[Page], None]:
    """Claim what is right, or what greedy would claim."""

    def then(page: Page) -> None:
        see_table(page)
        found = _puzzle(theme)
        token = found.answer if is_right else found.greedy
        page.locator(f'button:has([data-piece="domino {token.removeprefix("K")}"])').click()
        page.locator("[data-verdict]").wait_for()

    return then


def _puzzle(theme: str) -> Puzzle:
    return next(one for one in puzzles() if one.game == "kingdomino" and theme in one.themes and one.greedy[0] == "K")


def choose(game: str, players: int) -> Callable[[Page], None]:
    """On the page for a new table."""

    def then(page: Page) -> None:
        page.locator(f'input[name=game][value="{game}"]').check()
        page.locator(f'input[name=players][value="{players}"]').check()

    return then


def see_word(page: Page) -> None:
    """The coach says a word before a mistake."""
    coach_here(page)
    page.evaluate("() => (localStorage['crownland.warned'] = 'on')")
    page.reload()
    page.locator('[data-slot^="new-line"]').last.click()
    page.locator("dialog[open]").wait_for()


def see_hint(*notes: str) -> Callable[[Page], None]:
    """The coach says what to look at, and then where it goes."""

    def then(page: Page) -> None:
        coach_here(page)
        see_table(page)
        for note in notes:
            page.keyboard.press("h")
            page.locator(f"[data-hint={note}].laid").wait_for()

    return then


def see_mistake(page: Page) -> None:
    """An exercise that was answered wrongly, and then told."""
    review_here(page)
    page.reload()
    page.locator('[data-slot^="new-line"]').last.click()
    page.locator("[data-verdict=wrong] button").last.click()
    page.locator("[data-verdict=told]").wait_for()


CELLS = {"h7": "w1", "i7": "w", "g8": "t1", "f8": "t", "f7": "m3", "e7": "m", "h8": "l1", "c9": "f"}
SHEET = {"castle": "g7", "cells": CELLS, "values": {}}
OWNED = {"coins": 11, "towers": 3, "queen": True, "buildings": ["church", "statue", "queens_tower"]}


def write(game: str, players: int, *sheets: dict[str, Any]) -> Callable[[Page], None]:
    """Kingdoms on the score pad, as if they had been entered before; the last sheet lies open, or the result."""

    def then(page: Page) -> None:
        pad = {"begun": "2026-11-16T18:30:00.000Z", "game": game, "players": players, "options": {}, "sheets": sheets}
        pad["names"] = ["Wilhelmina the Long-Named", "Ben"]
        page.evaluate("(pad) => (localStorage['crownland.pad'] = pad)", json.dumps(pad))
        page.reload()
        page.locator("main[data-current=true]").wait_for()
        page.locator("[data-notes]").first.wait_for()

    return then


def see_history(page: Page) -> None:
    """The games that were scored, below the choice of the next one."""
    page.goto("/score#result")
    write("kingdomino", 2, SHEET, SHEET)(page)
    page.locator("[data-result]").wait_for()
    page.goto("/score")
    page.locator("[data-history] a").wait_for()


def can_all(kinds: set[str], round_: int) -> Moment:
    """What can be done is of all these *kinds*, not before *round_*."""
    return lambda view, offers: view["round"] >= round_ and kinds <= {offer["kind"] for offer in offers}


def mistakes(visitor: Visitor) -> str:
    return f"{game('kingdomino', 2, is_over)(visitor)}/mistakes"


TEAMS = {"teams": "true"}

SCREENS: dict[str, Screen] = {
    "start": Screen(at("/"), see_start),
    "start-with-tables": Screen(start_with_tables, see_tables),
    "new-kingdomino": Screen(at("/new?game=kingdomino"), choose("kingdomino", 4)),
    "new-royal-wedding": Screen(at("/new?game=royal-wedding"), choose("royal-wedding", 8)),
    "lobby-of-the-host": Screen(lobby, look),
    "lobby-of-a-guest": Screen(foreign(lobby), look),
    "no-such-table": Screen(at("/table/AAAAAAAAAAAAAAAA"), look),
    "closed-table": Screen(closed, look),
    "rules": Screen(at("/rules"), see_rules),
    "rule-of-queendomino": Screen(at("/rules/Q8"), see_rules),
    "rule-over-the-table": Screen(game("queendomino", 2, can("place")), see_rule),
    "lessons": Screen(at("/"), see_lessons),
    "lesson-of-kingdomino": Screen(at("/"), learn("kingdomino")),
    "puzzles": Screen(at("/puzzles"), see_puzzles),
    "puzzle-wrong": Screen(puzzle("order"), answer("order", is_right=False)),
    "puzzle-right": Screen(puzzle("deny"), answer("deny", is_right=True)),
    "pad-of-queendomino": Screen(at("/score#1"), write("queendomino", 3, {**SHEET, "values": OWNED}, SHEET)),
    "pad-result": Screen(at("/score#result"), write("kingdomino", 4, SHEET, SHEET)),
    "pad-history": Screen(at("/score"), see_history),
    "kingdomino-first-claim": Screen(game("kingdomino", 2, can("claim")), see_table),
    "name-asked": Screen(game("queendomino", 4, can("claim")), see_question),
    "name-asked-in-duel": Screen(game("duel", 2, can("take")), see_question),
    "kingdomino-placing": Screen(game("kingdomino", 4, can("place", 6)), see_ghost),
    "kingdomino-discard": Screen(game("kingdomino", 4, can("discard")), see_table),
    "kingdomino-hot-seat": Screen(game("kingdomino", 3, can("claim", 4), ["guest", "guest"]), see_table),
    "kingdomino-watched": Screen(foreign(game("kingdomino", 3, can("place", 3))), see_table),
    "mighty-duel-late": Screen(game("kingdomino", 2, can("place", 10), **{"mighty-duel": "true"}), see_ghost),
    "queendomino-placing": Screen(game("queendomino", 4, can("place", 5)), see_ghost),
    "queendomino-choosing": Screen(game("queendomino", 3, can_all({"tax", "build", "dragon", "claim"}, 4)), see_table),
    "queendomino-building": Screen(game("queendomino", 2, can("build", 6)), press('[data-slot^="builders"]:enabled')),
    "royal-wedding-6": Screen(game("royal-wedding", 6, can("place", 6)), see_ghost),
    "teams-of-8": Screen(game("royal-wedding", 8, can("claim", 4), **TEAMS), see_table),
    "duel-taking": Screen(game("duel", 2, can("take", 4)), see_table),
    "duel-drawing": Screen(game("duel", 2, can("castle_bonus", 5)), see_ghost),
    "duel-spells": Screen(game("duel", 2, can("turn_die", 5)), press('[data-spell="turn_die"]')),
    "coach-looks": Screen(
        game("queendomino", 3, can_all({"tax", "build", "dragon", "claim"}, 4)), see_hint("coach-look")
    ),
    "coach-shows": Screen(game("kingdomino", 4, can("place", 6)), see_hint("coach-look", "coach-move")),
    "coach-says-a-word": Screen(game("kingdomino", 2, can_claim(3)), see_word),
    "mistake-to-learn-from": Screen(mistakes, see_mistake),
    "sheet-menu": Screen(game("kingdomino", 2, can("place", 2)), sheet(1)),
    "sheet-log": Screen(game("queendomino", 4, can("place", 4)), sheet(2)),
    "sheet-scores": Screen(game("queendomino", 4, can("place", 8)), sheet(3)),
    "sheet-guide-of-buildings": Screen(game("queendomino", 2, can("place", 2)), sheet(4)),
    "sheet-guide-of-spells": Screen(game("duel", 2, can("take", 2)), sheet(4)),
    "reckoning-of-kingdomino": Screen(game("kingdomino", 4, is_over), replay),
    "reckoning-of-queendomino": Screen(game("queendomino", 3, is_over), replay),
    "standings-of-kingdomino": Screen(game("kingdomino", 2, is_over), see_reckoning),
    "standings-of-royal-wedding": Screen(game("royal-wedding", 6, is_over), see_reckoning),
    "standings-of-teams": Screen(game("royal-wedding", 8, is_over, **TEAMS), see_reckoning),
    "open-a-record": Screen(at("/replay"), look),
    "replay-of-a-table": Screen(resigned, see_replay),
    "replay-of-a-record": Screen(brought, see_replay),
    "standings-of-duel": Screen(game("duel", 2, is_over), see_reckoning),
}
