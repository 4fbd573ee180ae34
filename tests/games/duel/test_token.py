"""Tokens of Duel: one action, one spelling."""

from random import Random

import pytest

from crownland.games.duel.action import (
    Action,
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Roll,
    Split,
    Take,
    TurnDie,
)
from crownland.games.duel.coat import Coat
from crownland.games.registry import DUEL
from crownland.kernel.action import End, Opening, Seat
from crownland.kernel.errors import InvalidActionError
from crownland.kernel.square import Direction, parse_square
from crownland.notation.token import parse_action

G8 = parse_square("g8")


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("OBA", Opening((Seat(1), Seat(0)))),
        ("R1.2.3.6", Roll((1, 2, 3, 6))),
        ("T1", Take((1,))),
        ("T3.4", Take((3, 4))),
        ("Mturn4.6", TurnDie(4, 6)),
        ("W1d", NameWild(1, Coat.DOT)),
        ("W1s", NameWild(1, Coat.STRIPE)),
        ("W4D", NameWild(4, Coat.DOUBLE_DOT)),
        ("W4S", NameWild(4, Coat.DOUBLE_STRIPE)),
        ("W4f", NameWild(4, Coat.SOLID)),
        ("W4q", NameWild(4, Coat.QUARTERS)),
        ("C3", CastleBonus(3)),
        ("Mfree", FreePlacement()),
        ("Msplit", Split()),
        ("1.3@g8n", DrawPair(1, 3, G8, Direction.NORTH)),
        ("1.3@g8w", DrawPair(1, 3, G8, Direction.WEST)),
        ("2@g8", DrawDie(2, G8)),
        ("McoatS", CoatBonus(Coat.DOUBLE_STRIPE)),
        ("Mcross@g8", ExtraCross(G8)),
        (".", End()),
    ],
)
def test_a_token_spells_its_action_and_the_action_its_token(token: str, action: Action) -> None:
    assert parse_action(token) == action
    assert str(action) == token


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("R1.2.3", ""),
        ("R7.1.1.1", ""),
        ("R0.1.1.1", ""),
        ("R1.1.1.1.1", ""),
        ("R1111", ""),
        ("R", ""),
        ("T", ""),
        ("T0", ""),
        ("T5", ""),
        ("T3.1", " (two dice are written by ascending number)"),
        ("T1.1", " (two dice are written by ascending number)"),
        ("T1.2.3", ""),
        ("T12", ""),
        ("Mturn5.1", ""),
        ("Mturn1.7", ""),
        ("Mturn1", ""),
        ("W1x", " (expected a coat letter of dsDSfq, got: 'x')"),
        ("W1F", " (expected a coat letter of dsDSfq, got: 'F')"),
        ("W5d", ""),
        ("W1", ""),
        ("Wd", ""),
        ("C9", ""),
        ("C0", ""),
        ("C", ""),
        ("c1", ""),
        ("mfree", ""),
        ("MFREE", ""),
        ("Mfree1", ""),
        ("Msplit.", ""),
        ("M", ""),
        ("1.3@g8", ""),
        ("1.3g8n", ""),
        ("1.3@g8x", " (expected a direction n, e, s or w, got: 'x')"),
        ("3.1@g8n", " (two dice are written by ascending number)"),
        ("1.1@g8n", " (two dice are written by ascending number)"),
        ("1.5@g8n", ""),
        ("1.3@z8n", " (expected a square from a1 to m13, got: 'z8')"),
        ("1.3@g08n", " (expected a square from a1 to m13, got: 'g08')"),
        ("5@g8", ""),
        ("0@g8", ""),
        ("1@g14", " (expected a square from a1 to m13, got: 'g14')"),
        ("Mcoatx", " (expected a coat letter of dsDSfq, got: 'x')"),
        ("Mcoat", ""),
        ("Mcross@z9", " (expected a square from a1 to m13, got: 'z9')"),
        ("Mcross@", ""),
        ("Mcrossg8", ""),
        ("R1.2.3.٤", ""),
        ("T1\n", ""),
        ("..", ""),
    ],
)
def test_a_malformed_token_is_refused(token: str, why: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        parse_action(token)
    assert str(caught.value) == f"expected an action like K17, 3@g8n or 3x, got: {token!r}{why}"


def test_a_die_drawn_apart_and_a_domino_placed_are_not_confused() -> None:
    assert parse_action("2@g8") == DrawDie(2, G8)
    assert str(parse_action("2@g8n")) == "2@g8n"
    assert type(parse_action("2@g8n")).__name__ == "Place"


def test_every_legal_action_of_random_games_is_read_as_it_is_written() -> None:
    rng = Random("tokens")
    tokens: dict[str, Action] = {}
    for _ in range(8):
        state = DUEL.new(2)
        while not state.is_over:
            draw = state.chance
            actions = (
                state.legal_actions()
                if draw is None
                else (state.chance_action(tuple(rng.sample(draw.items, draw.count))),)
            )
            tokens |= {str(action): action for action in actions}
            state = state.apply(rng.choice(actions))
    assert len(tokens) > 500
    assert {token: parse_action(token) for token in tokens} == tokens
