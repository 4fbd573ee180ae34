"""People at one table from different places: invited by link, reloading, cut off, at two tabs, changing their minds."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Page, expect

from crownland.dealer import promise_of
from tests.web.browsing import PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.errands import can, forward, make_table
from tests.web.player import READY, Finger, Mouse, Player
from tests.web.serving import Serving
from tests.web.tables import new_table, standings

LOST = "Connection lost"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Serving]:
    """A server that may be killed."""
    with Serving(tmp_path) as started:
        yield started


def next_of(players: list[Player]) -> Player | None:
    """The player to act next; None when the reckoning lies on every table."""
    deadline = monotonic() + 30
    while monotonic() < deadline:
        ready = [player for player in players if player.page.evaluate(READY, player.seq)]
        acting = [player for player in ready if not player.page.locator("dialog[open]").count()]
        if acting:
            return acting[0]
        if len(ready) == len(players):
            return None
        sleep(0.02)
    raise AssertionError("nobody is to act")


def play(players: list[Player], actions: int) -> None:
    for _ in range(actions):
        player = next_of(players)
        assert player is not None, "the game ended too early"
        player.act()


def shown(page: Page) -> str | None:
    return page.locator("main[data-seq]").get_attribute("data-seq")


def expect_same(first: Page, second: Page) -> None:
    """Both come to show the same moment and the same kingdoms."""
    deadline = monotonic() + 20
    while shown(first) != shown(second) and monotonic() < deadline:
        sleep(0.05)
    assert shown(first) == shown(second)
    assert kingdoms(first) == kingdoms(second)


def kingdoms(page: Page) -> list[str]:
    """What is said of every kingdom on the table."""
    return sorted(page.locator("[data-board] svg[role=img]").evaluate_all("all => all.map((one) => one.ariaLabel)"))


def invite(host: Visitor, guest: Visitor, *options: str) -> None:
    """The host opens a table and the guest comes by its link; the game has begun for both."""
    new_table(host.page, "Kingdomino", 2, *options, seats=["Someone with the link"])
    guest.page.goto(host.page.get_by_label("Link to this table").input_value())
    guest.page.get_by_label("Name", exact=True).fill("Bea")
    guest.page.get_by_role("button", name="Join the game").click()
    expect(guest.page.get_by_text("The game begins when the host starts it.")).to_be_visible()
    expect(host.page.get_by_role("listitem").filter(has_text="Bea")).to_be_visible()
    host.page.get_by_role("button", name="Start", exact=True).click()
    for visitor in (host, guest):
        visitor.page.locator("main[data-seq]").wait_for()


def test_two_browsers_mix_their_values_into_the_deal_by_themselves(visit: Visit) -> None:
    host, guest = visit(hurry=True), visit(PHONE, touch=True, hurry=True)
    invite(host, guest, "Mixed deal")
    table = host.page.evaluate("fetch('/api' + location.pathname.replace('table', 'tables')).then((one) => one.json())")
    own = [
        visitor.page.evaluate("Object.values(JSON.parse(localStorage['crownland.shares']))[0]")
        for visitor in (host, guest)
    ]
    promises = [promise_of(share["value"]) for share in own]
    assert [share["value"] for share in table["shares"]] == [share["value"] for share in own]
    assert [share["promise"] for share in table["shares"]] == promises
    assert [share["promises"] for share in own] == [promises, promises], "each page keeps what all have promised"


def test_two_browsers_play_by_an_invite_link_through_reloads_and_lost_connections(own: Serving, visit: Visit) -> None:
    host, guest = visit(serving=own, hurry=True), visit(PHONE, serving=own, touch=True, hurry=True)
    invite(host, guest)
    players = [Player(host.page, Mouse()), Player(guest.page, Finger())]
    play(players, 5)

    assert next_of(players)
    guest.page.reload()
    expect_same(host.page, guest.page)
    play(players, 3)

    for visitor in (host, guest):
        visitor.is_expecting_trouble = True  # the browser logs that the server is gone
    own.kill()
    for visitor in (host, guest):
        expect(visitor.page.get_by_text(LOST)).to_be_visible()
    own.start()
    for visitor in (host, guest):
        expect(visitor.page.get_by_text(LOST)).to_be_hidden(timeout=30_000)
        visitor.is_expecting_trouble = False
    play(players, 3)

    while (player := next_of(players)) is not None:
        player.act()
    assert standings(host.page) == standings(guest.page)
    assert {name for name, _ in standings(host.page)} >= {"Bea"}


def test_a_rematch_is_offered_accepted_and_begins_for_both(visit: Visit) -> None:
    host, guest = visit(hurry=True), visit(PHONE, touch=True, hurry=True)
    invite(host, guest)
    before = host.page.url
    guest.page.evaluate(
        "fetch('/api' + location.pathname.replace('table', 'tables') + '/resign', RESIGN)".replace(
            "RESIGN", "{method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{\"seat\": 1}'}"
        )
    )
    host.page.get_by_role("button", name="Rematch").click()
    expect(host.page.get_by_text("Bea – invited")).to_be_visible()
    assert host.page.url != before
    offer = guest.page.get_by_role("dialog")
    expect(offer.get_by_text("offers a rematch.")).to_be_visible()
    assert guest.page.url == before
    offer.get_by_role("button", name="No thanks").click()
    expect(host.page.get_by_text("Bea – not this time")).to_be_visible()
    offer.get_by_role("button", name="Rematch").click()
    for visitor in (host, guest):
        visitor.page.locator("main[data-seq]").wait_for()
    assert guest.page.url == host.page.url != before
    play([Player(host.page, Mouse()), Player(guest.page, Finger())], 2)


def test_what_was_chosen_while_the_line_was_dead_is_played_once_it_is_back(own: Serving, visit: Visit) -> None:
    visitor = visit(serving=own)
    page = visitor.page
    table = make_table(visitor, "kingdomino", 2, ["guest"])
    page.goto(f"/table/{table}")
    page.locator("[data-slot]:enabled").first.wait_for()
    before = int(shown(page) or 0)
    visitor.is_expecting_trouble = True
    own.kill()
    expect(page.get_by_text(LOST)).to_be_visible()
    page.locator("[data-slot]:enabled").first.click()
    own.start()
    expect(page.locator("main[data-seq]")).to_have_attribute("data-seq", str(before + 1), timeout=30_000)
    expect(page.get_by_text(LOST)).to_be_hidden()


def test_without_a_network_the_page_says_so_and_goes_on_when_it_is_back(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    new_table(page, "Kingdomino", 2)
    player = Player(page, Mouse())
    player.play(2)
    visitor.is_expecting_trouble = True
    visitor.context.set_offline(True)
    expect(page.get_by_text(LOST)).to_be_visible(timeout=40_000)
    visitor.context.set_offline(False)
    expect(page.get_by_text(LOST)).to_be_hidden(timeout=20_000)
    visitor.is_expecting_trouble = False
    player.play(2)


def test_two_tabs_of_one_player_agree(visit: Visit) -> None:
    visitor = visit()
    first = visitor.page
    new_table(first, "Kingdomino", 2)
    second = visitor.new_tab()
    second.goto(first.url)
    tabs = [Player(first, Mouse()), Player(second, Mouse())]
    for turn in range(6):
        here, there = tabs[turn % 2], tabs[1 - turn % 2]
        assert here.wait()
        here.act()
        assert there.wait()
        there.seq = max(here.seq, there.seq)
    expect_same(first, second)


def test_a_domino_is_taken_back_and_its_ghost_stays_where_it_lay(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    table = make_table(visitor, "kingdomino", 2)
    assert forward(visitor, table, can("place", 2))
    page.goto(f"/table/{table}")
    player = Player(page, Mouse())
    assert player.wait()
    land = page.locator("section [data-board] svg[role=img]")
    before = land.get_attribute("aria-label")
    player.act()
    expect(land).not_to_have_attribute("aria-label", before or "")
    page.get_by_role("button", name="Undo").click()
    expect(land).to_have_attribute("aria-label", before or "")
    expect(page.locator("[data-ghost]")).to_be_visible()
    page.keyboard.press("Enter")
    expect(land).not_to_have_attribute("aria-label", before or "")


def test_a_spot_that_is_not_allowed_is_explained_and_nothing_is_played(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    table = make_table(visitor, "kingdomino", 2)
    assert forward(visitor, table, can("place"))
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.goto(f"/table/{table}")
    page.locator("[data-lit]").wait_for(state="attached")
    before = shown(page)
    board = page.locator("section [data-board]").bounding_box()
    assert board is not None
    page.mouse.click(board["x"] + 6, board["y"] + 6)
    expect(page.get_by_role("alert")).to_contain_text("One half must touch the castle or matching terrain.")
    page.get_by_role("link", name="Rule C5").click()
    expect(page.get_by_role("dialog")).to_contain_text("C5")
    assert shown(page) == before
    assert [frame for frame in sent if '"explain"' in frame]
    assert not [frame for frame in sent if '"act"' in frame]


def test_somebody_without_a_seat_watches_and_sees_every_move(visit: Visit) -> None:
    host = visit(hurry=True)
    new_table(host.page, "Kingdomino", 2)
    watcher = visit()
    watcher.page.goto(host.page.url)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    player = Player(host.page, Mouse())
    player.play(3)
    assert player.wait()
    expect_same(host.page, watcher.page)
    assert watcher.page.locator("[data-slot]:enabled, [data-lit]").count() == 0


def test_a_seat_is_taken_again_on_another_device_by_its_own_link(visit: Visit) -> None:
    desk, phone = visit(hurry=True), visit(PHONE, touch=True, hurry=True)
    new_table(desk.page, "Kingdomino", 2)
    player = Player(desk.page, Mouse())
    player.play(1)
    desk.page.get_by_role("button", name="Menu").click()
    link = desk.page.get_by_label("Open this link there; it is only for you").input_value()
    desk.close()
    phone.page.goto(link)
    Player(phone.page, Finger()).play(2)
    assert "secret" not in phone.page.url
    secret = link.rpartition("=")[2]
    assert not any(secret in request.url for request in phone.asked)


def test_people_at_one_device_play_in_turn(visit: Visit) -> None:
    page = visit(hurry=True).page
    new_table(page, "Kingdomino", 3, seats=["Someone on this device", "Someone on this device"])
    player = Player(page, Mouse())
    heads = set()
    for _ in range(9):
        assert player.wait()
        heads.add(page.locator("main h2").first.inner_text())
        player.act()
    assert len(heads) == 3


def test_a_language_is_chosen_at_the_table_and_kept(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    table = make_table(visitor, "kingdomino", 2)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("Polski")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.get_by_role("dialog")).to_contain_text("Zasady")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
