"""A table without a terminal: its session, its players, and what the person at the keyboard picks."""

from collections.abc import Sequence
from enum import Enum, auto
from random import Random
from typing import Any

from crownland.bots import Limit, make_bot
from crownland.dealer import Dealer, new_seed
from crownland.games.protocol import Action, State, kingdom_names
from crownland.games.setup import Setup
from crownland.games.view import View
from crownland.kernel.action import Seat
from crownland.kernel.square import Mask
from crownland.notation.record import Record
from crownland.table.moment import finished_games
from crownland.table.session import Happened, Session
from crownland.tui.choosers import Chooser, choosers_of
from crownland.tui.registry import registry
from crownland.tui.seats import Player

__all__ = ["Phase", "TableModel"]

THINKING = Limit(time=1.0)
NEWS = 8


class Phase(Enum):
    """What the table waits for."""

    RECKONING = auto()  # a game has ended and its score has not been read out yet
    CHANCE = auto()
    BOT = auto()
    PERSON = auto()
    OVER = auto()


class TableModel:
    """One game, or one series of games (K10), between *players*, dealt from *seed*."""

    def __init__(self, setup: Setup, players: Sequence[Player], seed: str | None = None) -> None:
        self.session = Session(setup, seed or new_seed(), is_local=True)
        self.players = list(players)
        self.choosers: tuple[Chooser, ...] = ()
        self.is_held = False  # bots that play alone wait
        self._kind = 0
        self._reckoned = 0  # games whose score was read out
        self._looking_at: int | None = None
        self._bots = [None if player.bot is None else make_bot(player.bot) for player in players]
        self._rngs = [Random(f"{self.dealer.seed}/{seat}") for seat in range(len(players))]
        self.arrive()

    @property
    def setup(self) -> Setup:
        return self.session.setup

    @property
    def dealer(self) -> Dealer:
        return self.session.dealer

    @property
    def state(self) -> State[Any]:
        return self.session.state

    @property
    def phase(self) -> Phase:
        state = self.state
        if finished_games(state) > self._reckoned:
            return Phase.RECKONING
        if state.is_over:
            return Phase.OVER
        if state.actor is None:
            return Phase.CHANCE
        return Phase.PERSON if self.players[state.actor].is_person else Phase.BOT

    @property
    def has_people(self) -> bool:
        return any(player.is_person for player in self.players)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the kingdoms; partners are named together."""
        return kingdom_names(self.state, [player.name for player in self.players])

    # Acting

    def act(self, action: Action) -> None:
        """Plays *action* for the seat to act."""
        seat = self.state.actor
        is_bot = seat is not None and not self.players[seat].is_person
        self.session.add([self.session.plan_action(action, bot=is_bot)])
        self.arrive()

    def deal(self) -> None:
        """Plays what chance says."""
        self.session.add([self.session.plan_deal()])
        self.arrive()

    def think(self) -> Action:
        """Returns what the bot to act chooses. It changes nothing, so it may run in another thread."""
        seat = self.state.actor
        bot = None if seat is None else self._bots[seat]
        if seat is None or bot is None:
            raise ValueError(f"expected a position where a bot is to act, got: {self.state}")
        return bot.choose(self.state, THINKING, self._rngs[seat])

    def replace_bot(self, seat: Seat) -> None:
        """Lets a person take over *seat*."""
        self.players[seat] = Player(self.players[seat].name)
        self._bots[seat] = None
        self.arrive()

    def reckoned(self) -> None:
        """The score of the game that has just ended was read out."""
        self._reckoned += 1

    @property
    def game_to_reckon(self) -> int:
        return self._reckoned + 1

    # Taking back

    @property
    def can_undo(self) -> bool:
        """A person's own action, until somebody else has acted, chance has spoken or its score was read out."""
        before = self.session.moment.before
        return self.session.taker is not None and before is not None and finished_games(before.state) >= self._reckoned

    def undo(self) -> None:
        """Goes back before the last action, which is picked again."""
        last = self.session.last_action
        if not self.can_undo or last is None:
            raise ValueError("expected an own action to take back")
        self.session.add([self.session.plan_back()])
        self.arrive()
        for kind, chooser in enumerate(self.choosers):
            for action in chooser.actions:
                if str(action) == last.event.token:
                    self._kind = kind
                    chooser.pick(action)

    # Choosing

    @property
    def chooser(self) -> Chooser | None:
        """How the person to act picks an action."""
        return self.choosers[self._kind] if self.choosers else None

    def other_kind(self, by: int = 1) -> None:
        """Goes to another kind of action: the next step of the turn, or *by* steps further."""
        self._kind = (self._kind + by) % max(1, len(self.choosers))

    def confirm(self) -> None:
        """Plays what is picked."""
        if self.chooser is not None:
            self.act(self.chooser.action)

    # Looking

    @property
    def centre(self) -> int:
        """The kingdom to show large: the acting person's, or the one that was last; without people the actor's."""
        if self._looking_at is not None:
            return self._looking_at
        for seat in (self.state.actor, *(one.event.seat for one in reversed(self.actions))):
            if seat is not None and (self.players[seat].is_person or not self.has_people):
                return self.state.kingdom_of(Seat(seat))
        people = (Seat(seat) for seat, player in enumerate(self.players) if player.is_person)
        return self.state.kingdom_of(next(people, Seat(0)))

    def look_at_next(self) -> None:
        self._looking_at = (self.centre + 1) % len(self.state.kingdoms)

    def fresh(self, kingdom: int) -> Mask:
        """The squares that were laid last in *kingdom*."""
        return self.session.moment.fresh[kingdom]

    def news(self) -> tuple[Happened, ...]:
        """The last actions of the players, oldest first, and what chance did that they should see."""
        worth = [one for one in self.actions[-3 * NEWS :] if one.event.seat is not None or self.is_chance_news(one)]
        return tuple(worth[-NEWS:])

    def is_chance_news(self, happened: Happened) -> bool:
        kind = None if happened.meaning is None else happened.meaning.kind
        return happened.event.seat is None and kind in registry().chance_news

    def record(self) -> Record:
        """The game as text; it has the seed when the game is over."""
        names = [player.name for player in self.players]
        return self.session.record(names, reveals_seed=self.state.is_over)

    def arrive(self) -> None:
        """Looks at the position that the session has come to."""
        self.view: View = self.session.game.view(self.state)
        self.actions: list[Happened] = self.session.actions
        self._looking_at = None
        self.choosers = choosers_of(self.state, self.view) if self.phase is Phase.PERSON else ()
        self._kind = max(0, len(self.choosers) - 1)  # what goes on with the game: all before it may be skipped
