"""Bots that meet: who, at what, from which seed. Everything that decides how a game of theirs goes."""

from dataclasses import dataclass

from crownland.arena.match import play_match
from crownland.arena.schedule import Pairing, Schedule, Seating
from crownland.bots import Limit, make_bot
from crownland.dealer import derived_seed
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat
from crownland.kernel.errors import SetupError

__all__ = ["Contest", "Played"]


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one game: for every side its bot, its score and its rank, which counts from 1."""

    number: int
    deal: int
    seating: Seating
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """Game *k* of a contest is always the same game, if its bots use only their generators and no clock."""

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    time: float | None = None  # seconds for every action

    def __post_init__(self) -> None:
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise SetupError(f"expected two or more bots, each once, got: {' '.join(self.bots)!r}")
        for name in self.bots:
            make_bot(name)

    @property
    def side_of_seat(self) -> tuple[int, ...]:
        """The kingdom of every seat: partners share one (W3)."""
        start = find_game(self.setup.game).start(self.setup)
        return tuple(start.kingdom_of(Seat(seat)) for seat in range(self.setup.players))

    @property
    def schedule(self) -> Schedule:
        return Schedule(len(self.bots), max(self.side_of_seat) + 1)

    def play(self, pairing: Pairing) -> tuple[Played, str]:
        """Plays one game of the schedule; what came of it, and its record."""
        names = [self.bots[pairing.seating[side]] for side in self.side_of_seat]
        seed = derived_seed(self.setup, self.seed, pairing.deal)
        match = play_match(self.setup, [make_bot(name) for name in names], names, seed, Limit(self.time))
        ranks = {standing.kingdom: standing.rank for standing in match.final.ranking()}
        played = Played(
            pairing.number,
            pairing.deal,
            pairing.seating,
            scores=tuple(score.total for score in match.final.scores()),
            ranks=tuple(ranks[side] for side in range(len(pairing.seating))),
        )
        return played, str(match.record)
