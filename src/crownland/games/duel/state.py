"""A game of Kingdomino Duel as a value."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from crownland.games.duel.action import (
    Action,
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Roll,
    Split,
    Take,
    TurnDie,
)
from crownland.games.duel.book import SPELLS, Book, fill
from crownland.games.duel.coat import MAP_BOX, Coat, Map
from crownland.games.duel.dice import DICE, ROLLS, roll_name
from crownland.games.duel.drawing import Drawing
from crownland.games.duel.meaning import aim, meaning
from crownland.games.duel.refusal import refuse_drawing, refuse_lightning, refuse_take
from crownland.games.meaning import Meaning
from crownland.games.protocol import BaseState, Chance
from crownland.games.setup import Setup
from crownland.kernel.action import End, Opening, Seat, seat_letter
from crownland.kernel.errors import Refusal
from crownland.kernel.scoring import Score, ScoreLine, property_score
from crownland.kernel.square import CASTLE_MASK, Square, squares

__all__ = ["PLAYERS", "State", "cached_score", "score", "start"]

PLAYERS = (2,)
TIE_BREAKS = ("largest-property",)  # D11
COAT_BONUS = 3
_SPELL_USED = {TurnDie: "turn_die", FreePlacement: "free_placement", Split: "split"}


@dataclass(frozen=True, slots=True, repr=False)
class State(BaseState):
    """All that is public. *first* is player A of this round (D3), *dice* the faces rolled, *taken* who has which die.

    *drawing* is what the player who draws has decided so far. *plain* holds, for each player who has drawn this round,
    the coats that will fill boxes, *drew* who drew anything. *lightning* are spells that *chooser* has just won and
    must use.
    """

    setup: Setup
    kingdoms: tuple[Map, Map]
    books: tuple[Book, Book]
    first: Seat | None = None
    round: int = 1
    dice: tuple[int, ...] = ()
    taken: tuple[Seat | None, ...] = (None,) * len(DICE)
    drawing: Drawing | None = None
    plain: tuple[tuple[Coat, ...] | None, ...] = (None, None)
    drew: tuple[bool, bool] = (False, False)
    lightning: tuple[str, ...] = ()
    chooser: Seat | None = None
    is_over: bool = False

    @property
    def chance(self) -> Chance[Any] | None:
        if self.first is None:
            return Chance("kings 1", (Seat(0), Seat(1)), 2, seat_letter)
        if not self.dice and not self.is_over:
            return Chance(f"dice {self.round}", ROLLS, 1, roll_name)
        return None

    def chance_action(self, items: tuple[Any, ...]) -> Action:
        return Opening(items) if self.first is None else Roll(items[0])

    @property
    def actor(self) -> Seat | None:
        if self.first is None or not self.dice or self.is_over:
            return None
        if self.lightning:
            return self.chooser
        if None in self.taken:
            return self.first if self.taken.count(None) == len(DICE) else self.second
        return self.first if self.plain[self.first] is None else self.second

    @property
    def second(self) -> Seat:
        """Player B of this round."""
        return Seat(1 - (self.first or 0))

    def row_is_won(self, coat: Coat) -> bool:
        """D6: whether the spell of that coat's row has an owner."""
        return any(book.owns(spell.key) for book in self.books for spell in SPELLS.values() if spell.coat == coat)

    @property
    def turn(self) -> tuple[object, ...]:
        return self.round, self.actor, self.drawing is None

    @property
    def order(self) -> tuple[Seat, ...]:
        """D3: A before B."""
        return () if self.first is None else (self.first, self.second)

    def legal_actions(self) -> tuple[Action, ...]:
        """Dice by number, one before two; a drawing part by part (see Drawing); lightning by coat or square."""
        seat = self.actor
        if seat is None:
            return ()
        if self.lightning:
            return tuple(self._lightning_choices(seat))
        if self.drawing is None:
            return tuple(self._takes(seat))
        return tuple(self.drawing.actions(self.kingdoms[seat], self.books[seat]))

    def apply(self, action: Action) -> "State":
        """The state after *action*, which is trusted to be legal."""
        match action:
            case Opening(seats):
                return replace(self, first=seats[0])
            case Roll(faces):
                return replace(self, dice=faces)
            case Take(dice):
                return self._take(dice)
            case CoatBonus(coat):
                return self._chosen(replace(self._book.use("coat_bonus"), coat=coat), self._map)
            case ExtraCross(square):
                return self._chosen(self._book.use("extra_cross"), self._map.crowned(square))
            case DrawPair(_, _, square, direction):
                return self._draw((square, Square(square + direction.step)))
            case DrawDie(die, square):
                return self._draw_die(die, square)
            case End():
                return self._draw((None, None))
            case TurnDie() | NameWild() | CastleBonus() | FreePlacement() | Split():
                book = self._book.use(_SPELL_USED[type(action)]) if type(action) in _SPELL_USED else self._book
                return replace(self, drawing=self._drawing.after(action), books=self._with_book(self._seat, book))

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        return TIE_BREAKS

    def score(self, kingdom: int) -> Score:
        return cached_score(self.kingdoms[kingdom], self.books[kingdom])

    @property
    def extent(self) -> tuple[int, int]:
        return MAP_BOX[2] - MAP_BOX[0] + 1, MAP_BOX[3] - MAP_BOX[1] + 1

    def meaning(self, action: Action) -> Meaning:
        return meaning(self, action)

    def aim(self, kind: str, squares: tuple[Square, ...]) -> Action | None:
        return None if self.drawing is None else aim(self.drawing, kind, squares)

    @property
    def _seat(self) -> Seat:
        """Who acts; a seat must be to act."""
        return cast(Seat, self.actor)

    @property
    def _book(self) -> Book:
        return self.books[self._seat]

    @property
    def _map(self) -> Map:
        return self.kingdoms[self._seat]

    @property
    def _drawing(self) -> Drawing:
        return cast(Drawing, self.drawing)

    def _takes(self, seat: Seat) -> list[Take]:
        """D3: A takes one, B two of the other three; D7: with ``pick_two`` A may take two."""
        left = [die for die, owner in zip(DICE, self.taken, strict=True) if owner is None]
        takes = [Take((die,)) for die in left] if seat == self.first else []
        if seat != self.first or "pick_two" in self.books[seat].spells:
            takes += [Take((low, high)) for low in left for high in left if low < high]
        return takes

    def _lightning_choices(self, seat: Seat) -> list[Action]:
        if self.lightning[0] == "coat_bonus":
            return [CoatBonus(coat) for coat in Coat]
        return [ExtraCross(square) for square in squares(self.kingdoms[seat].occupied & ~CASTLE_MASK)]

    def _take(self, dice: tuple[int, ...]) -> "State":
        seat = self._seat
        books = (
            self._with_book(seat, self._book.use("pick_two")) if seat == self.first and len(dice) == 2 else self.books
        )
        taken = tuple(seat if die in dice else owner for die, owner in zip(DICE, self.taken, strict=True))
        if len(dice) == 2:  # what is left belongs to the other one
            other = Seat(1 - seat)
            taken = tuple(other if owner is None else owner for owner in taken)
        after = replace(self, taken=taken, books=books)
        return after if None in taken else replace(after, drawing=after._new_drawing(after._seat))

    def _new_drawing(self, seat: Seat) -> Drawing:
        low, high = (die for die, owner in zip(DICE, self.taken, strict=True) if owner == seat)
        faces = self.dice[low - 1], self.dice[high - 1]
        return Drawing((low, high), faces, may_lose_bonus=self.setup.past_rules == 1)

    def _draw_die(self, die: int, square: Square) -> "State":
        drawing = self._drawing
        if drawing.first is not None:
            return self._draw((drawing.first, square))
        if drawing.both_can_be_drawn(self._map):
            return replace(self, drawing=drawing.after(DrawDie(die, square)))
        return self._draw((square, None) if die == drawing.dice[0] else (None, square))  # the other one is lost

    def _draw(self, where: tuple[Square | None, Square | None]) -> "State":
        """D4: the drawing is done; each die is on its square, or not drawn."""
        seat, drawing, land, book = self._seat, self._drawing, self._map, self._book
        plain: list[Coat] = []
        if where != (None, None):
            for die, face, half, square in zip(drawing.dice, drawing.shown, drawing.halves, where, strict=True):
                if square is None:
                    continue
                land = land.with_half(square, half)
                if drawing.bonus == die:
                    book = replace(book, castle=False)  # D8
                elif face.coat is not None and not face.crosses:
                    plain.append(face.coat)  # D6
        after = replace(
            self,
            kingdoms=_with(self.kingdoms, seat, land),
            books=_with(self.books, seat, book),
            plain=_with(self.plain, seat, tuple(plain)),
            drew=_with(self.drew, seat, where != (None, None)),
            drawing=None,
        )
        if seat == self.first:
            return replace(after, drawing=after._new_drawing(after.second))
        return after._fill(self.first or Seat(0))

    def _fill(self, seat: Seat) -> "State":
        """D6: *seat* fills the spell book; lightning spells just won are to be used before anything else."""
        before, other = self.books[seat], self.books[1 - seat]
        book = fill(before, other, self.plain[seat] or ())
        won = tuple(key for key in book.spells if SPELLS[key].lightning and key not in before.spells)
        after = replace(self, books=self._with_book(seat, book), lightning=won, chooser=seat)
        return after if won else after._filled()

    def _chosen(self, book: Book, land: Map) -> "State":
        seat = self._seat
        after = replace(
            self,
            kingdoms=_with(self.kingdoms, seat, land),
            books=self._with_book(seat, book),
            lightning=self.lightning[1:],
        )
        return after if after.lightning else after._filled()

    def _filled(self) -> "State":
        """*chooser* is done with the spell book: A is followed by B, B by the next round or the end (D9)."""
        if self.chooser == self.first:
            return self._fill(self.second)
        over = any(land.is_full for land in self.kingdoms) or not any(self.drew)
        return State(
            self.setup,
            self.kingdoms,
            self.books,
            first=self.first if over else self.second,  # D3: roles swap
            round=self.round + (not over),
            is_over=over,
        )

    def _with_book(self, seat: Seat, book: Book) -> tuple[Book, Book]:
        return cast(tuple[Book, Book], _with(self.books, seat, book))

    def refusal(self, action: Action) -> Refusal:
        match action:
            case Opening(seats):
                if self.first is not None:
                    return "D3", "who begins is drawn once"
                return None if sorted(seats) == [0, 1] else ("D3", "both players are drawn")
            case Roll(faces):
                if self.first is None or self.dice or self.is_over:
                    return "D3", "no dice are rolled now"
                return None if _is_roll(faces) else ("D1", "four dice with faces 1 to 6 are rolled")
        seat = self.actor
        if seat is None:
            return ("D9", "the game is over") if self.is_over else ("D3", "the dealer acts now")
        legal = self.legal_actions()
        if action in legal:
            return None
        if self.lightning:
            return refuse_lightning(self.lightning[0])
        if self.drawing is None:
            return refuse_take(action, is_first=seat == self.first, left=self.taken.count(None))
        return refuse_drawing(action, self.drawing, self.kingdoms[seat], self.books[seat])

    def __str__(self) -> str:
        from crownland.games.duel.position import position_text  # beside the reader, which makes states

        return position_text(self)


def start(setup: Setup) -> State:
    return State(setup, (Map.empty(), Map.empty()), (Book(), Book()))


def score(land: Map, book: Book) -> Score:
    """D10: squares × crosses of every domain, and the bonus for a coat; D11: the largest domain breaks a tie."""
    lines, domains = property_score(land)
    if book.coat is not None:
        count = sum(domain.terrain == book.coat for domain in domains)
        lines = (*lines, ScoreLine("coat_bonus", COAT_BONUS * count, (count, COAT_BONUS)))
    return Score(lines, (max((domain.size for domain in domains), default=0),))


cached_score = lru_cache(2048)(score)  # a table asks about the same maps again and again


def _is_roll(faces: tuple[int, ...]) -> bool:
    return len(faces) == len(DICE) and all(face in DICE[die] for die, face in enumerate(faces, start=1))


def _with(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, Any]:
    return (value, values[1]) if at == 0 else (values[0], value)
