"""Why one action is better than another: facts that the engine has counted, the most telling first.

A reason is a key of the catalogues, ``why.*``, and the values of its text. Nothing here is an opinion: what only a
search can see has no reason.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.view import Badge, Piece
from crownland.kernel.action import Seat, seat_letter
from crownland.review.facts import Facts, facts_of
from crownland.table.gain import Gain
from crownland.table.wording import badge_words, piece_words, reason_words
from crownland.words import Words

__all__ = ["MOST", "Reason", "reason_text", "reasons_for", "reasons_of"]

MOST = 3  # reasons that are told
LEAST = 0.3  # of weight: what weighs less is not told

Values: TypeAlias = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact in favour of an action. *key* is that of its text, without ``why.``.

    What brings points says which line of the score they are from, or *above* all from: its ``land`` and ``product``.
    Of *values*, ``land`` is a reason of a score line, ``piece`` and ``other`` are ``kind.key``, ``badge`` the key of a
    badge, ``seat`` a seat; faces put their words in place of these. The others stand in the text as they are.
    """

    key: str
    values: Values


# How much a fact weighs, about in points.
Weighed: TypeAlias = Iterator[tuple[float, Reason]]


def reasons_of(state: State[Any], played: Action, better: Action) -> tuple[Reason, ...]:
    """Returns what *better* has over *played*, the most telling first; nothing when no fact tells it."""
    one, other = facts_of(state, better), facts_of(state, played)
    return _most_telling(compare(one, other) for compare in _COMPARISONS)


def reasons_for(state: State[Any], action: Action) -> tuple[Reason, ...]:
    """Returns what speaks for *action*, the most telling first."""
    facts = facts_of(state, action)
    return _most_telling((_merits(facts, _purse(state)),))


def reason_text(reason: Reason, words: Words, names: Sequence[str] = ()) -> str:
    """Returns *reason* in words; *names* are those of the seats."""
    values: dict[str, object] = {**reason.values}
    for name, value in reason.values.items():
        if name == "land":
            values[name] = reason_words(str(value), words)
        elif name in ("piece", "other") and isinstance(value, str):
            kind, _, key = value.partition(".")
            values[name] = piece_words(Piece(kind, key), words)
        elif name == "badge":
            count = reason.values.get("count")
            values[name] = badge_words(Badge(str(value), None if count is None else int(count)), words)
        elif name == "seat":
            values["name"] = names[int(value)] if names else seat_letter(Seat(int(value)))
    text = words(f"why.{reason.key}", **values)
    if not reason.values.get("product"):
        return text
    return text + words("why.above" if reason.values["above"] else "why.by", **values)


def _most_telling(found: Iterable[Weighed]) -> tuple[Reason, ...]:
    weighed = sorted((one for some in found for one in some), key=lambda one: -one[0])
    reasons = [reason for weight, reason in weighed if weight >= LEAST]
    lands = {one.values["land"] for one in reasons if "product" in one.values}  # which say how large a land becomes
    return tuple(one for one in reasons if "product" in one.values or one.values.get("land") not in lands)[:MOST]


# What one action has over another


def _points(one: Facts, other: Facts) -> Weighed:
    more = one.gain.points - other.gain.points
    if more > 0 and (other.ends or not one.ends):  # else the other one may bring its points a step later
        yield more, Reason("points.more", {"count": more, **_from(one.gain, other.gain)})
    elif (later := one.most - other.most) > 0:
        yield 0.8 * later, Reason("turn.more", {"count": later})


def _promise(one: Facts, other: Facts) -> Weighed:
    if one.taken is None or other.taken is None:
        return
    piece, its = _key(one.taken), {"other": _key(other.taken)}
    if one.promise is not None and other.promise is None and len(one.taken.halves) == 2:
        yield 4.0, Reason("fits.more", {"piece": piece, **its})
    elif one.promise is not None and other.promise is not None:
        more = one.promise.points - other.promise.points
        change = _from(one.promise, other.promise)
        if more > 0 and len(one.taken.halves) == 1:
            yield 0.7 * more, Reason("taken.more", {"count": more, **change})
        elif more > 0:
            values = {"piece": piece, "count": one.promise.points, "less": other.promise.points, **change}
            yield 0.7 * more, Reason("promise.more", values)
    if one.crowns > other.crowns and len(one.taken.halves) == 2:
        yield 1.2 * (one.crowns - other.crowns), Reason("crowns.more", {"count": one.crowns - other.crowns, **its})


def _order(one: Facts, other: Facts) -> Weighed:
    if one.place is not None and other.place is not None and one.place < other.place:
        yield float(other.place - one.place), Reason("order.more", {"place": one.place, "before": other.place})


def _rival(one: Facts, other: Facts) -> Weighed:
    if one.rival is not None and one.rival == other.rival and one.rest < other.rest:
        values: Values = {"seat": one.rival, "count": other.rest, "less": one.rest}
        yield 0.5 * (other.rest - one.rest), Reason("rival.more", values)


def _waiting(one: Facts, other: Facts) -> Weighed:
    for piece in sorted(one.waiting.keys() & other.waiting.keys()):
        more, less = one.waiting[piece], other.waiting[piece]
        if more is not None and less is None:
            yield 5.0, Reason("kept.more", {"piece": piece})
        elif more is not None and less is not None and more > less:
            yield 0.6 * (more - less), Reason("waiting.more", {"piece": piece, "count": more, "less": less})


def _land(one: Facts, other: Facts) -> Weighed:
    if one.growth is None or other.growth is None:
        return
    if one.gaps < other.gaps:
        yield 1.5 * (other.gaps - one.gaps), Reason("gaps.more", {"count": other.gaps - one.gaps})
    if one.room > other.room:
        yield min(1.0, 0.05 * (one.room - other.room)), Reason("room.more", {"count": one.room - other.room})
    if one.growth.size > other.growth.size:
        values: Values = {"land": one.growth.land, "count": one.growth.size, "less": other.growth.size}
        yield 0.4 * (one.growth.size - other.growth.size), Reason("growth.more", values)


def _badges(one: Facts, other: Facts) -> Weighed:
    for badge, count in one.badges.items():
        more = count - other.badges.get(badge, 0)
        if more > 0:
            yield 0.5 * more, Reason("badge.more", {"badge": badge, "count": more})
    for badge in sorted(one.signs - other.signs):
        yield 2.5, Reason("sign", {"badge": badge})


def _boxes(one: Facts, other: Facts) -> Weighed:
    known = {box.piece: box.count for box in other.boxes}
    for box in one.boxes if other.ends or not one.ends else ():
        if box.count > known.get(box.piece, 0):
            yield _box(box.piece, box.count, box.left)


def _burnt(one: Facts, other: Facts) -> Weighed:
    if one.burnt is not None and one.burnt != other.burnt:
        yield 0.5, Reason("burnt", {"piece": _key(one.burnt)})


_COMPARISONS: tuple[Callable[[Facts, Facts], Weighed], ...] = (
    _points,
    _promise,
    _order,
    _rival,
    _waiting,
    _land,
    _badges,
    _boxes,
    _burnt,
)


# What speaks for an action by itself


def _purse(state: State[Any]) -> tuple[dict[str, int], frozenset[str]]:
    """Returns the badges and signs of the seat to act before it acts."""
    assert state.actor is not None
    badges = find_game(state.setup.game).view(state).realms[state.kingdom_of(state.actor)].badges
    counted = {badge.key: badge.count for badge in badges if badge.count is not None}
    return counted, frozenset(badge.key for badge in badges if badge.count is None and badge.on)


def _merits(facts: Facts, before: tuple[dict[str, int], frozenset[str]]) -> Weighed:
    counted, signs = before
    if facts.gain.points > 0:
        yield facts.gain.points, Reason("points", {"count": facts.gain.points, **_from(facts.gain)})
    if facts.turn is not None and facts.turn > max(0, facts.gain.points):
        yield 0.8 * facts.turn, Reason("turn", {"count": facts.turn})
    if facts.taken is not None and facts.promise is not None and facts.promise.points > 0:
        values: Values = {"count": facts.promise.points, **_from(facts.promise)}
        if len(facts.taken.halves) == 2:
            yield 0.7 * facts.promise.points, Reason("promise", {"piece": _key(facts.taken), **values})
        else:
            yield 0.7 * facts.promise.points, Reason("taken", values)
    if facts.taken is not None and facts.crowns and len(facts.taken.halves) == 2:
        yield 0.8 * facts.crowns, Reason("crowns", {"piece": _key(facts.taken), "count": facts.crowns})
    if facts.place == 1:
        yield 1.5, Reason("order", {})
    if facts.rival is not None and facts.envied > facts.rest:
        values = {"seat": facts.rival, "count": facts.envied, "less": facts.rest}
        yield 0.5 * (facts.envied - facts.rest), Reason("rival.more", values)
    if facts.growth is not None and facts.growth.size > 2:
        values = {"land": facts.growth.land, "count": facts.growth.size}
        yield 0.3 * facts.growth.size, Reason("growth", values)
    for badge, count in facts.badges.items():
        if (more := count - counted.get(badge, 0)) > 0:
            yield 0.5 * more, Reason("badge", {"badge": badge, "count": more})
    for badge in sorted(facts.signs - signs):
        yield 2.5, Reason("sign", {"badge": badge})
    for box in facts.boxes:
        yield _box(box.piece, box.count, box.left)
    if facts.burnt is not None:
        yield 0.5, Reason("burnt", {"piece": _key(facts.burnt)})


def _box(piece: Piece, count: int, left: int) -> tuple[float, Reason]:
    if not left:
        return 3.0, Reason("box.last", {"piece": _key(piece)})
    return 0.8 * count, Reason("box", {"piece": _key(piece), "count": count, "left": left})


def _from(one: Gain, other: Gain | None = None) -> dict[str, int | str]:
    """The line of the score that *one* raises most beyond what *other* does for the same reason."""
    known = Counter[str]()
    for its in () if other is None else other.changes:
        known[its.after.reason] += its.points
    change = max(one.changes, key=lambda one: one.points - known[one.after.reason], default=None)
    if change is None:
        return {}
    more = change.points - known[change.after.reason]
    before = " + ".join("×".join(map(str, line.factors)) for line in change.before)
    after = "×".join(map(str, change.after.factors))
    return {
        "land": change.after.reason,
        "product": f"{before} → {after}" if before and after else after,
        "above": int(change.points != one.points and more != one.points - (0 if other is None else other.points)),
    }


def _key(piece: Piece) -> str:
    return f"{piece.kind}.{piece.key}"
