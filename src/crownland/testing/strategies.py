"""Hypothesis strategies for dominoes, kingdoms, setups, actions, games and states that the rules can reach.

Kingdoms shrink towards few dominoes, games and states towards few actions. Only tests import this module, since it
needs Hypothesis.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from crownland.games.protocol import Action, State
from crownland.games.registry import GAMES, find_game
from crownland.games.setup import Game, Setup
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, Domino, DominoId
from crownland.kernel.domino import KINGDOMINO as KINGDOMINO_BOX
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.square import FIELD, Direction, Square, squares

__all__ = [
    "RandomGame",
    "actions",
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
class RandomGame:
    """A game, finished or not: its *actions*, each with its round, and the *state* they lead to."""

    setup: Setup
    actions: tuple[tuple[int, Action], ...]
    state: State[Any]


def dominoes(box: Collection[DominoId] = KINGDOMINO_BOX) -> st.SearchStrategy[Domino]:
    """Returns a domino of *box*, by default the 48 of Kingdomino; ``dominoes(DOMINOES)`` takes from both boxes."""
    return st.sampled_from([DOMINOES[domino] for domino in box])


def field_squares() -> st.SearchStrategy[Square]:
    """Returns a square from a1 to m13."""
    return st.sampled_from(list(squares(FIELD)))


def placements(kingdom: Kingdom, domino: Domino, size: int) -> list[tuple[Square, Direction]]:
    """Returns every legal placement of *domino*, as arguments of ``kingdom.place``."""
    spots = kingdom.spots(domino, size)
    return [(square, direction) for direction in Direction for square in squares(spots[direction])]


@st.composite
def kingdoms(
    draw: st.DrawFn, size: int = 5, most: int | None = None, box: Collection[DominoId] = KINGDOMINO_BOX
) -> Kingdom:
    """Returns a kingdom of up to *most* different dominoes of *box*, laid by the rules in a grid of *size* × *size*.

    Without *most*, enough to fill the grid.
    """
    most = size * size // 2 if most is None else most
    kingdom = EMPTY_KINGDOM
    for domino in draw(st.lists(dominoes(box), max_size=most, unique=True)):
        if spots := placements(kingdom, domino, size):
            kingdom = kingdom.place(domino, *draw(st.sampled_from(spots)))
    return kingdom


def setups(*of: Game | Setup) -> st.SearchStrategy[Setup]:
    """Returns one of these setups, or a setup of one of these games; by default, of any registered game.

    All games are equally likely, however many setups they have.
    """
    return st.one_of(
        [st.sampled_from(one.all_setups() if isinstance(one, Game) else [one]) for one in of or GAMES.values()]
    )


def actions() -> st.SearchStrategy[Action]:
    """Returns a well-formed action of any kind, legal or not, in its canonical form.

    It comes from the kernel or from a game with a strategy of its own. In the canonical form a double lies to the north
    or east.
    """
    numbers = st.sampled_from(list(DOMINOES))
    return st.one_of(
        st.builds(Opening, st.lists(st.integers(0, 7).map(Seat), min_size=1, max_size=8).map(tuple)),
        st.builds(Reveal, st.lists(numbers, min_size=1, max_size=8).map(tuple)),
        st.builds(Claim, numbers),
        _places(),
        st.builds(Discard, numbers),
        st.just(End()),
        *(make() for make in _own_strategies()),
    )


def _own_strategies() -> list[Callable[[], st.SearchStrategy[Action]]]:
    """The makers of the games' own strategies, each once."""
    makers = (game.load("strategy") for game in GAMES.values())
    return [make for make in dict.fromkeys(makers) if make is not None]


@st.composite
def _places(draw: st.DrawFn) -> Place:
    domino = draw(dominoes(DOMINOES))
    ways = [Direction.NORTH, Direction.EAST] if domino.is_double else list(Direction)
    return Place(domino.id, draw(field_squares()), draw(st.sampled_from(ways)))


def random_play(setup: Setup, rng: Random) -> Iterator[tuple[Action, State[Any]]]:
    """Plays a whole game at random; yields every action and the state after it."""
    state = find_game(setup.game).start(setup)
    while not state.is_over:
        action = _random_draw(state, rng) if state.actor is None else rng.choice(state.legal_actions())
        state = state.play(action)
        yield action, state


@st.composite
def games(draw: st.DrawFn, *of: Game | Setup, finished: bool | None = None) -> RandomGame:
    """Returns a game of random legal actions; :func:`setups` chooses its setup.

    It stops anywhere; with *finished* at its end, with ``finished=False`` before the end.
    """
    setup = draw(setups(*of))
    state = find_game(setup.game).start(setup)
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    whole = list(random_play(setup, rng))
    length = len(whole) if finished else draw(st.integers(0, len(whole) - (finished is False)))
    played = []
    for action, after in whole[:length]:
        played.append((state.round, action))
        state = after
    return RandomGame(setup, tuple(played), state)


def states(*of: Game | Setup, finished: bool | None = None) -> st.SearchStrategy[State[Any]]:
    """Returns a state that random legal actions lead to; see :func:`games` for the arguments."""
    return games(*of, finished=finished).map(lambda played: played.state)


def _random_draw(state: State[Any], rng: Random) -> Action:
    draw = state.chance
    if draw is None:
        raise ValueError(f"expected a position where chance is asked, got: {state}")
    left = Counter(draw.items) - Counter(draw.gone)
    return state.chance_action(tuple(rng.sample(list(left.elements()), draw.count)))
