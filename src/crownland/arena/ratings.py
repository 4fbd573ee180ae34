"""Ratings of bots in Elo, with 95 % intervals.

The unit is the deal: games of one deal are correlated, so every variance is taken over deals, never over games. The
first bot is the yardstick at 0. Ratings are the maximum likelihood of the Bradley–Terry model, with a draw as half a
win; for two bots that is the Elo of their score. The interval of two bots is that of the score fraction; those of more
come from the Fisher information with the variance over deals (the "sandwich").

Every interval adds two virtual games for each pair of bots that met, on deals of their own, one won by each: without
them a few equal results would look like certainty. The rating itself includes them only where it would be infinite
otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, log, log10

import numpy as np
from numpy.typing import NDArray

from crownland.arena.contest import GameResult

__all__ = [
    "Estimate",
    "Points",
    "elo_of",
    "fraction_of",
    "mean_of",
    "most_telling",
    "pair_points",
    "rate",
    "share_of",
    "student",
]

# The points of every bot (row) against every bot (column).
Points = NDArray[np.float64]

Z = 1.959964  # standard errors to either side of a 95 % interval, when there are many deals
ELO = 400 / log(10)  # of one unit of log strength
VAGUE = 0.05  # games that each of two bots is taken to have won, to compare bots before they have met


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval; an open end is infinite."""

    value: float
    low: float
    high: float


def elo_of(fraction: float) -> float:
    """Returns the Elo difference that scores this *fraction* of the points: 190.8 for 0.75."""
    if 0 < fraction < 1:
        return -400 * log10(1 / fraction - 1)
    return inf if fraction >= 1 else -inf


def fraction_of(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def pair_points(games: Sequence[GameResult], bots: int) -> Points:
    """Returns the points of each bot against each: of two sides with different bots, the higher ranked scores 1.

    Equal ranks score 0.5 each. All pairs of sides in a game together count as one game.
    """
    points = np.zeros((bots, bots))
    for game in games:
        met = [(a, b) for a, b in combinations(range(len(game.ranks)), 2) if game.seating[a] != game.seating[b]]
        for a, b in met:
            won = 0.5 if game.ranks[a] == game.ranks[b] else float(game.ranks[a] < game.ranks[b])
            points[game.seating[a], game.seating[b]] += won / len(met)
            points[game.seating[b], game.seating[a]] += (1 - won) / len(met)
    return points


def rate(deals: Sequence[Points]) -> tuple[Estimate, ...]:
    """Returns the Elo of every bot over the first. *deals* has the :func:`pair_points` of each.

    All pairs have met, directly or through others.
    """
    every = np.array(deals)
    total = every.sum(axis=0)
    held = np.concatenate([every, _virtual_games(total)])
    beats = _beats(total)
    values = _elos(total if beats.all() else held.sum(axis=0))
    lows, highs = _two_bots(every) if len(values) == 2 else _several_bots(held, values)
    found = [Estimate(0.0, 0.0, 0.0)]
    for bot in range(1, len(values)):
        # A bot that never lost a point to the yardstick, directly or through others, has no upper bound.
        low = min(values[bot], lows[bot]) if beats[bot, 0] else -inf
        high = max(values[bot], highs[bot]) if beats[0, bot] else inf
        found.append(Estimate(float(values[bot]), float(low), float(high)))
    return tuple(found)


def most_telling(points: Points, asked: Points) -> tuple[int, int]:
    """Returns the two bots whose next game tells most about the ratings of all: in expectation, in bits.

    *points* are those of all games so far, *asked* has the number of games of each pair that are being played. Games of
    bots that are little known tell most, and of bots that are of similar strength as far as one knows.
    """
    bots = len(points)
    known = points + VAGUE * (1 - np.eye(bots))
    elos = _elos(known)
    expected = 1 / (1 + np.exp((elos - elos[:, None]) / ELO))
    weights = expected * (1 - expected)
    curve = (known + known.T + asked) * weights
    covariance = np.linalg.pinv(np.diag(curve.sum(axis=1)) - curve)
    variance = np.diag(covariance)
    told = weights * (variance + variance[:, None] - 2 * covariance)
    first, second = np.unravel_index(np.argmax(np.triu(told, 1)), told.shape)
    return int(first), int(second)


def share_of(points: Sequence[float], weights: Sequence[float]) -> Estimate:
    """Returns *points* as a share of *weights*, both by deal; its interval lies within 0 and 1."""
    got, of = np.array([*points, 0.0, 1.0]), np.array([*weights, 1.0, 1.0])
    middle = got.sum() / of.sum()
    spread = np.square(got - middle * of).sum() * len(of) / (len(of) - 1)
    error = student(len(of) - 1) * float(np.sqrt(spread)) / of.sum()
    value = sum(points) / sum(weights)
    return Estimate(value, max(0.0, min(value, middle - error)), min(1.0, max(value, middle + error)))


def mean_of(values: Sequence[float]) -> Estimate:
    """Returns the mean of *values*, one for each deal. With a single deal the interval is infinite."""
    mean = float(np.mean(values))
    if len(values) == 1:
        return Estimate(mean, -inf, inf)
    error = student(len(values) - 1) * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return Estimate(mean, mean - error, mean + error)


def student(freedom: int) -> float:
    """Returns the 97.5 % quantile of Student's t distribution, by Fisher's expansion."""
    terms = (Z, (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384)
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def _virtual_games(total: Points) -> Points:
    met = np.argwhere(total + total.T > 0)
    deals = np.zeros((len(met), *total.shape))
    for deal, (winner, loser) in enumerate(met):
        deals[deal, winner, loser] = 1
    return deals


def _beats(total: Points) -> NDArray[np.bool_]:
    """Returns whether a bot took points from another, directly or through others."""
    reach = (total > 0) | np.eye(len(total), dtype=bool)
    for _ in range(len(total)):
        reach = reach @ reach
    return reach


def _elos(total: Points) -> NDArray[np.float64]:
    """Returns Bradley–Terry ratings relative to the first bot, by minorisation–maximisation."""
    games, won = total + total.T, total.sum(axis=1)
    strength = np.ones(len(total))
    for _ in range(100_000):
        better = won / (games / (strength[:, None] + strength)).sum(axis=1)
        better /= better[0]
        if np.abs(np.log(better / strength)).max() < 1e-12:
            break
        strength = better
    elos: NDArray[np.float64] = ELO * np.log(better)
    return elos


def _two_bots(every: Points) -> tuple[list[float], list[float]]:
    share = share_of(every[:, 1, 0].tolist(), (every[:, 1, 0] + every[:, 0, 1]).tolist())
    return [0.0, elo_of(share.low)], [0.0, elo_of(share.high)]


def _several_bots(held: Points, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    elos = _elos(held.sum(axis=0))
    expected = 1 / (1 + np.exp((elos - elos[:, None]) / ELO))
    games = held + held.transpose(0, 2, 1)
    slopes = (held - games * expected).sum(axis=2)[:, 1:]
    curve = games.sum(axis=0) * expected * (1 - expected)
    information = (np.diag(curve.sum(axis=1)) - curve)[1:, 1:]
    inverse = np.linalg.inv(information)
    covariance = inverse @ (slopes.T @ slopes) @ inverse * len(held) / (len(held) - 1)
    error = np.append(0.0, student(len(held) - 1) * ELO * np.sqrt(np.diag(covariance)))
    # The virtual games pull ratings together; that must not narrow the interval on the other side.
    return np.minimum(elos, values) - error, np.maximum(elos, values) + error
