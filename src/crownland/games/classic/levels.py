"""The bots that play the levels of Kingdomino. ``python -m benchmarks.levels`` measures them."""

from collections.abc import Mapping

from crownland.games.setup import Setup

__all__ = ["level_bots"]

TWO = {"skilled": "net:blur=0.12:slips=0.1", "master": "net:blur=0.02"}
MIGHTY_DUEL = {"skilled": "net:blur=0.12:slips=0.1", "master": "net:blur=0.02"}
THREE_OR_FOUR = {"skilled": "net:blur=0.12:slips=0.1", "master": "net:blur=0.02"}


def level_bots(setup: Setup, has_network: bool) -> Mapping[str, str]:
    """Returns the bots of the levels that do not have the usual one."""
    if not has_network:
        return {}
    if setup.players > 2:
        return THREE_OR_FOUR
    return MIGHTY_DUEL if setup.is_on("mighty-duel") else TWO
