"""The badges and pieces of a kingdom in signs."""

from crownland.games.view import Badge, Piece, Realm
from crownland.kernel.square import Square
from crownland.table.wording import badge_words, piece_words
from crownland.tui.board import Marker
from crownland.tui.registry import registry
from crownland.words import Words

__all__ = ["marker_of", "markers_of", "purse_text"]


def purse_text(realm: Realm, words: Words) -> str:
    """``●7 ♞1 ♖0 ♕``; a badge without a sign is named."""
    return " ".join(filter(None, (_badge(badge, words) for badge in realm.badges)))


def markers_of(realm: Realm, words: Words) -> dict[Square, Marker]:
    """What stands on the squares of *realm*."""
    markers: dict[Square, Marker] = {}
    for square, piece in realm.pieces:
        known, added = markers.get(square, Marker()), marker_of(piece, words)
        markers[square] = Marker(known.sign or added.sign, known.name or added.name, known.short or added.short)
    return markers


def marker_of(piece: Piece, words: Words) -> Marker:
    sign = registry().pieces.get(piece.kind)
    if sign:
        return Marker(sign)
    return Marker(name=piece_words(piece, words), short=words.find(f"sign.{piece.key}") or "")


def _badge(badge: Badge, words: Words) -> str:
    sign = registry().badges.get(badge.key)
    if sign is None:
        return badge_words(badge, words)
    return f"{sign}{'' if badge.count is None else badge.count}" if sign and badge.on else ""
