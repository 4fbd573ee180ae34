"""Every game that can be played."""

from crownland.games.classic import rules as classic_rules
from crownland.games.classic import state as classic_state
from crownland.games.setup import Game
from crownland.kernel.errors import UnknownNameError

__all__ = ["GAMES", "KINGDOMINO", "find_game"]

KINGDOMINO = Game("kingdomino", classic_rules.PLAYERS, classic_rules.OPTIONS, classic_state.start)

GAMES = {game.key: game for game in (KINGDOMINO,)}


def find_game(key: str) -> Game:
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownNameError("game", key, GAMES) from None
