"""The numbers of the rules that texts mention, taken from the rules themselves."""

# Moves to the Game value.

from collections.abc import Mapping

from crownland.games.classic import rules as classic
from crownland.games.duel import state as duel
from crownland.games.duel.coat import FREE_SQUARES, MAP
from crownland.games.queen import estate, state
from crownland.games.queen import rules as queen
from crownland.games.queen.building import BUILDINGS, SPACES, TILES
from crownland.games.registry import DUEL, KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING
from crownland.games.setup import Game
from crownland.kernel import domino
from crownland.kernel.square import column, row, squares
from crownland.kernel.terrain import Terrain

__all__ = ["rule_numbers"]


def rule_numbers() -> dict[str, Mapping[str, int]]:
    """Returns the numbers by game and name: ``rule_numbers()["kingdomino"]["harmony.points"]`` is 5.

    A name may begin with a number of players or an option: ``2.dominoes``, ``mighty-duel.size``.
    """
    return {
        KINGDOMINO.key: _players(KINGDOMINO) | _kingdomino(),
        QUEENDOMINO.key: _players(QUEENDOMINO) | _queendomino(),
        ROYAL_WEDDING.key: _players(ROYAL_WEDDING) | _royal_wedding(),
        DUEL.key: _players(DUEL) | _duel(),
    }


def _players(game: Game) -> dict[str, int]:
    return {"fewest": min(game.players), "most": max(game.players)}


def _deal(case: str, rules: classic.Rules | queen.Rules) -> dict[str, int]:
    """What a setup decides: *case* names it."""
    kings = len(rules.kings) // len(rules.seats)
    return {
        f"{case}.size": rules.size,
        f"{case}.line": rules.line_length,
        f"{case}.rounds": rules.lines,
        f"{case}.kings": kings,
        f"{case}.dominoes": rules.line_length * rules.lines,
        f"{case}.each": rules.lines * kings,
    }


def _kingdomino() -> dict[str, int]:
    numbers = {
        "dominoes": len(domino.KINGDOMINO),
        "harmony.points": classic.HARMONY.points,
        "middle-kingdom.points": classic.MIDDLE_KINGDOM.points,
        "dynasty.games": classic.rules_of(KINGDOMINO.setup(2, {"dynasty": True})).games,
    }
    for players in KINGDOMINO.players:
        numbers |= _deal(str(players), classic.rules_of(KINGDOMINO.setup(players)))
    numbers |= _deal("leftover", classic.rules_of(KINGDOMINO.setup(3, {"three-players": "leftover"})))
    mighty = classic.rules_of(KINGDOMINO.setup(2, {"mighty-duel": True}))
    return numbers | _deal("mighty-duel", mighty) | {"mighty-duel.beside": mighty.size // 2}


def _queendomino() -> dict[str, int]:
    halves = [half for key in domino.QUEENDOMINO for half in (domino.DOMINOES[key].left, domino.DOMINOES[key].right)]
    numbers = {
        "towns": sum(half.terrain is Terrain.TOWN for half in halves),
        "coins": estate.FIRST_ESTATE.coins,
        "knights": estate.FIRST_ESTATE.knights,
        "tiles": len(TILES),
        "spaces": SPACES,
        "dearest": SPACES - 1,
        "dragon.price": state.DRAGON_PRICE,
        "queen.discount": state.QUEEN_DISCOUNT,
        "coins-for-a-point": estate.COINS_FOR_A_POINT,
        "treasury.points": BUILDINGS["knights_treasury"].points,
    }
    for players in QUEENDOMINO.players:
        numbers |= _deal(str(players), queen.queendomino_rules(QUEENDOMINO.setup(players)))
    return numbers


def _royal_wedding() -> dict[str, int]:
    numbers = _deal("teams", queen.royal_wedding_rules(ROYAL_WEDDING.setup(4, {"teams": True})))
    for players in (4, 6):
        numbers |= _deal(str(players), queen.royal_wedding_rules(ROYAL_WEDDING.setup(players)))
    return numbers


def _duel() -> dict[str, int]:
    inside = list(squares(MAP))
    return {
        "columns": len({column(square) for square in inside}),
        "rows": len({row(square) for square in inside}),
        "squares": len(list(squares(FREE_SQUARES))),
        "coat-bonus.points": duel.COAT_BONUS,
    }
