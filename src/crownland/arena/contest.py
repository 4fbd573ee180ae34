"""A contest between bots: the setup, the bots and the seed, which together decide every game."""

from dataclasses import dataclass
from pathlib import Path

from crownland.arena.match import Match, play_match
from crownland.arena.schedule import Pairing, Schedule, Seating
from crownland.bots import Limit
from crownland.bots.load import load_once
from crownland.bots.registry import made_bots
from crownland.dealer import derived_seed
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat
from crownland.kernel.errors import SetupError

__all__ = ["Contest", "GameResult"]


LUCK_DIGITS = 4


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game: the bot, score and rank of every side. Ranks count from 1."""

    number: int
    deal: int
    seating: Seating
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    forfeit: str = ""  # the seat whose bot forfeited, and why
    luck: tuple[float, ...] = ()  # what the draws brought every side, in win chance; none where nobody asked


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest. Game *k* is always the same game if the bots use only their generators and no clock."""

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    time: float | None = None  # seconds for every action
    load: tuple[Path, ...] = ()  # files with bots or games
    reduces_luck: bool = False  # whether the luck of every game is measured

    def __post_init__(self) -> None:
        self._load()
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise SetupError(f"expected two or more bots, each once, got: {' '.join(self.bots)!r}")
        with made_bots(self.bots):
            pass

    @property
    def side_of_seat(self) -> tuple[int, ...]:
        """The kingdom of every seat; partners share one."""
        start = find_game(self.setup.game).start(self.setup)
        return tuple(start.kingdom_of(Seat(seat)) for seat in range(self.setup.players))

    @property
    def schedule(self) -> Schedule:
        return Schedule(len(self.bots), max(self.side_of_seat) + 1)

    def play(self, pairing: Pairing) -> tuple[GameResult, str]:
        """Plays one game of the schedule; returns its result and its record."""
        self._load()
        names = [self.bots[pairing.seating[side]] for side in self.side_of_seat]
        seed = derived_seed(self.setup, self.seed, pairing.deal)
        with made_bots(names) as bots:
            match = play_match(self.setup, bots, names, seed, Limit(self.time))
        result = GameResult(
            pairing.number,
            pairing.deal,
            pairing.seating,
            scores=tuple(score.total for score in match.final.scores()),
            ranks=self._ranks(match),
            forfeit="" if match.forfeit is None else str(match.forfeit),
            luck=self._luck(match) if self.reduces_luck else (),
        )
        return result, str(match.record)

    def _ranks(self, match: Match) -> tuple[int, ...]:
        """Returns the rank of every side. After a forfeit its side is last and all others share the first place."""
        sides = range(max(self.side_of_seat) + 1)
        if match.forfeit is not None:
            lost = self.side_of_seat[match.forfeit.seat]
            return tuple(len(sides) if side == lost else 1 for side in sides)
        ranks = {standing.kingdom: standing.rank for standing in match.final.ranking()}
        return tuple(ranks[side] for side in sides)

    def _luck(self, match: Match) -> tuple[float, ...]:
        from crownland.review.luck import luck_of

        return tuple(round(one, LUCK_DIGITS) for one in luck_of(match.record))

    def _load(self) -> None:
        """Loads the files in this process, once."""
        for file in self.load:
            load_once(file)
