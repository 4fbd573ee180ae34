"""The menu offers what the registries hold, and nothing that the rules do not allow."""

import pytest

from crownland.bots import LEVELS
from crownland.games.registry import GAMES
from crownland.tui.menu import Menu
from crownland.tui.seats import made_up
from tests.tui.support import WORDS, setup_of


def go_to(menu: Menu, key: object) -> None:
    menu.at = [row.key for row in menu.rows].index(key)  # type: ignore[arg-type]


def keys(menu: Menu) -> list[object]:
    return [row.key for row in menu.rows]


def test_it_starts_with_one_person_against_a_bot() -> None:
    menu = Menu(WORDS)
    assert menu.setup() == setup_of(2)
    assert menu.seats == ("me", "steady")
    assert menu.row.value == "Kingdomino"


def test_it_lists_game_players_options_and_seats() -> None:
    options = ["opening", "middle-kingdom", "harmony", "mighty-duel", "dynasty"]
    assert keys(Menu(WORDS)) == ["game", "players", *options, 0, 1]


def test_options_come_and_go_with_the_number_of_players() -> None:
    menu = Menu(WORDS)
    go_to(menu, "players")
    menu.change(1)
    assert menu.players == 3
    assert "three-players" in keys(menu)
    assert "mighty-duel" not in keys(menu), "there is nothing to choose"
    assert menu.setup() == setup_of(3)
    assert menu.seats == ("me", "steady", "steady")


def test_every_value_of_every_option_can_be_chosen_with_any_number_of_players() -> None:
    for players in range(3):
        menu = Menu(WORDS)
        go_to(menu, "players")
        menu.change(players)
        for option in menu.game.options:
            values = option.values(menu.players)
            if len(values) < 2:
                continue
            go_to(menu, option.key)
            seen = set()
            for _ in values:
                seen.add(menu.setup()[option.key])
                menu.change(1)
            assert seen == set(values)
            assert menu.setup()[option.key] == option.default(menu.players), "round and round"


def test_a_chosen_option_is_kept_while_it_is_allowed() -> None:
    menu = Menu(WORDS)
    for key in ("harmony", "mighty-duel"):
        go_to(menu, key)
        menu.change(1)
        assert menu.row.value == "yes"
    go_to(menu, "players")
    menu.change(1)
    assert menu.setup().is_on("harmony")
    assert not menu.setup().is_on("mighty-duel")
    menu.change(-1)
    assert menu.setup().is_on("mighty-duel")


def test_a_seat_turns_through_a_person_and_all_levels() -> None:
    menu = Menu(WORDS)
    go_to(menu, 1)
    words = []
    for _ in range(len(LEVELS) + 1):
        menu.change(1)
        words.append(menu.seats[1])
    assert sorted(words) == sorted(("me", *LEVELS))


def test_a_bot_that_is_no_level_stays_where_it_was_put() -> None:
    menu = Menu(WORDS, setup_of(2), ["Ann", "mc:time=2"])
    assert menu.rows[-1].value == "mc:time=2 (bot)"
    go_to(menu, 1)
    menu.change(-1)
    assert menu.seats == ("Ann", "grandmaster")


def test_a_name_is_typed_and_erased() -> None:
    menu = Menu(WORDS)
    go_to(menu, 0)
    for letter in "Zoë":
        menu.type(letter)
    assert menu.seats == ("Zoë", "steady")
    assert menu.row.value == "Zoë"
    for _ in range(4):
        menu.erase()
    assert menu.row.value == next(made_up(WORDS))


def test_letters_on_a_bot_change_nothing() -> None:
    menu = Menu(WORDS)
    go_to(menu, 1)
    menu.type("x")
    menu.erase()
    assert menu.seats == ("me", "steady")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_row_has_its_words(game: object) -> None:
    menu = Menu(WORDS)
    go_to(menu, "game")
    while menu.game is not game:
        menu.change(1)
    for players in menu.game.players:
        menu.players = players
        assert all(row.label and row.value and row.about for row in menu.rows)


def test_it_remembers_the_last_game() -> None:
    setup = setup_of(3, harmony=True)
    menu = Menu(WORDS, setup, ["Ann", "greedy", "Bob"])
    assert menu.setup() == setup
    assert menu.seats == ("Ann", "greedy", "Bob")
