from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownland.arena.match import play_match
from crownland.bots import BOTS, Bot, Limit, make_bot, register_bot
from crownland.bots.greedy import Greedy
from crownland.bots.uniform import Uniform
from crownland.dealer import derived_seed
from crownland.games.classic.state import State
from crownland.games.judging import form_value
from crownland.games.protocol import Action
from crownland.games.protocol import State as AnyState
from crownland.games.registry import KINGDOMINO, register_game
from crownland.kernel.errors import UnknownNameError
from crownland.notation.token import parse_action
from crownland.testing.registering import registrations_undone
from crownland.testing.strategies import states
from tests.helpers import kingdom, played, start_of


def chosen(state: State, seed: int = 0) -> str:
    return str(Greedy().choose(state, Limit(), Random(seed)))


@pytest.fixture
def _registry() -> Iterator[None]:
    with registrations_undone():
        yield


# the registry


def test_the_bots_are_known_by_name_and_say_what_they_do() -> None:
    assert {"greedy", "uniform"} <= set(BOTS)
    assert all(entry.name == name and entry.description.endswith(".") for name, entry in BOTS.items())


def test_a_bot_nobody_registered_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        make_bot("gredy")
    assert str(caught.value) == f"unknown bot: 'gredy'; known: {', '.join(sorted(BOTS))}"


@pytest.mark.usefixtures("_registry")
def test_a_bot_of_ten_lines_can_be_entered_and_plays() -> None:
    @register_bot("last", "Takes the last legal action.")
    class Last:
        def choose(self, state: AnyState[Any], limit: Limit, rng: Random) -> Action:
            return state.legal_actions()[-1]

    match = play_match(start_of("players=2").setup, [make_bot("last")] * 2, ["a", "b"], "00" * 32)
    assert match.final.is_over


@pytest.mark.usefixtures("_registry")
def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match=r"^expected a new bot name, 'greedy' is taken$"):
        register_bot("greedy", "Another one.")(Uniform)


def test_each_bot_is_made_anew() -> None:
    assert make_bot("greedy") is not make_bot("greedy")


# every bot


SEARCHING = {
    "mc": "mc:sims=40",
    "mcts": "mcts:sims=40",
    "grandmaster": "grandmaster:sims=40",
}  # a clock would not give the same action twice


@settings(max_examples=40)
@given(states(finished=False), st.sampled_from(sorted(BOTS)), st.integers(0, 9))
def test_every_bot_chooses_a_legal_action_and_the_same_one_from_the_same_generator(
    state: AnyState[Any], name: str, seed: int
) -> None:
    if state.actor is None:
        return
    one, other = (make_bot(SEARCHING.get(name, name)).choose(state, Limit(), Random(seed)) for _ in range(2))
    assert one in state.legal_actions()
    assert one == other


@pytest.mark.parametrize("name", sorted({"greedy", "uniform"}))
@pytest.mark.parametrize(
    "setup", ["players=2", "players=3 three-players=leftover", "players=4", "players=2 mighty-duel=true"]
)
def test_every_bot_plays_a_whole_game(name: str, setup: str) -> None:
    chosen = start_of(setup).setup
    match = play_match(chosen, [make_bot(name)] * chosen.players, [name] * chosen.players, derived_seed(name, setup))
    assert match.final.is_over
    assert match.record.final() == match.final


# uniform


def test_uniform_takes_every_action_about_equally_often() -> None:
    state = played("players=2", "OABBA L3.17.22.41")
    rng = Random(1)
    counts = Counter(str(Uniform().choose(state, Limit(), rng)) for _ in range(4000))
    assert set(counts) == {"K3", "K17", "K22", "K41"}
    assert all(880 < count < 1120 for count in counts.values())  # four standard deviations


# greedy


def to_place(number: int, board: str) -> State:
    line = sorted({number, 45, 46, 47, 48})[:4]
    state = played("players=2", f"OABBA L{'.'.join(map(str, line))}")
    for _ in range(4):
        state = state.play(state.legal_actions()[0])
    state = state.play(parse_action("L14.15.16.18"))
    return replace(state, kingdoms=(kingdom(board), kingdom("C")))


@pytest.mark.parametrize("seed", range(5))
def test_greedy_joins_the_crown_with_its_land(seed: int) -> None:
    state = to_place(40, "W C M M2")  # 40 is a mine with a crown and wheat: beside the mines it brings 9 points, not 1
    after = state.play(parse_action(chosen(state, seed)))
    assert after.scores()[0].total == 9


def test_greedy_claims_the_domino_that_brings_most() -> None:
    state = played("players=2", "OABBA L3.17.22.48")
    assert chosen(state) == "K48"


def test_greedy_claims_the_lowest_number_among_equals() -> None:
    assert chosen(played("players=2", "OABBA L24.25.26.27")) == "K24"
    assert chosen(played("players=2", "OABBA L24.25.26.27 K24")) == "K25"


def test_greedy_leaves_no_hole_when_it_can() -> None:
    with_hole = kingdom("""
        W  W  W
        W  .  W
        C  W  W
    """)
    without = kingdom("""
        W  W  W
        W  W  W
        C  W  .
    """)
    assert form_value(with_hole, 5) < form_value(without, 5)


def test_greedy_takes_the_only_action_without_thinking() -> None:
    assert chosen(played("players=2", "OABBA L3.17.22.41 K3 K17 K22")) == "K41"


def test_greedy_is_asked_only_where_a_player_is_to_act() -> None:
    with pytest.raises(TypeError, match=r"^expected a position where a player is to act, got: kingdomino players=2 "):
        chosen(start_of("players=2"))


def test_greedy_beats_uniform_in_most_games() -> None:
    setup = start_of("players=2").setup
    won = 0
    for number in range(10):
        seats: list[Bot] = [Greedy(), Uniform()] if number % 2 else [Uniform(), Greedy()]
        final = play_match(setup, seats, ["a", "b"], derived_seed("greedy", number)).final
        won += isinstance(seats[final.ranking()[0].kingdom], Greedy)
    assert won >= 9


@pytest.mark.usefixtures("_registry")
def test_in_a_game_without_a_judge_greedy_takes_the_most_points_right_after_its_action() -> None:
    state = to_place(40, "W C M M2")
    register_game(replace(KINGDOMINO, key="stranger", judge=None))
    stranger = replace(state, rules=replace(state.rules, setup=replace(state.setup, game="stranger")))
    best = {
        str(action) for action in state.legal_actions() if stranger.apply(action).scores()[0].total == 9
    }  # beside the mines; the form of the kingdom does not count
    assert {chosen(stranger, seed) for seed in range(60)} == best
    assert len(best) > 1
