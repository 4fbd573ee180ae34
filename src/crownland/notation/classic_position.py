"""Positions of Kingdomino."""

from crownland.games.classic.rules import rules_of
from crownland.games.classic.state import State
from crownland.games.setup import Setup
from crownland.kernel.action import seat_letter
from crownland.kernel.terrain import Terrain
from crownland.notation.parts import Parts, read_kingdom, read_turns, refuse_position

__all__ = ["read_classic"]


def read_classic(setup: Setup, parts: Parts) -> State:
    rules = rules_of(setup)
    kingdoms = tuple(read_kingdom(parts[seat_letter(seat)], rules.size) for seat in rules.seats)
    past = tuple(tuple(read_kingdom(text, rules.size) for text in game.split("+")) for game in parts.past)
    if len(past) >= rules.games or any(len(game) != setup.players for game in past):
        raise refuse_position("the games of the Dynasty")
    if any(kingdom.terrains[Terrain.TOWN] for game in (*past, kingdoms) for kingdom in game):
        raise refuse_position("a town and Kingdomino (C1)")
    turns, seen = read_turns(parts, rules.kings, rules.lines, rules.line_length, kingdoms)
    if turns.waiting and not seen and rules.opening.refuse(turns.waiting, rules.kings):
        raise refuse_position("the order of the kings and the opening (K4)")
    return State(rules, kingdoms, turns, seen, past)
