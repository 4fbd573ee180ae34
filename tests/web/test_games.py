"""Complete games through the page, to the final reckoning: what it says is what the record comes to."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESK, LYING, PHONE, TABLET
from tests.web.conftest import Visit
from tests.web.player import WEIGHTS, Finger, Hand, Keys, Mouse, Player
from tests.web.serving import Serving
from tests.web.tables import new_table, record_of, standings

HARBOUR = Path(__file__).parents[2] / "examples/harbour.py"
GAMES = {
    "kingdomino-2": ("Kingdomino", 2, (), DESK, Mouse),
    "kingdomino-4": ("Kingdomino", 4, ("Middle Kingdom", "Harmony"), PHONE, Finger),
    "mighty-duel": ("Kingdomino", 2, ("Mighty Duel",), DESK, Mouse),
    "dynasty": ("Kingdomino", 3, ("Dynasty",), DESK, Keys),
    "queendomino": ("Queendomino", 3, (), DESK, Mouse),
    "royal-wedding-6": ("Royal Wedding", 6, (), TABLET, Finger),
    "teams": ("Royal Wedding", 4, ("Teams",), PHONE, Finger),
    "duel": ("Duel", 2, (), LYING, Finger),
}


@pytest.mark.parametrize(("game", "players", "options", "size", "hand"), GAMES.values(), ids=GAMES)
def test_a_game_is_played_to_its_reckoning(
    visit: Visit, game: str, players: int, options: Sequence[str], size: tuple[int, int], hand: type[Hand]
) -> None:
    page = visit(size, touch=hand is Finger, hurry=True).page
    new_table(page, game, players, *options)
    player = Player(page, hand())
    player.play_out()
    while page.get_by_role("button", name="Next game").count():  # Dynasty
        page.get_by_role("button", name="Next game").click()
        player.play_out()
    check_reckoning(page)


def test_a_game_from_outside_is_played_to_its_reckoning(visit: Visit, tmp_path: Path) -> None:
    """The page has no line for it: its boats are plain figures, badges and steps."""
    with Serving(tmp_path, "--load", str(HARBOUR)) as serving:
        visitor = visit(serving=serving, hurry=True)
        page = visitor.page
        new_table(page, "Harbour", 2, seats=["Someone on this device"])
        expect(page.get_by_text("3 boats").first).to_be_attached()
        player = Player(page, Mouse())
        player.weights = {**WEIGHTS, "picks": 50}  # a boat wherever one can be moored
        player.play_out()
        assert "picks" in player.done, "no boat was moored"
        points = [total for _, total in standings(page)]
        assert points == sorted(points, reverse=True)
        assert len(points) == 2
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Log").click()
        expect(page.get_by_role("dialog")).to_contain_text("moored on")
        visitor.close()


def check_reckoning(page: Page) -> None:
    """The last sheet says what the rules say of the record that it offers."""
    told = standings(page)
    final = record_of(page).final()
    assert final.is_over
    scores = final.scores()
    expected = [scores[standing.kingdom].total for standing in final.ranking()]
    assert [total for _, total in told] == expected
