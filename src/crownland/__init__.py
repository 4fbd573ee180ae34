"""The Kingdomino family of board games: exact rules, bots, tables, records and pictures."""

from crownland.bots import make_bot, register_bot
from crownland.dealer import Dealer, new_seed, verify
from crownland.games.registry import DUEL, GAMES, KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING, find_game, register_game
from crownland.kernel.errors import IllegalActionError, InvalidActionError, SetupError, UnknownNameError
from crownland.kernel.kingdom import Kingdom
from crownland.notation import Record, parse_action, parse_position, read_record
from crownland.words import register_texts

__all__ = [
    "DUEL",
    "GAMES",
    "KINGDOMINO",
    "QUEENDOMINO",
    "ROYAL_WEDDING",
    "Dealer",
    "IllegalActionError",
    "InvalidActionError",
    "Kingdom",
    "Record",
    "SetupError",
    "UnknownNameError",
    "find_game",
    "make_bot",
    "new_seed",
    "parse_action",
    "parse_position",
    "read_record",
    "register_bot",
    "register_game",
    "register_texts",
    "verify",
]
