"""Plays all kinds of bots against each other: no bot breaks a rule or fails, and every record replays its game.

    python -m crownland.testing.bot_games --games 10000 --jobs 2

plays that many games, spread over every game and every combination of options. Search bots search briefly: this checks
that they play by the rules, not how well.
"""

import sys
from random import Random

from crownland.arena.match import play_match
from crownland.bots.registry import make_bot
from crownland.dealer import derived_seed
from crownland.games.setup import Setup
from crownland.testing.many import on_many_games

__all__ = ["BOTS_TRIED", "play_one"]

BOTS_TRIED = (
    "uniform",
    "greedy",
    "beginner",
    "casual",
    "mc:sims=12",
    "mcts:sims=12",
    "net:blur=0.1:slips=0.1",
    "grandmaster:sims=12",
)


def play_one(setup: Setup, number: int) -> int:
    """Plays one game of random bots; returns its number of actions. Raises AssertionError when a bot forfeits."""
    names = Random(f"{setup} {number}").choices(BOTS_TRIED, k=setup.players)
    match = play_match(setup, [make_bot(name) for name in names], names, derived_seed("bots", setup, number))
    assert match.forfeit is None, f"{match.forfeit} in\n{match.record}"
    assert match.record.final() == match.final
    return sum(1 for _ in match.record.items)


if __name__ == "__main__":
    games, actions = on_many_games(__doc__, play_one)
    sys.stdout.write(f"{games} games, {actions} actions: no bot broke a rule.\n")
