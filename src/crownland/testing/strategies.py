"""Hypothesis strategies: dominoes, kingdoms, setups, actions, games and states, all of them reachable by the rules.

Kingdoms shrink towards few dominoes, games and states towards few actions. Hypothesis is needed here and nowhere else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from crownland.games.protocol import Action, State
from crownland.games.registry import GAMES, KINGDOMINO, find_game
from crownland.games.setup import Game, Setup
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, Domino, DominoId
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.square import FIELD, Direction, Square, squares

__all__ = [
    "Played",
    "actions",
    "all_setups",
    "dominoes",
    "field_squares",
    "games",
    "kingdoms",
    "placements",
    "random_play",
    "setups",
    "states",
]


@dataclass(frozen=True, slots=True)
class Played:
    """A game, finished or not: *actions* with the round each was played in, and the *state* they lead to."""

    setup: Setup
    actions: tuple[tuple[int, Action], ...]
    state: State[Any]


def dominoes() -> st.SearchStrategy[Domino]:
    """Any of the 48 dominoes."""
    return st.sampled_from(list(DOMINOES.values()))


def field_squares() -> st.SearchStrategy[Square]:
    """Any square from a1 to m13."""
    return st.sampled_from(list(squares(FIELD)))


def placements(kingdom: Kingdom, domino: Domino, size: int) -> list[tuple[Square, Direction]]:
    """Every legal placement of *domino*, as arguments of ``kingdom.place``."""
    spots = kingdom.spots(domino, size)
    return [(square, direction) for direction in Direction for square in squares(spots[direction])]


@st.composite
def kingdoms(draw: st.DrawFn, size: int = 5, most: int | None = None) -> Kingdom:
    """A kingdom of at most *most* different dominoes, each laid by the rules in a grid of *size* × *size*.

    Without *most*, as many as fill the grid.
    """
    most = size * size // 2 if most is None else most
    kingdom = EMPTY_KINGDOM
    for domino in draw(st.lists(dominoes(), max_size=most, unique=True)):
        if spots := placements(kingdom, domino, size):
            kingdom = kingdom.place(domino, *draw(st.sampled_from(spots)))
    return kingdom


def all_setups(game: Game = KINGDOMINO) -> list[Setup]:
    """Every number of players with every combination of options that *game* allows."""
    found = []
    for players in game.players:
        chosen: list[dict[str, str | bool]] = [{}]
        for option in game.options:
            if values := option.values(players):
                chosen = [{**options, option.key: value} for options in chosen for value in values]
        found += [game.setup(players, options) for options in chosen]
    return found


def setups() -> st.SearchStrategy[Setup]:
    """Any setup of any registered game."""
    return st.sampled_from([setup for game in GAMES.values() for setup in all_setups(game)])


@st.composite
def actions(draw: st.DrawFn) -> Action:
    """A well-formed action of any kind, legal or not; a double lies to the north or east, as it is always written."""
    domino = draw(dominoes())
    ids = st.integers(1, len(DOMINOES)).map(DominoId)
    ways = [Direction.NORTH, Direction.EAST] if domino.is_double else list(Direction)
    return draw(
        st.one_of(
            st.just(Claim(domino.id)),
            st.just(Discard(domino.id)),
            st.builds(Place, st.just(domino.id), field_squares(), st.sampled_from(ways)),
            st.builds(Reveal, st.lists(ids, min_size=1, max_size=8).map(tuple)),
            st.builds(Opening, st.lists(st.integers(0, 7).map(Seat), min_size=1, max_size=8).map(tuple)),
        )
    )


def random_play(setup: Setup, rng: Random) -> Iterator[tuple[Action, State[Any]]]:
    """A whole game by chance alone: every action, and the state after it."""
    state = find_game(setup.game).start(setup)
    while not state.is_over:
        action = _random_draw(state, rng) if state.actor is None else rng.choice(state.legal_actions())
        state = state.play(action)
        yield action, state


@st.composite
def games(draw: st.DrawFn, setup: Setup | None = None, *, finished: bool | None = None) -> Played:
    """A game by random legal play, of any setup unless one is given.

    It stops anywhere; with *finished* at its end, and with ``finished=False`` before it.
    """
    setup = draw(setups()) if setup is None else setup
    state = find_game(setup.game).start(setup)
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    whole = list(random_play(setup, rng))
    length = len(whole) if finished else draw(st.integers(0, len(whole) - (finished is False)))
    played = []
    for action, after in whole[:length]:
        played.append((state.round, action))
        state = after
    return Played(setup, tuple(played), state)


def states(setup: Setup | None = None, *, finished: bool | None = None) -> st.SearchStrategy[State[Any]]:
    """A state that random legal play leads to; the arguments are those of :func:`games`."""
    return games(setup, finished=finished).map(lambda played: played.state)


def _random_draw(state: State[Any], rng: Random) -> Action:
    draw = state.draw
    if draw is None:
        raise ValueError(f"expected a position where chance is asked, got: {state}")
    return state.drawn(tuple(rng.sample([item for item in draw.items if item not in draw.gone], draw.count)))
