"""What faces draw of Duel: two maps, four dice, and the spell book."""

from functools import lru_cache

from crownland.games.duel.book import SPELLS, Book
from crownland.games.duel.coat import MAP_BOX, Map
from crownland.games.duel.dice import DICE, face_of
from crownland.games.duel.meaning import TRAY, die_piece, face_half
from crownland.games.duel.state import State, cached_score
from crownland.games.view import Badge, Piece, Realm, Slot, Tray, View
from crownland.kernel.action import Seat
from crownland.kernel.domino import Half

__all__ = ["BOOK", "view"]

BOOK = "spells"  # the tray of the spell book
STEPS = ("turn_die", "name_wild", "castle_bonus", "free_placement", "split", "draw")  # the parts of a drawing


def view(state: State) -> View:
    drawing = state.drawing
    return View(
        realms=tuple(_realms(state)),
        trays=(_dice(state), _book(state.books)),
        hand=drawing.halves if drawing is not None and drawing.unnamed is None else (),
        steps=STEPS if drawing is not None else (),
    )


def _realms(state: State) -> list[Realm]:
    realms = []
    for at, (land, book) in enumerate(zip(state.kingdoms, state.books, strict=True)):
        drawing = state.drawing if state.actor == at else None
        first = None if drawing is None or drawing.first is None else (drawing.first, drawing.halves[0])
        realms.append(_realm(Seat(at), land, book, first))
    return realms


@lru_cache(4096)
def _realm(seat: Seat, land: Map, book: Book, first: object) -> Realm:
    """*first* is the die of a split that is drawn already, and its square (D7)."""
    return Realm(
        (seat,),
        land,
        MAP_BOX,
        cached_score(land, book),
        is_fixed=True,
        badges=(Badge("castle_bonus", on=book.castle),),
        pending=() if first is None else (first,),  # type: ignore[arg-type]
    )


def _dice(state: State) -> Tray:
    slots = []
    for die, owner in zip(DICE, state.taken, strict=True):
        printed = [face_half(face_of(die, state.dice))] if state.dice else []
        is_drawn = owner is not None and state.plain[owner] is not None
        slots.append(Slot(die_piece(die, *printed), owner, is_done=is_drawn))
    drawing = state.drawing
    if drawing is not None:
        for die, face, coat in zip(drawing.dice, drawing.shown, drawing.coats, strict=True):
            drawn = None if coat is None else Half(coat, face.crosses + (drawing.bonus == die))
            slots[die - 1] = Slot(die_piece(die, face_half(face), drawn), state.taken[die - 1])
    return Tray("dice", TRAY, tuple(slots))


@lru_cache(1024)
def _book(books: tuple[Book, Book]) -> Tray:
    """D6: a slot for each row, its piece the spell with the coat of the row, and the coat that a bonus was put on."""
    slots = []
    for row, spell in enumerate(SPELLS.values()):
        owner = next((Seat(seat) for seat, book in enumerate(books) if book.owns(spell.key)), None)
        halves = [Half(spell.coat, 0)]
        if owner is not None and spell.key == "coat_bonus" and (coat := books[owner].coat) is not None:
            halves.append(Half(coat, 0))
        slots.append(
            Slot(
                Piece("spell", spell.key, tuple(halves)),
                owner,
                is_done=owner is not None and spell.key in books[owner].used,
                filled=tuple(book.boxes[row] for book in books),
                boxes=spell.boxes,
            )
        )
    return Tray("spells", BOOK, tuple(slots))
