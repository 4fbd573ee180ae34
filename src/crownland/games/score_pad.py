"""The score pad of a game: it scores kingdoms that people write down, for those who play with the real box.

What cannot be read is refused. What can be read but cannot happen in a game is scored, and marked by a note.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any, Literal, TypeAlias

from crownland.games.protocol import State
from crownland.games.setup import Setup
from crownland.kernel.domino import DOMINOES, DominoId, Half
from crownland.kernel.errors import InvalidTextError, SetupError
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score, Standing, rank
from crownland.kernel.square import CASTLE_MASK, Mask, neighbours, rectangle
from crownland.kernel.terrain import Land

__all__ = [
    "PadField",
    "PadLand",
    "PadNote",
    "Reckoned",
    "ScorePad",
    "Sheet",
    "crowned_lands",
    "halves_of",
    "notes",
    "reckon",
]

# What a field holds: a number, a flag, the key of a choice, or the keys of several.
Value: TypeAlias = int | bool | str | tuple[str, ...]
MOST = 999  # of a number: what people can count


@dataclass(frozen=True, slots=True)
class PadLand:
    """A land that a kingdom can have, and the *most* crowns that the box has on a square of it."""

    land: Land
    most: int


@dataclass(frozen=True, slots=True)
class PadField:
    """Something to fill in besides the kingdom: a number, a flag, one of the *choices*, or several of them.

    Its name is the text ``pad.field.KEY``. *picture* is the key of its badge, or the kind of its pieces where it has
    choices. *choices* have the number of copies in the box. *most* is how much of it all kingdoms of a game can have,
    if that is known. *about* is the help text of a command, and *parse* reads the choices that are written in one.
    """

    key: str
    kind: Literal["number", "flag", "one", "several"]
    picture: str = ""
    choices: tuple[tuple[str, int], ...] = ()
    most: int | None = None
    rule: str = ""  # that says how much of it there is
    about: str = ""
    parse: Callable[[str], Value] | None = None

    def read(self, value: object) -> Value:
        """*value* as this field holds it. Raises InvalidTextError when it holds no such value."""
        keys = [key for key, _ in self.choices]
        if self.kind == "flag" and isinstance(value, bool):
            return value
        if self.kind == "number" and isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST:
            return value
        if self.kind == "one" and isinstance(value, str) and value in keys:
            return value
        if self.kind == "several" and isinstance(value, list | tuple) and all(one in keys for one in value):
            return tuple(value)
        wanted = {"flag": "true or false", "number": f"a number from 0 to {MOST}"}.get(self.kind, ", ".join(keys))
        raise InvalidTextError(f"expected {self.key} to be {wanted}, got: {str(value)[:40]!r}")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is written down of one kingdom: its land, and the fields that are filled in."""

    kingdom: Kingdom
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PadNote:
    """Something that cannot happen in a game: *key* is that of its text, ``pad.note.KEY``, and *rule* forbids it.

    Of *values*, ``land`` is the key of a land, ``field`` that of a field, and ``piece`` the ``kind.key`` of a piece;
    the others are numbers. *sheets* are the sheets it is about, with the squares to light up on each.
    """

    key: str
    rule: str
    values: Mapping[str, int | str]
    sheets: tuple[tuple[int, Mask], ...]


@dataclass(frozen=True, slots=True)
class ScorePad:
    """How the kingdoms of a game are scored from what people write down.

    *score* takes the setup, a sheet and the number of the game (K10). *halves* takes the first state and the sheets of
    a game and returns all that can lie in its kingdoms: the halves of the dominoes in the box; none where squares are
    drawn. *notes* are the game's own, for the sheet with that number. *options* are those that change a score,
    *size_rule* says how large a kingdom may be. *letters* explains how to write a kingdom, *example* is a command line;
    both are help texts.
    """

    kingdom: type[Kingdom]
    lands: tuple[PadLand, ...]
    score: Callable[[Setup, Sheet, int], Score]
    halves: Callable[[Any, Sequence[Sheet]], Sequence[Half]] = lambda _, __: ()
    notes: Callable[[Sheet, int], Iterable[PadNote]] = lambda _, __: ()
    fields: tuple[PadField, ...] = ()
    options: tuple[str, ...] = ()
    size_rule: str = "C4"
    letters: str = ""
    example: str = ""

    def read(self, land: str, values: Mapping[str, object]) -> Sheet:
        """A sheet from texts and values. Raises InvalidTextError when something cannot be read."""
        known = {one.key: one for one in self.fields}
        for key in values:
            if key not in known:
                raise InvalidTextError(f"expected a field of {', '.join(known) or 'none'}, got: {key[:40]!r}")
        return Sheet(self.kingdom.parse(land), {key: known[key].read(value) for key, value in values.items()})


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The score of every sheet, what cannot be, and the kingdoms from first to last."""

    scores: tuple[Score, ...]
    notes: tuple[PadNote, ...]
    standings: tuple[Standing, ...]


def reckon(pad: ScorePad, start: State[Any], sheets: Sequence[Sheet]) -> Reckoned:
    """Scores the kingdoms of a game that began with *start*.

    *sheets* are those of every kingdom; in a series, of every kingdom of the first game, then of the second (K10).
    """
    kingdoms = len(start.kingdoms)
    if len(sheets) != kingdoms * start.games:
        raise SetupError(f"expected {kingdoms * start.games} kingdoms, got {len(sheets)}")
    scores = tuple(pad.score(start.setup, sheet, at // kingdoms + 1) for at, sheet in enumerate(sheets))
    sums = [reduce(add, scores[at::kingdoms]) for at in range(kingdoms)]
    found: list[PadNote] = []
    for first in range(0, len(sheets), kingdoms):
        found += notes(pad, start, dict(enumerate(sheets[first : first + kingdoms], start=first)))
    return Reckoned(scores, tuple(found), rank(sums, start.tie_breaks))


def notes(pad: ScorePad, start: State[Any], sheets: Mapping[int, Sheet]) -> Iterator[PadNote]:
    """What cannot be in one game: first of every sheet alone, then of all together."""
    for at, sheet in sheets.items():
        yield from _land_notes(pad, at, sheet.kingdom, start.extent)
        yield from pad.notes(sheet, at)
    yield from _half_notes(pad.halves(start, tuple(sheets.values())), sheets)
    for one in pad.fields:
        yield from _field_notes(one, sheets)


def halves_of(dominoes: Iterable[DominoId]) -> tuple[Half, ...]:
    """The squares of *dominoes*."""
    return tuple(half for number in dominoes for half in (DOMINOES[number].left, DOMINOES[number].right))


def crowned_lands(halves: Sequence[Half]) -> tuple[PadLand, ...]:
    """The lands of *halves*, each with the most crowns that it has on a square."""
    most: dict[Land, int] = {}
    for half in halves:
        most[half.terrain] = max(most.get(half.terrain, 0), half.crowns)
    return tuple(PadLand(land, most[land]) for land in sorted(most))


def _land_notes(pad: ScorePad, at: int, kingdom: Kingdom, extent: tuple[int, int]) -> Iterator[PadNote]:
    """C4, C5: a kingdom that is too large, or not connected; on a map anything may lie alone (D7)."""
    columns, rows = extent
    limit = {"columns": columns, "rows": rows}
    if kingdom.fixed_area is not None:
        if beside := kingdom.occupied & ~rectangle(*kingdom.fixed_area):
            yield PadNote("off-map", pad.size_rule, {"count": beside.bit_count(), **limit}, ((at, beside),))
        return
    if ends := _ends(kingdom, columns, rows):
        size = {"width": kingdom.width, "height": kingdom.height}
        yield PadNote("too-wide", pad.size_rule, {**size, **limit}, ((at, ends),))
    if apart := kingdom.occupied & ~_reached(kingdom):
        yield PadNote("unconnected", "C5", {"count": apart.bit_count()}, ((at, apart),))


def _ends(kingdom: Kingdom, columns: int, rows: int) -> Mask:
    """The squares at both ends of a kingdom that is too wide or too high."""
    west, south, east, north = kingdom.box
    found = 0
    if kingdom.width > columns:
        found |= rectangle(west, south, west, north) | rectangle(east, south, east, north)
    if kingdom.height > rows:
        found |= rectangle(west, south, east, south) | rectangle(west, north, east, north)
    return found & kingdom.occupied & ~CASTLE_MASK


def _reached(kingdom: Kingdom) -> Mask:
    """The squares that can be reached from the castle."""
    seen, front = CASTLE_MASK, CASTLE_MASK
    while front:
        front = neighbours(front) & kingdom.occupied & ~seen
        seen |= front
    return seen


def _half_notes(halves: Sequence[Half], sheets: Mapping[int, Sheet]) -> Iterator[PadNote]:
    """C2: squares and crowns that the dominoes of the box do not have, all kingdoms together."""
    lands = {land: None for sheet in sheets.values() for land in sheet.kingdom.lands} if halves else {}
    for land in lands:
        for crowns in range(Kingdom.most_crowns + 1):
            laid = {at: _laid(sheet.kingdom, land, crowns) for at, sheet in sheets.items()}
            count = sum(mask.bit_count() for mask in laid.values())
            most = sum(half.terrain == land and half.crowns >= crowns for half in halves)
            if count > most:
                values: dict[str, int | str] = {"land": land.key, "count": count, "most": most}
                key = "crowns" if crowns else "squares"
                places = tuple((at, mask) for at, mask in laid.items() if mask)
                yield PadNote(key, "C2", values | ({"crowns": crowns} if crowns else {}), places)
                break


def _laid(kingdom: Kingdom, land: Land, crowns: int) -> Mask:
    """The squares of *land* with at least so many crowns."""
    found = kingdom.terrains[land]
    return found & kingdom.crowns[crowns - 1] if crowns else found


def _field_notes(one: PadField, sheets: Mapping[int, Sheet]) -> Iterator[PadNote]:
    """What there is less of than is written down, all kingdoms together."""
    held = {at: sheet.values.get(one.key) for at, sheet in sheets.items()}
    if one.most is not None:
        counts = {at: int(value) if isinstance(value, int) else 1 for at, value in held.items() if value}
        if sum(counts.values()) > one.most:
            values: dict[str, int | str] = {"field": one.key, "count": sum(counts.values()), "most": one.most}
            yield PadNote("supply", one.rule, values, tuple((at, 0) for at in counts))
    if one.kind == "several":
        for key, copies in one.choices:
            owned = {at: list(value or ()).count(key) for at, value in held.items()}
            if sum(owned.values()) > copies:
                values = {"piece": f"{one.picture}.{key}", "count": sum(owned.values()), "most": copies}
                yield PadNote("supply", one.rule, values, tuple((at, 0) for at, count in owned.items() if count))
