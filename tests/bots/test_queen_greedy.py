"""The greedy bot at the tables of Queendomino and Royal Wedding."""

from collections import Counter
from random import Random

import pytest

from crownland.arena.match import play_match
from crownland.bots import Limit, make_bot
from crownland.dealer import derived_seed
from crownland.games.queen.state import State
from crownland.games.registry import find_game
from crownland.kernel.action import Seat
from crownland.notation.position import parse_setup
from crownland.notation.token import parse_action
from tests.games.queen.helpers import land, played, scene

MODES = [
    "queendomino players=2",
    "queendomino players=3",
    "queendomino players=4",
    "royal-wedding players=3",
    "royal-wedding players=4",
    "royal-wedding players=5",
    "royal-wedding players=6",
    "royal-wedding players=4 teams=true",
    "royal-wedding players=6 teams=true",
    "royal-wedding players=8 teams=true",
]


def match(mode: str, names: list[str], number: int) -> tuple[State, Counter[str]]:
    """The final state of a game, and how often each kind of token was played."""
    setup = parse_setup(mode.split())
    bots = [make_bot(name) for name in names]
    game = play_match(setup, bots, names, derived_seed("queen greedy", mode, *names, number))
    assert isinstance(game.final, State)
    return game.final, Counter(str(item.what)[0] for item in game.record.items)


@pytest.mark.parametrize("mode", MODES)
def test_greedy_plays_a_legal_game_and_taxes_and_builds(mode: str) -> None:
    """``play_match`` plays every action through the rules: an illegal one would end the game."""
    final, kinds = match(mode, ["greedy"] * parse_setup(mode.split()).players, 0)
    assert final.is_over
    assert kinds["N"] > 0
    assert kinds["B"] >= len(final.kingdoms)


@pytest.mark.parametrize(
    "mode", ["queendomino players=2", "queendomino players=4", "royal-wedding players=4 teams=true"]
)
def test_greedy_beats_uniform_clearly(mode: str) -> None:
    """Greedy has the first kingdom in even games and the second in odd ones; every game of the sample is won."""
    setup = parse_setup(mode.split())
    start = find_game(setup.game).start(setup)
    kingdoms = [start.kingdom_of(Seat(seat)) for seat in range(setup.players)]
    wins, margins = 0, []
    for number in range(6):
        final, _ = match(mode, [("greedy", "uniform")[(kingdom + number) % 2] for kingdom in kingdoms], number)
        totals = [score.total for score in final.scores()]
        ours, theirs = totals[number % 2 :: 2], totals[1 - number % 2 :: 2]
        wins += max(ours) > max(theirs)
        margins.append(sum(ours) / len(ours) - sum(theirs) / len(theirs))
    assert wins == 6
    assert sum(margins) / len(margins) > 20


def test_the_same_seed_gives_the_same_game() -> None:
    assert match("queendomino players=3", ["greedy"] * 3, 7) == match("queendomino players=3", ["greedy"] * 3, 7)


LAKES = land(
    """
    t .  .
    c l1 l
    """
)


def choice(state: State) -> str:
    action = make_bot("greedy").choose(state, Limit(), Random(1))
    assert action in state.legal_actions()
    return str(action)


def test_greedy_taxes_a_large_property_before_it_builds() -> None:
    state = played(scene(f"{LAKES};7c.1k.0t", old="Q5A.Q20B.Q21C.Q22D", board="statue.-.-.-.-.-"), "Q5@h8e")
    assert choice(state) in ("N@h8", "N@i8")
    assert choice(state.play(parse_action("N@h8"))) == "B0@g8"


def test_greedy_spends_its_knights_and_its_coins_in_the_last_round() -> None:
    state = scene(f"{LAKES};9c.1k.0t", old="Q9A.Q20B", new="", lines=12, board="-.-.-.-.-.statue")
    state = played(state, "Q9@f7n")
    assert choice(state) in ("N@f7", "N@f8")
    state = played(state, "N@f7")
    assert choice(state) == "B5@g8"  # five points for five coins
    assert choice(played(state, "B5@g8")) == "."


def test_greedy_never_pays_for_the_dragon() -> None:
    _, kinds = match("queendomino players=4", ["greedy"] * 4, 1)
    assert kinds["D"] == 0
