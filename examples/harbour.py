"""Harbour: a game of one's own, built on Crownland's kernel outside the package.

Dominoes are claimed and laid as in Kingdomino, in a kingdom of 5 × 5, for eight rounds. After placing, a player may
put one of three boats on a lake of the domino just laid. At the end only water counts: every boat scores the squares
of its lake (H1), and every land that touches a lake with a boat scores its crowns (H2). Boats left break ties (H3).

Try it: ``crownland simulate harbour --load examples/harbour.py --games 10``, or ``crownland serve --load …``.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from crownland import register_game
from crownland.games.lines import LineState
from crownland.games.meaning import Meaning, aim_domino, domino_meaning
from crownland.games.position import LineRules, Parts, read_kingdom, read_turns, refuse_position
from crownland.games.protocol import Action, Chance
from crownland.games.setup import Game, Setup
from crownland.games.view import Badge, Piece, Realm, View, hand_of, line_trays
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat, claim_of, seat_letter
from crownland.kernel.domino import DOMINOES, KINGDOMINO, domino_name
from crownland.kernel.errors import Refusal
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom, reach_box
from crownland.kernel.laying import laying_actions, refuse_laying
from crownland.kernel.opening import OPENINGS
from crownland.kernel.property import properties
from crownland.kernel.scoring import Score, ScoreLine
from crownland.kernel.square import Mask, Square, neighbours, parse_square, square_name, squares
from crownland.kernel.terrain import Terrain
from crownland.kernel.token import parse_domino_action
from crownland.kernel.turns import Turns

SIZE, ROUNDS, BOATS = 5, 8, 3


@cache
def _rules(players: int) -> LineRules:
    return LineRules(tuple(map(Seat, range(players))), ROUNDS, players + 1, SIZE, OPENINGS["draw"])


@dataclass(frozen=True, slots=True)
class Moor:
    """A boat is put on a lake square of the domino just laid (H1)."""

    square: Square

    def __str__(self) -> str:
        return f"V@{square_name(self.square)}"


def parse_action(token: str) -> Action | None:
    return Moor(parse_square(token[2:])) if token.startswith("V@") else parse_domino_action(token)


@dataclass(frozen=True, slots=True, repr=False)
class State(LineState):
    """*boats* are the squares with a boat, kingdom by kingdom; *fresh* squares may still get one in this turn."""

    setup: Setup
    kingdoms: tuple[Kingdom, ...]
    boats: tuple[Mask, ...]
    turns: Turns
    seen: int = 0
    has_placed: bool = False
    fresh: Mask = 0

    @property
    def rules(self) -> LineRules:
        return _rules(self.setup.players)

    @property
    def chance(self) -> Chance[Any] | None:
        if not self.seen and not self.turns.waiting:
            return Chance("kings 1", self.rules.kings, self.setup.players, seat_letter)
        if self.turns.wants_line:
            gone = tuple(domino for domino in KINGDOMINO if self.seen >> domino & 1)
            return Chance("dominoes 1", KINGDOMINO, self.rules.line_length, domino_name, gone)
        return None

    def chance_action(self, items: tuple[Any, ...]) -> Action:
        return Reveal(tuple(sorted(items))) if self.seen or self.turns.waiting else Opening(items)

    def legal_actions(self) -> tuple[Action, ...]:
        turns = self.turns
        if turns.actor is None:
            return ()
        if turns.waiting:
            return tuple(map(claim_of, turns.free))
        if not self.has_placed:
            return laying_actions(self.kingdoms[turns.actor], turns.old[0][0], SIZE)
        moorings = [Moor(square) for square in squares(self.fresh)] if self._boats_left(turns.actor) else []
        return (*moorings, *map(claim_of, turns.free)) if turns.free else (*moorings, End())

    def refusal(self, action: Action) -> Refusal:
        turns, seat = self.turns, self.actor
        match action:
            case Opening(seats):
                wants_opening = not self.seen and not turns.waiting
                return (
                    self.rules.opening.refuse(seats, self.rules.kings)
                    if wants_opening
                    else ("K4", "the kings are drawn")
                )
            case Reveal(line):
                return turns.refuse_reveal(line, KINGDOMINO, self.rules.line_length, self.seen)
        if seat is None:
            return "C11", "nobody is to act"
        if turns.waiting:
            return turns.refuse_claim(action)
        if not self.has_placed:
            return refuse_laying(action, self.kingdoms[seat], turns.old[0][0], SIZE)
        if isinstance(action, Claim) and turns.free:
            return turns.placed().refuse_claim(action)
        if action in self.legal_actions():
            return None
        return "H1", "a boat goes onto a lake of the domino just laid, one a turn, before the turn ends"

    def apply(self, action: Action) -> "State":
        turns = self.turns
        match action:
            case Opening(seats):
                return replace(self, turns=turns.opened(seats))
            case Reveal(line):
                return replace(self, turns=turns.reveal(line), seen=self.seen | sum(1 << domino for domino in line))
            case Place(domino, square, direction):
                seat = turns.old[0][1]
                kingdom = self.kingdoms[seat].place(DOMINOES[domino], square, direction)
                laid = (1 << square | 1 << square + direction.step) & kingdom.terrains[Terrain.LAKE]
                kingdoms = (*self.kingdoms[:seat], kingdom, *self.kingdoms[seat + 1 :])
                return replace(self, kingdoms=kingdoms, has_placed=True, fresh=laid)
            case Discard():
                return replace(self, has_placed=True)
            case Moor(square):
                seat = turns.old[0][1]
                moored = self.boats[seat] | 1 << square
                return replace(self, boats=(*self.boats[:seat], moored, *self.boats[seat + 1 :]), fresh=0)
            case Claim(domino):
                after = (turns if turns.waiting else turns.placed()).claim(domino)
                return replace(self, turns=after, has_placed=False, fresh=0)
        return replace(self, turns=turns.placed(), has_placed=False, fresh=0)  # End

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        return ("boats-left",)  # H3

    def score(self, kingdom: int) -> Score:
        lands, boats = properties(self.kingdoms[kingdom]), self.boats[kingdom]
        lines, harbours = [], 0
        for land in lands:
            moored = (land.squares & boats).bit_count()
            if moored:
                harbours |= land.squares
                lines.append(ScoreLine("boat", moored * land.size, (moored, land.size), land.squares))  # H1
        shore = neighbours(harbours)
        for land in lands:
            if land.terrain is not Terrain.LAKE and land.crowns and land.squares & shore:
                lines.append(ScoreLine(land.terrain.key, land.crowns, (land.crowns,), land.squares))  # H2
        return Score(tuple(lines), (self._boats_left(Seat(kingdom)),))

    def meaning(self, action: Action) -> Meaning:
        if isinstance(action, Moor):
            return Meaning("moor", (action.square,), (Piece("boat"),))
        return domino_meaning(action)

    def aim(self, kind: str, squares: tuple[Square, ...]) -> Action | None:
        is_placing = self.turns.old and not self.turns.waiting and not self.has_placed
        return aim_domino(self.turns.old[0][0], kind, squares) if is_placing else None

    def __str__(self) -> str:
        owned = zip(self.kingdoms, self.boats, strict=True)
        lands = [f"{seat_letter(Seat(at))}:{land};{_names(boats)}" for at, (land, boats) in enumerate(owned)]
        step = [f"placed:{_names(self.fresh)}"] if self.has_placed else []
        return " ".join((str(self.setup), *lands, *step, *self.turns.texts(self.seen)))

    def _boats_left(self, seat: Seat) -> int:
        return BOATS - self.boats[seat].bit_count()


def _names(mask: Mask) -> str:
    return ".".join(map(square_name, squares(mask)))


def _mask(text: str) -> Mask:
    return sum(1 << parse_square(name) for name in text.split(".") if name)


def read_position(setup: Setup, parts: Parts) -> State:
    owned = [parts[seat_letter(Seat(at))].partition(";") for at in range(setup.players)]
    kingdoms = tuple(read_kingdom(land, SIZE) for land, _, _ in owned)
    turns, seen = read_turns(parts, _rules(setup.players), KINGDOMINO, kingdoms, laid=int("placed" in parts))
    boats = tuple(_mask(text) for _, _, text in owned)
    if any(moored & ~land.terrains[Terrain.LAKE] for land, moored in zip(kingdoms, boats, strict=True)):
        raise refuse_position("the boats and the lakes")
    return State(setup, kingdoms, boats, turns, seen, "placed" in parts, _mask(parts.get("placed")))


def start(setup: Setup) -> State:
    return State(setup, (EMPTY_KINGDOM,) * setup.players, (0,) * setup.players, Turns(ROUNDS))


@lru_cache(256)  # faces remember what they drew of a realm
def _realm(seat: Seat, kingdom: Kingdom, boats: Mask, score: Score) -> Realm:
    pieces = tuple((square, Piece("boat")) for square in squares(boats))
    badges = (Badge("boat", BOATS - boats.bit_count()),)
    return Realm((seat,), kingdom, reach_box(SIZE, kingdom.box), score, pieces=pieces, badges=badges)


def view(state: State) -> View:
    owned = enumerate(zip(state.kingdoms, state.boats, strict=True))
    realms = tuple(_realm(Seat(at), land, boats, state.score(at)) for at, (land, boats) in owned)
    is_turn = state.actor is not None and not state.turns.waiting
    return View(
        realms,
        line_trays(state.turns, is_laid=state.has_placed),
        hand=() if state.has_placed else hand_of(state.turns),
        steps=("place", "moor", "claim" if state.turns.free else "end") if is_turn else (),
    )


HARBOUR = register_game(
    Game(
        key="harbour",
        players=(2, 3, 4),
        options=(),
        start=start,
        view=view,
        parse_action=parse_action,
        read_position=read_position,
        rules="CH",
        numbers={"boats": BOATS},
        texts={
            "en": {
                "game.harbour": "Harbour",
                "game.harbour.about": "Lay dominoes and moor boats: only what lies at the water counts.",
                "table.help.goal.harbour": "Moor your {harbour.boats} boats on large lakes, next to land with crowns.",
                "table.step.moor": "boat",
                "table.key.moor": "moor",
                "table.prompt.moor": "Moor a boat on {square}",
                "table.news.moor": "moored on {square} ({points})",
                "web.prompt.moor": "moor a boat",
                "badge.boat": "{count} {count:boat|boats}",
                "piece.boat": "boat",
                "reason.boat": "boats",
                "decided.boats-left": "more boats left",
            },
        },
    )
)
