"""Reviews as JSON, which is kept beside a record: ``game.kdn`` and ``game.review.json``."""

import hashlib
import json
from pathlib import Path
from typing import Any

from crownland.kernel.errors import InvalidTextError
from crownland.notation.record import Record
from crownland.review.review import DIGITS, Decision, Draw, Review, Way, Wins

__all__ = ["VERSION", "find_kept", "keep", "kept_at", "read_review", "review_json"]

VERSION = 4  # rises when a field changes, or when the same game would be judged differently


def review_json(review: Review, record: Record | None = None) -> dict[str, Any]:
    """Returns *review* as plain values; *record* is the one it was made of."""
    kingdoms = [
        {
            "name": name,
            "luck": _number(review.luck[kingdom]),
            "skill": _number(review.skill[kingdom]),
            "rest": _number(review.rest[kingdom]),
            "accuracy": None if (share := review.accuracy(kingdom)) is None else _number(share),
        }
        for kingdom, name in enumerate(review.names)
    ]
    return {
        "crownland-review": VERSION,
        "record": digest_of(record) if record else None,
        "setup": review.setup,
        "judge": review.judge,
        "over": review.is_over,
        "start": _wins(review.start),
        "end": _wins(review.end),
        "loser": review.loser,
        "kingdoms": kingdoms,
        "moments": [_moment(one) for one in review.moments],
    }


def read_review(text: str) -> Review:
    """Returns the review that *text* spells. Raises InvalidTextError when it is not one, or of another version."""
    try:
        data = json.loads(text)
        version = data["crownland-review"]
        if version != VERSION:
            raise InvalidTextError(f"expected a review of version {VERSION}, got version {str(version)[:20]}")
        return Review(
            str(data["setup"]),
            tuple(str(one["name"]) for one in data["kingdoms"]),
            str(data["judge"]),
            _read_wins(data["start"]),
            tuple(_read_moment(one) for one in data["moments"]),
            _read_wins(data["end"]),
            bool(data["over"]),
            None if data["loser"] is None else int(data["loser"]),
        )
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        if isinstance(error, InvalidTextError):
            raise
        raise InvalidTextError(f"expected a review as JSON, got: {text[:60]!r}") from None


def kept_at(file: Path) -> Path:
    """Returns where the review of the record in *file* is kept."""
    return file.with_suffix(".review.json")


def find_kept(file: Path, record: Record) -> Review | None:
    """Returns the review that was kept beside *file*, if it is one of this very record."""
    try:
        text = kept_at(file).read_text(encoding="utf-8")
        return read_review(text) if json.loads(text).get("record") == digest_of(record) else None
    except (OSError, ValueError):
        return None


def keep(file: Path, record: Record, review: Review) -> bool:
    """Keeps *review* beside *file*; returns whether that was possible."""
    try:
        kept_at(file).write_text(json.dumps(review_json(review, record)) + "\n", encoding="utf-8")
    except OSError:
        return False
    return True


def digest_of(record: Record) -> str:
    return hashlib.sha256(str(record).encode()).hexdigest()


def _moment(one: Draw | Decision) -> dict[str, Any]:
    data: dict[str, Any] = {"seq": one.seq, "round": one.round}
    if isinstance(one, Draw):
        return data | {"draw": one.action, "expected": _wins(one.expected), "wins": _wins(one.wins)}
    data |= {"seat": one.seat, "kingdom": one.kingdom, "of": one.of, "played": _way(one.played)}
    return data | {"ways": [_way(way) for way in one.ways], "lost": _number(one.lost), "grade": one.grade.value}


def _way(way: Way) -> dict[str, Any]:
    return {"action": way.action, "wins": _wins(way.wins), "margin": way.margin}


def _number(value: float) -> float:
    return round(value, DIGITS)


def _wins(wins: Wins) -> list[float]:
    return list(wins)


def _read_moment(data: dict[str, Any]) -> Draw | Decision:
    seq, number = int(data["seq"]), int(data["round"])
    if "draw" in data:
        return Draw(seq, number, str(data["draw"]), _read_wins(data["expected"]), _read_wins(data["wins"]))
    ways = tuple(_read_way(one) for one in data["ways"])
    if not ways:
        raise ValueError("expected at least one way")
    return Decision(
        seq, number, int(data["seat"]), int(data["kingdom"]), _read_way(data["played"]), ways, int(data["of"])
    )


def _read_way(data: dict[str, Any]) -> Way:
    return Way(str(data["action"]), _read_wins(data["wins"]), float(data["margin"]))


def _read_wins(values: list[Any]) -> Wins:
    return tuple(float(one) for one in values)
