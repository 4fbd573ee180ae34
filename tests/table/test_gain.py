"""What a placement would bring is told before it is made."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from crownland.games.classic.state import State
from crownland.kernel.action import Claim, Discard
from crownland.kernel.domino import DominoId
from crownland.kernel.kingdom import EMPTY_KINGDOM
from crownland.kernel.turns import Turns
from crownland.notation.token import parse_action
from crownland.table.gain import best_spot, gain_between, gain_of
from crownland.testing.strategies import random_play
from tests.helpers import A, kingdom, start_of
from tests.tui.support import WORDS, setup_of

# What is laid, where, and what the table says. 1 is wheat and wheat, 27 forest with a crown and wheat.
GAINS = [
    ("C", "1@g8e", "+0"),
    ("C", "27@g8e", "+1 forest 1×1"),
    ("C W", "1@g8e", "+0 wheat 1×0 → 3×0"),
    ("W2 C", "27@f9s", "+3 wheat 1×2 → 2×2, forest 1×1"),
    ("F2 . .\nF C W1", "27@f9e", "+5 forest 2×2 → 3×3"),
    ("W1 . C\nW1 . W3", "1@f5n", "+18 wheat 2×2 + 1×3 → 5×5"),
    ("W . W W W\nW . W W W\nW W C W W\nW W W W W\nW W W W W1", "1@f8n", "+7 Harmony, wheat 22×1 → 24×1"),
]


def placing(board: str, token: str) -> State:
    """A places the domino of *token* in the last round of a game with Harmony."""
    number = DominoId(int(token.partition("@")[0]))
    state = start_of("players=2 harmony=true")
    return replace(
        state, kingdoms=(kingdom(board), EMPTY_KINGDOM), turns=Turns(0, old=((number, A),)), seen=1 << number
    )


@pytest.mark.parametrize(("board", "token", "text"), GAINS)
def test_the_gain_says_points_and_reason(board: str, token: str, text: str) -> None:
    assert gain_of(placing(board, token), parse_action(token)).text(WORDS) == text


def test_the_text_keeps_within_its_width() -> None:
    gain = gain_of(placing("W2 C", "27@f9s"), parse_action("27@f9s"))
    assert [gain.text(WORDS, width) for width in (40, 30, 20, 5)] == [
        "+3 wheat 1×2 → 2×2, forest 1×1",
        "+3 wheat 1×2 → 2×2, forest 1×1",
        "+3 wheat 1×2 → 2×2",
        "+3",
    ]


def test_only_a_seat_gains() -> None:
    with pytest.raises(ValueError, match="expected a position where a seat is to act"):
        gain_of(start_of("players=2"), parse_action("OABBA"))


@pytest.mark.parametrize("options", [{}, {"dynasty": True}, {"harmony": True, "middle_kingdom": True}])
def test_the_gains_of_a_kingdom_add_up_to_its_total(options: dict[str, Any]) -> None:
    setup = setup_of(2, **options)
    gained = [0, 0]
    before = start_of(" ".join(str(setup).split()[1:]))
    for _, after in random_play(setup, Random(2)):
        assert isinstance(after, State)
        if before.actor is not None:
            gained[before.actor] += gain_between(before, after, before.actor).points
        before = after
    assert gained == [score.total for score in before.scores()]


@pytest.mark.parametrize("seed", range(4))
def test_the_best_spot_of_a_claim_brings_what_placing_it_now_would(seed: int) -> None:
    """Compared with every placement that the rules offer to the king on that domino, bonuses included."""
    rng = Random(seed)
    for _, state in random_play(start_of("players=2 harmony=true middle-kingdom=true").setup, rng):
        claims = [action for action in state.legal_actions() if isinstance(action, Claim)]
        if not claims or state.actor is None:
            continue
        claim = rng.choice(claims)
        assert isinstance(state, State)
        placing = replace(state, turns=Turns(0, old=((claim.domino, state.actor),)))
        gains = {action: gain_of(placing, action).points for action in placing.legal_actions()}
        found = best_spot(state, claim)
        if any(isinstance(action, Discard) for action in gains):
            assert found is None
        else:
            assert found is not None
            assert gains[found[0]] == found[1] == max(gains.values())


def test_only_a_claim_has_a_best_spot() -> None:
    state = placing("C W", "1@g8e")
    assert best_spot(state, parse_action("1@g8e")) is None
