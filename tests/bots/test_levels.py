"""Levels: in every game, and by which bots."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from crownland import networks
from crownland.bots import BOTS, LEVELS, Limit, make_bot
from crownland.bots.careless import Careless
from crownland.bots.greedy import Greedy
from crownland.bots.levels import LevelBot, bot_of
from crownland.bots.mcts import TreeSearch
from crownland.bots.net import Grandmaster
from crownland.bots.registry import find_bot, made_bots, register_bot
from crownland.fast.policy import GREEDY
from crownland.fast.warm import first_choice
from crownland.games.registry import DUEL, KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING, games, register_game
from crownland.games.setup import Game, Setup
from crownland.kernel.errors import UnknownNameError
from crownland.testing.registering import registrations_undone
from crownland.words import Words, languages
from tests.helpers import start_of

USUAL = {
    "beginner": "careless:blur=4:slips=0.2",
    "casual": "careless:blur=1.5:slips=0.1",
    "steady": "greedy",
    "skilled": "mcts:sims=30",
    "master": "mcts:sims=300",
    "grandmaster": "grandmaster",
}
WITH_NETWORKS = [
    KINGDOMINO.setup(2),
    KINGDOMINO.setup(2, {"mighty-duel": True}),
    KINGDOMINO.setup(3),
    KINGDOMINO.setup(4, {"harmony": True, "middle-kingdom": True}),
    QUEENDOMINO.setup(2),
    DUEL.setup(2),
]


@pytest.fixture
def registry() -> Iterator[None]:
    with registrations_undone():
        yield


def no_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.bots.levels.has_network", lambda setup: False)


def harbour(levels: Any) -> Game:
    """A game like Kingdomino, with levels of its own."""
    return register_game(replace(KINGDOMINO, key="harbour", levels=levels))


# the levels


def test_only_the_grandmaster_takes_all_its_time() -> None:
    assert [level for level in LEVELS if BOTS[level].takes_time] == ["grandmaster"]


def test_the_levels_go_from_a_beginner_to_the_strongest() -> None:
    assert list(LEVELS) == ["beginner", "casual", "steady", "skilled", "master", "grandmaster"]
    assert {key: level.bot for key, level in LEVELS.items()} == USUAL


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_a_bot_with_words_in_every_language(level: str) -> None:
    assert BOTS[level].description == LEVELS[level].description
    assert {"en", "nl", "pl", "sr"} <= set(languages())
    for language in languages():
        words = Words(language)
        assert words(f"level.{level}").istitle()
        assert words(f"level.{level}.about").endswith(".")


def test_the_names_of_two_levels_differ_in_every_language() -> None:
    for language in languages():
        words = Words(language)
        assert len({words(f"level.{level}") for level in LEVELS}) == len(LEVELS)


def test_the_level_grandmaster_is_the_bot_of_that_name() -> None:
    assert isinstance(make_bot("grandmaster"), Grandmaster)
    assert all(bot_of("grandmaster", game.setup()) == "grandmaster" for game in games())


# which bot plays a level


@pytest.mark.parametrize("has_network", [False, True])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_every_setup_has_a_bot_for_each_level(game: Game, has_network: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.bots.levels.has_network", lambda setup: has_network)
    for setup in game.all_setups():
        bots = [bot_of(level, setup) for level in LEVELS]
        assert len(set(bots)) == len(LEVELS)
        for bot in bots[:-1]:
            make_bot(bot)
            assert not find_bot(bot).takes_time or "sims=" in bot, "only the grandmaster may take its time"


def test_the_usual_bots_play_where_there_is_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    no_networks(monkeypatch)
    for setup in (*WITH_NETWORKS, ROYAL_WEDDING.setup(8, {"teams": True}), KINGDOMINO.setup(2, {"dynasty": True})):
        for level, bot in USUAL.items():
            if level not in ("beginner", "casual"):  # these may be measured for each game
                assert bot_of(level, setup) == bot


@pytest.mark.parametrize("setup", WITH_NETWORKS, ids=str)
def test_networks_play_the_upper_levels_where_there_is_one(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.bots.levels.has_network", lambda setup: True)
    by_network = [level for level in LEVELS if bot_of(level, setup).startswith(("net", "grandmaster:sims="))]
    assert by_network in (["skilled", "master"], ["steady", "skilled", "master"])


def test_whether_there_is_a_network_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    monkeypatch.setattr(networks, "CHOSEN", {})
    assert bot_of("master", DUEL.setup(2)) == "mcts:sims=300"
    (tmp_path / "duel.net").touch()
    assert bot_of("master", DUEL.setup(2)).startswith("net")
    assert bot_of("master", DUEL.setup(2, rules=1)) == "mcts:sims=300"
    assert bot_of("master", QUEENDOMINO.setup(2)) == "mcts:sims=300"


def test_a_bot_that_is_no_level_plays_as_itself() -> None:
    assert bot_of("mc:sims=12", KINGDOMINO.setup(2)) == "mc:sims=12"


@pytest.mark.usefixtures("registry")
def test_a_game_names_bots_for_some_of_its_levels() -> None:
    asked: list[tuple[Setup, bool]] = []

    def level_bots(setup: Setup, has_network: bool) -> Mapping[str, str]:
        asked.append((setup, has_network))
        return {"steady": "uniform"} if setup.players == 3 else {}

    game = harbour(level_bots)
    dynasty = game.setup(3, {"dynasty": True})
    assert [bot_of(level, dynasty) for level in LEVELS] == [*(USUAL | {"steady": "uniform"}).values()]
    assert [bot_of(level, game.setup(2)) for level in LEVELS] == [*USUAL.values()]
    assert asked[0] == (dynasty, False)


@pytest.mark.usefixtures("registry")
def test_a_game_without_a_word_on_levels_has_the_usual_ones() -> None:
    game = harbour(None)
    assert [bot_of(level, game.setup()) for level in LEVELS] == [*USUAL.values()]


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("level", ["expert", "grandmaster"])
def test_a_game_that_names_a_bot_for_no_level_is_told(level: str) -> None:
    game = harbour(lambda setup, has_network: {level: "mc"})
    known = "beginner, casual, master, skilled, steady"
    with pytest.raises(
        UnknownNameError, match=f"^unknown level of harbour with a bot of its own: '{level}'; known: {known}$"
    ):
        bot_of("steady", game.setup())


# how a level plays


def test_a_level_plays_as_its_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    no_networks(monkeypatch)
    for setup in (KINGDOMINO.setup(4), QUEENDOMINO.setup(2), DUEL.setup(2)):
        state = first_choice(setup)
        for level in ("beginner", "casual", "steady"):
            chosen = make_bot(bot_of(level, setup)).choose(state, Limit(), Random(3))
            assert make_bot(level).choose(state, Limit(), Random(3)) == chosen


def test_a_level_keeps_its_bot_for_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    no_networks(monkeypatch)
    bot = LevelBot("skilled")
    inner = bot.inner(KINGDOMINO.setup(2))
    assert isinstance(inner, TreeSearch)
    assert inner.sims == 30
    bot.choose(first_choice(KINGDOMINO.setup(2)), Limit(), Random(1))
    assert bot.inner(KINGDOMINO.setup(2)) is inner
    assert bot.inner(KINGDOMINO.setup(3)) is not inner


@pytest.mark.usefixtures("registry")
def test_a_level_prepares_and_closes_its_bot() -> None:
    calls: list[object] = []

    @register_bot("noted", "Notes what is asked of it.")
    class Noted(Greedy):
        def prepare(self, setup: Setup) -> None:
            calls.append(setup)

        def close(self) -> None:
            calls.append("closed")

    setup = harbour(lambda setup, has_network: {"master": "noted"}).setup()
    with made_bots(["master", "steady"]) as (master, steady):
        assert isinstance(master, LevelBot)
        assert isinstance(steady, LevelBot)
        master.prepare(setup)
        steady.prepare(setup)
        assert calls == [setup]
    assert calls == [setup, "closed"]


def test_a_level_that_is_greedy_plays_inside_the_fast_twin_too() -> None:
    assert find_bot(bot_of("steady", KINGDOMINO.setup(2))).policy == GREEDY
    assert find_bot(bot_of("casual", KINGDOMINO.setup(2))).policy is None


def test_who_overlooks_nothing_and_misjudges_nothing_is_greedy() -> None:
    state = first_choice(start_of("players=2").setup)
    careful = Careless(blur=0, slips=0)
    assert careful.choose(state, Limit(), Random(1)) == make_bot("greedy").choose(state, Limit(), Random(1))


def test_who_overlooks_everything_still_does_something() -> None:
    state = first_choice(KINGDOMINO.setup(4))
    chosen = {Careless(slips=1.0).choose(state, Limit(), Random(seed)) for seed in range(60)}
    assert chosen == set(state.legal_actions())


def test_a_number_of_simulations_is_not_stretched_to_the_time_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    no_networks(monkeypatch)
    state = first_choice(KINGDOMINO.setup(2))
    bot = make_bot("skilled")
    bot.choose(state, Limit(time=20), Random(1))  # loads the kernels
    begin = monotonic()
    chosen = bot.choose(state, Limit(time=20), Random(1))
    assert monotonic() - begin < 5
    assert chosen == make_bot("mcts:sims=30").choose(state, Limit(), Random(1))
