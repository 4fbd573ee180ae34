"""A game of Queendomino or Royal Wedding as a value."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any

from crownland.games.lines import LineState
from crownland.games.meaning import Meaning, aim_domino, domino_meaning
from crownland.games.protocol import Chance
from crownland.games.queen.action import Action, Build, Burn, Stock, Tax
from crownland.games.queen.building import BUILDINGS, SPACES, TILES, building_name
from crownland.games.queen.estate import FIRST_ESTATE, Estate, score, tax_lines
from crownland.games.queen.rules import Rules
from crownland.games.setup import Setup
from crownland.games.view import Piece
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat, claim_of, seat_letter
from crownland.kernel.domino import DOMINOES, domino_name
from crownland.kernel.errors import Refusal
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.laying import laying_actions, refuse_laying
from crownland.kernel.scoring import Score, ScoreLine
from crownland.kernel.square import Mask, Square, square_name, squares
from crownland.kernel.turns import Turns

__all__ = ["BOARD", "State", "Step", "cached_score", "start_with"]

TIE_BREAKS = ("largest-property",)  # Q14
DRAGON_PRICE = 1  # Q10
QUEEN_DISCOUNT = 1  # Q9
BOARD = "builders"  # the tray of the builders' board

cached_score = lru_cache(2048)(score)  # a table asks about the same kingdoms again and again


class Step(IntEnum):
    """Q4: the steps of a turn. A later one may be taken at any time after placing, and closes those before it."""

    PLACE = 0
    TAX = 1
    BUILD = 2
    DRAGON = 3
    CLAIM = 4


@dataclass(frozen=True, slots=True, repr=False)
class State(LineState):
    """All that is public. *kingdoms* and *estates* belong together; a seat acts for one of them (W3).

    *board* are the tiles on the spaces priced 0 to 5. *step* is the first step still open in this turn, *fresh* the
    squares of the domino just placed that may still be taxed. The king that acts stays on the old line until its turn
    ends.
    """

    rules: Rules
    kingdoms: tuple[Kingdom, ...]
    estates: tuple[Estate, ...]
    turns: Turns
    seen: int = 0
    board: tuple[str | None, ...] = (None,) * SPACES
    burned: tuple[str, ...] = ()
    queen: int | None = None
    dragon_is_home: bool = True
    step: Step = Step.PLACE
    fresh: Mask = 0

    @property
    def setup(self) -> Setup:
        return self.rules.setup

    @property
    def actor(self) -> Seat | None:
        return None if self._wants_tiles else self.turns.actor

    def kingdom_of(self, seat: Seat) -> int:
        return self.rules.kingdom_of[seat]

    @property
    def tiles_seen(self) -> tuple[str, ...]:
        """Every tile that has left the pile: on the board, built or burned."""
        built = [key for estate in self.estates for _, key in estate.buildings]
        return (*(tile for tile in self.board if tile is not None), *built, *self.burned)

    @property
    def chance(self) -> Chance[Any] | None:
        if self._wants_opening:
            pool = self.rules.opening.pool(self.rules.kings)
            return Chance("kings 1", pool, len(pool), seat_letter)
        if self._wants_tiles:
            return Chance("buildings 1", TILES, self._tiles_wanted, building_name, self.tiles_seen)
        if self.turns.wants_line:
            pile = self.rules.pile(self.rules.lines - self.turns.lines_left)
            gone = tuple(domino for domino in pile.dominoes if self.seen >> domino & 1)
            return Chance(pile.name, pile.dominoes, self.rules.line_length, domino_name, gone)
        return None

    def chance_action(self, items: tuple[Any, ...]) -> Action:
        if self._wants_opening:
            return Opening(self.rules.opening.order(items, self.rules.kings))
        return Stock(items) if self._wants_tiles else Reveal(tuple(sorted(items)))

    def price(self, space: int, kingdom: int) -> int:
        """Q7, Q9: what the tile on that space costs; the queen's host pays less, never below 0."""
        return max(0, space - QUEEN_DISCOUNT * (self.queen == kingdom))

    def legal_actions(self) -> tuple[Action, ...]:
        """Placements first; after placing: taxes by square, builds by price and square, the dragon by price, claims by
        ascending number, or the end of the turn when there is nothing to claim."""
        seat, turns = self.actor, self.turns
        if seat is None:
            return ()
        if turns.waiting:
            return tuple(map(claim_of, turns.free))
        kingdom = self.rules.kingdom_of[seat]
        if self.step is Step.PLACE:
            return laying_actions(self.kingdoms[kingdom], turns.old[0][0], self.rules.size)
        actions: list[Action] = []
        estate = self.estates[kingdom]
        if self.fresh and estate.knights:
            actions += map(Tax, squares(self.fresh))
        if self.step <= Step.BUILD and (plots := estate.plots(self.kingdoms[kingdom])):
            for space, tile in enumerate(self.board):
                if tile is not None and self.price(space, kingdom) <= estate.coins:
                    actions += [Build(space, square) for square in squares(plots)]
        if self.step <= Step.DRAGON and self._refuse_dragon(kingdom) is None:
            actions += [Burn(space) for space, tile in enumerate(self.board) if tile is not None]
        actions += map(claim_of, turns.free) if turns.free else [End()]
        return tuple(actions)

    def apply(self, action: Action) -> "State":
        """The state after *action*, which is trusted to be legal."""
        match action:
            case Place(number, square, direction):
                placed = self._mine.place(DOMINOES[number], square, direction)
                fresh = 1 << square | 1 << square + direction.step
                return replace(self, kingdoms=self._with_kingdom(placed), step=Step.TAX, fresh=fresh)
            case Discard():
                return replace(self, step=Step.TAX)  # Q5: a discarded domino allows no tax
            case Tax(square):
                coins = sum(line.points for line in self.coin_lines(action))
                estate = self._estate.taxed(square, coins)
                return replace(self, estates=self._with_estate(estate), fresh=self.fresh & ~(1 << square))
            case Build(space, square):
                return self._built(space, square)
            case Burn(space):
                return self._burnt(space)
            case Claim(domino):
                turns = self.turns if self.turns.waiting else self.turns.placed()
                return self._after_turn(turns.claim(domino))
            case End():
                return self._after_turn(self.turns.placed())
            case Reveal(dominoes):
                seen = self.seen | sum(1 << domino for domino in dominoes)
                return replace(self, turns=self.turns.reveal(dominoes), seen=seen)
            case Stock(tiles):
                left = iter(tiles)
                return replace(self, board=tuple(next(left, None) if tile is None else tile for tile in self.board))
            case Opening(seats):
                return replace(self, turns=self.turns.opened(seats))

    def coin_lines(self, action: Action) -> tuple[ScoreLine, ...]:
        """The coins that *action*, which is legal, brings or costs its player, each with its reason."""
        match action:
            case Tax(square):
                return tax_lines(self._mine, self._estate, square)
            case Build(space):
                discount = self.price(space, self._kingdom) - space
                return ScoreLine("price", -space), *((ScoreLine("queen", -discount),) if discount else ())
            case Burn():
                return (ScoreLine("dragon", -DRAGON_PRICE),)
        return ()

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        return TIE_BREAKS

    def score(self, kingdom: int) -> Score:
        return cached_score(self.kingdoms[kingdom], self.estates[kingdom], hosts_queen=self.queen == kingdom)

    def meaning(self, action: Action) -> Meaning:
        match action:
            case Tax(square):
                return Meaning("tax", (square,), (Piece("knight"),), coin_lines=self.coin_lines(action))
            case Build(space, square):
                return Meaning("build", (square,), self._tile(space), BOARD, (space,), self.coin_lines(action))
            case Burn(space):
                return Meaning("dragon", (), self._tile(space), BOARD, (space,), self.coin_lines(action))
            case Stock(tiles):
                return Meaning("stock", (), tuple(Piece("building", tile) for tile in tiles), BOARD)
        return domino_meaning(action)

    def aim(self, kind: str, squares: tuple[Square, ...]) -> Action | None:
        turns = self.turns
        is_placing = turns.old and not turns.waiting and self.step is Step.PLACE
        return aim_domino(turns.old[0][0], kind, squares) if is_placing else None

    def _tile(self, space: int) -> tuple[Piece, ...]:
        tile = self.board[space]
        return () if tile is None else (Piece("building", tile),)

    @property
    def _wants_opening(self) -> bool:
        return not self.seen and not self.turns.waiting

    @property
    def _wants_tiles(self) -> bool:
        """Q3, Q11: before a round's first action, when a space is empty and the pile is not."""
        turns = self.turns
        return (
            None in self.board
            and self.step is Step.PLACE
            and not turns.free
            and not turns.claimed
            and len(turns.old) + len(turns.waiting) == len(self.rules.kings)
            and self._tiles_wanted > 0
        )

    @property
    def _tiles_wanted(self) -> int:
        return min(self.board.count(None), len(TILES) - len(self.tiles_seen))

    @property
    def _kingdom(self) -> int:
        """The index of the kingdom whose turn it is."""
        return self.rules.kingdom_of[self.turns.old[0][1]]

    @property
    def _mine(self) -> Kingdom:
        return self.kingdoms[self._kingdom]

    @property
    def _estate(self) -> Estate:
        return self.estates[self._kingdom]

    def _with_kingdom(self, kingdom: Kingdom) -> tuple[Kingdom, ...]:
        return tuple(kingdom if at == self._kingdom else one for at, one in enumerate(self.kingdoms))

    def _with_estate(self, estate: Estate) -> tuple[Estate, ...]:
        return tuple(estate if at == self._kingdom else one for at, one in enumerate(self.estates))

    def _without_tile(self, space: int) -> tuple[str | None, ...]:
        return (*self.board[:space], None, *self.board[space + 1 :])

    def _built(self, space: int, square: Square) -> "State":
        building = BUILDINGS[self.board[space] or ""]
        estate = self._estate.with_building(building, square, self.price(space, self._kingdom))
        kingdom = self._mine
        for _ in range(building.crowns):
            kingdom = kingdom.crowned(square)
        estates = self._with_estate(estate)
        # Q9: she moves to a player who gains towers and then has as many as anybody.
        queen = self._kingdom if building.towers and estate.towers == max(e.towers for e in estates) else self.queen
        return replace(
            self,
            kingdoms=self._with_kingdom(kingdom),
            estates=estates,
            board=self._without_tile(space),
            queen=queen,
            step=Step.DRAGON,
            fresh=0,
        )

    def _burnt(self, space: int) -> "State":
        estate = replace(self._estate, coins=self._estate.coins - DRAGON_PRICE)
        return replace(
            self,
            estates=self._with_estate(estate),
            board=self._without_tile(space),
            burned=tuple(sorted((*self.burned, self.board[space] or ""))),
            dragon_is_home=False,
            step=Step.CLAIM,
            fresh=0,
        )

    def _after_turn(self, turns: Turns) -> "State":
        """The turn is over. Q11: at the end of a round the dragon goes home and the tiles slide towards price 0."""
        if turns.free or turns.claimed or not self.turns.free:
            return replace(self, turns=turns, step=Step.PLACE, fresh=0)
        tiles = tuple(tile for tile in self.board if tile is not None)
        board = tiles + (None,) * (SPACES - len(tiles))
        return replace(self, turns=turns, step=Step.PLACE, fresh=0, board=board, dragon_is_home=True)

    def refusal(self, action: Action) -> Refusal:
        turns = self.turns
        match action:
            case Opening(seats):
                if not self._wants_opening:
                    return "K4", "the opening order is drawn once, before the first line"
                return self.rules.opening.refuse(seats, self.rules.kings)
            case Stock(tiles):
                return self._refuse_stock(tiles)
            case Reveal(dominoes):
                pile = self.rules.pile(self.rules.lines - turns.lines_left).dominoes
                refusal = turns.refuse_reveal(dominoes, pile, self.rules.line_length, self.seen)
                return refusal or (("Q11", "the builders' board is filled first") if self._wants_tiles else None)
        if self.actor is None:
            return ("C11", "the game is over") if self.is_over else ("C8", "the dealer acts now")
        if turns.waiting:
            return turns.refuse_claim(action)
        if self.step is Step.PLACE:
            return refuse_laying(action, self._mine, turns.old[0][0], self.rules.size)
        return self._refuse_step(action)

    def _refuse_step(self, action: Action) -> Refusal:
        """After placing: B tax, C build, D dragon, E claim, in this order (Q4)."""
        match action:
            case Tax(square):
                return self._refuse_tax(square)
            case Build(space, square):
                return self._refuse_build(space, square)
            case Burn(space):
                if self.step > Step.DRAGON:
                    return "Q10", "the dragon flies once in a round"
                return self._refuse_dragon(self._kingdom) or self._refuse_space(space, "Q10")
            case Claim():
                if not self.turns.free:
                    return "C11", "the last round has no line to claim from: end the turn with '.'"
                return self.turns.placed().refuse_claim(action)
            case End():
                return ("Q4", "a turn ends with a claim") if self.turns.free else None
        return "C10", "the domino of this turn is already laid"

    def _refuse_tax(self, square: Square) -> Refusal:
        if self.step > Step.TAX:
            return "Q4", "taxes are collected before building and before the dragon"
        if not self.fresh >> square & 1:
            return "Q5", "a knight goes onto a square of the domino just placed, one to a square"
        return None if self._estate.knights else ("Q5", "there is no knight in the reserve")

    def _refuse_build(self, space: int, square: Square) -> Refusal:
        if self.step > Step.DRAGON:
            return "Q4", "building comes before the dragon"
        if self.step > Step.BUILD:
            return "Q7", "one building a turn"
        refusal = self._refuse_space(space, "Q7")
        if refusal:
            return refusal
        if not self._estate.plots(self._mine) >> square & 1:
            return "Q7", f"{square_name(square)} is not a town square of one's own without a building"
        price = self.price(space, self._kingdom)
        return None if price <= self._estate.coins else ("Q7", f"it costs {price}, the purse has {self._estate.coins}")

    def _refuse_space(self, space: int, rule: str) -> Refusal:
        there = 0 <= space < SPACES and self.board[space] is not None
        return None if there else (rule, f"no tile lies on the space priced {space}")

    def _refuse_dragon(self, kingdom: int) -> Refusal:
        if not self.dragon_is_home:
            return "Q10", "the dragon flies once in a round"
        if self.queen == kingdom:
            return "Q10", "the dragon does not serve the queen's host"
        return None if self.estates[kingdom].coins >= DRAGON_PRICE else ("Q10", "the dragon wants a coin")

    def _refuse_stock(self, tiles: tuple[str, ...]) -> Refusal:
        if not self._wants_tiles:
            return "Q11", "no tiles are revealed now"
        if len(tiles) != self._tiles_wanted:
            return "Q11", f"{self._tiles_wanted} tiles are revealed"
        shown = (*self.tiles_seen, *tiles)
        if any(tile not in BUILDINGS or shown.count(tile) > BUILDINGS[tile].copies for tile in tiles):
            return "Q3", "a tile is revealed more often than the pile holds it"
        return None

    def __str__(self) -> str:
        from crownland.games.queen.position import position_text  # beside the reader, which makes states

        return position_text(self)


def start_with(rules_of: Callable[[Setup], Rules]) -> Callable[[Setup], State]:
    """What starts a game whose setup means the rules that *rules_of* makes of it."""

    def start(setup: Setup) -> State:
        rules = rules_of(setup)
        return State(rules, (EMPTY_KINGDOM,) * rules.kingdoms, (FIRST_ESTATE,) * rules.kingdoms, Turns(rules.lines))

    return start
