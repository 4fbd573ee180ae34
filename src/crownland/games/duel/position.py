"""Positions of Duel as text, and back."""

from crownland.games.duel.book import SPELLS, Book
from crownland.games.duel.coat import FREE_SQUARES, MAP, Coat, Map, parse_coat
from crownland.games.duel.dice import DICE, roll_name
from crownland.games.duel.drawing import Drawing, Part
from crownland.games.duel.state import State
from crownland.games.position import Parts, refuse_position
from crownland.games.setup import Setup
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.square import parse_square, square_name
from crownland.kernel.token import parse_seat

__all__ = ["position_text", "read_position"]

_SEATS = (Seat(0), Seat(1))


def position_text(state: State) -> str:
    """Setup, maps with their sides of the spell book, A, round, dice, and what is being drawn."""
    parts = [str(state.setup)]
    for at, (land, book) in enumerate(zip(state.kingdoms, state.books, strict=True)):
        parts.append(f"{seat_letter(Seat(at))}:{land};{_book_text(book)}")
    parts += [f"first:{seat_letter(state.first)}"] if state.first is not None else []
    parts.append(f"round:{state.round}")
    parts += [f"dice:{roll_name(state.dice)}"] if state.dice else []
    if any(owner is not None for owner in state.taken):
        parts.append(f"taken:{''.join('-' if owner is None else seat_letter(owner) for owner in state.taken)}")
    for seat, coats in enumerate(state.plain):
        if coats is not None:
            letters = "".join(coat.letter for coat in coats) or ("0" if state.drew[seat] else "-")
            parts.append(f"drew{seat_letter(Seat(seat))}:{letters}")
    parts += _drawing_parts(state.drawing) if state.drawing else []
    if state.lightning and state.chooser is not None:
        parts.append(f"lightning:{seat_letter(state.chooser)}.{'.'.join(state.lightning)}")
    parts += ["over:yes"] if state.is_over else []
    return " ".join(parts)


def _book_text(book: Book) -> str:
    """``012000;split;-turn_die;castle;coat.q``: boxes by row, spells won, spells used, castle bonus used, its coat."""
    parts = ["".join(map(str, book.boxes)), *book.spells, *(f"-{key}" for key in book.used)]
    parts += [] if book.castle else ["castle"]
    parts += [f"coat.{book.coat.letter}"] if book.coat is not None else []
    return ";".join(parts)


def _drawing_parts(drawing: Drawing) -> list[str]:
    parts = [f"part:{drawing.part.name.lower()}"] if drawing.part else []
    names = [f"{die}{name.letter}" for die, name in zip(drawing.dice, drawing.names, strict=True) if name is not None]
    shown = roll_name(drawing.faces)
    parts += [f"showing:{shown}"]
    parts += [f"named:{'.'.join(names)}"] if names else []
    parts += [f"bonus:{drawing.bonus}"] if drawing.bonus is not None else []
    cast_now = [name for name, on in (("free", drawing.free), ("split", drawing.split)) if on]
    parts += [f"cast:{'.'.join(cast_now)}"] if cast_now else []
    parts += [f"drawn:{square_name(drawing.first)}"] if drawing.first is not None else []
    return parts


def read_position(setup: Setup, parts: Parts) -> State:
    (land_a, book_a), (land_b, book_b) = (_read_side(parts[seat_letter(seat)]) for seat in _SEATS)
    drew = [parts.get(f"drew{seat_letter(seat)}") for seat in _SEATS]
    chooser, *lightning = parts.listed("lightning") or [""]
    state = State(
        setup,
        (land_a, land_b),
        (book_a, book_b),
        first=parse_seat(parts.get("first")) if parts.get("first") else None,
        round=_number(parts["round"], range(1, 1000)),
        dice=tuple(_number(face, range(1, 7)) for face in parts.listed("dice")),
        taken=tuple(None if c == "-" else parse_seat(c) for c in parts.get("taken") or "-" * len(DICE)),
        plain=tuple(_read_drew(text) for text in drew),
        drew=(drew[0] not in ("", "-"), drew[1] not in ("", "-")),
        lightning=tuple(lightning),
        chooser=parse_seat(chooser) if chooser else None,
        is_over=parts.get("over") == "yes",
    )
    _check(state)
    return _with_drawing(state, parts)


def _with_drawing(state: State, parts: Parts) -> State:
    """The state with what is being drawn, which is so exactly when all dice are taken and no spell is to be used."""
    seat = state.actor
    if seat is None or state.lightning or None in state.taken:
        return state
    dice = tuple(die for die, owner in zip(DICE, state.taken, strict=True) if owner == seat)
    showing = tuple(_number(face, range(1, 7)) for face in parts.listed("showing"))
    if len(dice) != 2 or len(showing) != 2:
        raise refuse_position("the dice and who took them")
    named = {_number(text[:1], range(1, 5)): parse_coat(text[1:]) for text in parts.listed("named")}
    cast = parts.listed("cast")
    drawing = Drawing(
        (dice[0], dice[1]),
        (showing[0], showing[1]),
        names=(named.get(dice[0]), named.get(dice[1])),
        bonus=_number(parts.get("bonus"), dice) if parts.get("bonus") else None,
        free="free" in cast,
        split="split" in cast,
        first=parse_square(parts.get("drawn")) if parts.get("drawn") else None,
        part=_read_part(parts.get("part")),
        may_lose_bonus=state.setup.past_rules == 1,
    )
    if drawing.first is not None and not FREE_SQUARES & ~state.kingdoms[seat].occupied & 1 << drawing.first:
        raise refuse_position("the die drawn and the map")
    return State(**{**{name: getattr(state, name) for name in State.__slots__}, "drawing": drawing})


def _check(state: State) -> None:
    """Refuse what no game could come to."""
    if len(state.taken) != len(DICE) or len(state.dice) not in (0, len(DICE)):
        raise refuse_position("the dice and who took them")
    owners = sorted(owner for owner in state.taken if owner is not None)
    if owners and (not state.dice or owners not in ([state.first], [0, 0, 1, 1])):
        raise refuse_position("the dice and who took them")
    mine, other = state.books
    if any(mine.owns(key) and other.owns(key) for key in SPELLS) or any(key not in SPELLS for key in state.lightning):
        raise refuse_position("the two sides of the spell book")
    if any(not SPELLS[key].lightning for key in state.lightning):
        raise refuse_position("lightning and the spells (D7)")
    if state.first is not None and state.plain[1 - state.first] is not None and state.plain[state.first] is None:
        raise refuse_position("the players and their turns")
    crowded = "extra_cross" in state.lightning and state.kingdoms[state.chooser or 0].crowns[-1]
    if state.lightning and (crowded or not state.legal_actions()):
        raise refuse_position("lightning and the map (D7)")
    begun = bool(state.dice) or state.is_over or state.round > 1
    if state.first not in (_SEATS if begun else (None, *_SEATS)) or (state.chooser is None) != (not state.lightning):
        raise refuse_position("the players and their turns")


def _read_side(text: str) -> tuple[Map, Book]:
    land_text, *words = text.split(";")
    land = Map.parse(land_text)
    if land.occupied & ~MAP:
        raise InvalidTextError(f"expected a map of 7×5 around its castle (D2), got: {land_text[:80]!r}")
    boxes, *words = words or [""]
    if len(boxes) != len(SPELLS) or not boxes.isdecimal():
        raise InvalidTextError(f"expected the boxes of six rows like 012000, got: {boxes[:40]!r}")
    coats = [word for word in words if word.startswith("coat.")]
    spells = [word for word in words if word in SPELLS]
    used = [word[1:] for word in words if word.startswith("-") and word[1:] in SPELLS]
    if len(spells) + len(used) + len(coats) + ("castle" in words) != len(words):
        raise InvalidTextError(f"expected spells like split or -turn_die, got: {text[:80]!r}")
    coat: Coat | None = parse_coat(coats[0].removeprefix("coat.")) if coats else None
    book = Book(tuple(map(int, boxes)), tuple(spells), tuple(used), castle="castle" not in words, coat=coat)
    if any(filled > spell.boxes for filled, spell in zip(book.boxes, SPELLS.values(), strict=True)):
        raise InvalidTextError(f"expected no more boxes than the rows have (D6), got: {boxes!r}")
    return land, book


def _read_drew(text: str) -> tuple[Coat, ...] | None:
    if not text:
        return None
    return () if text in "-0" else tuple(map(parse_coat, text))


def _read_part(text: str) -> Part:
    try:
        return Part[text.upper()] if text else Part.TURN
    except KeyError:
        raise InvalidTextError(f"expected a part of the drawing like castle or draw, got: {text[:40]!r}") from None


def _number(text: str, allowed: range | tuple[int, ...]) -> int:
    if not text.isdecimal() or len(text) > 4 or int(text) not in allowed:
        raise InvalidTextError(f"expected a number from {min(allowed)} to {max(allowed)}, got: {text[:40]!r}")
    return int(text)
