"""Computer players. ``make_bot("greedy")`` makes one, ``register_bot`` adds a kind."""

from crownland.bots import careless, greedy, mcts, monte_carlo, net, uniform
from crownland.bots.errors import BotError
from crownland.bots.levels import LEVELS
from crownland.bots.protocol import Bot, Limit
from crownland.bots.registry import BOTS, make_bot, register_bot

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "BotError",
    "Limit",
    "careless",
    "greedy",
    "make_bot",
    "mcts",
    "monte_carlo",
    "net",
    "register_bot",
    "uniform",
]
