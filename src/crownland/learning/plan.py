"""A plan of training: the setups, the budget, and every size; and the schedule that follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import cos, pi
from pathlib import Path

from crownland.fast.jit import COMPILED
from crownland.fast.network import Shape
from crownland.fast.series import all_cores
from crownland.fast.twin import twin_of
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import SetupError
from crownland.learning.self_play import Exploration
from crownland.learning.trainer import Lesson

__all__ = ["TrainingPlan", "parse_hidden", "parse_setups"]

ENGINES = ("processes", "ray")


@dataclass(frozen=True)
class TrainingPlan:
    """How to train a network. The budget is *minutes* or *games*; everything else has a good default.

    Setups are of one game, and of one shape; every block of games is of the next one.
    """

    setups: tuple[Setup, ...]
    minutes: float | None = None  # from the start, compiling included
    games: int | None = None
    seed: int = 1
    jobs: int = field(default_factory=all_cores)  # workers that play
    engine: str = "processes"
    address: str | None = None  # of a Ray cluster
    load: tuple[Path, ...] = ()  # files with games
    start: Path | None = None  # the network to start from

    hidden: tuple[int, int, int] | None = None  # the encoder's choice without
    batch: int | None = None  # samples a step: BATCH by the device
    reuse: float = 6.0  # how often a sample is used; whoever is ahead waits, workers or trainer
    window: int = 12_000_000  # samples that the ring has at most
    memory: float | None = None  # GiB that the ring has at most: MEMORY by the device
    rate: float = 2e-3  # of learning, at first
    last_rate: float = 4e-5
    warm_up: int = 200  # steps
    back_end: str | None = None
    device: str | None = None

    block: int = 100  # games that a worker plays with the same weights
    share: float = 0.25  # see self_play.Exploration
    blur: float = 0.03
    first_trace: float = 0.9
    trace: float = 0.75
    trace_from: float = 0.15  # part of the training after which the trace is shorter
    slips: float = 0.2  # of greedy, which plays the first games
    first_games: int = 50_000  # that greedy plays at most
    first_part: float = 0.05  # of the training in which greedy plays at most

    publish: float = 3.0  # seconds between new weights for the workers
    evaluate: float = 20.0  # seconds between two measurements of strength; 0 for none
    deals: int = 500  # of a measurement
    save: float = 60.0  # seconds between checkpoints

    def __post_init__(self) -> None:
        if not COMPILED:
            raise SetupError("expected Numba for training, got plain Python; install numba, and unset CROWNLAND_JIT")
        if (self.minutes is None) == (self.games is None):
            raise SetupError("expected either minutes or games as the budget of a training")
        if self.engine not in ENGINES:
            raise SetupError(f"expected processes or ray as the engine of a training, got: {self.engine!r}")
        if self.address is not None and self.engine != "ray":
            raise SetupError(f"expected the engine ray with an address, got: {self.engine}")
        if not self.setups or len({setup.game for setup in self.setups}) > 1:
            raise SetupError("expected one or more setups of the same game")
        for setup in self.setups:
            _check_encoder(setup)
        shapes = {str(setup): self._shape_of(setup) for setup in self.setups}
        if len(set(shapes.values())) > 1:
            first, *others = shapes
            other = next(text for text in others if shapes[text] != shapes[first])
            raise SetupError(f"expected setups whose networks have one shape, got others for {first!r} and {other!r}")
        if self.minutes is not None and self.minutes <= 0:
            raise SetupError(f"expected more than 0 minutes, got: {self.minutes:g}")

    def _shape_of(self, setup: Setup) -> Shape:
        twin = twin_of(setup)
        assert twin is not None
        shape = twin.encoder.shape_of(setup)
        return shape if self.hidden is None else replace(shape, hidden=self.hidden)

    @cached_property
    def shape(self) -> Shape:
        return self._shape_of(self.setups[0])

    @cached_property
    def lesson(self) -> Lesson:
        twin = twin_of(self.setups[0])
        assert twin is not None
        encoder = twin.encoder
        return Lesson(self.shape, encoder.scales_of(self.shape), encoder.symmetries_of(self.shape))

    # The schedule; *part* is how much of the training is done, from 0 to 1.

    def rate_at(self, part: float, step: int) -> float:
        """Returns the rate of a step: a cosine, after the first steps, which grow."""
        falling = self.last_rate + (self.rate - self.last_rate) * 0.5 * (1 + cos(pi * min(1.0, part)))
        return falling * min(1.0, (step + 1) / self.warm_up) if self.warm_up else falling

    def exploration_at(self, part: float) -> Exploration:
        is_late = part >= self.trace_from or self.start is not None
        return Exploration(self.share, self.blur, self.trace if is_late else self.first_trace)

    @property
    def first_exploration(self) -> Exploration:
        """What greedy does wrong on purpose in the first games."""
        return Exploration(share=self.slips)


def parse_setups(game: str, text: str) -> tuple[Setup, ...]:
    """Returns the setups in a text like ``players=3, players=4``."""
    found = []
    for part in text.split(","):
        options = dict(word.partition("=")[::2] if "=" in word else (word, "true") for word in part.split())
        players = options.pop("players", None)
        if players is not None and not players.isdecimal():
            raise SetupError(f"expected a setup like 'players=2 opening=random', got: {part.strip()!r}")
        found.append(find_game(game).setup(None if players is None else int(players), options))
    return tuple(dict.fromkeys(found))


def parse_hidden(text: str) -> tuple[int, int, int]:
    """Returns the sizes of hidden layers in a text like ``256,64,32``."""
    words: Sequence[str] = text.split(",")
    if len(words) != 3 or not all(word.strip().isdecimal() and 0 < int(word) <= 4096 for word in words):
        raise SetupError(f"expected the sizes of three hidden layers like 256,64,32, got: {text!r}")
    first, second, third = map(int, words)
    return first, second, third


def _check_encoder(setup: Setup) -> None:
    twin = twin_of(setup)
    if twin is None or not twin.has_encoder:
        raise SetupError(f"expected a setup whose twin has an encoder for networks, got: {str(setup)!r}")
