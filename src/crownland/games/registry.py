"""Every game that can be played."""

from crownland.games.classic import rules as classic_rules
from crownland.games.classic import state as classic_state
from crownland.games.duel import state as duel_state
from crownland.games.queen import rules as queen_rules
from crownland.games.queen.building import BUILDINGS
from crownland.games.queen.state import start_with
from crownland.games.setup import Game
from crownland.kernel.errors import UnknownNameError

__all__ = ["DUEL", "GAMES", "KINGDOMINO", "QUEENDOMINO", "ROYAL_WEDDING", "find_game"]

KINGDOMINO = Game("kingdomino", classic_rules.PLAYERS, classic_rules.OPTIONS, classic_state.start)
_UNSEEN = tuple((key, building.instant_evidence) for key, building in BUILDINGS.items() if building.is_assumed)
QUEENDOMINO = Game(
    "queendomino",
    queen_rules.QUEENDOMINO_PLAYERS,
    (),
    start_with(queen_rules.queendomino_rules),
    assumptions=_UNSEEN,
)
ROYAL_WEDDING = Game(
    "royal-wedding",
    queen_rules.ROYAL_WEDDING_PLAYERS,
    (queen_rules.TEAMS,),
    start_with(queen_rules.royal_wedding_rules),
    rules_version=2,  # 2: W3
    assumptions=_UNSEEN,
)
DUEL = Game("duel", duel_state.PLAYERS, (), duel_state.start, rules_version=2)  # 2: D8

GAMES = {game.key: game for game in (KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING, DUEL)}


def find_game(key: str) -> Game:
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownNameError("game", key, GAMES) from None
