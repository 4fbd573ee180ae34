"""What an action means in words: the values of its texts, and what was done in a few words.

Texts are keyed by the kind of the action. What a catalogue lacks, because a game comes from outside, falls back to a
plain text.
"""

from collections.abc import Callable, Sequence

from crownland.games.meaning import Meaning
from crownland.games.view import Badge, Piece
from crownland.kernel.domino import Half
from crownland.kernel.scoring import ScoreLine
from crownland.kernel.square import square_name
from crownland.kernel.terrain import Land
from crownland.words import Words

__all__ = [
    "VALUES",
    "badge_words",
    "coin_words",
    "deed_text",
    "half_words",
    "land_words",
    "named",
    "piece_words",
    "reason_words",
    "values_of",
]

# How a text lists the pieces of a kind, where that is not the kind with an s.
PLURALS = {"domino": "dominoes"}
# What pieces of a kind give besides their names; the folder of a game enters it.
VALUES: dict[str, Callable[[Sequence[Piece], Words], dict[str, object]]] = {}


def named(words: Words, key: str, name: str) -> str:
    """Returns the text of *key*, or *name* in plain words where no catalogue has it."""
    return words(key) if key in words else name.replace("_", " ").replace("-", " ")


def reason_words(reason: str, words: Words) -> str:
    """Returns the name of what brings points: a land, a building, a bonus."""
    return named(words, f"reason.{reason}", reason)


def land_words(land: Land, words: Words) -> str:
    return reason_words(land.key, words)


def half_words(half: Half | None, words: Words) -> str:
    """``lake ♛♛``; None may become anything."""
    if half is None:
        return named(words, "table.wild", "any")
    return f"{land_words(half.terrain, words)} {half.terrain.crown_sign() * half.crowns}".rstrip()


def piece_words(piece: Piece, words: Words, *, with_halves: bool = False) -> str:
    """``church``, ``17``; a domino *with_halves* is ``17 forest · lake ♛``."""
    key = f"{piece.kind}.{piece.key}"
    name = words(key) if key in words else reason_words(piece.key or piece.kind, words)
    if not with_halves or len(piece.halves) < 2:
        return name
    return f"{name} {' · '.join(half_words(half, words) for half in piece.halves)}"


def badge_words(badge: Badge, words: Words) -> str:
    """``7 coins``, ``dragon away``."""
    key = f"badge.{badge.key}"
    if badge.count is not None:
        return words(key, count=badge.count) if key in words else f"{badge.count} {named(words, key, badge.key)}"
    if badge.on:
        return named(words, key, badge.key)
    return words(f"{key}.off") if f"{key}.off" in words else f"({named(words, key, badge.key)})"


def coin_words(line: ScoreLine, words: Words) -> str:
    """Returns why coins come or go: ``taxes 5``, ``knights' treasury 2``."""
    key = f"table.coins.{line.reason}"
    return f"{words(key) if key in words else reason_words(line.reason, words)} {abs(line.points)}"


def values_of(
    meaning: Meaning, words: Words, *, points: int = 0, token: str = "", with_halves: bool = False
) -> dict[str, object]:
    """Returns what the texts of an action may ask for.

    Each kind of piece gives its name (``domino``), a list of all (``dominoes``), and what ``VALUES`` adds.
    """
    values: dict[str, object] = {
        "square": " ".join(map(square_name, meaning.squares)),
        "coins": words("table.coins", count=abs(meaning.coins)),
        "price": -meaning.coins,
        "points": f"{points:+d}",
        "token": token,
    }
    for kind in dict.fromkeys(piece.kind for piece in meaning.pieces):
        pieces = [piece for piece in meaning.pieces if piece.kind == kind]
        names = [piece_words(piece, words, with_halves=with_halves) for piece in pieces]
        values |= {kind: names[0], PLURALS.get(kind, f"{kind}s"): ", ".join(names)}
        values |= VALUES[kind](pieces, words) if kind in VALUES else {}
    return values


def deed_text(meaning: Meaning, words: Words, *, points: int = 0, token: str = "") -> str:
    """Returns what was done: ``placed 17 (+3)``, ``taxed h8: +5 coins``, ``drew (+4)``."""
    key = f"table.news.{meaning.kind}"
    return words(key if key in words else "table.news.token", **values_of(meaning, words, points=points, token=token))
