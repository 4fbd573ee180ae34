"""Reports: one self-contained HTML page, with every plot as a table too; of a ladder also in Markdown."""

from collections.abc import Iterable, Sequence
from html import escape
from math import isfinite

from crownland.arena.contest import GameResult
from crownland.arena.plots import bins_of, counts_of, histogram_plot, rating_plot
from crownland.arena.ratings import Estimate
from crownland.arena.summary import BotSummary, Deal, Summary
from crownland.words import Words

__all__ = [
    "answer_text",
    "deals_of",
    "elo_text",
    "heads_of",
    "html_report",
    "interval_text",
    "ladder_html",
    "ladder_markdown",
    "ladder_rows",
    "ladder_title",
    "luckless_cells",
    "margin_text",
    "title_of",
    "wins_text",
]

ENGLISH = Words()  # of the page

LADDER_HEADS = ("", "bot", "Elo", "95 %", "games", "wins", "score")

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fdfcf8; --faint: #c9c6bb;
  --mark: #1f5fa8; --rgb: 31 95 168 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6df; --paper: #171b21; --faint: #454c57; --mark: #7db5f2; --rgb: 125 181 242 }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 50rem; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } h3 { font-size: 1rem; margin-bottom: 0 }
table { border-collapse: collapse; min-width: 30rem; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--faint); text-align: right; white-space: nowrap }
th:first-child { text-align: left } caption { text-align: left; padding-bottom: .5rem }
td.share { background: rgb(var(--rgb) / calc(var(--share) * .45)) }
svg { width: 100%; height: auto; font: 14px system-ui, sans-serif; fill: var(--ink) }
.name { text-anchor: end } .tick, .arrow { text-anchor: middle } .tick { font-size: 12px }
.grid, .axis { stroke: var(--faint) } .interval { stroke: var(--mark); stroke-width: 3 }
.point, .bar, .arrow { fill: var(--mark) }
"""


def html_report(summary: Summary, deals: Sequence[Deal]) -> str:
    """Returns the whole page. *deals* are those of *summary*."""
    names = [line.name for line in summary.lines]
    parts = [
        f"<p>{escape(_facts(summary))}</p>",
        f"<h2>Ratings</h2>\n{rating_plot(names, [line.elo for line in summary.lines])}\n{_rating_table(summary)}",
        f"<h2>Who beat whom</h2>\n{_matrix_table(names, summary.matrix)}",
        f"<h2>Scores</h2>\n{_scores(names, deals)}",
    ]
    return _page(title_of(summary), parts)


def ladder_html(summary: Summary) -> str:
    """Returns a ladder as a page: the strongest bot first, with intervals, and who beat whom."""
    lines = _ranked(summary)
    names = [line.name for line in summary.lines]
    table = _table("The ladder", LADDER_HEADS, map(_cells, ladder_rows(summary)))
    parts = [
        f"<p>{escape(_ladder_facts(summary))}</p>",
        f"{rating_plot([line.name for line in lines], [line.elo for line in lines])}\n{table}",
        f"<h2>Who beat whom</h2>\n{_matrix_table(names, summary.matrix)}",
    ]
    return _page(ladder_title(summary), parts)


def ladder_markdown(summary: Summary) -> str:
    """Returns a ladder as a Markdown table with a heading."""
    rows = [LADDER_HEADS, ("---", "---", *["--:"] * (len(LADDER_HEADS) - 2)), *ladder_rows(summary)]
    table = "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows)
    return f"# {ladder_title(summary)}\n\n{_ladder_facts(summary)}\n\n{table}\n"


def ladder_title(summary: Summary, words: Words = ENGLISH) -> str:
    setup = summary.contest.setup
    values = {"bots": len(summary.lines), "games": summary.games, "game": setup.game, "players": setup.players}
    return words("cli.ladder.title", **values)


def ladder_rows(summary: Summary) -> list[tuple[str, ...]]:
    """Returns the cells of a ladder, from the strongest bot to the weakest."""
    return [
        (
            str(place),
            line.name,
            elo_text(line.elo.value),
            interval_text(line.elo),
            str(line.games),
            f"{line.wins.value:.1%}",
            f"{line.score:.1f}",
        )
        for place, line in enumerate(_ranked(summary), start=1)
    ]


def _ranked(summary: Summary) -> list[BotSummary]:
    return sorted(summary.lines, key=lambda line: -line.elo.value)


def _ladder_facts(summary: Summary) -> str:
    contest = summary.contest
    limit = "" if contest.time is None else f" Every action had {contest.time:g} seconds."
    return f"{contest.setup}, seed {contest.seed}.{limit} Elo over {summary.lines[0].name}, with 95 % intervals."


def _page(title: str, parts: Sequence[str]) -> str:
    title = escape(title)
    head = f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>{title}</title>'
    body = "\n".join([f"<h1>{title}</h1>", *parts])
    page = f"<head>\n{head}\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>"
    return f'<!doctype html>\n<html lang="en">\n{page}\n</html>\n'


def title_of(summary: Summary, words: Words = ENGLISH) -> str:
    setup = summary.contest.setup
    values = {"games": summary.games, "game": setup.game, "players": setup.players, "seed": summary.contest.seed}
    return words("cli.title", **values)


def deals_of(summary: Summary, words: Words = ENGLISH) -> str:
    """Returns a text like ``10 deals, each with 2 seatings``."""
    return words("cli.deals", deals=summary.deals, seatings=summary.games // summary.deals)


def heads_of(summary: Summary, words: Words = ENGLISH) -> list[str]:
    """Returns the heads of the table of all bots."""
    luckless = (words("cli.head.luckless"), "95 %") if summary.contest.reduces_luck else ()
    bot, wins, score, margin = (words(f"cli.head.{head}") for head in ("bot", "wins", "score", "margin"))
    return [bot, "Elo", "95 %", wins, "95 %", score, margin, *luckless]


def elo_text(elo: float) -> str:
    """Returns a text like ``+191``, ``0`` or ``−∞``."""
    if not isfinite(elo):
        return "+∞" if elo > 0 else "−∞"
    return _signed(elo, 0) if round(elo) else "0"


def interval_text(estimate: Estimate) -> str:
    """Returns a text like ``+120 … +270``; nothing for the yardstick."""
    return f"{elo_text(estimate.low)} … {elo_text(estimate.high)}" if estimate.low < estimate.high else ""


def wins_text(share: Estimate) -> str:
    """Returns a text like ``86% … 100%``; nothing after a single deal."""
    return f"{share.low:.0%} … {share.high:.0%}" if isfinite(share.low) else ""


def luckless_cells(line: BotSummary) -> tuple[str, ...]:
    """Returns the wins without luck and their interval, where the luck was measured."""
    return () if line.luckless is None else (f"{line.luckless.value:.1%}", wins_text(line.luckless))


def margin_text(margin: Estimate) -> str:
    """Returns a text like ``+20.4 ± 5.1``; after a single deal without the error."""
    error = margin.high - margin.value
    return _signed(margin.value, 1) + (f" ± {error:.1f}" if isfinite(error) else "")


def answer_text(summary: Summary, words: Words = ENGLISH) -> str:
    """Returns the result of the SPRT in one sentence; nothing without one."""
    sprt = summary.sprt
    if sprt is None:
        return ""
    first, second = summary.contest.bots
    asked = sprt.question
    llr = words("cli.llr", llr=f"{sprt.llr:.2f}", low=f"{asked.lower:.2f}", high=f"{asked.upper:.2f}")
    if sprt.answer is None:
        return words("cli.sprt.open", llr=llr)
    less, more = words("cli.sprt.less", elo=f"{asked.elo0:+g}"), words("cli.sprt.more", elo=f"{asked.elo1:+g}")
    holds, fails = (more, less) if sprt.answer == "H1" else (less, more)
    return words("cli.sprt.holds", answer=sprt.answer, second=second, first=first, holds=holds, fails=fails, llr=llr)


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _facts(summary: Summary) -> str:
    contest = summary.contest
    limit = "" if contest.time is None else f" Every action had {contest.time:g} seconds."
    return f"{contest.setup}. {deals_of(summary).capitalize()}.{limit} {answer_text(summary)}".rstrip()


def _rating_table(summary: Summary) -> str:
    rows = (
        (
            line.name,
            elo_text(line.elo.value),
            interval_text(line.elo),
            f"{line.wins.value:.1%}",
            wins_text(line.wins),
            f"{line.score:.1f}",
            margin_text(line.margin),
            *luckless_cells(line),
        )
        for line in summary.lines
    )
    return _table(
        "Elo over the first bot, share of victories, mean score and mean margin", heads_of(summary), map(_cells, rows)
    )


def _matrix_table(names: Sequence[str], matrix: Sequence[Sequence[float | None]]) -> str:
    def cell(share: float | None) -> str:
        return "<td>–</td>" if share is None else f'<td class="share" style="--share: {share:.3f}">{share:.1%}</td>'

    rows = (_head(name) + "".join(map(cell, row)) for name, row in zip(names, matrix, strict=True))
    return _table("Share of points of the row's bot against the column's", ("", *names), rows)


def _scores(names: Sequence[str], deals: Sequence[Deal]) -> str:
    games: list[GameResult] = [game for deal in deals for game in deal]
    by_bot = [
        [score for game in games for at, score in zip(game.seating, game.scores, strict=True) if at == bot]
        for bot in range(len(names))
    ]
    bins = bins_of([score for scores in by_bot for score in scores])
    counts = [counts_of(scores, bins) for scores in by_bot]
    most = max(map(max, counts))
    plots = "\n".join(
        f"<h3>{escape(name)}</h3>\n{histogram_plot(name, scores, bins, most)}"
        for name, scores in zip(names, by_bot, strict=True)
    )
    rows = (
        _head(f"{first}–{last}") + "".join(f"<td>{count[at]}</td>" for count in counts)
        for at, (first, last) in enumerate(bins)
    )
    table = _table("How often each bot had each score", ("score", *names), rows)
    return f"{plots}\n<details><summary>The numbers</summary>\n{table}\n</details>"


def _cells(texts: Sequence[str]) -> str:
    first, *rest = texts
    return _head(first) + "".join(f"<td>{escape(text)}</td>" for text in rest)


def _head(text: str) -> str:
    return f'<th scope="row">{escape(text)}</th>'


def _table(caption: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    table = f"<table><caption>{caption}</caption>\n<tr>{columns}</tr>\n{body}\n</table>"
    return f'<div class="wide" tabindex="0" role="region" aria-label="{caption}">{table}</div>'
