"""Perft: counts the action sequences of a given length when the draw is fixed.

A perft file is plain text that any implementation can share: a setup, the order of every pile, optionally actions that
players took before, and the count for each depth. Chance actions are not counted; ``#`` starts a comment.

    kingdomino players=4 opening=draw
    pile kings 1: A B C D
    pile dominoes 1: 3 17 22 41 5 9 30 48
    play: K3 K41
    1: 2
    2: 2
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import InvalidTextError
from crownland.notation.position import parse_setup
from crownland.notation.token import parse_action

__all__ = ["FixedDealer", "PerftFile", "divide", "perft", "read_perft"]


class FixedDealer:
    """Deals from piles in a known order: *piles* maps a pile to the names of its items, the next one first."""

    def __init__(self, piles: Mapping[str, tuple[str, ...]]) -> None:
        self.piles = piles

    def deal(self, state: State[Any]) -> Action:
        draw = state.chance
        if draw is None:
            raise ValueError(f"expected a position where chance is asked, got: {state}")
        items = {draw.name(item): item for item in draw.items}
        named = draw.take(items[name] for name in self.piles.get(draw.pile, ()) if name in items)
        if len(named) < draw.count:
            raise InvalidTextError(f"expected {draw.count} more items in 'pile {draw.pile}:', got {len(named)}")
        return state.chance_action(named)


@dataclass(frozen=True, slots=True)
class PerftFile:
    setup: Setup
    piles: dict[str, tuple[str, ...]]
    played: tuple[Action, ...]
    counts: dict[int, int]

    @property
    def dealer(self) -> FixedDealer:
        return FixedDealer(self.piles)

    def start(self) -> State[Any]:
        """Returns the position to count from."""
        state = find_game(self.setup.game).start(self.setup)
        for action in self.played:
            state = _dealt(state, self.dealer).play(action)
        return state


def perft(state: State[Any], dealer: FixedDealer, depth: int) -> int:
    """Returns the number of action sequences of length *depth* from *state*."""
    if depth == 0:
        return 1
    state = _dealt(state, dealer)
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.apply(action), dealer, depth - 1) for action in actions)


def divide(state: State[Any], dealer: FixedDealer, depth: int) -> dict[Action, int]:
    """Returns the count of every first action: comparing them with another program's shows where the two differ."""
    state = _dealt(state, dealer)
    return {action: perft(state.play(action), dealer, depth - 1) for action in state.legal_actions()}


def read_perft(text: str) -> PerftFile:
    """Parses a perft file. Raises InvalidTextError at the first line that is wrong."""
    lines = [line for line in (raw.partition("#")[0].strip() for raw in text.splitlines()) if line]
    if not lines:
        raise InvalidTextError("expected a setup like 'GAME players=2' on the first line, got an empty file")
    piles: dict[str, tuple[str, ...]] = {}
    played: list[Action] = []
    counts: dict[int, int] = {}
    for line in lines[1:]:
        key, colon, value = line.partition(":")
        if colon and key.startswith("pile "):
            piles[key.removeprefix("pile ").strip()] = tuple(value.split())
        elif colon and key == "play":
            played += map(parse_action, value.split())
        elif colon and key.isdecimal() and value.strip().isdecimal() and len(line) < 40:
            counts[int(key)] = int(value)
        else:
            raise InvalidTextError(f"expected 'pile dominoes 1: 3 17 …', 'play: K3 …' or '5: 288', got: {line[:80]!r}")
    return PerftFile(parse_setup(lines[0].split()), piles, tuple(played), counts)


def _dealt(state: State[Any], dealer: FixedDealer) -> State[Any]:
    while state.chance is not None:
        state = state.play(dealer.deal(state))
    return state
