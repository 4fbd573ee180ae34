"""Queendomino and Royal Wedding as the rest of the program sees them."""

from dataclasses import asdict, replace
from functools import partial

from crownland.games.lines import deal_numbers
from crownland.games.queen.action import parse_action
from crownland.games.queen.building import BUILDINGS, SPACES, TILES
from crownland.games.queen.estate import COINS_FOR_A_POINT, FIRST_ESTATE
from crownland.games.queen.position import read_position
from crownland.games.queen.rules import (
    QUEENDOMINO_PLAYERS,
    ROYAL_WEDDING_PLAYERS,
    TEAMS,
    queendomino_rules,
    royal_wedding_rules,
)
from crownland.games.queen.state import DRAGON_PRICE, QUEEN_DISCOUNT, start_with
from crownland.games.queen.view import view
from crownland.games.setup import FALSE, Game
from crownland.kernel.domino import DOMINOES
from crownland.kernel.terrain import Terrain

__all__ = ["QUEENDOMINO", "ROYAL_WEDDING"]

_game = partial(
    Game,
    view=view,
    parse_action=parse_action,
    read_position=read_position,
    assumptions=tuple((key, one.instant_evidence) for key, one in BUILDINGS.items() if one.is_assumed),
    components={"buildings": {key: asdict(one) for key, one in BUILDINGS.items()}},
    judge="crownland.games.queen.judge:JUDGE",
    levels="crownland.games.queen.levels:level_bots",
    score_pad="crownland.games.queen.score_pad:PAD",
    strategy="crownland.games.queen.strategies:actions",
    twin="crownland.fast.queen:TWIN",
)


def _queendomino(game: Game) -> Game:
    """Adds the numbers of the rules that texts quote."""
    halves = [half for one in DOMINOES.values() for half in (one.left, one.right)]
    numbers = {
        "towns": sum(half.terrain is Terrain.TOWN for half in halves),
        "coins": FIRST_ESTATE.coins,
        "knights": FIRST_ESTATE.knights,
        "tiles": len(TILES),
        "spaces": SPACES,
        "dearest": SPACES - 1,
        "dragon.price": DRAGON_PRICE,
        "queen.discount": QUEEN_DISCOUNT,
        "coins-for-a-point": COINS_FOR_A_POINT,
        "treasury.points": BUILDINGS["knights_treasury"].points,
    }
    for players in game.players:
        numbers |= deal_numbers(str(players), queendomino_rules(game.setup(players)))
    return replace(game, numbers=numbers)


def _royal_wedding(game: Game) -> Game:
    """Adds the numbers of the rules that texts quote."""
    numbers = {"alone": max(choice.players[-1] for choice in TEAMS.choices if choice.value == FALSE)}
    numbers |= deal_numbers("teams", royal_wedding_rules(game.setup(4, {"teams": True})))
    for players in (4, 6):
        numbers |= deal_numbers(str(players), royal_wedding_rules(game.setup(players)))
    return replace(game, numbers=numbers)


QUEENDOMINO = _queendomino(
    _game(key="queendomino", players=QUEENDOMINO_PLAYERS, options=(), start=start_with(queendomino_rules), rules="CQ")
)
ROYAL_WEDDING = _royal_wedding(
    _game(
        key="royal-wedding",
        players=ROYAL_WEDDING_PLAYERS,
        options=(TEAMS,),
        rules_version=2,  # 2: W3
        start=start_with(royal_wedding_rules),
        rules="CQW",
    )
)
