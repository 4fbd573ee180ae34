import pytest

from crownland.bots import BOTS
from crownland.games.registry import KINGDOMINO
from crownland.games.setup import Setup
from crownland.testing import bot_games
from crownland.testing.bot_games import BOTS_TRIED, play_one
from crownland.testing.many import every_setup


@pytest.mark.parametrize("setup", every_setup()[::9], ids=str)
def test_bots_of_all_kinds_play_whole_games_together(setup: Setup) -> None:
    assert play_one(setup, 0) > 20


def test_every_way_to_play_is_tried() -> None:
    assert {name.partition(":")[0] for name in BOTS_TRIED} >= set(BOTS) - {"careless", "steady", "skilled", "master"}


def test_a_bot_that_breaks_a_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        def choose(self, state: object, limit: object, rng: object) -> str:
            return "K99"

    monkeypatch.setattr(bot_games, "make_bot", lambda name: Cheat())
    with pytest.raises(AssertionError, match=r"^[AB]: "):
        play_one(KINGDOMINO.setup(2), 0)
