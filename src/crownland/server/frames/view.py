"""A moment of a session as the page sees it."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import astuple

from crownland.games import view as model
from crownland.games.meaning import Meaning
from crownland.kernel import domino, scoring
from crownland.kernel.square import Mask, Square, square_at, square_name, squares
from crownland.server.frames import wire
from crownland.server.timestamps import iso
from crownland.table.moment import Moment, Tile, Tiles, finished_games
from crownland.table.session import Happened, Session

__all__ = [
    "Changes",
    "Shown",
    "changes_between",
    "event_of",
    "meaning_of",
    "piece_of",
    "score_line",
    "square_names",
    "view_of",
]

REMEMBERED = 4096

ItemT = TypeVar("ItemT")
SourceT = TypeVar("SourceT")


class Shown(NamedTuple):
    """A view, and what it was made from."""

    view: wire.View
    drawn: model.View
    fresh: tuple[Mask, ...]
    tiles: tuple[Tiles, ...]


class Changes(NamedTuple):
    """How one view differs from another, as ``wire.News`` sends it."""

    view: dict[str, Any]
    kingdoms: dict[int, dict[str, Any]]
    lines: dict[int, list[int | wire.ScoreLine]]
    tiles: dict[int, dict[str, wire.Tile | None]]
    trays: dict[int, list[int | wire.Slot]]


def view_of(session: Session, last: Shown | None = None) -> Shown:
    """What everybody may see, which is all there is. What is as in *last* is not made again."""
    state, moment, view = session.state, session.moment, session.moment.view()
    kept = last is not None and last.drawn.realms == view.realms and not session.is_over
    made = wire.View(
        seq=session.seq,
        round=state.round,
        rounds=state.rounds,
        game=min(finished_games(state) + 1, state.games),
        games=state.games,
        actor=None if session.resigned is not None else state.actor,
        order=list(state.order),
        kingdoms=_kingdoms(view.realms, moment, last),
        trays=_trays(view.trays, last),
        steps=[wire.Step(step, step in moment.done) for step in view.steps],
        hand=[_half(half) for half in view.hand],
        past=_past(view.past, moment.past_tiles, last),
        standings=last.view.standings if last is not None and kept else _standings(session, view),
        over=session.is_over,
    )
    return Shown(made, view, moment.fresh, moment.tiles)


def changes_between(before: wire.View, after: wire.View) -> Changes:
    """What a page that has *before* needs to know of *after*."""
    view: dict[str, Any] = {"seq": after.seq, "actor": after.actor, "over": after.over}
    for name, old, new in zip(VIEW_FIELDS, astuple(before), astuple(after), strict=True):
        if old is not new and name not in VIEW_PARTS and old != new:
            view[name] = new
    changes = Changes(view, {}, {}, {}, {})
    for at, (was, kingdom) in enumerate(zip(before.kingdoms, after.kingdoms, strict=True)):
        if kingdom is not was:
            _compare_kingdoms(at, was, kingdom, changes)
    if before.trays is not after.trays:
        if list(map(_frame, before.trays)) != list(map(_frame, after.trays)):
            view["trays"] = after.trays
        else:
            for at, (tray, other) in enumerate(zip(before.trays, after.trays, strict=True)):
                if tray is not other and tray.slots != other.slots:
                    changes.trays[at] = _by_place(tray.slots, other.slots)
    return changes


VIEW_FIELDS, KINGDOM_FIELDS = wire.View.__struct_fields__, wire.Kingdom.__struct_fields__
VIEW_PARTS = frozenset(("seq", "actor", "over", "kingdoms", "trays"))  # sent always, or as changes of their own
KINGDOM_PARTS = frozenset(("lines", "tiles"))


def _compare_kingdoms(at: int, old: wire.Kingdom, new: wire.Kingdom, changes: Changes) -> None:
    pairs = zip(KINGDOM_FIELDS, astuple(old), astuple(new), strict=True)
    found = {
        name: value for name, was, value in pairs if was is not value and name not in KINGDOM_PARTS and was != value
    }
    if found:
        changes.kingdoms[at] = found
    if new.lines != old.lines:
        changes.lines[at] = _by_place(old.lines, new.lines)
    if new.tiles != old.tiles:
        gone: dict[str, wire.Tile | None] = dict.fromkeys(old.tiles.keys() - new.tiles.keys())
        changes.tiles[at] = gone | dict(new.tiles.items() - old.tiles.items())


def _frame(tray: wire.Tray) -> tuple[object, ...]:
    """All of a tray but its slots."""
    return tray.kind, tray.key, tray.badges


def _by_place(before: list[ItemT], after: list[ItemT]) -> list[int | ItemT]:
    """*after*, where an item that was there before is its place in *before*."""
    return [before.index(item) if item in before else item for item in after]


def event_of(happened: Happened) -> wire.Event:
    event, meaning = happened.event, happened.meaning
    return wire.Event(
        seq=event.seq,
        kind=event.kind,
        seat=event.seat,
        token=event.token,
        round=happened.round,
        points=event.points,
        bot=event.bot,
        at=iso(event.at),
        meaning=None if meaning is None else meaning_of(meaning),
    )


def score_line(line: scoring.ScoreLine) -> wire.ScoreLine:
    return wire.ScoreLine(
        reason=line.reason,
        points=line.points,
        factors=list(line.factors),
        squares=_names(line.squares),
        game=line.game,
        divisor=line.divisor,
    )


@lru_cache(REMEMBERED)
def piece_of(piece: model.Piece) -> wire.Piece:
    return wire.Piece(piece.kind, piece.key, [_half(half) for half in piece.halves])


@lru_cache(REMEMBERED)
def square_names(where: tuple[Square, ...]) -> list[str]:
    return list(map(square_name, where))


def _standings(session: Session, view: model.View) -> list[wire.Standing]:
    return [
        wire.Standing(kingdom=one.kingdom, rank=one.rank, total=one.total, decided_by=one.decided_by)
        for one in session.standings([realm.score for realm in view.realms])
    ]


def _kingdoms(realms: Sequence[model.Realm], moment: Moment, last: Shown | None) -> list[wire.Kingdom]:
    now = zip(realms, moment.fresh, moment.tiles, strict=True)
    if last is None:
        return [_kingdom(realm, fresh, tiles) for realm, fresh, tiles in now]
    before = zip(last.drawn.realms, last.fresh, last.tiles, strict=True)
    return [
        known
        if realm is drawn and fresh == was_fresh and tiles is were_tiles
        else _kingdom(realm, fresh, tiles, drawn, known)
        for (realm, fresh, tiles), (drawn, was_fresh, were_tiles), known in zip(
            now, before, last.view.kingdoms, strict=True
        )
    ]


def _trays(trays: Sequence[model.Tray], last: Shown | None) -> list[wire.Tray]:
    if last is None or len(trays) != len(last.drawn.trays):
        return list(map(_tray, trays))
    if trays == last.drawn.trays:
        return last.view.trays
    return [
        known if tray is drawn else _tray(tray, drawn, known)
        for tray, drawn, known in zip(trays, last.drawn.trays, last.view.trays, strict=True)
    ]


def _past(
    past: tuple[tuple[model.Realm, ...], ...], tiles: tuple[tuple[Tiles, ...], ...], last: Shown | None
) -> list[list[wire.Kingdom]]:
    if last is not None and past == last.drawn.past:
        return last.view.past
    return [
        [_kingdom(realm, 0, laid) for realm, laid in zip(*game, strict=True)] for game in zip(past, tiles, strict=True)
    ]


def _kingdom(
    realm: model.Realm,
    fresh: Mask,
    tiles: Tiles,
    drawn: model.Realm | None = None,
    known: wire.Kingdom | None = None,
) -> wire.Kingdom:
    """*known* was made of *drawn*."""
    west, south, east, north = realm.area
    pieces: dict[str, list[wire.Piece]] = {}
    for square, piece in realm.pieces:
        pieces.setdefault(square_name(square), []).append(piece_of(piece))
    return wire.Kingdom(
        seats=list(realm.seats),
        lands=realm.kingdom.lands.set_name(),
        land=str(realm.kingdom),
        reach=(square_name(square_at(west, south)), square_name(square_at(east, north))),
        fixed=realm.is_fixed,
        tiles={square_name(square): _tile(tile) for square, tile in tiles.items()},
        fresh=_names(fresh),
        pieces=pieces,
        pending={square_name(square): _half(half) for square, half in realm.pending},
        badges=[_badge(badge) for badge in realm.badges],
        total=realm.score.total,
        lines=_remade(
            score_line,
            realm.score.lines,
            () if drawn is None else drawn.score.lines,
            () if known is None else known.lines,
        ),
    )


def _remade(
    make: Callable[[SourceT], ItemT], sources: Iterable[SourceT], before: Iterable[SourceT], known: Iterable[ItemT]
) -> list[ItemT]:
    """What *make* makes of *sources*; what is *known*, made of one of those *before*, is not made again."""
    made = dict(zip(map(id, before), known, strict=True))
    return [made.get(id(source)) or make(source) for source in sources]


def _tray(tray: model.Tray, drawn: model.Tray | None = None, known: wire.Tray | None = None) -> wire.Tray:
    """*known* was made of *drawn*."""
    slots = _remade(_slot, tray.slots, () if drawn is None else drawn.slots, () if known is None else known.slots)
    return wire.Tray(kind=tray.kind, key=tray.key, slots=slots, badges=[_badge(badge) for badge in tray.badges])


def _slot(slot: model.Slot) -> wire.Slot:
    piece = None if slot.piece is None else piece_of(slot.piece)
    return wire.Slot(piece, slot.seat, slot.price, slot.is_done, list(slot.filled), slot.boxes)


@lru_cache(REMEMBERED)
def _tile(tile: Tile) -> wire.Tile:
    return wire.Tile(tile.domino, tile.half)


@lru_cache(REMEMBERED)
def _badge(badge: model.Badge) -> wire.Badge:
    return wire.Badge(badge.key, badge.count, badge.on)


def meaning_of(meaning: Meaning) -> wire.Meaning:
    return wire.Meaning(
        kind=meaning.kind,
        step=meaning.step,
        squares=square_names(meaning.squares),
        pieces=[piece_of(piece) for piece in meaning.pieces],
        tray=meaning.tray,
        spaces=list(meaning.spaces),
        coins=meaning.coins,
        seats=list(meaning.seats),
    )


def _half(half: domino.Half | None) -> wire.Half:
    return None if half is None else (half.terrain.key, half.crowns)


@lru_cache(REMEMBERED)
def _name_tuple(mask: Mask) -> tuple[str, ...]:
    return tuple(map(square_name, squares(mask)))


def _names(mask: Mask) -> list[str]:
    return list(_name_tuple(mask))
