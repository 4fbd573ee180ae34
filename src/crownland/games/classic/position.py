"""Positions of Kingdomino as text, and back."""

from crownland.games.classic.rules import rules_of
from crownland.games.classic.state import State
from crownland.games.position import Parts, read_kingdom, read_turns, refuse_position
from crownland.games.setup import Setup
from crownland.kernel.action import seat_letter
from crownland.kernel.domino import KINGDOMINO
from crownland.kernel.terrain import Terrain

__all__ = ["position_text", "read_position"]


def position_text(state: State) -> str:
    """Setup, finished games, kingdoms, kings waiting to claim, old line, new line, dominoes gone."""
    kingdoms = zip(state.rules.seats, state.kingdoms, strict=True)
    return " ".join(
        (
            str(state.setup),
            *(f"past:{'+'.join(map(str, kingdoms))}" for kingdoms in state.past),
            *(f"{seat_letter(seat)}:{kingdom}" for seat, kingdom in kingdoms),
            *state.turns.texts(state.seen),
        )
    )


def read_position(setup: Setup, parts: Parts) -> State:
    rules = rules_of(setup)
    kingdoms = tuple(read_kingdom(parts[seat_letter(seat)], rules.size) for seat in rules.seats)
    past = tuple(tuple(read_kingdom(text, rules.size) for text in game.split("+")) for game in parts.past)
    if len(past) >= rules.games or any(len(game) != setup.players for game in past):
        raise refuse_position("the games of the Dynasty")
    lands = [kingdom for game in (*past, kingdoms) for kingdom in game]
    if any(kingdom.terrains[Terrain.TOWN] for kingdom in lands):
        raise refuse_position("a town and Kingdomino (C1)")
    if any(kingdom.occupied.bit_count() % 2 == 0 for kingdom in lands):
        raise refuse_position("the kingdoms and the dominoes laid")
    turns, seen = read_turns(parts, rules, KINGDOMINO, kingdoms)
    return State(rules, kingdoms, turns, seen, past)
