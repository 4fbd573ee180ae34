"""A moment of a session as the page sees it."""

from collections.abc import Iterable
from functools import lru_cache

from crownland.games import view as model
from crownland.games.meaning import Meaning
from crownland.kernel import domino, scoring
from crownland.kernel.square import Mask, Square, square_at, square_name, squares
from crownland.server.frames import wire
from crownland.server.timestamps import iso
from crownland.table.moment import finished_games
from crownland.table.session import Happened, Session

__all__ = ["event_of", "piece_of", "score_line", "square_names", "view_of"]

REMEMBERED = 4096  # more than the kingdoms of all tables that are played at once


def view_of(session: Session) -> wire.View:
    """What everybody may see, which is all there is."""
    state, moment, view = session.state, session.moment, session.moment.view()
    return wire.View(
        seq=session.seq,
        round=state.round,
        rounds=state.rounds,
        game=min(finished_games(state) + 1, state.games),
        games=state.games,
        actor=None if session.resigned is not None else state.actor,
        order=list(state.order),
        kingdoms=[_kingdom(realm, fresh) for realm, fresh in zip(view.realms, moment.fresh, strict=True)],
        trays=[_tray(tray) for tray in view.trays],
        steps=[wire.Step(step, step in moment.done) for step in view.steps],
        hand=[_half(half) for half in view.hand],
        past=[[_kingdom(realm, 0) for realm in realms] for realms in view.past],
        standings=[
            wire.Standing(kingdom=one.kingdom, rank=one.rank, total=one.total, decided_by=one.decided_by)
            for one in session.standings([realm.score for realm in view.realms])
        ],
        over=session.is_over,
    )


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
        meaning=None if meaning is None else _meaning(meaning),
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


def square_names(where: Iterable[Square]) -> list[str]:
    return list(map(square_name, where))


# A kingdom changes once in a round and is shown after every action: what was made of it is kept.


@lru_cache(REMEMBERED)
def _kingdom(realm: model.Realm, fresh: Mask) -> wire.Kingdom:
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
        fresh=_names(fresh),
        pieces=pieces,
        pending={square_name(square): _half(half) for square, half in realm.pending},
        badges=[_badge(badge) for badge in realm.badges],
        total=realm.score.total,
        lines=[score_line(line) for line in realm.score.lines],
    )


def _tray(tray: model.Tray) -> wire.Tray:
    slots = [_slot(slot) for slot in tray.slots]
    return wire.Tray(kind=tray.kind, key=tray.key, slots=slots, badges=[_badge(badge) for badge in tray.badges])


def _slot(slot: model.Slot) -> wire.Slot:
    piece = None if slot.piece is None else piece_of(slot.piece)
    return wire.Slot(piece, slot.seat, slot.price, slot.is_done, list(slot.filled), slot.boxes)


@lru_cache(REMEMBERED)
def _badge(badge: model.Badge) -> wire.Badge:
    return wire.Badge(badge.key, badge.count, badge.on)


def _meaning(meaning: Meaning) -> wire.Meaning:
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
