"""A game of Kingdomino as a value."""

from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import add
from typing import Any, TypeAlias

from crownland.games.classic.rules import Rules, rules_of
from crownland.games.lines import LineState
from crownland.games.meaning import Meaning, aim_domino, domino_meaning
from crownland.games.protocol import Chance
from crownland.games.setup import Setup
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal, claim_of, seat_letter
from crownland.kernel.domino import DOMINOES, KINGDOMINO, domino_name
from crownland.kernel.errors import Refusal
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.laying import laying_actions, refuse_laying
from crownland.kernel.scoring import Score, ScoreLine, property_score
from crownland.kernel.square import Square
from crownland.kernel.turns import Turns

__all__ = ["Action", "State", "score", "series_score", "start"]

Action: TypeAlias = Opening | Reveal | Claim | Place | Discard

TIE_BREAKS = ("largest-property", "most-crowns")  # K6


@dataclass(frozen=True, slots=True, repr=False)
class State(LineState):
    """All that is public, which is all there is: the pile's order is not in it (C13).

    *seen* has a bit for every domino that has left the pile. *past* are the final kingdoms of earlier games (K10).
    """

    rules: Rules
    kingdoms: tuple[Kingdom, ...]
    turns: Turns
    seen: int = 0
    past: tuple[tuple[Kingdom, ...], ...] = ()

    @property
    def setup(self) -> Setup:
        return self.rules.setup

    @property
    def games(self) -> int:
        return self.rules.games

    @property
    def chance(self) -> Chance[Any] | None:
        game = len(self.past) + 1
        if self._wants_opening:
            pool = self.rules.opening.pool(self.rules.kings)
            return Chance(f"kings {game}", pool, len(pool), seat_letter)
        if self.turns.wants_line:
            gone = tuple(domino for domino in KINGDOMINO if self.seen >> domino & 1)
            return Chance(f"dominoes {game}", KINGDOMINO, self.rules.line_length, domino_name, gone)
        return None

    def chance_action(self, items: tuple[Any, ...]) -> Action:
        if self._wants_opening:
            return Opening(self.rules.opening.order(items, self.rules.kings))
        return Reveal(tuple(sorted(items)))

    def legal_actions(self) -> tuple[Action, ...]:
        """Claims by ascending number; placements by direction (north, east, south, west) and then by square from a1."""
        turns = self.turns
        if turns.actor is None:
            return ()
        if turns.waiting:
            return tuple(map(claim_of, turns.free))
        domino, seat = turns.old[0]
        return laying_actions(self.kingdoms[seat], domino, self.rules.size)

    def apply(self, action: Action) -> "State":
        """The state after *action*, which is trusted to be legal."""
        match action:
            case Place(number, square, direction):
                seat = self.turns.old[0][1]
                placed = self.kingdoms[seat].place(DOMINOES[number], square, direction)
                kingdoms = (*self.kingdoms[:seat], placed, *self.kingdoms[seat + 1 :])
                return self._after_placing(kingdoms)
            case Claim(number):
                return State(self.rules, self.kingdoms, self.turns.claim(number), self.seen, self.past)
            case Discard():
                return self._after_placing(self.kingdoms)
            case Reveal(dominoes):
                seen = self.seen | sum(1 << domino for domino in dominoes)
                return State(self.rules, self.kingdoms, self.turns.reveal(dominoes), seen, self.past)
            case Opening(seats):
                return State(self.rules, self.kingdoms, self.turns.opened(seats), self.seen, self.past)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        return TIE_BREAKS

    def score(self, kingdom: int) -> Score:
        kingdoms = (*[game[kingdom] for game in self.past], self.kingdoms[kingdom])
        return series_score(self.rules, kingdoms, 1)

    def meaning(self, action: Action) -> Meaning:
        return domino_meaning(action)

    def aim(self, kind: str, squares: tuple[Square, ...]) -> Action | None:
        turns = self.turns
        return aim_domino(turns.old[0][0], kind, squares) if turns.old and not turns.waiting else None

    def __str__(self) -> str:
        from crownland.games.classic.position import position_text  # beside the reader, which makes states

        return position_text(self)

    @property
    def _wants_opening(self) -> bool:
        return not self.seen and not self.turns.waiting

    def refusal(self, action: Action) -> Refusal:
        turns = self.turns
        match action:
            case Opening(seats):
                if not self._wants_opening:
                    return "K4", "the opening order is drawn once, before the first line"
                return self.rules.opening.refuse(seats, self.rules.kings)
            case Reveal(dominoes):
                return turns.refuse_reveal(dominoes, KINGDOMINO, self.rules.line_length, self.seen)
        if turns.actor is None:
            return ("C11", "the game is over") if self.is_over else ("C8", "the dealer acts now")
        if turns.waiting:
            return turns.refuse_claim(action)
        domino, seat = turns.old[0]
        return refuse_laying(action, self.kingdoms[seat], domino, self.rules.size)

    def _after_placing(self, kingdoms: tuple[Kingdom, ...]) -> "State":
        turns = self.turns.placed()
        if not turns.has_kings and len(self.past) + 1 < self.rules.games:  # K10: the next game of the Dynasty
            return _opening(self.rules, (*self.past, kingdoms))
        return State(self.rules, kingdoms, turns, self.seen, self.past)


def start(setup: Setup) -> State:
    return _opening(rules_of(setup))


def _opening(rules: Rules, past: tuple[tuple[Kingdom, ...], ...] = ()) -> State:
    return State(rules, (EMPTY_KINGDOM,) * rules.setup.players, Turns(rules.lines), past=past)


def score(kingdom: Kingdom, rules: Rules, game: int = 1) -> Score:
    """C12, K6–K8: the lines of *kingdom*, and what breaks a tie: its largest property, then its crowns."""
    lines, lands = property_score(kingdom, game)
    bonuses = tuple(
        ScoreLine(bonus.key, bonus.points, game=game) for bonus in rules.bonuses if bonus.earned(kingdom, rules.size)
    )
    largest = max((land.size for land in lands), default=0)
    return Score(lines + bonuses, (largest, sum(land.crowns for land in lands)))


@lru_cache(2048)  # a table asks about the same kingdoms again and again
def series_score(rules: Rules, kingdoms: tuple[Kingdom, ...], first: int) -> Score:
    """K10: the score of one player's kingdoms in the games of a series from number *first* on, added up."""
    return reduce(add, [score(kingdom, rules, game) for game, kingdom in enumerate(kingdoms, start=first)])
