"""Hypothesis strategy for the actions of Duel, for crownland.testing.strategies."""

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
from crownland.games.protocol import Action
from crownland.kernel.square import Direction
from crownland.testing.strategies import field_squares

__all__ = ["actions"]


def actions() -> st.SearchStrategy[Action]:
    """Returns well-formed actions, legal or not, beside those of the kernel; dice ascend."""
    dice, coats = st.sampled_from(list(DICE)), st.sampled_from(Coat)
    pairs = st.sampled_from([(low, high) for low in DICE for high in DICE if low < high])
    return st.one_of(
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
