"""Complete games through the page, to the final reckoning: what it says is what the record comes to."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from tests.web.browsing import DESK, LYING, PHONE, TABLET
from tests.web.conftest import Visit
from tests.web.player import Finger, Hand, Keys, Mouse, Player
from tests.web.tables import new_table, record_of, standings

GAMES = {
    "kingdomino-2": ("Kingdomino", 2, (), DESK, Mouse),
    "kingdomino-4": ("Kingdomino", 4, ("Middle Kingdom", "Harmony"), PHONE, Finger),
    "mighty-duel": ("Kingdomino", 2, ("Mighty Duel",), DESK, Mouse),
    "dynasty": ("Kingdomino", 3, ("Dynasty",), DESK, Keys),
    "queendomino": ("Queendomino", 3, (), DESK, Mouse),
    "royal-wedding-6": ("Royal Wedding", 6, (), TABLET, Finger),
    "teams": ("Royal Wedding", 4, ("Teams",), DESK, Mouse),
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


def check_reckoning(page: Page) -> None:
    """The last sheet says what the rules say of the record that it offers."""
    told = standings(page)
    final = record_of(page).final()
    assert final.is_over
    scores = final.scores()
    expected = [scores[standing.kingdom].total for standing in final.ranking()]
    assert [total for _, total in told] == expected
