"""The bots that play the levels of Kingdomino. ``python -m benchmarks.levels`` measures them."""

from collections.abc import Mapping

from crownland.games.setup import Setup

__all__ = ["level_bots"]

TWO = {"skilled": "net:blur=0.052:slips=0.1", "master": "net:blur=0.022:slips=0.05"}
# From greedy to the network it is further there than in the other games: greedy is only casual.
MIGHTY_DUEL = {
    "beginner": "careless:blur=1.5:slips=0.08",
    "casual": "greedy",
    "steady": "net:blur=0.06:slips=0.09",
    "skilled": "net:blur=0.039:slips=0.04",
    "master": "net:blur=0.021:slips=0.018",
}
THREE_OR_FOUR = {"skilled": "net:blur=0.03:slips=0.1", "master": "net:blur=0.005:slips=0.02"}


def level_bots(setup: Setup, has_network: bool) -> Mapping[str, str]:
    """Returns the bots of the levels that do not have the usual one."""
    if not has_network:
        return {}
    if setup.players > 2:
        return THREE_OR_FOUR
    return MIGHTY_DUEL if setup.is_on("mighty-duel") else TWO
