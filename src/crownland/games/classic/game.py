"""Kingdomino as the rest of the program sees it."""

from dataclasses import replace

from crownland.games.classic import rules
from crownland.games.classic.position import read_position
from crownland.games.classic.state import start
from crownland.games.classic.view import view
from crownland.games.lines import deal_numbers
from crownland.games.setup import Game
from crownland.kernel import domino

__all__ = ["KINGDOMINO", "numbers"]


def numbers(game: Game) -> dict[str, int]:
    """Returns the numbers of the rules that texts quote."""
    found = {
        "dominoes": len(domino.KINGDOMINO),
        **{f"{bonus.key}.points": bonus.points for bonus in rules.BONUSES},
        "dynasty.games": rules.rules_of(game.setup(2, {"dynasty": True})).games,
    }
    for players in game.players:
        found |= deal_numbers(str(players), rules.rules_of(game.setup(players)))
    found |= deal_numbers("leftover", rules.rules_of(game.setup(3, {"three-players": "leftover"})))
    mighty = rules.rules_of(game.setup(2, {"mighty-duel": True}))
    return found | deal_numbers("mighty-duel", mighty) | {"mighty-duel.beside": mighty.size // 2}


_GAME = Game(
    key="kingdomino",
    players=rules.PLAYERS,
    options=rules.OPTIONS,
    start=start,
    view=view,
    read_position=read_position,
    rules="CK",
    judge="crownland.games.classic.judge:JUDGE",
    levels="crownland.games.classic.levels:level_bots",
    score_pad="crownland.games.classic.score_pad:PAD",
    twin="crownland.fast.classic:TWIN",
)
KINGDOMINO = replace(_GAME, numbers=numbers(_GAME))
