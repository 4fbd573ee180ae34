"""Every legal action can be picked with a few keys, whatever the position."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from crownland.games.protocol import State
from crownland.games.registry import KINGDOMINO
from crownland.kernel.square import Direction, parse_square, square_name, squares
from crownland.testing.strategies import states
from crownland.tui.choosers import ButtonChooser, Chooser, DominoChooser, PairChooser, TokenChooser
from crownland.tui.model import Phase
from tests.helpers import kingdom, played
from tests.tui.support import WORDS, Sea, Wave, choosers_in, play_randomly, table_of, ways

OPENED = "OABBA L3.17.22.41"
PLACING = f"{OPENED} K3 K17 K22 K41 L1.2.4.48"  # A places 3


def chooser_of(tokens: str, setup: str = "players=2 opening=snake") -> Chooser:
    (chooser,) = choosers_in(played(setup, tokens))
    return chooser


TABLES: list[tuple[int, str, dict[str, Any]]] = [
    (2, "kingdomino", {}),
    (2, "kingdomino", {"mighty_duel": True}),
    (2, "queendomino", {}),
    (4, "queendomino", {}),
    (6, "royal-wedding", {"teams": True}),
    *((2, "duel", {"seed": seed}) for seed in range(4)),
]


@pytest.mark.parametrize(("players", "game", "options"), TABLES)
def test_keys_reach_every_legal_action_of_whole_games(players: int, game: str, options: dict[str, Any]) -> None:
    rng = Random(7)
    table = table_of(["Ann"] * players, game, **options)
    while table.phase is not Phase.OVER:
        offered = [action for chooser in table.choosers for action in chooser.actions]
        assert len(set(offered)) == len(offered)
        assert set(offered) == set(table.state.legal_actions())
        for chooser in table.choosers:
            assert not isinstance(chooser, TokenChooser)
            if rng.random() < 0.2 or game == "duel":
                assert set(ways(chooser)) == set(chooser.actions)
        play_randomly(table, rng, 1)


@given(states(KINGDOMINO.setup(2)))
@settings(max_examples=40)
def test_arrows_and_turning_reach_every_legal_action(state: State[Any]) -> None:
    for chooser in choosers_in(state):
        assert set(ways(chooser)) == set(chooser.actions)


def test_each_kind_of_action_has_its_chooser() -> None:
    assert isinstance(chooser_of(OPENED), DominoChooser)
    assert isinstance(chooser_of(PLACING), PairChooser)
    full = kingdom("M M M M M\nM M M M M\nM M C M M\nM M M M M\nM M M M M")
    (chooser,) = choosers_in(replace(played("players=2 opening=snake", PLACING), kingdoms=(full, full)))
    assert isinstance(chooser, ButtonChooser)
    assert chooser.prompt(WORDS) == "3 forest · forest fits nowhere: Enter discards it"


def test_a_number_is_typed_digit_by_digit() -> None:
    chooser = chooser_of("OABBA L3.17.18.41")
    steps = [("1", "K17"), ("8", "K18"), ("4", "K41"), ("7", "K41"), ("1", "K17"), ("7", "K17"), ("3", "K3")]
    for digit, expected in steps:
        chooser.type_digit(digit)
        assert str(chooser.action) == expected


def test_claims_go_round() -> None:
    chooser = chooser_of(f"{OPENED} K17")
    tokens = []
    for _ in range(4):
        tokens.append(str(chooser.action))
        chooser.move(Direction.SOUTH)
    assert tokens == ["K3", "K22", "K41", "K3"]


def test_a_claim_marks_where_the_domino_would_fit() -> None:
    chooser = chooser_of(OPENED)
    assert {"g8", "g9", "h8", "f8"} <= {square_name(square) for square in squares(chooser.marks)}
    assert chooser.detail(WORDS, 40) == ""


def test_a_claim_that_fits_nowhere_says_so() -> None:
    state = played("players=2 opening=snake", OPENED)
    full = kingdom("M M M M M\nM M M M M\nM M C M M\nM M M M M\nM M M M M")
    (chooser,) = choosers_in(replace(state, kingdoms=(full, full)))
    assert chooser.detail(WORDS, 40) == "no room for it now"


def test_turning_stays_at_the_spot_while_it_can() -> None:
    chooser = chooser_of(PLACING)  # a double: north and east only
    chooser.pick(_placed(chooser, "3@g8n"))
    chooser.turn()
    assert str(chooser.action) == "3@g8e"
    chooser.turn()
    assert str(chooser.action) == "3@g8n"


def test_turning_covers_the_spot_with_the_other_half_when_only_that_is_legal() -> None:
    # To the east of the castle the left half cannot lie on h7 and the right half west of it: there the castle is.
    chooser = chooser_of("OABBA L41.42.43.44 K41 K42 K43 K44 L1.2.3.4")
    chooser.pick(_placed(chooser, "41@h7e"))
    seen = []
    for _ in range(4):
        chooser.turn()
        seen.append(str(chooser.action))
    assert seen == ["41@h7s", "41@i7w", "41@h7n", "41@h7e"]


def _placed(chooser: Chooser, token: str) -> Any:
    return next(action for action in chooser.actions if str(action) == token)


def test_pointing_at_a_square_puts_the_domino_there_and_pointing_again_turns_it() -> None:
    chooser = chooser_of(PLACING)
    chooser.point_at(parse_square("g9"))
    assert parse_square("g9") in chooser.ghost
    before = chooser.action
    chooser.point_at(parse_square("g9"))
    assert chooser.action != before
    chooser.point_at(parse_square("a1"))
    assert chooser.action != before, "a square out of reach changes nothing"


def test_the_ghost_and_the_marks_follow_the_rotation() -> None:
    chooser = chooser_of(PLACING)
    for direction in ("e", "n"):
        chooser.pick(next(action for action in chooser.actions if str(action).endswith(direction)))
        covered = {square for action in chooser.actions if str(action).endswith(direction) for square in _both(action)}
        assert set(squares(chooser.marks)) == covered
        assert set(chooser.ghost) == set(_both(chooser.action))


def _both(action: Any) -> tuple[int, int]:
    return action.square, action.square + action.direction.step


def test_an_unknown_kind_of_action_is_picked_from_a_list_of_tokens() -> None:
    claims, waves = choosers_in(Sea(played("players=2", OPENED)))
    assert isinstance(claims, DominoChooser)
    assert isinstance(waves, TokenChooser)
    assert set(ways(waves)) == set(map(Wave, range(30)))
    assert waves.prompt(WORDS) == "Choose an action"
    assert waves.detail(WORDS, 24) == "[W0] W1 W2 W3 W4 W5 W6 …"
    waves.move(Direction.SOUTH)
    waves.move(Direction.EAST)
    assert str(waves.action) == "W9"
    assert waves.detail(WORDS, 24) == "… [W9] W10 W11 W12 W13 …"
    waves.move(Direction.NORTH)
    waves.move(Direction.WEST)
    waves.move(Direction.WEST)
    assert waves.detail(WORDS, 24) == "… W25 W26 W27 W28 [W29]"
