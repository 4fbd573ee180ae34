"""Hypothesis strategy for the actions of Queendomino and the Royal Wedding, for crownland.testing.strategies."""

from hypothesis import strategies as st

from crownland.games.protocol import Action
from crownland.games.queen.action import Build, Burn, Stock, Tax
from crownland.games.queen.building import BUILDINGS, SPACES
from crownland.testing.strategies import field_squares

__all__ = ["actions"]


def actions() -> st.SearchStrategy[Action]:
    """Returns well-formed actions, legal or not, beside those of the kernel."""
    prices = st.integers(0, SPACES - 1)
    return st.one_of(
        st.builds(Stock, st.lists(st.sampled_from(list(BUILDINGS)), min_size=1, max_size=SPACES).map(tuple)),
        st.builds(Tax, field_squares()),
        st.builds(Build, prices, field_squares()),
        st.builds(Burn, prices),
    )
