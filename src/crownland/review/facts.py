"""What the engine knows about one action: points, lands, the order of the next round, what is left for others.

Every fact is counted on the position itself; none is an estimate.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from itertools import product
from typing import Any

from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.view import Piece, Slot, View
from crownland.kernel.action import Seat
from crownland.kernel.domino import Domino, DominoId, Half
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import Direction, neighbours, rectangle, squares
from crownland.table.gain import Gain, gain_between

__all__ = ["Box", "Facts", "Growth", "facts_of"]

LINE = "line"  # the kind of a tray whose order is that of the next round
MOST_LOOKED_AT = 1500  # positions of one turn


@dataclass(frozen=True, slots=True)
class Growth:
    """The largest property that the action has made larger."""

    land: str
    size: int


@dataclass(frozen=True, slots=True)
class Box:
    """A row in which the action fills boxes, and how many are then *left*."""

    piece: Piece
    count: int
    left: int


@dataclass(frozen=True, slots=True)
class Facts:
    """*gain* is what the action brings now, *turn* the most that its turn can bring with it, where that is not all.

    *taken* is what it takes to be laid later, *promise* what that would bring if it were laid now: None when it fits
    nowhere. *place* is where it lies in its line, from 1, as long as the order of the next round matters. *rival* is
    who takes next from the line, *rest* the most that what is left could bring there, *envied* what *taken* would.
    *waiting* are the other pieces of the kingdom that are still to be laid, and what each could bring then.

    *gaps* are squares that no domino can fill any more, *room* all that the kingdom can still cover.
    """

    gain: Gain
    turn: int | None = None
    taken: Piece | None = None
    promise: Gain | None = None
    place: int | None = None
    rival: Seat | None = None
    rest: int = 0
    envied: int = 0
    waiting: dict[str, int | None] = field(default_factory=dict)
    growth: Growth | None = None
    gaps: int = 0
    room: int = 0
    badges: dict[str, int] = field(default_factory=dict)  # what is counted
    signs: frozenset[str] = frozenset()  # what is there or not
    boxes: tuple[Box, ...] = ()
    burnt: Piece | None = None  # what it takes away from everybody

    @property
    def ends(self) -> bool:
        """Whether nothing more can be got in this turn."""
        return self.turn is None

    @property
    def most(self) -> int:
        """The most points of this turn with the action."""
        return self.gain.points if self.turn is None else self.turn

    @property
    def crowns(self) -> int:
        return 0 if self.taken is None else sum(half.crowns for half in self.taken.halves if half is not None)


def facts_of(state: State[Any], action: Action) -> Facts:
    """Returns the facts of *action*, which is legal in *state*."""
    seat = state.actor
    if seat is None:
        raise ValueError(f"expected a position where a seat is to act, got: {state}")
    return _Look(state, action, seat).facts()


class _Look:
    """Looks at one action of *seat*."""

    def __init__(self, state: State[Any], action: Action, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.mine = state.kingdom_of(seat)
        self.own_seats = state.seats_of(self.mine)
        self.after: State[Any] = state.apply(action)
        self.meaning: Meaning = state.meaning(action)
        self.view: View = find_game(state.setup.game).view(state)
        self.later: View = find_game(state.setup.game).view(self.after)

    def facts(self) -> Facts:
        gain = gain_between(self.state, self.after, self.seat)
        facts = Facts(gain, turn=self._turn(), boxes=tuple(self._boxes()), burnt=self._burnt())
        badges = self.later.realms[self.mine].badges
        facts = replace(
            facts,
            badges={badge.key: badge.count for badge in badges if badge.count is not None},
            signs=frozenset(badge.key for badge in badges if badge.count is None and badge.on),
        )
        if len(self.after.past) != len(self.state.past):  # K10: the next game begins on empty ground
            return facts
        return replace(facts, **self._taking(), **self._laying())

    # What is taken to be laid later

    def _taking(self) -> dict[str, Any]:
        meaning = self.meaning
        tray = self.view.tray(meaning.tray)
        if tray is None or meaning.squares or not all(piece.halves for piece in meaning.pieces):
            return {}
        if tray.kind != LINE:
            held = [slot.piece.halves for slot in self._own(tray.slots) if slot.piece is not None]
            halves = [*(one[0] for one in held), *(piece.halves[0] for piece in meaning.pieces)]
            return {"taken": meaning.pieces[0], "promise": _best_gain(self.state, self.mine, halves[:2])}
        taken = meaning.pieces[0]
        pieces = [slot.piece for slot in tray.slots]
        is_last = self.state.rounds is not None and self.state.round + 1 >= self.state.rounds
        return {
            "taken": taken,
            "promise": _best_gain(self.after, self.mine, taken.halves),
            "place": None if is_last else pieces.index(taken) + 1,
            **self._rival(tray.key, taken),
        }

    def _rival(self, tray: str, taken: Piece) -> dict[str, Any]:
        """What the next one who takes from the line can get, if that is somebody else."""
        line = self.later.tray(tray)
        free = [] if line is None else [slot.piece for slot in line.slots if slot.seat is None and slot.piece]
        rival = next(iter(self.after.order), None)
        if self.after.actor is None or rival is None or rival in self.own_seats or not free:
            return {}
        at = self.after.kingdom_of(rival)
        gains = [_best_gain(self.after, at, piece.halves) for piece in free]
        envied = _best_gain(self.after, at, taken.halves)
        return {
            "rival": rival,
            "rest": max((gain.points for gain in gains if gain is not None), default=0),
            "envied": 0 if envied is None else envied.points,
        }

    # What is laid now

    def _laying(self) -> dict[str, Any]:
        before, land = self.state.kingdoms[self.mine], self.after.kingdoms[self.mine]
        laid = land.occupied & ~before.occupied
        if not laid:
            return {}
        found: dict[str, Any] = {"waiting": dict(self._waiting())}
        grown = [one for one in properties(land) if one.squares & laid]
        largest = max(grown, key=lambda one: (one.size, one.crowns))
        found["growth"] = Growth(largest.terrain.key, largest.size)
        realm = self.later.realms[self.mine]
        if not realm.is_fixed:
            free = rectangle(*realm.area) & ~land.occupied
            found["gaps"] = (free & ~neighbours(free)).bit_count()
            found["room"] = rectangle(*realm.area).bit_count()
        return found

    def _waiting(self) -> Iterator[tuple[str, int | None]]:
        for tray in self.later.trays:
            for slot in self._own(tray.slots) if tray.kind == LINE else ():
                if slot.piece is not None:
                    gain = _best_gain(self.after, self.mine, slot.piece.halves)
                    yield _name(slot.piece), None if gain is None else gain.points

    def _own(self, slots: Sequence[Slot]) -> Iterator[Slot]:
        return (slot for slot in slots if slot.seat in self.own_seats and not slot.is_done)

    # The rest

    def _turn(self) -> int | None:
        """The most points of this turn after the action; None when the turn is over, or has too many ways to go on."""
        if not self.view.steps or self.after.turn != self.state.turn or self.after.actor is None:
            return None
        looked_at, best = 0, self.after.score(self.mine).total
        front = [self.after]
        while front:
            state = front.pop()
            for action in state.legal_actions():
                after = state.apply(action)
                looked_at += 1
                if looked_at > MOST_LOOKED_AT:
                    return None
                best = max(best, after.score(self.mine).total)
                if after.turn == self.state.turn and after.actor is not None:
                    front.append(after)
        return best - self.state.score(self.mine).total

    def _boxes(self) -> Iterator[Box]:
        lands = [piece.halves[0] for piece in self.meaning.boxes]
        rows = [slot for tray in self.view.trays for slot in tray.slots if slot.boxes and slot.seat is None]
        for row in rows:
            if row.piece is None or not row.piece.halves:
                continue
            count = min(lands.count(row.piece.halves[0]), row.boxes - row.filled[self.mine])
            if count:
                yield Box(row.piece, count, row.boxes - row.filled[self.mine] - count)

    def _burnt(self) -> Piece | None:
        """A piece that leaves its tray and goes to nobody."""
        meaning = self.meaning
        if not meaning.tray or meaning.squares or len(meaning.pieces) != 1 or meaning.pieces[0].halves:
            return None
        return meaning.pieces[0]


def _name(piece: Piece) -> str:
    return f"{piece.kind}.{piece.key}"


def _best_gain(state: State[Any], kingdom: int, halves: Sequence[Half | None]) -> Gain | None:
    """Returns the most that *halves* would bring a kingdom if they were laid now; None when they fit nowhere."""
    if not is_dataclass(state):
        return None
    best: tuple[int, Any] | None = None
    for land in _laid(state, kingdom, halves):
        after: Any = replace(state, kingdoms=(*state.kingdoms[:kingdom], land, *state.kingdoms[kingdom + 1 :]))
        total = after.score(kingdom).total
        if best is None or total > best[0]:
            best = total, after
    return None if best is None else gain_between(state, best[1], state.seats_of(kingdom)[0])


def _laid(state: State[Any], at: int, halves: Sequence[Half | None]) -> Iterator[Kingdom]:
    """Yields the kingdom with *halves* on every two squares where they fit; a half that is anything is each land."""
    kingdom = state.kingdoms[at]
    area = rectangle(*find_game(state.setup.game).view(state).realms[at].area)
    lands = [[Half(land, 0) for land in kingdom.lands] if half is None else [half] for half in halves]
    for chosen in product(*lands):
        if len(chosen) == 1:
            free = area & ~kingdom.occupied & kingdom.touching(chosen[0].terrain)
            yield from (kingdom.with_half(square, chosen[0]) for square in squares(free))
        else:
            domino = Domino(DominoId(0), *chosen)
            for direction, spots in zip(Direction, kingdom.spots_in(area, domino), strict=True):
                yield from (kingdom.place(domino, square, direction) for square in squares(spots))
