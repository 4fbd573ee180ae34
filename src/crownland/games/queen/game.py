"""Queendomino and Royal Wedding as the rest of the program sees them."""

from dataclasses import asdict
from functools import partial

from crownland.games.queen.action import parse_action
from crownland.games.queen.building import BUILDINGS
from crownland.games.queen.position import read_position
from crownland.games.queen.rules import (
    QUEENDOMINO_PLAYERS,
    ROYAL_WEDDING_PLAYERS,
    TEAMS,
    queendomino_rules,
    royal_wedding_rules,
)
from crownland.games.queen.state import start_with
from crownland.games.queen.view import view
from crownland.games.setup import Game

__all__ = ["QUEENDOMINO", "ROYAL_WEDDING"]

_game = partial(
    Game,
    view=view,
    parse_action=parse_action,
    read_position=read_position,
    assumptions=tuple((key, one.instant_evidence) for key, one in BUILDINGS.items() if one.is_assumed),
    components={"buildings": {key: asdict(one) for key, one in BUILDINGS.items()}},
    judge="crownland.games.queen.judge:judge",
    twin="crownland.fast.queen:TWIN",
)

QUEENDOMINO = _game(
    key="queendomino", players=QUEENDOMINO_PLAYERS, options=(), start=start_with(queendomino_rules), rules="CQ"
)
ROYAL_WEDDING = _game(
    key="royal-wedding",
    players=ROYAL_WEDDING_PLAYERS,
    options=(TEAMS,),
    rules_version=2,  # 2: W3
    start=start_with(royal_wedding_rules),
    rules="CQW",
)
