"""Complete play without a pointer, from the start page on."""

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.player import Keys, Player
from tests.web.tables import new_table, standings


def test_a_whole_game_is_played_with_the_keyboard_alone(visit: Visit) -> None:
    page, keys = visit(hurry=True).page, Keys()
    page.goto("/")
    keys.reach(page, page.get_by_label("against a bot"))
    page.keyboard.type("B")  # Beginner
    keys.press(page, page.get_by_role("button", name="Play Kingdomino"), backwards=True)
    player = Player(page, keys)
    player.play(3)

    keys.press(page, page.get_by_role("button", name="Scores"))
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    assert sheet.evaluate("sheet => sheet.contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()

    player.play_out()
    assert len(standings(page)) == 2
    keys.press(page, page.get_by_role("button", name="Rematch"))
    expect(page.get_by_role("dialog")).to_be_hidden()
    Player(page, keys).play(1)


def test_a_domino_is_taken_back_by_a_key(visit: Visit) -> None:
    page = visit(hurry=True).page
    new_table(page, "Kingdomino", 3, seats=["Someone on this device", "Someone on this device"])
    player = Player(page, Keys())
    player.play(4)
    assert player.wait()
    before = page.locator("main[data-seq]").get_attribute("data-seq")
    player.act()
    assert player.wait()
    page.keyboard.press("u")
    expect(page.get_by_text("took back a move").first).to_be_attached()
    expect(page.locator("main[data-seq]")).not_to_have_attribute("data-seq", before or "")


def test_every_step_of_queendomino_is_reached_with_the_keyboard(visit: Visit) -> None:
    page = visit(hurry=True).page
    new_table(page, "Queendomino", 2)
    player = Player(page, Keys())
    while not {"placing", "picks", "builders", "new-line"} <= set(player.done):
        player.play(1)
        assert len(player.done) < 120, player.done
