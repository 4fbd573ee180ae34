"""Plots as inline SVG, with colours from the page around them."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import ceil, floor, isfinite, log10

from crownland.arena.ratings import Estimate

__all__ = ["BINS", "bins_of", "counts_of", "histogram_plot", "rating_plot"]

WIDTH = 720
NAMES = 170  # the width of the names on the left
LETTERS = 21  # that fit there
ROW = 34
AXIS = 28
BINS = 24  # at most


def rating_plot(names: Sequence[str], ratings: Sequence[Estimate]) -> str:
    """Plots a point for every rating and a bar for its interval; an open end has an arrow."""
    ends = [end for one in ratings for end in (one.low, one.value, one.high) if isfinite(end)]
    step = _step(max(ends) - min(ends), 8)
    low, high = floor(min(ends) / step) * step - step / 2, ceil(max(ends) / step) * step + step / 2

    def x(elo: float) -> float:
        return NAMES + (min(max(elo, low), high) - low) / (high - low) * (WIDTH - NAMES - 20)

    height = ROW * len(names) + AXIS
    ticks = [step * at for at in range(ceil(low / step), floor(high / step) + 1)]
    body = "".join(_tick(x(tick), height, f"{tick:+g}" if tick else "0") for tick in ticks)
    for at, (name, one) in enumerate(zip(names, ratings, strict=True)):
        y = ROW * at + ROW / 2
        arrows = ("" if isfinite(one.low) else "◂") + ("" if isfinite(one.high) else "▸")
        body += (
            f'<text class="name" x="{NAMES - 12}" y="{y + 5}">{escape(_short(name))}</text>'
            f'<line class="interval" x1="{x(one.low):.1f}" x2="{x(one.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="point" cx="{x(one.value):.1f}" cy="{y}" r="5"/>'
        )
        for arrow in arrows:
            body += f'<text class="arrow" x="{x(one.low if arrow == "◂" else one.high):.1f}" y="{y + 5}">{arrow}</text>'
    return _svg(height, "Elo of every bot with its 95 % interval", body)


def bins_of(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the first and last score of every bin; all bins have the same width and cover *scores*."""
    width = max(1, ceil((max(scores) - min(scores) + 1) / BINS))
    first = min(scores) // width * width
    return [(start, start + width - 1) for start in range(first, max(scores) + 1, width)]


def histogram_plot(name: str, scores: Sequence[int], bins: Sequence[tuple[int, int]], most: int) -> str:
    """Plots how often *name* had each score; *most* is the highest bar of all bots, so that plots are comparable."""
    counts = counts_of(scores, bins)
    room, height = (WIDTH - 60) / len(bins), 130
    every = ceil(len(bins) / 12)
    body = ""
    for at, ((first, last), count) in enumerate(zip(bins, counts, strict=True)):
        x, tall = 40 + room * at, (height - AXIS - 8) * count / most
        span = f"{first}" if first == last else f"{first}–{last}"
        body += (
            f'<rect class="bar" x="{x + 1:.1f}" y="{height - AXIS - tall:.1f}" width="{room - 2:.1f}" '
            f'height="{tall:.1f}"><title>{span}: {count}</title></rect>'
        )
        if at % every == 0:
            body += f'<text class="tick" x="{x + room / 2:.1f}" y="{height - 8}">{first}</text>'
    body += f'<line class="axis" x1="40" x2="{WIDTH - 20}" y1="{height - AXIS}" y2="{height - AXIS}"/>'
    return _svg(height, f"How often {name} had each score", body)


def counts_of(scores: Sequence[int], bins: Sequence[tuple[int, int]]) -> list[int]:
    (first, last), *_ = bins
    found = Counter((score - first) // (last - first + 1) for score in scores)
    return [found[at] for at in range(len(bins))]


def _short(name: str) -> str:
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"


def _svg(height: int, title: str, body: str) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
    return f"{head}<title>{escape(title)}</title>{body}</svg>"


def _tick(x: float, height: int, text: str) -> str:
    line = f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height - AXIS + 4}"/>'
    return f'{line}<text class="tick" x="{x:.1f}" y="{height - 8}">{text}</text>'


def _step(span: float, most: int) -> int:
    """Returns a round number that divides *span* into at most *most* parts."""
    rough = max(span, 10) / most
    power = 10 ** floor(log10(rough))
    return int(max(1, next(step * power for step in (1, 2, 5, 10) if step * power >= rough)))
