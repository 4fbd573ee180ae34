"""The bots that play the levels of Queendomino and Royal Wedding. ``python -m benchmarks.levels`` measures them."""

from collections.abc import Mapping

from crownland.games.setup import Setup

__all__ = ["level_bots"]

# From greedy to the network it is further than in other games, and from there to the tree: greedy is only casual.
BY_NETWORK = {
    "beginner": "careless:blur=0.1:slips=0.015",
    "casual": "greedy",
    "steady": "net:blur=0.035:slips=0.07",
    "skilled": "net:blur=0.021:slips=0.025",
    "master": "grandmaster:sims=30",
}


def level_bots(setup: Setup, has_network: bool) -> Mapping[str, str]:
    """Returns the bots of the levels that do not have the usual one."""
    return BY_NETWORK if has_network else {}
