"""Hypothesis strategies: dominoes, kingdoms, setups, actions, games and states, all of them reachable by the rules.

Kingdoms shrink towards few dominoes, games and states towards few actions. Hypothesis is needed here and nowhere else.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from crownland.games.duel.action import (
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
from crownland.games.duel.dice import DICE, ROLLS
from crownland.games.protocol import Action, State
from crownland.games.queen.action import Build, Burn, Stock, Tax
from crownland.games.queen.building import BUILDINGS, SPACES
from crownland.games.registry import GAMES, KINGDOMINO, find_game
from crownland.games.setup import Game, Setup
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, Domino, DominoId
from crownland.kernel.domino import KINGDOMINO as KINGDOMINO_BOX
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.square import FIELD, Direction, Square, squares

__all__ = [
    "RandomGame",
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
class RandomGame:
    """A game, finished or not: *actions* with the round each was played in, and the *state* they lead to."""

    setup: Setup
    actions: tuple[tuple[int, Action], ...]
    state: State[Any]


def dominoes(box: Collection[DominoId] = KINGDOMINO_BOX) -> st.SearchStrategy[Domino]:
    """Any of the dominoes in *box*, by default the 48 of Kingdomino; ``dominoes(DOMINOES)`` takes from both boxes."""
    return st.sampled_from([DOMINOES[domino] for domino in box])


def field_squares() -> st.SearchStrategy[Square]:
    """Any square from a1 to m13."""
    return st.sampled_from(list(squares(FIELD)))


def placements(kingdom: Kingdom, domino: Domino, size: int) -> list[tuple[Square, Direction]]:
    """Every legal placement of *domino*, as arguments of ``kingdom.place``."""
    spots = kingdom.spots(domino, size)
    return [(square, direction) for direction in Direction for square in squares(spots[direction])]


@st.composite
def kingdoms(
    draw: st.DrawFn, size: int = 5, most: int | None = None, box: Collection[DominoId] = KINGDOMINO_BOX
) -> Kingdom:
    """A kingdom of at most *most* different dominoes of *box*, each laid by the rules in a grid of *size* × *size*.

    Without *most*, as many as fill the grid.
    """
    most = size * size // 2 if most is None else most
    kingdom = EMPTY_KINGDOM
    for domino in draw(st.lists(dominoes(box), max_size=most, unique=True)):
        if spots := placements(kingdom, domino, size):
            kingdom = kingdom.place(domino, *draw(st.sampled_from(spots)))
    return kingdom


def all_setups(game: Game = KINGDOMINO) -> list[Setup]:
    """Every number of players with every combination of options that *game* allows."""
    return game.all_setups()


def setups(*of: Game | Setup) -> st.SearchStrategy[Setup]:
    """Any setup of these games, or one of these setups; of any registered game when none is named.

    Each game is as likely as the other, however many setups it has.
    """
    return st.one_of(
        [st.sampled_from(all_setups(one) if isinstance(one, Game) else [one]) for one in of or GAMES.values()]
    )


def actions() -> st.SearchStrategy[Action]:
    """A well-formed action of any kind and any game, legal or not, as it is always written.

    That is, a double lies to the north or east and dice come by ascending number.
    """
    numbers, dice = st.sampled_from(list(DOMINOES)), st.sampled_from(list(DICE))
    prices, coats = st.integers(0, SPACES - 1), st.sampled_from(Coat)
    pairs = st.sampled_from([(low, high) for low in DICE for high in DICE if low < high])
    return st.one_of(
        st.builds(Opening, st.lists(st.integers(0, 7).map(Seat), min_size=1, max_size=8).map(tuple)),
        st.builds(Reveal, st.lists(numbers, min_size=1, max_size=8).map(tuple)),
        st.builds(Claim, numbers),
        _places(),
        st.builds(Discard, numbers),
        st.just(End()),
        # Queendomino and Royal Wedding
        st.builds(Stock, st.lists(st.sampled_from(list(BUILDINGS)), min_size=1, max_size=SPACES).map(tuple)),
        st.builds(Tax, field_squares()),
        st.builds(Build, prices, field_squares()),
        st.builds(Burn, prices),
        # Duel
        st.builds(Roll, st.sampled_from(ROLLS)),
        st.builds(Take, st.one_of(dice.map(lambda die: (die,)), pairs)),
        st.builds(TurnDie, dice, st.integers(1, 6)),
        st.builds(NameWild, dice, coats),
        st.builds(CastleBonus, dice),
        st.just(FreePlacement()),
        st.just(Split()),
        st.builds(
            lambda pair, square, way: DrawPair(pair[0], pair[1], square, way),
            pairs,
            field_squares(),
            st.sampled_from(Direction),
        ),
        st.builds(DrawDie, dice, field_squares()),
        st.builds(CoatBonus, coats),
        st.builds(ExtraCross, field_squares()),
    )


@st.composite
def _places(draw: st.DrawFn) -> Place:
    domino = draw(dominoes(DOMINOES))
    ways = [Direction.NORTH, Direction.EAST] if domino.is_double else list(Direction)
    return Place(domino.id, draw(field_squares()), draw(st.sampled_from(ways)))


def random_play(setup: Setup, rng: Random) -> Iterator[tuple[Action, State[Any]]]:
    """A whole game by chance alone: every action, and the state after it."""
    state = find_game(setup.game).start(setup)
    while not state.is_over:
        action = _random_draw(state, rng) if state.actor is None else rng.choice(state.legal_actions())
        state = state.play(action)
        yield action, state


@st.composite
def games(draw: st.DrawFn, *of: Game | Setup, finished: bool | None = None) -> RandomGame:
    """A game by random legal play; what it is *of* is chosen as by :func:`setups`.

    It stops anywhere; with *finished* at its end, and with ``finished=False`` before it.
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
    """A state that random legal play leads to; the arguments are those of :func:`games`."""
    return games(*of, finished=finished).map(lambda played: played.state)


def _random_draw(state: State[Any], rng: Random) -> Action:
    draw = state.draw
    if draw is None:
        raise ValueError(f"expected a position where chance is asked, got: {state}")
    left = Counter(draw.items) - Counter(draw.gone)
    return state.drawn(tuple(rng.sample(list(left.elements()), draw.count)))
