"""The bots that play the levels of Duel. ``python -m benchmarks.levels`` measures them."""

from collections.abc import Mapping

from crownland.games.setup import Setup

__all__ = ["level_bots"]

BY_NETWORK = {"skilled": "net:blur=0.042:slips=0.1", "master": "net:blur=0.018:slips=0.04"}


def level_bots(setup: Setup, has_network: bool) -> Mapping[str, str]:
    """Returns the bots of the levels that do not have the usual one."""
    return BY_NETWORK if has_network else {}
