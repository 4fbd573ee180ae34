"""What has no special drawing is drawn plainly."""

import re
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest

from crownland import svg
from crownland.dealer import Dealer, derived_seed
from crownland.games.view import Piece
from crownland.kernel.errors import UnknownNameError
from crownland.kernel.square import parse_square
from tests.orchard import ORCHARD, Fruit, Garden, Orchard, registered
from tests.svg.support import SVG, texts, uses


@pytest.fixture
def states() -> Iterator[list[Orchard]]:
    """Those of one game."""
    with registered():
        state, dealer, rng = Orchard(), Dealer(derived_seed("orchard")), Random(1)
        found = [state]
        while not state.is_over:
            state = state.play(dealer.deal(state) if state.actor is None else rng.choice(state.legal_actions()))
            found.append(state)
        yield found


def test_a_table_of_another_game_shows_its_lands_trays_and_badges(states: list[Orchard]) -> None:
    for state in states:
        picture = svg.table(state, ["Ada", "<Ben>"])
        shown = texts(picture)
        letters = sum(land.bit_count() for garden in state.kingdoms for land in garden.terrains)
        assert sum(shown.count(fruit.letter) for fruit in Fruit) == letters
        assert {"stall, the dog", "shed", "3 bees", "the cat", "no scare crow"} <= set(shown)
        assert "ladder long for 0, 0 of 2 and 0 of 2" in shown
        owned = sum(owner is not None for owner in state.owners)
        assert sum(uses(picture)[f"emblem-{house.emblem}"] for house in svg.HOUSES[:2]) == 2 + owned
    grafted = [state for state in states if state.grafted]
    assert grafted, "a seed where something is grafted"
    _, _, ware = grafted[0].grafted[0]
    assert ("lad", "rak", "sie")[ware] in texts(svg.table(grafted[0]))


def test_another_game_is_put_into_words(states: list[Orchard]) -> None:
    title = ElementTree.fromstring(svg.table(states[0], ["Ada", "Ben"])).findtext(f"{SVG}title")
    assert title == (
        "Table. Ada: 0 points, 3 bees, the cat, no scare crow; Ben: 0 points, 3 bees, the cat, no scare crow"
        "; stall: ladder long for 0 0 of 2 and 0 of 2, rake for 1 1 of 2 and 0 of 2, sieve for 2 2 of 2 and 0 of 2"
        ", the dog; shed: empty"
    )


def test_a_kingdom_of_other_lands_has_letters_and_a_neutral_colour() -> None:
    garden, square = Garden.parse("a2c/p"), parse_square("f7")
    picture = svg.kingdom(garden, pieces=[(square, Piece("hut", "old_hut"))])
    assert texts(picture) == ["p", "a", "old"]
    assert uses(picture) == {"castle": 1, "crown": 2}
    drawn = re.sub(r"<symbol.*?</symbol>", "", picture, flags=re.DOTALL)
    assert drawn.count('<path fill="var(--stone,') == 2
    assert "<title>Kingdom of 2 × 2: apple 1 × 2, pear 1 × 0; old hut on f7</title>" in picture


def test_a_table_is_refused_for_a_game_that_nobody_registered() -> None:
    with pytest.raises(UnknownNameError, match="unknown game: 'orchard'; known: duel, kingdomino"):
        svg.table(ORCHARD.new(2))
