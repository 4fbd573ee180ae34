"""The game of a table: a fold over its events. Nothing here waits, sends or stores."""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass

from crownland.dealer import Dealer
from crownland.games.registry import find_game
from crownland.kernel.action import Seat, seat_letter
from crownland.notation.record import Record
from crownland.notation.token import parse_action
from crownland.server.frames.wire import Event
from crownland.server.refusal import RefusedError
from crownland.server.store.rows import Header, Row
from crownland.server.tables.position import Position
from crownland.server.timestamps import iso
from crownland.table.scores import score_of

__all__ = ["Game", "Planned"]

FORFEIT = "forfeit"  # the token of a resignation that ends the game
MOST_BACKS = 100  # of one seat: every one is an event that is kept, and read again, as long as the table is


@dataclass(frozen=True, slots=True)
class Planned:
    """An event that may be added, and the position it leads to."""

    row: Row
    position: Position


class Game:
    """All that has happened at a table. What is planned changes nothing until it is added."""

    def __init__(self, header: Header, rows: Iterable[Row] = ()) -> None:
        self.header = header
        self.setup = header.setup
        self.dealer = Dealer(header.seed)
        self.position = Position.first(find_game(header.game).start(self.setup))
        self.rows: list[Row] = []
        self.resigned: Seat | None = None
        self.is_closed = False  # before it was over
        self._rounds: list[int] = []
        self._standing: list[int] = []  # the places of the actions that were not taken back
        self._clients: dict[tuple[int, str], int] = {}
        self._backs: Counter[int | None] = Counter()  # how often each seat took something back
        self.read(rows)

    @property
    def seq(self) -> int:
        return len(self.rows)

    @property
    def actor(self) -> Seat | None:
        return None if self.is_over or self.is_closed else self.position.state.actor

    @property
    def is_over(self) -> bool:
        return self.position.state.is_over or self.resigned is not None

    @property
    def taker(self) -> Seat | None:
        """The seat that can take its last action back."""
        taker = None if self.is_over or self.is_closed else self.position.taker
        return None if taker is None or self._backs[taker] >= MOST_BACKS else taker

    def event_of_client(self, client: str, seats: Iterable[int]) -> Row | None:
        """The event that a page has sent under that id for one of *seats*."""
        places = (self._clients.get((seat, client)) for seat in seats)
        return next((self.rows[place] for place in places if place is not None), None)

    def events(self, since: int = 0) -> list[Event]:
        """What happened after the event *since*."""
        return [
            Event(
                seq=row.seq,
                kind=row.kind,
                seat=row.seat,
                token=row.token,
                round=round_,
                points=row.points,
                bot=row.bot,
                at=iso(row.at),
            )
            for row, round_ in zip(self.rows[since:], self._rounds[since:], strict=True)
        ]

    # Planning

    def plan_deal(self, at: int) -> list[Planned]:
        """What chance says now, as long as it is asked."""
        return self._deals(self.position, self.seq, at)

    def plan_action(self, token: str, at: int, *, bot: bool, client: str | None = None) -> list[Planned]:
        """The action that *token* spells, by whoever is to act, and what chance answers. Raises what forbids it."""
        seat = self.actor
        if seat is None:
            raise RefusedError("table/over", "the game is over")
        before = self.position.state
        after = self.position.followed_by(before.play(parse_action(token)), at, by_person=not bot)
        kingdom = before.kingdom_of(seat)
        points = score_of(after.state, kingdom).total - score_of(before, kingdom).total
        row = Row(self.seq + 1, "action", seat, token, points, bot, client, at)
        return [Planned(row, after), *self._deals(after, row.seq, at)]

    def plan_back(self, at: int, client: str | None = None) -> list[Planned]:
        """The last action is taken back."""
        if self.taker is None or self.position.before is None:
            raise RefusedError("back/none", "there is no action of one's own that nobody has answered yet")
        undone = self.rows[self._standing[-1]]
        row = Row(self.seq + 1, "back", self.taker, undone.token, -undone.points, False, client, at)
        return [Planned(row, self.position.before)]

    def plan_resign(self, seat: Seat, at: int, *, ends: bool) -> list[Planned]:
        """*seat* gives up; when that does not end the game, a bot plays on for it."""
        return [Planned(Row(self.seq + 1, "resign", seat, FORFEIT if ends else "", 0, False, None, at), self.position)]

    def plan_close(self, at: int) -> list[Planned]:
        """The game ends here and has no winner. It is an event, so that no action of another process comes after it."""
        return [Planned(Row(self.seq + 1, "close", None, "", 0, False, None, at), self.position)]

    def read(self, rows: Iterable[Row]) -> None:
        """The store has kept these events, each of which was checked when it happened."""
        for row in rows:
            self.add([Planned(row, self._follow(row))])

    def add(self, planned: Sequence[Planned]) -> None:
        """What was planned has happened."""
        for one in planned:
            row = one.row
            if row.seq != self.seq + 1:
                raise ValueError(f"expected event {self.seq + 1} of table {self.header.id}, got: {row.seq}")
            if row.kind == "back":
                self._standing.pop()
                self._backs[row.seat] += 1
            elif row.kind == "close":
                self.is_closed = True
            elif row.kind != "resign":
                self._standing.append(self.seq)
            elif row.token == FORFEIT and row.seat is not None:
                self.resigned = Seat(row.seat)
            if row.client is not None and row.seat is not None:
                self._clients[row.seat, row.client] = self.seq
            self._rounds.append(self.position.state.round)
            self.rows.append(row)
            self.position = one.position

    def after(self, planned: Sequence[Planned]) -> "Game":
        """Another game, in which what was planned has happened."""
        other = copy(self)
        other.rows, other._rounds = self.rows.copy(), self._rounds.copy()
        other._standing, other._clients = self._standing.copy(), self._clients.copy()
        other._backs = self._backs.copy()
        other.add(planned)
        return other

    # Telling

    def record(self, names: Sequence[str], *, told: bool) -> Record:
        """The game as text, what was taken back left out; the seed when it may be *told*."""
        state = self.position.state
        forfeit = None if self.resigned is None else f"{seat_letter(self.resigned)}: resigned"
        return Record.of(
            self.setup,
            names,
            [(self._rounds[place], parse_action(self.rows[place].token)) for place in self._standing],
            commitment=self.dealer.commitment,
            seed=self.dealer.seed if told else None,
            final=state if self.is_over else None,
            forfeit=forfeit,
        )

    def _deals(self, position: Position, seq: int, at: int) -> list[Planned]:
        planned: list[Planned] = []
        while position.state.draw is not None:
            action = self.dealer.deal(position.state)
            position = position.followed_by(position.state.apply(action), at, by_person=False)
            row = Row(seq + len(planned) + 1, "chance", None, str(action), 0, False, None, at)
            planned.append(Planned(row, position))
        return planned

    def _follow(self, row: Row) -> Position:
        """The position after an event that the store has kept."""
        if row.kind == "back":
            if self.position.before is None:
                raise ValueError(f"expected something to take back at event {row.seq} of table {self.header.id}")
            return self.position.before
        if row.kind in ("resign", "close"):
            return self.position
        state = self.position.state.apply(parse_action(row.token))
        return self.position.followed_by(state, row.at, by_person=row.kind == "action" and not row.bot)
