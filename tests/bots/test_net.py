"""The bots that play by a network, with one and without."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crownland import networks
from crownland.arena.match import play_match
from crownland.bots import Limit, make_bot, net, search_bot
from crownland.bots.greedy import Greedy
from crownland.bots.net import Net
from crownland.dealer import derived_seed
from crownland.fast.convert import action_number
from crownland.games.protocol import State
from crownland.games.registry import GAMES, KINGDOMINO
from crownland.games.setup import Setup
from crownland.networks.file import Network, describe, write_network
from crownland.testing.many import sampled_setups
from crownland.testing.registering import registrations_undone
from tests.fast.support import choices, network_for

TWO = KINGDOMINO.setup(2)
SAMPLE = sampled_setups()
# One setup of each kind that a record tells apart, and every one of the other games.
SETUPS = [*[one for one in SAMPLE if one.game == TWO.game][::9], *[one for one in SAMPLE if one.game != TWO.game]]


@pytest.fixture
def _networks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small random network for every setup; endgames are solved for a moment only."""
    monkeypatch.setattr(search_bot, "SIMS_SOLVING", 0.001)
    with registrations_undone():
        for setup in {*SETUPS, *(game.setup() for game in GAMES.values())}:
            networks.CHOSEN[str(setup)] = made(setup)
        yield


@pytest.fixture
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "find_network", lambda setup: None)


def made(setup: Setup) -> Network:
    shape, weights = network_for(setup)
    return Network(shape, weights, describe([setup], shape, {}))


def choice_in(setup: Setup) -> State[Any]:
    return choices(setup)[len(choices(setup)) // 3]


@pytest.mark.usefixtures("_networks")
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_they_play_whole_games_of_every_game(setup: Setup) -> None:
    names = ["grandmaster:sims=6", "net", "net:blur=0.1:slips=0.2"]
    names = [names[seat % 3] for seat in range(setup.players)]
    match = play_match(setup, [make_bot(name) for name in names], names, derived_seed("net", setup))
    assert match.forfeit is None
    assert match.final.is_over
    assert match.record.final() == match.final


@pytest.mark.usefixtures("_networks")
@pytest.mark.parametrize("name", ["net", "grandmaster:sims=60", "net:blur=0.05", "net:slips=0.3"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_same_generator_gives_the_same_action(game: str, name: str) -> None:
    state = choice_in(GAMES[game].setup())
    one, other = (make_bot(name).choose(state, Limit(), Random(4)) for _ in range(2))
    assert one == other
    assert one in state.legal_actions()


@pytest.mark.usefixtures("_networks")
def test_net_takes_what_its_network_likes_best() -> None:
    for state in choices(TWO)[:20:3]:
        search = net.net_search(TWO)
        assert search is not None
        chosen = make_bot("net").choose(state, Limit(), Random(1))
        assert action_number(state, chosen) == search.judge(state)[0].action


@pytest.mark.usefixtures("_networks")
def test_what_net_hardly_misjudges_it_plays_as_ever_and_what_it_misjudges_it_plays_otherwise() -> None:
    state = choice_in(TWO)
    best = make_bot("net").choose(state, Limit(), Random(1))
    assert {make_bot("net:blur=1e-9").choose(state, Limit(), Random(seed)) for seed in range(5)} == {best}
    for name, least in (("net:blur=0.02", 2), ("net:blur=1000", 6), ("net:slips=0.6", 2)):
        bot = make_bot(name)
        found = Counter(bot.choose(state, Limit(), Random(seed)) for seed in range(60))
        assert len(found) >= least, name
        assert set(found) <= {*state.legal_actions()}
    assert (
        Counter(make_bot("net:slips=0.05").choose(state, Limit(), Random(seed)) for seed in range(60)).most_common(1)[
            0
        ][0]
        == best
    )


@pytest.mark.usefixtures("_networks")
def test_a_draw_of_0_is_no_error() -> None:
    class Zero(Random):
        def random(self) -> float:
            return 0.0

    state = choice_in(TWO)
    assert Net(blur=0.1).choose(state, Limit(), Zero()) in state.legal_actions()


@pytest.mark.usefixtures("_no_network")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_without_a_network_net_is_greedy(game: str) -> None:
    for state in choices(GAMES[game].setup())[:40:7]:
        for name in ("net", "net:blur=0.1", "net:slips=0.1"):
            expected = Greedy().choose(state, Limit(), Random(6))
            assert make_bot(name).choose(state, Limit(), Random(6)) == expected


@pytest.mark.usefixtures("_no_network")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_without_a_network_grandmaster_is_mcts(game: str) -> None:
    state = choice_in(GAMES[game].setup())
    one, other = (make_bot(f"{name}:sims=60").choose(state, Limit(), Random(6)) for name in ("grandmaster", "mcts"))
    assert one == other


@pytest.mark.usefixtures("_no_network")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_without_a_network_there_is_something_to_prepare_all_the_same(game: str) -> None:
    for name in ("net", "grandmaster"):
        bot = make_bot(name)
        assert isinstance(bot, search_bot.SearchBot)
        bot.prepare(GAMES[game].setup())


def test_a_network_from_a_file_is_played_by(tmp_path: Path) -> None:
    state, file = choice_in(TWO), tmp_path / "own.net"
    write_network(file, made(TWO))
    with registrations_undone():
        networks.use_network(file)
        assert networks.find_network(TWO) is networks.CHOSEN[str(TWO)]
        search = net.net_search(TWO)
        assert search is not None
        chosen = make_bot("net").choose(state, Limit(), Random(1))
        assert action_number(state, chosen) == search.judge(state)[0].action


@pytest.mark.usefixtures("_networks")
def test_a_grandmaster_keeps_its_search_from_action_to_action() -> None:
    bot = make_bot("grandmaster:sims=60")
    assert isinstance(bot, net.Grandmaster)
    searches = []
    for state in choices(TWO)[4:6]:
        bot.choose(state, Limit(), Random(1))
        searches.append(bot._search_for(TWO))
    assert searches[0] is searches[1] is not None
