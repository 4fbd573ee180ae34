"""One game at a table: a fold over its events. Nothing here waits, sends or stores.

Terminal and server share it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from crownland.dealer import Dealer, shares_text
from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.scoring import Score, Standing, rank
from crownland.notation.record import Record
from crownland.notation.token import parse_action
from crownland.table.moment import Moment

__all__ = ["MOST_BACKS", "Event", "EventKind", "Happened", "NotNowError", "Planned", "Session"]

EventKind: TypeAlias = Literal["action", "chance", "back", "resign", "close"]

FORFEIT = "forfeit"  # the token of a resignation that ends the game
RESIGNED = "resigned"  # what decides the place of who has resigned
MOST_BACKS = 100  # of one seat: each is an event that is kept as long as the table is
MOST_FREE_BACKS = 500  # of all seats where nobody else is concerned

_NO_BACKS: Counter[int] = Counter()  # which is never changed


class NotNowError(ValueError):
    """The table cannot do this now. *code* is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Event(Struct, frozen=True, array_like=True, gc=False):
    """Something that happened. *client* is the id that a page gave it; *points* are what it brought the seat."""

    seq: int
    kind: EventKind
    seat: int | None
    token: str
    points: int = 0
    bot: bool = False
    client: str | None = None
    at: int = 0  # milliseconds since 1970


class Planned(Struct, frozen=True, gc=False):
    """An event that may be added: its action, what that means, its round, and the moment it leads to."""

    event: Event
    action: Action | None
    meaning: Meaning | None
    round: int
    moment: Moment


class Happened(Struct, frozen=True, gc=False):
    """An event of the session, its round, its action and what that means; only seats and chance have actions."""

    event: Event
    round: int
    action: Action | None
    meaning: Meaning | None


class Session:
    """All that has happened in one game, or one series of games (K10). What is planned changes nothing until added."""

    def __init__(
        self,
        setup: Setup,
        seed: str,
        events: Iterable[Event] = (),
        *,
        shares: Mapping[int, str] | None = None,
        is_local: bool = False,
        start: State[Any] | None = None,
    ) -> None:
        """*is_local* is a table at one keyboard: the last action can be taken back too, and nobody counts how often.

        At a table with one person and bots, ``is_free`` may be set: any number of turns can be taken back then. Chance
        answers the same question in the same way, so nobody gets other dominoes by that.

        *shares* are the values that players have mixed into the deal, by seat. *start* is the position where the game
        begins, if that is not the first one of *setup*.
        """
        self.setup = setup
        self.is_local = is_local
        self.is_free = False
        self.game = find_game(setup.game)
        self.dealer = Dealer(seed, shares)
        self.start = start
        self.moment = self._first
        self.history: list[Happened] = []
        self.resigned: Seat | None = None
        self.is_closed = False  # before it was over
        self._kept: list[int] = []  # the places of the actions that were not taken back
        self._clients: dict[str, int] | None = None  # by the id that a page gave an event: the last such event's place
        self._backs = _NO_BACKS  # how often each seat took something back
        self._far_backs = _NO_BACKS  # and how often that undid more than its own action
        self._moments: list[Moment] | None = None  # before each action that is kept, while events are read
        self.settle()
        self.read(events)

    def settle(self) -> None:
        """Works out what is asked again and again."""
        self.state: State[Any] = self.moment.state
        self.seq = len(self.history)
        self.is_over = self.state.is_over or self.resigned is not None
        self.actor: Seat | None = None if self.is_over or self.is_closed else self.state.actor

    @property
    def _first(self) -> Moment:
        return Moment.first(self.game.start(self.setup) if self.start is None else self.start)

    @property
    def taker(self) -> Seat | None:
        """The seat that can take its last action back; none when the game is over, because its seed is public then."""
        if self.is_local:
            return self.moment.taker
        if self.is_over or self.is_closed:
            return None
        taker = self._last_person if self.is_free else self.moment.taker
        if taker is None:
            return None
        is_spent = self._backs.total() >= MOST_FREE_BACKS if self.is_free else self._backs[taker] >= MOST_BACKS
        return None if is_spent else taker

    @property
    def _last_person(self) -> Seat | None:
        """The seat of the person who acted last."""
        place = self._undoable
        seat = None if place is None else self.history[self._kept[place]].event.seat
        return None if seat is None else Seat(seat)

    @property
    def _undoable(self) -> int | None:
        """The place of the last action of a person among those that are kept: taking back undoes all from there."""
        for place in range(len(self._kept) - 1, -1, -1):
            event = self.history[self._kept[place]].event
            if event.kind == "action" and not event.bot:
                return place
        return None

    @property
    def actions(self) -> list[Happened]:
        """The actions, of seats and of chance, that were not taken back."""
        return [self.history[place] for place in self._kept]

    @property
    def last_action(self) -> Happened | None:
        """The last action, of a seat or of chance, that was not taken back."""
        return self.history[self._kept[-1]] if self._kept else None

    def event_of_client(self, client: str, seats: Collection[int]) -> Event | None:
        """The event that a page has sent under that id for one of *seats*."""
        if self._clients is None:
            events = (one.event for one in self.history)
            self._clients = {
                one.client: place for place, one in enumerate(events) if one.client is not None and one.seat is not None
            }
        place = self._clients.get(client)
        if place is None:
            return None
        event = self.history[place].event
        if event.seat in seats:
            return event
        others = (one.event for one in self.history)  # another seat has used the same id
        return next((one for one in others if one.client == client and one.seat in seats), None)

    def standings(self, scores: Sequence[Score] | None = None) -> list[Standing]:
        """The kingdoms from first to last as if the game ended now; the one that has resigned is last.

        *scores* are those of the state, where they are known already.
        """
        ranking = rank(self.state.scores() if scores is None else scores, self.state.tie_breaks)
        if self.resigned is None:
            return list(ranking)
        last = self.state.kingdom_of(self.resigned)
        places = [one for one in ranking if one.kingdom != last] + [one for one in ranking if one.kingdom == last]
        return [
            replace(one, rank=place, decided_by=RESIGNED if place > 1 else None)
            for place, one in enumerate(places, start=1)
        ]

    def forget(self) -> None:
        """Frees what follows from the rest, and is made again when it is needed."""
        self.dealer.forget()
        self._clients = None

    def mix(self, shares: Mapping[int, str]) -> None:
        """Mixes the values of players into the deal, before anything is dealt."""
        if self.history:
            raise ValueError(f"expected shares before the first event, got them after event {self.seq}")
        self.dealer = Dealer(self.dealer.seed, shares)

    # Planning

    def plan_deal(self, at: int = 0) -> Planned:
        """What chance says now; it must be asked."""
        return self._deal(self.moment, self.seq, at)

    def plan_deals(self, at: int = 0, after: Planned | None = None) -> list[Planned]:
        """What chance says, as long as it is asked: now, or after what is planned."""
        moment, seq = (self.moment, self.seq) if after is None else (after.moment, after.event.seq)
        planned: list[Planned] = []
        while moment.state.chance is not None:
            planned.append(self._deal(moment, seq + len(planned), at))
            moment = planned[-1].moment
        return planned

    def plan_action(
        self,
        action: Action,
        at: int = 0,
        *,
        bot: bool = False,
        client: str | None = None,
        token: str | None = None,
        points: int | None = None,
    ) -> Planned:
        """*action* of the seat to act. Raises IllegalActionError when the rules forbid it.

        *token* and *points*, what it brings, are given if it is known already that it is legal.
        """
        seat = self.actor
        if seat is None:
            raise NotNowError("table/over", "nobody is to act")
        before = self.state
        after = before.play(action) if points is None else before.apply(action)
        if points is None:
            kingdom = before.kingdom_of(seat)
            points = after.score(kingdom).total - before.score(kingdom).total
        meaning = before.meaning(action)
        event = Event(self.seq + 1, "action", seat, token or str(action), points, bot, client, at)
        moment = self.moment.followed_by(after, meaning, at, by_person=not bot)
        return Planned(event, action, meaning, before.round, moment)

    def plan_back(self, at: int = 0, client: str | None = None) -> Planned:
        """Take the last action of a person back, and what bots and chance have answered."""
        taker, place = self.taker, self._undoable
        if taker is None or place is None:
            raise NotNowError("back/none", "there is no action of one's own that nobody has answered yet")
        undone = self.history[self._kept[place]].event
        event = Event(self.seq + 1, "back", taker, undone.token, -undone.points, False, client, at)
        return Planned(event, None, None, self.state.round, self._moment_before(place))

    def _moment_before(self, place: int) -> Moment:
        """The moment before the action at *place* among those that are kept."""
        if place == len(self._kept) - 1 and self.moment.before is not None:
            return self.moment.before
        if self._moments is not None:
            return self._moments[place]
        moment = self._first
        for one in map(self.history.__getitem__, self._kept[:place]):
            if one.action is None or one.meaning is None:
                raise ValueError(f"expected an action at event {one.event.seq}")
            by_person = one.event.kind == "action" and not one.event.bot
            moment = moment.followed_by(moment.state.apply(one.action), one.meaning, one.event.at, by_person=by_person)
        return moment

    def plan_resign(self, seat: Seat, at: int = 0, *, ends: bool) -> Planned:
        """*seat* gives up; when that does not end the game, a bot plays on for it."""
        event = Event(self.seq + 1, "resign", seat, FORFEIT if ends else "", at=at)
        return Planned(event, None, None, self.state.round, self.moment)

    def plan_close(self, at: int = 0) -> Planned:
        """The game ends here and has no winner. An event says so, so that no action of another process follows it."""
        return Planned(Event(self.seq + 1, "close", None, "", at=at), None, None, self.state.round, self.moment)

    # Happening

    def read(self, events: Iterable[Event]) -> None:
        """Adds events that were kept; each was checked when it happened."""
        self._moments = None if self._kept else []
        for event in events:
            self.add([self._follow(event)])
        self._moments = None

    def add(self, planned: Sequence[Planned]) -> None:
        """What was planned has happened."""
        for one in planned:
            event = one.event
            if event.seq != self.seq + 1:
                raise ValueError(f"expected event {self.seq + 1}, got: {event.seq}")
            if event.kind == "back":
                self._undo(event)
            elif event.kind == "close":
                self.is_closed = True
            elif event.kind != "resign":
                self._kept.append(self.seq)
                if self._moments is not None:
                    self._moments.append(self.moment)
            elif event.token == FORFEIT and event.seat is not None:
                self.resigned = Seat(event.seat)
            if event.client is not None and event.seat is not None and self._clients is not None:
                self._clients[event.client] = self.seq
            self.history.append(Happened(event, one.round, one.action, one.meaning))
            self.moment = one.moment
            self.seq += 1
        self.settle()

    def _undo(self, event: Event) -> None:
        place = self._undoable
        if place is None or event.seat is None:
            raise ValueError(f"expected something to take back at event {event.seq}")
        self._backs = self._backs + Counter({event.seat: 1})
        if place < len(self._kept) - 1:
            self._far_backs = self._far_backs + Counter({event.seat: 1})
        del self._kept[place:]
        if self._moments is not None:
            del self._moments[place:]

    def after(self, planned: Sequence[Planned]) -> "Session":
        """Another session, in which what was planned has happened."""
        other = copy(self)
        other.history, other._kept = self.history.copy(), self._kept.copy()
        other._clients = None
        other.add(planned)
        return other

    def until(self, seq: int) -> "Session":
        """The session as it was after event *seq*."""
        events = [one.event for one in self.history[:seq]]
        return Session(
            self.setup,
            self.dealer.seed,
            events,
            shares=self.dealer.shares,
            is_local=self.is_local,
            start=self.start,
        )

    # The record

    def record(self, names: Sequence[str], *, reveals_seed: bool) -> Record:
        """The game as text, without what was taken back; with the seed when it may be revealed.

        It says how often a seat has taken back what bots or chance had answered.
        """
        return Record.of(
            self.setup,
            names,
            [(one.round, one.action) for one in self.actions],
            commitment=self.dealer.commitment,
            seed=self.dealer.seed if reveals_seed else None,
            shares=shares_text(self.dealer.shares),
            final=self.state if self.is_over else None,
            backs=" ".join(f"{seat_letter(Seat(seat))}:{count}" for seat, count in sorted(self._far_backs.items())),
            forfeit=None if self.resigned is None else f"{seat_letter(self.resigned)}: resigned",
            start=self.start,
        )

    def _deal(self, moment: Moment, seq: int, at: int) -> Planned:
        state = moment.state
        action = self.dealer.deal(state)
        meaning = state.meaning(action)
        after = moment.followed_by(state.apply(action), meaning, at, by_person=False)
        return Planned(Event(seq + 1, "chance", None, str(action), at=at), action, meaning, state.round, after)

    def _follow(self, event: Event) -> Planned:
        """An event that was kept, with the moment after it."""
        state = self.state
        if event.kind == "back":
            place = self._undoable
            if place is None:
                raise ValueError(f"expected something to take back at event {event.seq}")
            return Planned(event, None, None, state.round, self._moment_before(place))
        if event.kind in ("resign", "close"):
            return Planned(event, None, None, state.round, self.moment)
        action = parse_action(event.token, self.game)
        meaning = state.meaning(action)
        by_person = event.kind == "action" and not event.bot
        moment = self.moment.followed_by(state.apply(action), meaning, event.at, by_person=by_person)
        return Planned(event, action, meaning, state.round, moment)
