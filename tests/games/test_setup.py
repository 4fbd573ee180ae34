import pytest
from hypothesis import given

from crownland.games.registry import DUEL, GAMES, KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING, find_game
from crownland.games.setup import Game, Setup, flag
from crownland.kernel.errors import SetupError, UnknownNameError
from crownland.notation.position import parse_setup
from crownland.testing.many import sampled
from crownland.testing.strategies import setups


@pytest.mark.parametrize("game", [KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING, DUEL], ids=lambda game: game.key)
def test_every_game_is_registered_by_its_key(game: Game) -> None:
    assert find_game(game.key) is game
    assert GAMES[game.key] is game


def test_there_are_four_games() -> None:
    assert list(GAMES) == ["kingdomino", "queendomino", "royal-wedding", "duel"]


def test_a_game_nobody_registered_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        find_game("kingdominoo")
    assert str(caught.value) == "unknown game: 'kingdominoo'; known: duel, kingdomino, queendomino, royal-wedding"


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, "kingdomino players=2 opening=snake"),
        (3, "kingdomino players=3 opening=draw three-players=lines-of-3"),
        (4, "kingdomino players=4 opening=draw"),
        (None, "kingdomino players=2 opening=snake"),
    ],
)
def test_k4_k5_the_defaults_of_each_number_of_players(players: int | None, expected: str) -> None:
    assert str(KINGDOMINO.setup(players)) == expected


@pytest.mark.parametrize(
    ("players", "option", "values"),
    [
        (2, "opening", ("snake", "draw", "clockwise", "snake-a", "snake-b", "clockwise-a", "clockwise-b")),
        (3, "opening", ("draw", "clockwise", "clockwise-a", "clockwise-b", "clockwise-c")),
        (4, "opening", ("draw", "clockwise", "clockwise-a", "clockwise-b", "clockwise-c", "clockwise-d")),
        (2, "three-players", ()),
        (3, "three-players", ("lines-of-3", "leftover")),
        (4, "three-players", ()),
        (2, "mighty-duel", ("false", "true")),
        (3, "mighty-duel", ("false",)),
        (4, "mighty-duel", ("false",)),
        (2, "dynasty", ("false", "true")),
        (3, "middle-kingdom", ("false", "true")),
        (4, "harmony", ("false", "true")),
    ],
)
def test_what_can_be_chosen_with_each_number_of_players_default_first(
    players: int, option: str, values: tuple[str, ...]
) -> None:
    (found,) = (one for one in KINGDOMINO.options if one.key == option)
    assert found.values(players) == values


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (5, {}, "kingdomino is for 2, 3 or 4 players, got: 5"),
        (1, {}, "kingdomino is for 2, 3 or 4 players, got: 1"),
        (0, {}, "kingdomino is for 2, 3 or 4 players, got: 0"),
        (3, {"mighty-duel": True}, "mighty-duel=true is for 2 players (K9), got: 3"),
        (4, {"mighty-duel": "true"}, "mighty-duel=true is for 2 players (K9), got: 4"),
        (2, {"three-players": "leftover"}, "three-players=leftover is for 3 players (K5), got: 2"),
        (4, {"three-players": "lines-of-3"}, "three-players=lines-of-3 is for 3 players (K5), got: 4"),
        (3, {"opening": "snake"}, "opening=snake is for 2 players (K4), got: 3"),
        (4, {"opening": "snake"}, "opening=snake is for 2 players (K4), got: 4"),
        (3, {"opening": "snake-b"}, "opening=snake-b is for 2 players (K4), got: 3"),
        (2, {"opening": "clockwise-c"}, "opening=clockwise-c is for 3 or 4 players (K4), got: 2"),
        (3, {"opening": "clockwise-d"}, "opening=clockwise-d is for 4 players (K4), got: 3"),
        (
            2,
            {"opening": "zigzag"},
            "expected opening to be snake, draw, clockwise, snake-a, snake-b, clockwise-a, clockwise-b, clockwise-c or "
            "clockwise-d, got: 'zigzag'",
        ),
        (2, {"harmony": "yes"}, "expected harmony to be false or true, got: 'yes'"),
        (2, {"harmony": "True"}, "expected harmony to be false or true, got: 'True'"),
        (3, {"three-players": True}, "expected three-players to be lines-of-3 or leftover, got: 'true'"),
    ],
)
def test_a_setup_that_the_rules_do_not_allow_is_refused_by_name(
    players: int, options: dict[str, str | bool], message: str
) -> None:
    with pytest.raises(SetupError) as caught:
        KINGDOMINO.setup(players, options)
    assert str(caught.value) == message


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        KINGDOMINO.setup(2, {"midle-kingdom": True})
    assert str(caught.value) == (
        "unknown option: 'midle-kingdom'; known: dynasty, harmony, middle-kingdom, mighty-duel, opening, three-players"
    )


@pytest.mark.parametrize("players", [3, 4])
def test_an_option_for_two_players_may_be_switched_off_with_more(players: int) -> None:
    assert KINGDOMINO.setup(players, {"mighty-duel": False}) == KINGDOMINO.setup(players)


def test_only_the_flags_that_are_on_are_written_down() -> None:
    setup = KINGDOMINO.setup(2, {"harmony": True, "dynasty": False})
    assert setup.options_text == "opening=snake harmony=true"
    assert (setup.is_on("harmony"), setup.is_on("dynasty")) == (True, False)
    assert setup["opening"] == "snake"


def test_a_dash_in_an_option_is_an_underscore_in_python() -> None:
    state = KINGDOMINO.new(2, middle_kingdom=True, opening="draw")
    assert str(state.setup) == "kingdomino players=2 opening=draw middle-kingdom=true"


def test_a_flag_is_told_from_a_choice_of_words() -> None:
    assert {option.key: option.is_flag for option in KINGDOMINO.options} == {
        "opening": False,
        "three-players": False,
        "middle-kingdom": True,
        "harmony": True,
        "mighty-duel": True,
        "dynasty": True,
    }
    assert flag("anything", (2,), "K0", of=(2, 3)).default(3) == "false"


def test_k11_there_are_240_setups_and_all_are_different() -> None:
    # 2 players: 7 openings × 4 flags; 3: 5 openings × 2 × 3 flags; 4: 6 openings × 3 flags
    every = KINGDOMINO.all_setups()
    assert len(every) == len(set(every)) == 7 * 16 + 5 * 2 * 8 + 6 * 8


def test_a_sample_of_the_setups_has_every_value_for_every_number_of_players() -> None:
    # the 3, 2 and 2 openings without a chosen starter in all combinations; each chosen starter once
    few = sampled(KINGDOMINO)
    assert len(few) == len(set(few)) == (3 * 16 + 4) + (2 * 2 * 8 + 3) + (2 * 8 + 4)
    for players in KINGDOMINO.players:
        values = {option for setup in few if setup.players == players for option in setup.options}
        assert values == {(one.key, value) for one in KINGDOMINO.options for value in one.values(players)}


@pytest.mark.parametrize(
    ("game", "rules", "past", "text"),
    [
        (DUEL, None, None, "duel players=2"),
        (DUEL, 2, None, "duel players=2"),
        (DUEL, 1, 1, "duel players=2 rules=1"),
        (KINGDOMINO, 1, None, "kingdomino players=2 opening=snake"),
        (ROYAL_WEDDING, 1, 1, "royal-wedding players=3 rules=1"),
    ],
)
def test_only_earlier_rules_are_written_down(game: Game, rules: int | None, past: int | None, text: str) -> None:
    setup = game.setup(rules=rules)
    assert (setup.past_rules, str(setup)) == (past, text)
    assert game.version_of(setup) == (rules or game.rules_version)
    assert parse_setup(text.split()) == setup


@pytest.mark.parametrize(
    ("game", "rules", "message"),
    [
        (DUEL, 3, "expected rules version 1 or 2 of duel, got: 3"),
        (DUEL, 0, "expected rules version 1 or 2 of duel, got: 0"),
        (KINGDOMINO, 2, "expected rules version 1 of kingdomino, got: 2"),
    ],
)
def test_rules_that_nobody_wrote_are_refused(game: Game, rules: int, message: str) -> None:
    with pytest.raises(SetupError) as caught:
        game.setup(rules=rules)
    assert str(caught.value) == message


@given(setups())
def test_a_setup_names_every_option_of_its_number_of_players(setup: Setup) -> None:
    expected = [option.key for option in find_game(setup.game).options if option.values(setup.players)]
    assert [key for key, _ in setup.options] == expected
