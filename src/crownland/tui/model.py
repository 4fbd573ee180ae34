"""The game in progress, without a terminal: who acts, what happened, what can be taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from random import Random
from typing import Any

from crownland.bots import Limit, make_bot
from crownland.dealer import Dealer, new_seed
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat
from crownland.kernel.square import Mask
from crownland.notation.record import Record
from crownland.table.facts import finished_games, is_roll, seats_of
from crownland.table.gain import gain_between
from crownland.tui.choosers import Chooser, choosers_of
from crownland.tui.seats import Player

__all__ = ["Phase", "Played", "Table"]

THINKING = Limit(time=1.0)
NEWS = 8


class Phase(Enum):
    """Whom the table waits for."""

    RECKONING = auto()  # a game has ended and its score has not been read out yet
    CHANCE = auto()
    BOT = auto()
    PERSON = auto()
    OVER = auto()


@dataclass(frozen=True)
class Played:
    """An action with the state before and after it."""

    before: State[Any]
    action: Action
    after: State[Any]

    @property
    def seat(self) -> Seat | None:
        """Who acted; None is chance."""
        return self.before.actor

    @cached_property
    def points(self) -> int:
        """What the action brought whoever acted."""
        return 0 if self.seat is None else gain_between(self.before, self.after, self.seat).points


class Table:
    """One game, or one series of games (K10), between *players*, dealt from *seed*."""

    def __init__(self, setup: Setup, players: Sequence[Player], seed: str | None = None) -> None:
        self.setup = setup
        self.players = list(players)
        self.dealer = Dealer(seed or new_seed())
        self.state: State[Any] = find_game(setup.game).start(setup)
        self.history: list[Played] = []
        self.choosers: tuple[Chooser, ...] = ()
        self.is_held = False  # bots that play alone wait
        self._kind = 0
        self._told = 0
        self._final = 0  # so many actions cannot be taken back any more
        self._looking_at: int | None = None
        self._totals: tuple[int, ...] | None = None
        self._bots = [None if player.bot is None else make_bot(player.bot) for player in players]
        self._rngs = [Random(f"{self.dealer.seed}/{seat}") for seat in range(len(players))]

    @property
    def phase(self) -> Phase:
        state = self.state
        if finished_games(state) > self._told:
            return Phase.RECKONING
        if state.is_over:
            return Phase.OVER
        if state.actor is None:
            return Phase.CHANCE
        return Phase.PERSON if self.players[state.actor].is_person else Phase.BOT

    @property
    def has_people(self) -> bool:
        return any(player.is_person for player in self.players)

    def name_of(self, kingdom: int) -> str:
        """The name of who rules *kingdom*; partners are named together."""
        return " & ".join(self.players[seat].name for seat in seats_of(self.state, kingdom))

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every kingdom as if the game ended now."""
        if self._totals is None:
            self._totals = tuple(score.total for score in self.state.scores())
        return self._totals

    # Acting

    def act(self, action: Action) -> None:
        """Play *action* for whoever is to act."""
        after = self.state.play(action)
        if self.history and self.history[-1].seat != self.state.actor:
            self._final = len(self.history)
        self.history.append(Played(self.state, action, after))
        self._enter(after)

    def deal(self) -> None:
        """Let chance speak."""
        self.act(self.dealer.deal(self.state))

    def think(self) -> Action:
        """What the bot to act chooses. Changes nothing: it may run beside everything else."""
        seat = self.state.actor
        bot = None if seat is None else self._bots[seat]
        if seat is None or bot is None:
            raise ValueError(f"expected a position where a bot is to act, got: {self.state}")
        return bot.choose(self.state, THINKING, self._rngs[seat])

    def replace_bot(self, seat: Seat) -> None:
        """A person takes over *seat*."""
        self.players[seat] = Player(self.players[seat].name)
        self._bots[seat] = None
        self._enter(self.state)

    def reckoned(self) -> None:
        """The score of the game that has just ended was read out."""
        self._told += 1

    @property
    def game_to_reckon(self) -> int:
        return self._told + 1

    # Taking back

    @property
    def can_undo(self) -> bool:
        """A person's own action, as long as nobody else has acted and chance has not spoken."""
        if len(self.history) <= self._final:
            return False
        last = self.history[-1]
        told = finished_games(last.before) < self._told
        return last.seat is not None and self.players[last.seat].is_person and not told

    def undo(self) -> None:
        """Go back before the last action, which is picked again."""
        if not self.can_undo:
            raise ValueError("expected an own action to take back")
        undone = self.history.pop()
        self._enter(undone.before)
        for kind, chooser in enumerate(self.choosers):
            if undone.action in chooser.actions:
                self._kind = kind
                chooser.pick(undone.action)

    # Choosing

    @property
    def chooser(self) -> Chooser | None:
        """How the person to act picks an action."""
        return self.choosers[self._kind] if self.choosers else None

    def other_kind(self, by: int = 1) -> None:
        """Pick among another kind of action: the next step of the turn, or *by* steps further."""
        self._kind = (self._kind + by) % max(1, len(self.choosers))

    def confirm(self) -> None:
        """Play what is picked."""
        if self.chooser is not None:
            self.act(self.chooser.action)

    # Looking

    @property
    def centre(self) -> int:
        """The kingdom to show large: the acting person's, or the one that was last; without people the actor's."""
        if self._looking_at is not None:
            return self._looking_at
        acting = (self.state.actor, *(played.seat for played in reversed(self.history)))
        for seat in acting:
            if seat is not None and (self.players[seat].is_person or not self.has_people):
                return self.state.kingdom_of(seat)
        people = (Seat(seat) for seat, player in enumerate(self.players) if player.is_person)
        return self.state.kingdom_of(next(people, Seat(0)))

    def look_at_next(self) -> None:
        self._looking_at = (self.centre + 1) % len(self.state.kingdoms)

    def fresh(self, kingdom: int) -> Mask:
        """The squares that were laid last in *kingdom*."""
        for played in reversed(self.history):
            before, after = played.before.kingdoms[kingdom], played.after.kingdoms[kingdom]
            if before != after:
                return after.occupied & ~before.occupied
        return 0

    def news(self) -> tuple[Played, ...]:
        """The last actions of the players, oldest first, and what they rolled."""
        told = [played for played in self.history[-3 * NEWS :] if played.seat is not None or is_roll(played.action)]
        return tuple(told[-NEWS:])

    def record(self) -> Record:
        """The game as text; the seed is told when the game is over."""
        over = self.state.is_over
        return Record.of(
            self.setup,
            [player.name for player in self.players],
            [(played.before.round, played.action) for played in self.history],
            commitment=self.dealer.commitment,
            seed=self.dealer.seed if over else None,
            final=self.state if over else None,
        )

    def _enter(self, state: State[Any]) -> None:
        self.state = state
        self._totals = None
        self._looking_at = None
        self.choosers = choosers_of(state) if self.phase is Phase.PERSON else ()
        self._kind = max(0, len(self.choosers) - 1)  # what goes on with the game: all before it may be skipped
