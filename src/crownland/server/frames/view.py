"""A moment of a session as the page sees it, and what has changed since another one."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from crownland.games import view as model
from crownland.games.meaning import Meaning
from crownland.kernel import domino, scoring
from crownland.kernel.action import Seat
from crownland.kernel.square import Mask, Square, square_at, square_name, squares
from crownland.server.frames import wire
from crownland.server.timestamps import iso
from crownland.table.moment import Tile, Tiles, finished_games
from crownland.table.session import Happened, Session

__all__ = [
    "Changes",
    "Shown",
    "changes_between",
    "event_of",
    "meaning_of",
    "piece_of",
    "score_line",
    "shown_of",
    "square_names",
    "view_of",
    "whole_view",
]

REMEMBERED = 1024

_encode = msgspec.json.Encoder().encode

ItemT = TypeVar("ItemT")
SourceT = TypeVar("SourceT")


def remembered(make: Callable[[SourceT], ItemT]) -> Callable[[SourceT], ItemT]:
    """Decorates a function of a frozen value: what it has made of the same object lately is not made again.

    Unlike ``lru_cache``, it neither hashes nor compares values, which takes longer than most of what is made of them.
    """
    known: dict[int, tuple[SourceT, ItemT]] = {}

    def made(source: SourceT) -> ItemT:
        found = known.get(id(source))
        if found is None:
            if len(known) >= REMEMBERED:
                known.clear()
            found = known[id(source)] = source, make(source)
        return found[1]

    return made


class Shown(NamedTuple):
    """What a view is made from: all that has to be kept to tell later what has changed."""

    seq: int
    round: int
    rounds: int | None
    game: int
    games: int
    actor: Seat | None
    order: tuple[Seat, ...]
    over: bool
    drawn: model.View
    fresh: tuple[Mask, ...]
    tiles: tuple[Tiles, ...]
    past_tiles: tuple[tuple[Tiles, ...], ...]
    done: tuple[str, ...]
    standings: Sequence[scoring.Standing]


class Changes(NamedTuple):
    """How one view differs from another, as ``wire.News`` sends it."""

    view: dict[str, Any]
    kingdoms: dict[int, dict[str, Any]]
    lines: dict[int, list[int | wire.ScoreLine]]
    tiles: dict[int, dict[str, wire.Tile | None]]
    trays: dict[int, list[int | wire.Slot]]


def shown_of(session: Session, last: Shown | None = None) -> Shown:
    """What everybody may see, which is all there is. What is as in *last* is not worked out again."""
    state, moment, view = session.state, session.moment, session.moment.view()
    is_kept = last is not None and last.drawn.realms == view.realms and not session.is_over
    return Shown(
        session.seq,
        state.round,
        state.rounds,
        min(finished_games(state) + 1, state.games),
        state.games,
        None if session.resigned is not None else state.actor,
        state.order,
        session.is_over,
        view,
        moment.fresh,
        moment.tiles,
        moment.past_tiles,
        moment.done,
        last.standings if last is not None and is_kept else session.standings([realm.score for realm in view.realms]),
    )


def view_of(session: Session) -> wire.View:
    """The whole view of a session."""
    return whole_view(shown_of(session))


def whole_view(shown: Shown) -> wire.View:
    drawn = shown.drawn
    return wire.View(
        seq=shown.seq,
        round=shown.round,
        rounds=shown.rounds,
        game=shown.game,
        games=shown.games,
        actor=shown.actor,
        order=list(shown.order),
        kingdoms=list(map(_kingdom, drawn.realms, shown.fresh, shown.tiles)),
        trays=list(map(_tray, drawn.trays)),
        steps=_steps(shown),
        hand=_hand(shown),
        past=_past(shown),
        standings=_standings(shown),
        over=shown.over,
    )


def changes_between(before: Shown, after: Shown) -> Changes:
    """What a page that has the view of *before* needs to know of that of *after*."""
    view: dict[str, Any] = {"seq": after.seq, "actor": after.actor, "over": after.over}
    if before.round != after.round:
        view["round"] = after.round
    if before.rounds != after.rounds:
        view["rounds"] = after.rounds
    if before.game != after.game:
        view["game"] = after.game
    if before.order != after.order:
        view["order"] = after.order
    old, new = before.drawn, after.drawn
    if old.steps != new.steps or (new.steps and before.done != after.done):
        view["steps"] = _steps(after)
    if old.hand != new.hand:
        view["hand"] = _hand(after)
    if old.past != new.past or before.past_tiles is not after.past_tiles:
        view["past"] = _past(after)
    if before.standings is not after.standings and before.standings != after.standings:
        view["standings"] = _standings(after)
    changes = Changes(view, {}, {}, {}, {})
    for at, (was, realm) in enumerate(zip(old.realms, new.realms, strict=True)):
        if realm is not was:
            _compare_realms(at, was, realm, changes)
        if before.fresh[at] != after.fresh[at]:
            changes.kingdoms.setdefault(at, {})["fresh"] = _names(after.fresh[at])
        if before.tiles[at] is not after.tiles[at]:
            _compare_tiles(at, before.tiles[at], after.tiles[at], changes)
    if old.trays is not new.trays:
        _compare_trays(old.trays, new.trays, changes)
    return changes


def _compare_realms(at: int, old: model.Realm, new: model.Realm, changes: Changes) -> None:
    found: dict[str, Any] = {}
    if old.kingdom is not new.kingdom:
        found["land"] = str(new.kingdom)
    if old.area != new.area:
        found["reach"] = _reach(new)
    if old.pieces != new.pieces:
        found["pieces"] = _pieces(new)
    if old.pending != new.pending:
        found["pending"] = _pending(new)
    if old.badges != new.badges:
        found["badges"] = list(map(_badge, new.badges))
    if old.score is not new.score:
        if old.score.total != new.score.total:
            found["total"] = new.score.total
        if old.score.lines != new.score.lines:
            changes.lines[at] = _by_place(old.score.lines, new.score.lines, score_line)
    if found:
        changes.kingdoms[at] = found


def _compare_tiles(at: int, old: Tiles, new: Tiles, changes: Changes) -> None:
    found: dict[str, wire.Tile | None] = {
        square_name(square): _tile(tile) for square, tile in new.items() if old.get(square) is not tile
    }
    if len(new) != len(old) + len(found):
        found.update(dict.fromkeys(map(square_name, old.keys() - new.keys())))
    if found:
        changes.tiles[at] = found


def _compare_trays(old: Sequence[model.Tray], new: Sequence[model.Tray], changes: Changes) -> None:
    if len(old) != len(new) or not all(map(_is_same_tray, old, new)):
        changes.view["trays"] = list(map(_tray, new))
        return
    for at, (was, tray) in enumerate(zip(old, new, strict=True)):
        if tray is not was and (slots := _by_place(was.slots, tray.slots, _slot)) != list(range(len(was.slots))):
            changes.trays[at] = slots


def _is_same_tray(old: model.Tray, new: model.Tray) -> bool:
    """Whether all that is sent of a tray is the same, but its slots."""
    return old is new or (old.key == new.key and old.kind == new.kind and old.badges == new.badges)


def _by_place(
    before: Sequence[SourceT], after: Sequence[SourceT], make: Callable[[SourceT], ItemT]
) -> list[int | ItemT]:
    """What *make* makes of *after*, where an item that was there before is its place in *before*.

    Games remember most items, so they are the same objects; an equal one is found only if it is in its old place.
    """
    places = {id(item): place for place, item in enumerate(before)}
    found: list[int | ItemT] = []
    for at, item in enumerate(after):
        place = places.get(id(item))
        if place is None and at < len(before) and before[at] == item:
            place = at
        found.append(make(item) if place is None else place)
    return found


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
        meaning=None if meaning is None else cast(wire.Meaning, _meaning(meaning)),
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


@remembered
def piece_of(piece: model.Piece) -> wire.Piece:
    return wire.Piece(piece.kind, piece.key, [_half(half) for half in piece.halves])


@lru_cache(REMEMBERED)
def square_names(where: tuple[Square, ...]) -> list[str]:
    return list(map(square_name, where))


def _standings(shown: Shown) -> list[wire.Standing]:
    return [
        wire.Standing(kingdom=one.kingdom, rank=one.rank, total=one.total, decided_by=one.decided_by)
        for one in shown.standings
    ]


def _steps(shown: Shown) -> list[wire.Step]:
    return [wire.Step(step, step in shown.done) for step in shown.drawn.steps]


def _hand(shown: Shown) -> list[wire.Half]:
    return [_half(half) for half in shown.drawn.hand]


def _past(shown: Shown) -> list[list[wire.Kingdom]]:
    return [
        [_kingdom(realm, 0, laid) for realm, laid in zip(*game, strict=True)]
        for game in zip(shown.drawn.past, shown.past_tiles, strict=True)
    ]


def _kingdom(realm: model.Realm, fresh: Mask, tiles: Tiles) -> wire.Kingdom:
    return wire.Kingdom(
        seats=list(realm.seats),
        lands=realm.kingdom.lands.set_name(),
        land=str(realm.kingdom),
        reach=_reach(realm),
        fixed=realm.is_fixed,
        tiles={square_name(square): _tile(tile) for square, tile in tiles.items()},
        fresh=_names(fresh),
        pieces=_pieces(realm),
        pending=_pending(realm),
        badges=list(map(_badge, realm.badges)),
        total=realm.score.total,
        lines=list(map(score_line, realm.score.lines)),
    )


def _reach(realm: model.Realm) -> tuple[str, str]:
    west, south, east, north = realm.area
    return square_name(square_at(west, south)), square_name(square_at(east, north))


def _pieces(realm: model.Realm) -> dict[str, list[wire.Piece]]:
    pieces: dict[str, list[wire.Piece]] = {}
    for square, piece in realm.pieces:
        pieces.setdefault(square_name(square), []).append(piece_of(piece))
    return pieces


def _pending(realm: model.Realm) -> dict[str, wire.Half]:
    return {square_name(square): _half(half) for square, half in realm.pending}


def _tray(tray: model.Tray) -> wire.Tray:
    return wire.Tray(
        kind=tray.kind, key=tray.key, slots=list(map(_slot, tray.slots)), badges=list(map(_badge, tray.badges))
    )


@remembered
def _slot(slot: model.Slot) -> wire.Slot:
    piece = None if slot.piece is None else piece_of(slot.piece)
    return wire.Slot(piece, slot.seat, slot.price, slot.is_done, list(slot.filled), slot.boxes)


@remembered
def _tile(tile: Tile) -> wire.Tile:
    return wire.Tile(tile.domino, tile.half)


@remembered
def _badge(badge: model.Badge) -> wire.Badge:
    return wire.Badge(badge.key, badge.count, badge.on)


@remembered
def _meaning(meaning: Meaning) -> msgspec.Raw:
    return msgspec.Raw(_encode(meaning_of(meaning)))


def meaning_of(meaning: Meaning) -> wire.Meaning:
    return wire.Meaning(
        kind=meaning.kind,
        step=meaning.part,
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
