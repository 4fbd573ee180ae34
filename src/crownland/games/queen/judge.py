"""Greedy judgement of Queendomino and the Royal Wedding, in points.

After placing, several steps are open at once, and taking one closes those before it. So an optional step has a positive
value only when it should be taken now; a claim, which ends the turn, has a value between -1 and 0.
"""

from collections import Counter

from crownland.games.judging import Judge, best_placement, form_value
from crownland.games.protocol import Action
from crownland.games.queen.action import Build, Burn, Tax
from crownland.games.queen.building import BUILDINGS
from crownland.games.queen.estate import Estate
from crownland.games.queen.state import State, Step
from crownland.kernel.action import Claim, End, Place
from crownland.kernel.domino import DOMINOES
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import Square
from crownland.kernel.terrain import Terrain

__all__ = ["JUDGE", "building_value", "judge"]

PLOT = 1.2  # a town square waiting for a building
PLOTS = 3  # more waiting plots than these are worth nothing
KNIGHT = 1.6  # a knight in the reserve, while there is time to use it
TOWER = 0.8
QUEEN = 5.0  # hosting the queen: her crown and her discount
NEVER = -10.0
EARLIER = 100.0  # more than any step is worth


def judge(state: State, action: Action) -> float:
    """Returns what *action* is worth to the seat that takes it."""
    seat = state.actor
    if seat is None:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    at = state.kingdom_of(seat)
    kingdom, estate, size = state.kingdoms[at], state.estates[at], state.rules.size

    def value(land: Kingdom) -> float:
        return _land_value(land, estate) + form_value(land, size)

    match action:
        case Place(domino, square, direction):
            return value(kingdom.place(DOMINOES[domino], square, direction))
        case Claim(domino):
            gain = best_placement(domino, kingdom, size, value) - value(kingdom)
            return gain / 100 - 0.5
        case End():
            return 0.0
        case Tax():
            coins = sum(line.points for line in state.coin_lines(action))
            return _in_turn(coins * _coin(state) - (KNIGHT if _rounds_left(state) > 1 else 0), Step.TAX)
        case Build(space, square):
            price = state.price(space, at) * _coin(state)
            worth = building_value(state, at, state.board[space] or "", square)
            return _in_turn(worth - price - _patience(state), Step.BUILD)
        case Burn():
            return NEVER
    return 0.0


def _in_turn(value: float, step: Step) -> float:
    """Lifts a step worth taking above the later steps, which would close it."""
    return value + EARLIER * (Step.CLAIM - step) if value > 0 else value


def building_value(state: State, at: int, key: str, square: Square) -> float:
    """Returns what a building is worth to kingdom *at*: its points now, its crowns, knights and towers, the queen."""
    building, kingdom, estate = BUILDINGS[key], state.kingdoms[at], state.estates[at]
    lands = properties(kingdom)
    left = _rounds_left(state)
    counts = Counter(f"{land.terrain.key}_property" for land in lands)
    counts.update(knight=estate.all_knights + building.knights, tower=estate.towers + building.towers)
    worth = float(building.points if building.points_per == "fixed" else building.points * counts[building.points_per])
    worth += building.crowns * next(land.size for land in lands if land.squares >> square & 1)
    worth += building.knights * (KNIGHT if left > 1 else 0.3 if building.points_per == "knight" else 0)
    worth += building.towers * TOWER
    if building.towers and state.queen != at:
        rivals = max(other.towers for index, other in enumerate(state.estates) if index != at)
        worth += QUEEN if estate.towers + building.towers >= rivals else 0
    if building.tax_bonus:
        worth += left * 0.5
    return worth


def _land_value(kingdom: Kingdom, estate: Estate) -> float:
    lands = properties(kingdom)
    plots = estate.plots(kingdom).bit_count()
    towns = kingdom.terrains[Terrain.TOWN].bit_count()
    return sum(land.points for land in lands) + PLOT * min(plots, PLOTS) + 0.1 * towns


def _rounds_left(state: State) -> int:
    """Returns how many turns this king has left after this one."""
    return state.turns.lines_left + bool(state.turns.free or state.turns.claimed)


def _coin(state: State) -> float:
    """Returns the value of a coin: a third of a point at the end, more while there are buildings to buy."""
    return 0.33 + 0.02 * min(_rounds_left(state), 6)


def _patience(state: State) -> float:
    """Returns the value of waiting for a better building in the next round."""
    return 0.8 if _rounds_left(state) > 1 else 0.0


# C9: of equal dominoes the lowest number, which claims first in the next line.
JUDGE = Judge(judge, ordered=(Claim,))
