"""The page alone: whole games from a static host in a sub-path, with the network switched off."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browsing import Visitor
from tests.web.conftest import Visit
from tests.web.hosting import NEW, Hosting
from tests.web.player import Finger, Mouse, Player
from tests.web.serving import Serving
from tests.web.tables import new_table
from tests.web.test_games import GAMES, check_reckoning
from tests.web.test_puzzles import choose, puzzle_about, verdict
from tests.web.test_replay import RECORD, paste
from tools import alone
from tools.starter import ROOT

pytestmark = pytest.mark.skipif(not alone.is_built(ROOT), reason="expected `python -m tools.alone` to be run before")

PATIENCE = 60_000.0  # milliseconds until Python has started on a busy machine
ALL = "CROWNLAND_ALONE"  # all games, not only some
SOME = ("kingdomino-2", "duel")
# Functions, not expressions: the content policy of the site forbids to evaluate these.
KEPT = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
REACHED = "(seq) => Number(document.querySelector('main[data-seq]')?.dataset.seq) >= seq"
IS_VERSION = "(version) => document.querySelector('meta[name=version]')?.content === version"


@pytest.fixture(scope="module")
def hosting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    with Hosting(tmp_path_factory.mktemp("site") / "site") as started:
        yield started


@pytest.fixture
def host(hosting: Hosting) -> Iterator[Hosting]:
    hosting.start()
    yield hosting
    hosting.start()


def installed(visit: Visit, host: Hosting | Serving, *arguments: Any, home: str = "./", **options: Any) -> Visitor:
    """Somebody who has been on the page long enough for everything to be kept."""
    visitor = visit(*arguments, serving=host, hurry=True, offline=True, **options)
    visitor.context.add_init_script("try { localStorage['crownland.pace'] = 'once' } catch {}")  # bots do not wait
    visitor.page.set_default_timeout(PATIENCE)
    visitor.page.goto(home)
    visitor.page.wait_for_function(KEPT, timeout=PATIENCE)
    return visitor


def switch_off(visitor: Visitor, host: Hosting) -> None:
    host.stop()
    visitor.is_expecting_trouble = True  # the browser complains about every look for a new version


def play_first(page: Page) -> None:
    page.get_by_role("button", name="Play Kingdomino").click()
    page.locator("main[data-seq]").wait_for()


@pytest.mark.parametrize("name", GAMES if os.environ.get(ALL) == "all" else SOME)
def test_a_whole_game_is_played_without_a_network(visit: Visit, host: Hosting, name: str) -> None:
    game, players, options, size, hand = GAMES[name]
    visitor = installed(visit, host, size, touch=hand is Finger)
    switch_off(visitor, host)
    play_game(visitor.page, game, players, options, hand)


def play_game(page: Page, game: str, players: int, options: Sequence[str], hand: Callable[[], Any]) -> None:
    new_table(page, game, players, *options, home="./")
    player = Player(page, hand())
    player.play_out()
    while page.get_by_role("button", name="Next game").count():  # Dynasty
        page.get_by_role("button", name="Next game").click()
        player.play_out()
    check_reckoning(page)


def test_a_table_is_there_after_a_reload_in_the_middle_of_a_turn(visit: Visit, host: Hosting) -> None:
    visitor = installed(visit, host)
    switch_off(visitor, host)
    page = visitor.page
    play_first(page)
    Player(page, Mouse()).play(3)
    address, seq = page.url, int(page.locator("main[data-seq]").get_attribute("data-seq") or 0)
    page.close()
    visitor.page = page = visitor.new_tab()
    page.goto(address)
    page.wait_for_function(REACHED, arg=seq, timeout=PATIENCE)
    page.goto("./")
    page.get_by_role("link", name="Kingdomino round").first.click()
    Player(page, Mouse()).play(1)


def test_a_servers_page_is_there_without_it(visit: Visit, tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        visitor = installed(visit, serving, home="/")
        page = visitor.page
        play_first(page)
        online = page.url
        visitor.is_expecting_trouble = True
        serving.stop()
        page.goto("/")
        expect(page.get_by_text("No connection to the server")).to_be_visible(timeout=PATIENCE)
        page.goto("/new")
        expect(page.locator("option[value='bot beginner']").first).to_be_attached()
        expect(page.locator("option[value=open]")).to_have_count(0)
        page.get_by_role("button", name="Start").click()
        page.locator("main[data-seq]").wait_for()
        here = page.url
        assert "/table/here-" in here
        expect(page.locator("header.bar")).to_contain_text("On this device")
        Player(page, Mouse()).play(1)
        serving.start()
        page.goto("/")
        for address, place in ((online, "Online"), (here, "On this device")):
            expect(page.locator(f'a[href="{urlsplit(address).path}"]')).to_contain_text(place, timeout=PATIENCE)
        asked = len(visitor.asked)
        page.reload()
        expect(page.locator(f'a[href="{urlsplit(here).path}"]')).to_be_visible()
        assert not [one.url for one in visitor.asked[asked:] if "/python/" in one.url], "Python started for nothing"
        page.locator(f'a[href="{urlsplit(here).path}"]').click()
        Player(page, Mouse()).play(1)


def test_a_new_version_is_offered_and_never_forced(visit: Visit, host: Hosting) -> None:
    visitor = installed(visit, host)
    visitor.is_expecting_trouble = True
    page = visitor.page
    play_first(page)
    Player(page, Mouse()).play(1)
    host.renew()
    page.reload()
    page.locator("main[data-seq]").wait_for()
    assert version_of(page) != NEW
    offer = page.get_by_role("button", name="Load it")
    offer.wait_for()
    assert version_of(page) != NEW
    host.stop()
    seq = int(page.locator("main").get_attribute("data-seq") or 0)
    offer.click()
    page.wait_for_function(IS_VERSION, arg=NEW)
    page.wait_for_function(REACHED, arg=seq)
    Player(page, Mouse()).play(1)


def version_of(page: Page) -> str | None:
    return page.locator("meta[name=version]").get_attribute("content")


def test_one_tab_at_a_time_has_the_tables(visit: Visit, host: Hosting) -> None:
    visitor = visit(serving=host, hurry=True)
    first = visitor.page
    first.goto("./")
    play_first(first)
    second = visitor.new_tab()
    second.set_default_timeout(PATIENCE)
    second.goto(first.url)
    expect(second.get_by_text("open in another tab")).to_be_visible(timeout=PATIENCE)
    second.get_by_role("button", name="Use them here").click()
    second.locator("main[data-seq]").wait_for()
    expect(first.get_by_text("open in another tab")).to_be_visible(timeout=PATIENCE)
    Player(second, Mouse()).play(1)
    seq = int(second.locator("main").get_attribute("data-seq") or 0)
    first.get_by_role("button", name="Use them here").click()
    first.wait_for_function(REACHED, arg=seq, timeout=PATIENCE)
    Player(first, Mouse()).play(1)


FORBIDDEN = "Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError') } });"
FULL = """IDBObjectStore.prototype.put = new Proxy(IDBObjectStore.prototype.put, { apply(put, store, values) {
  if (store.name === "pairs" && globalThis.isFull) throw new DOMException("full", "QuotaExceededError");
  return Reflect.apply(put, store, values);
} }); addEventListener("message", ({ data }) => { globalThis.isFull ||= data?.kind === "frame"; });"""


@pytest.mark.parametrize(
    ("before", "during", "sentence"),
    [
        (FORBIDDEN, None, "This browser keeps nothing."),
        (FULL, None, "There is no room left"),
        ("", "indexedDB.deleteDatabase('crownland')", "What was kept has been deleted."),
    ],
    ids=["forbidden", "full", "cleared"],
)
def test_a_game_goes_on_where_nothing_is_kept(
    visit: Visit, host: Hosting, before: str, during: str | None, sentence: str
) -> None:
    visitor = visit(serving=host, hurry=True)
    page = visitor.page
    page.set_default_timeout(PATIENCE)
    if before:
        page.route("**/house.worker-*.js", lambda route: with_lines(route, before))
    page.goto("./")
    play_first(page)
    player = Player(page, Mouse())
    player.play(1)
    if during:
        page.evaluate(during)
    player.play(2)
    expect(page.get_by_text(sentence)).to_be_visible(timeout=PATIENCE)
    player.play(2)


def with_lines(route: Route, lines: str) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=lines + answer.text())


def test_everything_goes_to_another_device_as_one_file(visit: Visit, host: Hosting, tmp_path: Path) -> None:
    visitor = visit(serving=host, hurry=True)
    page = visitor.page
    page.set_default_timeout(PATIENCE)
    page.goto("./")
    play_first(page)
    Player(page, Mouse()).play(2)
    page.goto("./")
    page.locator("summary").filter(has_text="What this device keeps").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    other = visit(serving=host, hurry=True).page
    other.set_default_timeout(PATIENCE)
    other.goto("./")
    other.locator("summary").filter(has_text="What this device keeps").click()
    strange = tmp_path / "other.json"
    strange.write_text("[]", encoding="utf-8")
    other.locator("input[type=file][accept*=json]").set_input_files(strange)
    expect(other.get_by_text("This file was not saved by Crownland.")).to_be_visible()
    other.locator("input[type=file][accept*=json]").set_input_files(download.value.path())
    other.get_by_role("link", name="Kingdomino round").first.click()
    Player(other, Mouse()).play(1)


def test_the_puzzles_say_what_they_wait_for_until_python_has_started(visit: Visit, host: Hosting) -> None:
    visitor = installed(visit, host)
    switch_off(visitor, host)
    page = visitor.page
    page.goto("about:blank")
    page.goto("./#/puzzles")
    expect(page.get_by_role("status").filter(has_text="Starting on this device")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
    expect(page.get_by_role("group").first).to_be_visible()
    expect(page.get_by_text("Starting on this device")).to_have_count(0)


def test_pad_puzzles_coach_and_review_need_no_network(visit: Visit, host: Hosting) -> None:
    visitor = installed(visit, host)
    switch_off(visitor, host)
    page = visitor.page
    page.goto("./#/rules/C5")
    expect(page.locator("main")).to_contain_text("C5")
    puzzle = puzzle_about("claim")
    page.goto(f"./#/puzzles/{puzzle.key}")
    choose(page, Mouse(), puzzle.answer)
    expect(verdict(page, "right")).to_contain_text("Win chance")
    page.goto("./#/score#1")
    expect(page.locator("a.tab strong").first).to_have_text("0")
    page.goto("./")
    paste(page, RECORD)
    page.locator("[data-graph]").wait_for()
    page.goto("./#/")
    play_first(page)
    page.get_by_role("button", name="Hint").click()
    page.locator("[data-hint=coach-look].laid").wait_for()
