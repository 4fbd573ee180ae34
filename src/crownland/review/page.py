"""A review as one page that stands alone: graph, tables, and pictures of the turning points."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import count

from crownland import svg
from crownland.review.grade import Grade
from crownland.review.review import Decision, Draw
from crownland.review.wording import Telling, action_of

__all__ = ["html_page"]

WIDTH, HEIGHT, LEFT, FOOT = 720, 240, 44, 24
MARKED = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
LUCKY = 0.05  # of win chance: from here on a draw is marked in the graph

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fdfcf8; --faint: #c9c6bb;
  --k0: #1f5fa8; --k1: #b0413e; --k2: #2f7d4f; --k3: #8a6d1d; --bad: #b0413e; --luck: #8a6d1d }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6df; --paper: #171b21; --faint: #454c57;
    --k0: #7db5f2; --k1: #f09a94; --k2: #86d1a2; --k3: #e3c567; --bad: #f09a94; --luck: #e3c567 }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } h3 { font-size: 1rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto }
th, td { padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--faint); text-align: left }
.graph { width: 100%; height: auto; font: 13px system-ui, sans-serif; fill: var(--ink) }
.grid { stroke: var(--faint) } .course { fill: none; stroke-width: 2.5 }
.mistake, .blunder { color: var(--bad); font-weight: 600 } .inaccuracy { color: var(--luck) } .draw { opacity: .7 }
.mark { fill: var(--bad) } .lucky { fill: var(--luck) }
.pair { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0; max-width: 100% }
figure svg { max-width: 100%; height: auto }
"""


def html_page(telling: Telling) -> str:
    """Returns the whole page."""
    words, title = telling.words, escape(telling.title)
    notes = "".join(f"<p>{escape(note)}</p>" for note in (*telling.notes(), words("review.about")))
    heads, rows = telling.sums()
    parts = [
        f"<h1>{title}</h1>\n{notes}",
        _table(heads, rows),
        f"<h2>{escape(words('review.win'))}</h2>\n{_graph(telling)}",
        _moments(telling),
        f"<h2>{escape(words('review.turning'))}</h2>",
        *(_turning_point(one, telling) for one in telling.review.turning_points()),
    ]
    head = f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>{title}</title>'
    body = "\n".join(parts)
    page = f"<head>\n{head}\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>"
    return f'<!doctype html>\n<html lang="{escape(words("language.tag"))}">\n{page}\n</html>\n'


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def _graph(telling: Telling) -> str:
    """Draws the chances of every kingdom; mistakes are dots, lucky draws diamonds. The table below says the same."""
    review = telling.review
    step = (WIDTH - LEFT - 10) / (len(telling.course(0)) - 1)

    def at(seq: float, share: float) -> tuple[float, float]:
        return LEFT + step * seq, 10 + (HEIGHT - FOOT - 10) * (1 - share)

    body = ""
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = at(0, share)
        body += f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 10}" y1="{y:.1f}" y2="{y:.1f}"/>'
        body += f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * share:.0f} %</text>'
    for kingdom, name in enumerate(review.names):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, count(), telling.course(kingdom)))
        colour = f"var(--k{kingdom % 4})"
        body += f'<polyline class="course" style="stroke: {colour}" points="{points}"/>'
        body += f'<text x="{LEFT + 150 * kingdom}" y="{HEIGHT - 4}" style="fill: {colour}">{escape(name)}</text>'
    for one in review.moments:
        if isinstance(one, Decision) and one.grade in MARKED:
            x, y = at(one.seq + 1, one.wins[one.kingdom])
            body += f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        elif isinstance(one, Draw) and max(map(abs, one.luck)) >= LUCKY:
            x, y = at(one.seq + 1, one.wins[0])
            body += f'<path class="lucky" d="M{x:.1f} {y - 5:.1f}l5 5-5 5-5-5z"/>'
    label = escape(telling.words("review.win"))
    return f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{body}</svg>'


def _moments(telling: Telling) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in telling.heads())
    rows = ""
    for line in telling.lines():
        texts = (str(line.round), line.who, line.deed, line.win, line.changes, telling.grade(line.grade), line.better)
        cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
        rows += f'<tr class="{line.grade.value if line.grade else "draw"}">{cells}</tr>\n'
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>'


def _turning_point(one: Draw | Decision, telling: Telling) -> str:
    line, step = telling.line(one), telling.steps[one.seq]
    head = f"<h3>{escape(telling.headline(one))}</h3>"
    names = telling.review.names
    if isinstance(one, Draw):
        return f"{head}\n<figure>{svg.table(step.after, names)}</figure>"
    ways = dict.fromkeys((one.played.action, one.best.action))
    titles = (telling.words("review.played"), f"{telling.words('review.better')}: {line.better}")
    figures = ""
    for title, token in zip(titles, ways, strict=False):
        picture = svg.table(step.state.apply(action_of(step.state, token)), names, square=28)
        figures += f"<figure><figcaption>{escape(title)}</figcaption>{picture}</figure>"
    reason = f"<p>{escape(f'{titles[1]} – {telling.reason(one)}')}</p>" if line.better else ""
    return f'{head}\n{reason}<div class="pair">{figures}</div>'
