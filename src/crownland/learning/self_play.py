"""Games that a network plays against itself, as samples to learn from; and matches that measure its strength.

A sample is a position right after a decision, as a record, and what came of it: TD(λ) through the later decisions of
the game. The trace is cut where an explored move was not the best one. Where the solver of endgames takes over, its
result is the end of the game: what is solved need not be learned.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crownland.fast import dispatch, endgame, layout, network, numbering, phase
from crownland.fast.bits import below, seed_of
from crownland.fast.convert import to_words
from crownland.fast.jit import Bytes, Floats, Row, entry, filled, floats, rare, words
from crownland.fast.judging import (
    MOST_WAYS,
    NO_ACTION,
    Desk,
    best_way,
    judge_ways,
    list_actions,
    make_desk,
    noisy_way,
    play,
    uniform,
    write_result,
)
from crownland.fast.network import Shape
from crownland.fast.twin import Twin, TwinKey, require_twin
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat

__all__ = ["Exploration", "Match", "SelfPlay", "match"]

MOST_DECISIONS = 400  # of one game
SOLVED = 200_000  # positions at most: what takes longer is played by greedy

GREEDY, FIRST, SECOND = 0, 1, 2  # who plays a seat of a match

PLIES, SCRATCH = 4, 8  # of the solver's rows, see _Rows
MEMORY, RECORD = 3, 6  # of the rows of a Desk


@dataclass(frozen=True, slots=True)
class Exploration:
    """How self-play leaves the best way, and how far back a result reaches."""

    share: float = 0.25  # of the decisions that explore
    blur: float = 0.03  # by how much they misjudge, in win chance
    trace: float = 0.75  # λ


class SelfPlay:
    """Plays games of one setup, over and over, with whatever weights it is given."""

    def __init__(self, setup: Setup, shape: Shape) -> None:
        self.setup, self.shape = setup, shape
        self._twin = require_twin(setup)
        start = find_game(setup.game).start(setup)
        self._start = to_words(start)
        self._rows = _Rows(self._twin, shape, start, len(self._start))
        self._records = np.zeros(0, np.int8)
        self._targets = np.zeros(0, np.float32)

    def play(
        self, weights: Any, games: int, seed: int, first: int, exploration: Exploration | None = None
    ) -> tuple[Any, Any]:
        """Returns the records and the targets of *games*, numbered from *first*; they are valid until the next call.

        Without *weights* greedy plays, and acts at random in a share of its decisions.
        """
        width, exploration = 2 * self.shape.kingdoms, exploration or Exploration()
        if len(self._records) < games * MOST_DECISIONS * self.shape.record:
            self._records = np.zeros(games * MOST_DECISIONS * self.shape.record, np.int8)
            self._targets = np.zeros(games * MOST_DECISIONS * width, np.float32)
        rows = self._rows
        found = play_block(
            self._twin.key,
            self.shape.row,
            floats(1) if weights is None else weights,
            weights is not None,
            self._twin.encoder.LOOKS_TWICE,
            self._start,
            len(self._start),
            seed,
            first,
            games,
            exploration.share,
            exploration.blur,
            exploration.trace,
            self._records,
            self._targets,
            rows.game,
            rows.ways,
            rows.values,
            rows.desk,
            rows.outlooks,
            rows.movers,
            rows.solver,
            rows.rng,
            rows.lots,
        )
        return (
            self._records[: found * self.shape.record].reshape(found, self.shape.record),
            self._targets[: found * width].reshape(found, width),
        )


class _Rows:
    """The rows that kernels work with."""

    def __init__(self, twin: Twin, shape: Shape, start: State[Any], size: int) -> None:
        kingdoms = len(start.kingdoms)
        self.game, self.rng, self.lots = words(size), words(1), words(1)
        self.ways, self.values = words(2 * MOST_WAYS), floats(2 * kingdoms * MOST_WAYS)
        self.desk = make_desk(twin, shape, size)
        self.outlooks, self.movers = floats(2 * kingdoms * (MOST_DECISIONS + 1)), words(2 * MOST_DECISIONS)
        self.solver = (
            words(endgame.MOST_PLIES * size),
            filled([start.kingdom_of(Seat(seat)) for seat in range(start.setup.players)]),
            words(2),
            words(twin.endgame.MEMORY_WORDS),
            words(endgame.MOST_PLIES * endgame.PLY_WORDS),
            words(endgame.MOST_PLIES * numbering.MOST_LEGAL),
            words(numbering.MOST_LEGAL),
            words(numbering.MOST_LEGAL),
            words(twin.kernels.SCRATCH_WORDS),
        )


@rare
def _act_greedily(
    twin: TwinKey, game: Row, looks_twice: bool, slips: float, lots: Row, desk: Desk, solver: Any
) -> None:
    """Plays one decision as greedy would, or at random in a share of *slips*."""
    again = looks_twice and game[layout.PHASE] == phase.PLACE
    _act_once(twin, game, slips, lots, desk, solver)
    if again and game[layout.PHASE] == phase.CLAIM:
        _act_once(twin, game, slips, lots, desk, solver)


@rare
def _act_once(twin: TwinKey, game: Row, slips: float, lots: Row, desk: Desk, solver: Any) -> None:
    actions = desk[1]
    if uniform(lots) < slips:
        action = actions[below(lots, list_actions(twin, game, 0, actions))]
    else:
        action = dispatch.greedy_choice(twin, game, 0, lots, solver[SCRATCH])
    play(twin, game, 0, action)


@rare
def _solve(twin: TwinKey, game: Row, size: int, lots: Row, solver: Any) -> int:
    """Returns the best action of an endgame; -1 when it takes too long to find."""
    rows, kingdoms_of, counter, memory, plies, choices, actions, marks, scratch = solver
    for slot in range(size):
        rows[slot] = game[slot]
    counter[endgame.DONE], counter[endgame.LIMIT] = 0, SOLVED
    for slot in range(len(memory)):
        memory[slot] = 0
    return endgame.best_action(
        twin, rows, size, kingdoms_of, counter, memory, plies, choices, actions, marks, lots, scratch
    )


@rare
def _settle_end(twin: TwinKey, game: Row, size: int, values: Floats, at: int, rng: Row, lots: Row, solver: Any) -> None:
    """Writes the result of a game that is over or beyond the network: solved, or played on by greedy."""
    is_open = game[layout.PHASE] != phase.OVER and game[layout.KINGDOMS] == 2
    if is_open and _solve(twin, game, size, lots, solver) >= 0:
        result = solver[PLIES][endgame.BEST]
        won = 1 if result > endgame.WIN // 2 else (-1 if result < -endgame.WIN // 2 else 0)
        values[at], values[at + 1] = 0.5 + 0.5 * won, result - won * endgame.WIN
        values[at + 2], values[at + 3] = 0.5 - 0.5 * won, won * endgame.WIN - result
        return
    while game[layout.PHASE] != phase.OVER:
        if game[layout.PHASE] < phase.CLAIM:
            dispatch.chance(twin, game, 0, rng)
        else:
            play(twin, game, 0, dispatch.greedy_choice(twin, game, 0, lots, solver[SCRATCH]))
    write_result(twin, game, 0, values, at)


@entry
def play_block(
    twin: TwinKey,
    shape: Row,
    weights: Floats,
    by_network: bool,
    looks_twice: bool,
    start: Row,
    size: int,
    seed: int,
    first: int,
    games: int,
    share: float,
    blur: float,
    trace: float,
    records: Bytes,
    targets: Floats,
    game: Row,
    ways: Row,
    values: Floats,
    desk: Desk,
    outlooks: Floats,
    movers: Row,
    solver: Any,
    rng: Row,
    lots: Row,
) -> int:
    """Plays *games* and writes their samples; returns how many samples there are."""
    found, kingdoms, blocks = 0, start[layout.KINGDOMS], shape[network.KINGDOMS]
    width = 2 * kingdoms
    memory, record = desk[MEMORY], desk[RECORD]
    length = shape[network.RECORD]
    for number in range(first, first + games):
        rng[0], lots[0] = seed_of(seed, number), seed_of(seed, ~number)
        for slot in range(size):
            game[slot] = start[slot]
        decisions, is_cut = 0, False
        while game[layout.PHASE] != phase.OVER:
            if game[layout.PHASE] < phase.CLAIM:
                dispatch.chance(twin, game, 0, rng)
                continue
            if dispatch.is_beyond(twin, game, 0) or decisions == MOST_DECISIONS:
                break
            kingdom = dispatch.mover(twin, game, 0)
            movers[2 * decisions], movers[2 * decisions + 1] = kingdom, 0
            if by_network:
                many = judge_ways(twin, shape, weights, looks_twice, game, 0, size, ways, values, desk)
                best = best_way(values, many, kingdom, width)
                chosen = best
                if many > 1 and uniform(lots) < share:
                    chosen = noisy_way(values, many, kingdom, width, blur, 0.0, lots)
                for place in range(width):
                    outlooks[decisions * width + place] = values[best * width + place]
                movers[2 * decisions + 1] = chosen != best
                play(twin, game, 0, ways[2 * chosen])
                if ways[2 * chosen + 1] != NO_ACTION:
                    play(twin, game, 0, ways[2 * chosen + 1])
                if many == 1:
                    continue
            else:
                _act_greedily(twin, game, looks_twice, share, lots, desk, solver)
            if game[layout.PHASE] != phase.OVER:
                dispatch.encode(twin, game, 0, kingdom, record, memory)
                at = (found + decisions) * length
                for place in range(length):
                    records[at + place] = record[place]
                decisions += 1
            else:
                is_cut = movers[2 * decisions + 1] != 0
        end = MOST_DECISIONS * width
        _settle_end(twin, game, size, outlooks, end, rng, lots, solver)
        if is_cut:  # the last move of all was explored
            for place in range(width):
                outlooks[end + place] = outlooks[decisions * width + place]
        for decision in range(decisions - 1, -1, -1):
            kingdom, at = movers[2 * decision], (found + decision) * 2 * blocks
            for turn in range(blocks):
                one = (kingdom + turn) % kingdoms
                targets[at + turn] = outlooks[end + 2 * one] if turn < kingdoms else 0.0
                targets[at + blocks + turn] = outlooks[end + 2 * one + 1] if turn < kingdoms else 0.0
            if by_network:
                kept = 0.0 if movers[2 * decision + 1] else trace
                for place in range(width):
                    here = outlooks[decision * width + place]
                    outlooks[end + place] = kept * outlooks[end + place] + (1.0 - kept) * here
        found += decisions
    return found


@dataclass(frozen=True, slots=True)
class Match:
    """The share of games won, a tie being half, with half the width of its 95 % interval; and the mean margin."""

    wins: float
    error: float
    margin: float
    games: int


def match(
    setup: Setup,
    first: tuple[Shape, Any],
    second: tuple[Shape, Any] | None,
    deals: int,
    seed: int,
    noise: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
) -> Match:
    """Plays every deal once with the first network in each seat, the second one (or greedy) in all others.

    *noise* has what each network misjudges and the share it overlooks, as noisy_way() takes them.
    """
    twin, state = require_twin(setup), find_game(setup.game).start(setup)
    start, kingdoms = to_words(state), len(state.kingdoms)
    shape, weights = first
    other_shape, others = second or (shape, floats(1))
    rows = _Rows(twin, shape, state, len(start))
    other_desk = make_desk(twin, other_shape, len(start))
    results = floats(2 * deals * kingdoms)
    blur, slips, other_blur, other_slips = map(float, noise)
    play_match(
        twin.key,
        (shape.row, other_shape.row),
        (weights, others),
        (rows.desk, other_desk),
        GREEDY if second is None else SECOND,
        (blur, slips, other_blur, other_slips),
        twin.encoder.LOOKS_TWICE,
        start,
        len(start),
        seed,
        deals,
        results,
        rows.game,
        rows.ways,
        rows.values,
        rows.outlooks,
        rows.solver,
        rows.rng,
        rows.lots,
    )
    table = np.asarray(results).reshape(deals, kingdoms, 2)
    means = table[:, :, 0].mean(axis=1)
    error = 1.96 * float(means.std()) / deals**0.5
    return Match(float(means.mean()), error, float(table[:, :, 1].mean()), deals * kingdoms)


@entry
def play_match(
    twin: TwinKey,
    shapes: tuple[Row, Row],
    weights: tuple[Floats, Floats],
    desks: tuple[Desk, Desk],
    others: int,
    noise: tuple[float, float, float, float],
    looks_twice: bool,
    start: Row,
    size: int,
    seed: int,
    deals: int,
    results: Floats,
    game: Row,
    ways: Row,
    values: Floats,
    outlooks: Floats,
    solver: Any,
    rng: Row,
    lots: Row,
) -> None:
    """Plays a match, and writes the win share and the margin of the first network in every game."""
    kingdoms = start[layout.KINGDOMS]
    width = 2 * kingdoms
    for deal in range(deals):
        for lone in range(kingdoms):
            rng[0], lots[0] = seed_of(seed, deal), seed_of(seed, ~(deal * kingdoms + lone))
            for slot in range(size):
                game[slot] = start[slot]
            while game[layout.PHASE] != phase.OVER:
                if game[layout.PHASE] < phase.CLAIM:
                    dispatch.chance(twin, game, 0, rng)
                    continue
                kingdom = dispatch.mover(twin, game, 0)
                player = FIRST if kingdom == lone else others
                if dispatch.is_beyond(twin, game, 0) and others != GREEDY:
                    break
                if player == GREEDY:
                    _act_greedily(twin, game, looks_twice, 0.0, lots, desks[0], solver)
                    continue
                if dispatch.is_beyond(twin, game, 0):
                    action = _solve(twin, game, size, lots, solver)
                    if action < 0:
                        action = dispatch.greedy_choice(twin, game, 0, lots, solver[SCRATCH])
                    play(twin, game, 0, action)
                    continue
                if player == FIRST:
                    many = judge_ways(twin, shapes[0], weights[0], looks_twice, game, 0, size, ways, values, desks[0])
                    blur, slips = noise[0], noise[1]
                else:
                    many = judge_ways(twin, shapes[1], weights[1], looks_twice, game, 0, size, ways, values, desks[1])
                    blur, slips = noise[2], noise[3]
                if blur > 0.0 or slips > 0.0:
                    chosen = noisy_way(values, many, kingdom, width, blur, slips, lots)
                else:
                    chosen = best_way(values, many, kingdom, width)
                play(twin, game, 0, ways[2 * chosen])
                if ways[2 * chosen + 1] != NO_ACTION:
                    play(twin, game, 0, ways[2 * chosen + 1])
            _settle_end(twin, game, size, outlooks, 0, rng, lots, solver)
            at = 2 * (deal * kingdoms + lone)
            results[at], results[at + 1] = outlooks[2 * lone], outlooks[2 * lone + 1]
