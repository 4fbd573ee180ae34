from random import Random
from time import monotonic

import pytest

from crownland.bots import BOTS, LEVELS, Limit, make_bot
from crownland.bots.careless import Careless
from crownland.fast.policy import GREEDY
from crownland.fast.warm import first_choice
from crownland.games.registry import KINGDOMINO
from crownland.words import Words, languages
from tests.helpers import start_of


def test_only_the_master_takes_all_its_time() -> None:
    assert [level for level in LEVELS if BOTS[level].takes_time] == ["master"]


def test_the_levels_go_from_a_beginner_to_the_strongest() -> None:
    assert list(LEVELS) == ["beginner", "casual", "steady", "skilled", "master"]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_a_bot_with_words_in_every_language(level: str) -> None:
    assert BOTS[level].description == LEVELS[level].description
    assert type(make_bot(level)) is type(make_bot(LEVELS[level].bot))
    for language in languages():
        words = Words(language)
        assert words(f"level.{level}").istitle()
        assert words(f"level.{level}.about").endswith(".")


def test_a_level_that_is_greedy_plays_inside_the_fast_twin_too() -> None:
    assert BOTS["steady"].policy == GREEDY
    assert BOTS["casual"].policy is None


def test_who_overlooks_nothing_and_misjudges_nothing_is_greedy() -> None:
    state = first_choice(start_of("players=2").setup)
    careful = Careless(blur=0, slips=0)
    assert careful.choose(state, Limit(), Random(1)) == make_bot("greedy").choose(state, Limit(), Random(1))


def test_who_overlooks_everything_still_does_something() -> None:
    state = first_choice(KINGDOMINO.setup(4))
    chosen = {Careless(slips=1.0).choose(state, Limit(), Random(seed)) for seed in range(60)}
    assert chosen == set(state.legal_actions())


def test_a_number_of_simulations_is_not_stretched_to_the_time_there_is() -> None:
    state = first_choice(KINGDOMINO.setup(2))
    bot = make_bot("skilled")
    bot.choose(state, Limit(time=20), Random(1))  # loads the kernels
    begin = monotonic()
    chosen = bot.choose(state, Limit(time=20), Random(1))
    assert monotonic() - begin < 5
    assert chosen == make_bot("mcts:sims=30").choose(state, Limit(), Random(1))
