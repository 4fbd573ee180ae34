"""What environments render: the whole table as SVG and as pixels, lines and kingdoms as text."""

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from crownland import art, svg
from crownland.dealer import Dealer, derived_seed
from crownland.envs.rendering import render
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from tests.envs.support import SETUPS, need, sampled

need("resvg_py", "envs")
need("PIL", "envs")
from crownland.envs import pixels  # noqa: E402

ESCAPE = re.compile(r"\x1b\[[\d;]*m")


def positions(setup: Setup, number: int = 1) -> Iterator[State[Any]]:
    """Yields the positions of a random game in which a seat is to act, and the last one."""
    state: State[Any] = find_game(setup.game).start(setup)
    dealer, rng = Dealer(derived_seed("rendering", number)), Random(number)
    while not state.is_over:
        if state.chance is not None:
            state = state.play(dealer.deal(state))
        else:
            yield state
            state = state.play(rng.choice(state.legal_actions()))
    yield state


def picture(state: State[Any]) -> Any:
    return render(state, "rgb_array")


def colour(name: str) -> list[int]:
    return list(bytes.fromhex(art.palette("light")[name][1:]))


def has(pixels: Any, name: str) -> int:
    """Returns how many pixels have the colour *name*."""
    return int((pixels == colour(name)).all(axis=2).sum())


@pytest.mark.parametrize("setup", SETUPS, ids=sampled)
def test_a_picture_has_one_size_throughout_a_game(setup: Setup) -> None:
    states = list(positions(setup))
    shapes = {picture(state).shape for state in (*states[:3], *states[3 :: len(states) // 6], states[-1])}
    assert len(shapes) == 1
    ((height, width, colours),) = shapes
    assert (height % 16, width % 16, colours) == (0, 0, 3)
    assert 300 <= height <= 640
    assert 800 <= width <= 896


@pytest.mark.parametrize("setup", SETUPS, ids=sampled)
def test_the_frame_holds_every_table_of_another_game(setup: Setup) -> None:
    wide, high = pixels._frame(setup)
    for number in (2, 3):
        for state in positions(setup, number):
            width, height = pixels._size(pixels._drawn(state))
            assert (width <= wide, height <= high) == (True, True), str(state)


def test_positions_look_different() -> None:
    states = list(positions(find_game("queendomino").setup(3)))[20:28]
    for before, after in pairwise(map(picture, states)):
        assert (before != after).any()


def test_the_seat_to_act_is_outlined_in_its_colour() -> None:
    state = next(positions(find_game("duel").setup()))
    assert state.actor is not None
    houses = [f"house-{house.colour}" for house in art.houses()[:2]]
    acting, waiting = (has(picture(state), houses[seat]) for seat in (state.actor, 1 - state.actor))
    assert acting > 2 * waiting


def test_terrains_crowns_and_kings_have_their_colours() -> None:
    *_, state, _ = positions(find_game("kingdomino").setup(4))
    shown = picture(state)
    names = ["wheat", "forest", "lake", "grassland", "swamp", "mine", "gold", "paper"]
    assert [name for name in names if has(shown, name) < 30] == []


def test_words_are_written_where_no_font_is_installed() -> None:
    state = next(positions(find_game("queendomino").setup(2)))
    whole = pixels._framed(pixels._drawn(state), *pixels._frame(state.setup))
    wordless = re.sub(r"<text.*?</text>", "", whole)
    with_words, without = (
        int((pixels._painted(drawn) != colour("paper")).any(axis=2).sum()) for drawn in (whole, wordless)
    )
    assert with_words > without + 400


def test_the_font_has_every_character_of_every_table() -> None:
    written = {
        char
        for setup in SETUPS
        for state in positions(setup)
        for words in re.findall(r"<text[^>]*>([^<]*)</text>", str(svg.table(state)))
        for char in words.replace("&amp;", "&")
    }
    assert written <= set(map(chr, range(0x20, 0x7F))) | set("×–…−")


def test_nothing_that_the_rasteriser_does_not_know_is_left() -> None:
    for setup in SETUPS[:4]:
        *_, state = positions(setup)
        plain = pixels._plain(pixels._drawn(state))
        assert "var(" not in plain
        assert '-texture"' not in re.sub(r"<symbol.*?</symbol>", "", plain, flags=re.DOTALL)


def test_a_table_larger_than_the_frame_is_drawn_smaller() -> None:
    state = next(positions(find_game("kingdomino").setup(2)))
    drawn = pixels._drawn(state)
    width, height = pixels._size(drawn)
    framed = pixels._framed(drawn, width // 2, height // 3)
    across, down = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', framed).groups())  # type: ignore[union-attr]
    assert across >= width
    assert down >= height


def test_text_has_the_order_the_lines_and_the_badges() -> None:
    state = list(positions(find_game("queendomino").setup(2)))[12]
    shown = ESCAPE.sub("", str(render(state, "ansi")))
    first, second, heading, purses, *_ = shown.split("\n")
    assert first.split() == ["▸", *("AB"[seat] for seat in state.order)]
    assert second.strip() == ""
    assert [word for word in heading.split() if word == "▸"] == ["▸"]
    assert purses.count("●") == 2
    view = find_game("queendomino").view(state)
    for tray in view.trays:
        if tray.kind == "line":
            for slot in tray.slots:
                assert slot.piece is None or f" {slot.piece.key} " in shown


def test_the_arrays_are_the_callers_own() -> None:
    state = next(positions(find_game("duel").setup()))
    shown = picture(state)
    assert shown.dtype == np.uint8
    shown[:] = 0
    assert picture(state).any()
