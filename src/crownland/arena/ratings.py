"""How strong bots are against each other, in Elo with 95 % intervals.

The unit is the deal: games of one deal resemble each other, so every variance is taken over deals, never over games.
The first bot is the yardstick at 0. A rating is the likeliest under Bradley and Terry's model, a drawn game counting as
half a win; for two bots that is the Elo of their score. Two bots' interval is that of the score fraction; those of
several come from the Fisher information with the variance over deals (the "sandwich").

Every interval counts two imaginary games for each two bots, on deals of their own, one won by either: without them a
few equal results would look like certainty. The rating itself counts them only where it would be infinite otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, log, log10

import numpy as np
from numpy.typing import NDArray

from crownland.arena.contest import GameResult

__all__ = ["Estimate", "elo_of", "fraction_of", "mean_of", "pair_points", "rate", "share_of", "student"]

# Points of every bot (row) against every bot (column).
Points = NDArray[np.float64]

Z = 1.959964  # standard errors to either side of a 95 % interval, when there are many deals
ELO = 400 / log(10)  # of one unit of log strength


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval, which may be open (infinite) to a side."""

    value: float
    low: float
    high: float


def elo_of(fraction: float) -> float:
    """The difference in strength of whoever scores this *fraction* of the points: 0.75 is 190.8."""
    if 0 < fraction < 1:
        return -400 * log10(1 / fraction - 1)
    return inf if fraction >= 1 else -inf


def fraction_of(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def pair_points(games: Sequence[GameResult], bots: int) -> Points:
    """What each bot took from each: of two sides with different bots the better ranked takes all, equal ones share.

    All such pairs of sides in a game together count as one game.
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
    """Every bot's Elo over the first one's. *deals* has each deal's :func:`pair_points`; every two bots have met."""
    every = np.array(deals)
    total = every.sum(axis=0)
    held = np.concatenate([every, _imaginary(len(total))])
    beats = _beats(total)
    values = _elos(total if beats.all() else held.sum(axis=0))
    lows, highs = _two_bots(every) if len(values) == 2 else _several_bots(held, values)
    found = [Estimate(0.0, 0.0, 0.0)]
    for bot in range(1, len(values)):
        # Who never lost a point to the yardstick, not even by way of others, may be any amount stronger.
        low = min(values[bot], lows[bot]) if beats[bot, 0] else -inf
        high = max(values[bot], highs[bot]) if beats[0, bot] else inf
        found.append(Estimate(float(values[bot]), float(low), float(high)))
    return tuple(found)


def share_of(points: Sequence[float], weights: Sequence[float]) -> Estimate:
    """The share that *points* are of *weights*, both deal by deal; its interval lies within 0 and 1."""
    got, of = np.array([*points, 0.0, 1.0]), np.array([*weights, 1.0, 1.0])
    middle = got.sum() / of.sum()
    spread = np.square(got - middle * of).sum() * len(of) / (len(of) - 1)
    error = student(len(of) - 1) * float(np.sqrt(spread)) / of.sum()
    value = sum(points) / sum(weights)
    return Estimate(value, max(0.0, min(value, middle - error)), min(1.0, max(value, middle + error)))


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of what deals gave. One deal alone says nothing of how far it may be off."""
    mean = float(np.mean(values))
    if len(values) == 1:
        return Estimate(mean, -inf, inf)
    error = student(len(values) - 1) * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return Estimate(mean, mean - error, mean + error)


def student(freedom: int) -> float:
    """Standard errors to either side of a 95 % interval whose variance is itself a guess, by Fisher's expansion."""
    terms = (Z, (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384)
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def _imaginary(bots: int) -> Points:
    deals = np.zeros((bots * (bots - 1), bots, bots))
    for deal, (winner, loser) in enumerate((a, b) for a in range(bots) for b in range(bots) if a != b):
        deals[deal, winner, loser] = 1
    return deals


def _beats(total: Points) -> NDArray[np.bool_]:
    """Whether a bot took points from another, or from one that did, and so on."""
    reach = (total > 0) | np.eye(len(total), dtype=bool)
    for _ in range(len(total)):
        reach = reach @ reach
    return reach


def _elos(total: Points) -> NDArray[np.float64]:
    """Bradley–Terry by minorisation and maximisation, from the yardstick's 0."""
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
    # The imaginary games draw ratings together; the side from which they do so must not become the narrow one.
    return np.minimum(elos, values) - error, np.maximum(elos, values) + error
