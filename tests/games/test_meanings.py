"""What actions are about and what faces draw, in every game: the contract between games and faces."""

from random import Random

import pytest

from crownland.dealer import Dealer, derived_seed
from crownland.games.registry import find_game, games
from crownland.games.setup import Setup
from crownland.kernel.square import CASTLE_MASK
from crownland.table.session import Session
from crownland.words import Words

SETUPS = [
    find_game("kingdomino").setup(2),
    find_game("kingdomino").setup(3, {"dynasty": True, "three-players": "leftover"}),
    find_game("kingdomino").setup(2, {"mighty-duel": True, "harmony": True}),
    find_game("queendomino").setup(2),
    find_game("queendomino").setup(4),
    find_game("royal-wedding").setup(6),
    find_game("royal-wedding").setup(8, {"teams": True}),
    find_game("duel").setup(),
]


def walk(setup: Setup, seed: int) -> list[Session]:
    """A random game, one session for every position where a seat is to act."""
    session, rng, walked = Session(setup, derived_seed(setup, seed)), Random(seed), []
    session.add(session.plan_deals())
    while not session.is_over:
        walked.append(session.after([]))
        session.add([session.plan_action(rng.choice(session.state.legal_actions()))])
        session.add(session.plan_deals())
    return [*walked, session]


@pytest.fixture(scope="module", params=SETUPS, ids=str)
def positions(request: pytest.FixtureRequest) -> list[Session]:
    return [session for seed in range(3) for session in walk(request.param, seed)]


def test_every_legal_action_and_event_has_words(positions: list[Session]) -> None:
    words = Words("en")
    for session in positions:
        for meaning in map(session.state.meaning, session.state.legal_actions()):
            assert f"table.news.{meaning.kind}" in words
            assert f"table.prompt.{meaning.kind}" in words
            assert f"table.key.{meaning.kind}" in words
    for happened in positions[-1].history:
        assert happened.meaning is not None
        assert f"table.news.{happened.meaning.kind}" in words


def test_the_pieces_of_a_legal_action_lie_where_it_says(positions: list[Session]) -> None:
    for session in positions:
        view = session.moment.view()
        for meaning in map(session.state.meaning, session.state.legal_actions()):
            tray = view.tray(meaning.tray)
            assert (tray is None) == (not meaning.tray)
            if tray is None:
                continue
            lying = [(slot.piece.kind, slot.piece.key) for slot in tray.slots if slot.piece and not slot.is_done]
            assert {(piece.kind, piece.key) for piece in meaning.pieces} <= set(lying)
            for space, piece in zip(meaning.spaces, meaning.pieces, strict=False):
                there = tray.slots[space].piece
                assert there is not None
                assert (there.kind, there.key) == (piece.kind, piece.key)


def test_what_covers_two_squares_is_found_by_them(positions: list[Session]) -> None:
    found = 0
    for session in positions:
        for action in session.state.legal_actions():
            meaning = session.state.meaning(action)
            if len(meaning.squares) == 2:
                found += 1
                assert session.state.aim(meaning.kind, meaning.squares) == action
                turned = session.state.aim(meaning.kind, meaning.squares[::-1])
                assert turned is not None
                assert turned == action or session.state.meaning(turned).squares == meaning.squares[::-1]
                assert session.moment.view().hand
    assert found


def test_steps_and_done_steps_are_those_of_the_turn(positions: list[Session]) -> None:
    for session in positions:
        view = session.moment.view()
        kinds = {session.state.meaning(action).step for action in session.state.legal_actions()}
        if view.steps:
            assert kinds <= set(view.steps)
            assert set(session.moment.done) <= set(view.steps)


def test_a_view_shows_every_kingdom_and_only_land_has_pieces(positions: list[Session]) -> None:
    for session in positions:
        state, view = session.state, session.moment.view()
        assert [realm.kingdom for realm in view.realms] == list(state.kingdoms)
        assert [realm.score for realm in view.realms] == list(state.scores())
        assert [realm.seats for realm in view.realms] == [state.seats_of(at) for at in range(len(state.kingdoms))]
        assert len(view.past) == len(state.past)
        for realm in view.realms:
            assert realm.area[2] - realm.area[0] + 1 >= realm.kingdom.width
            assert realm.area[3] - realm.area[1] + 1 >= realm.kingdom.height
            for square, _ in realm.pieces:
                assert realm.kingdom.occupied & ~CASTLE_MASK & 1 << square


def test_the_words_of_trays_badges_and_steps_exist(positions: list[Session]) -> None:
    words = Words("en")
    for session in positions:
        view = session.moment.view()
        badges = [badge for realm in view.realms for badge in realm.badges]
        badges += [badge for tray in view.trays for badge in tray.badges]
        assert all(f"tray.{tray.key}" in words for tray in view.trays)
        assert all(f"badge.{badge.key}" in words for badge in badges if badge.on)
        assert all(f"table.step.{step}" in words for step in view.steps)


def test_legal_actions_are_not_refused_and_tokens_come_back(positions: list[Session]) -> None:
    for session in positions[::7]:
        for action in session.state.legal_actions():
            assert session.state.refusal(action) is None
            assert session.game.parse_action(str(action)) == action


def test_every_game_names_its_parts() -> None:
    for game in games():
        judge = game.load("judge")
        state = game.start(game.setup())
        dealer = Dealer(derived_seed(game.key))
        while state.actor is None:
            state = state.play(dealer.deal(state))
        assert isinstance(judge.value(state, state.legal_actions()[0]), float | int)
        assert game.rules
