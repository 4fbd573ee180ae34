"""``crownland arena``: measures how strong bots are against each other."""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crownland.cli.common import (
    DEFAULT_GAME,
    JobsOption,
    JsonFlag,
    LanguageOption,
    LoadOption,
    OptionTexts,
    PlayersOption,
    fail,
    load_files,
    read_options,
    told,
    words_in,
)
from crownland.cli.progress import Bar, bar, compiling
from crownland.games.registry import find_game
from crownland.kernel.errors import SetupError, UnknownNameError

if TYPE_CHECKING:
    from crownland.arena.contest import Contest
    from crownland.arena.engine import Engine
    from crownland.arena.ladder import Ladder
    from crownland.arena.summary import Summary
    from crownland.arena.tournament import Tournament
    from crownland.words import Words

__all__ = ["arena"]

INTERRUPTED = 130  # the usual exit code after Ctrl-C


def arena(
    bots: Annotated[
        list[str] | None, typer.Argument(help="Two or more bots, the yardstick first.", show_default=False)
    ] = None,
    game: Annotated[str, typer.Option("--game", "-g", help="The game; see [cyan]crownland games[/].")] = DEFAULT_GAME,
    players: PlayersOption = None,
    option: OptionTexts = None,
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, max=10_000_000, help="The number of games, rounded up to whole deals."),
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="The same seed gives the same games.")] = 1,
    time: Annotated[
        float | None, typer.Option("--time", min=0.001, help="Seconds for every action; by default each bot decides.")
    ] = None,
    language: LanguageOption = None,
    load: LoadOption = None,
    jobs: JobsOption = 1,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            help="[cyan]serial[/], [cyan]processes[/] or [cyan]ray[/]; [cyan]processes[/] if there are several jobs.",
        ),
    ] = None,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="For [cyan]--engine ray[/]: a running cluster.")
    ] = None,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop as soon as [cyan]--elo0[/] or [cyan]--elo1[/] is accepted.")
    ] = False,
    elo0: Annotated[
        float, typer.Option(help="For [cyan]--sprt[/]: [cyan]H0[/], the Elo of the second bot over the first.")
    ] = 0.0,
    elo1: Annotated[float, typer.Option(help="For [cyan]--sprt[/]: [cyan]H1[/].")] = 20.0,
    alpha: Annotated[
        float, typer.Option(help="For [cyan]--sprt[/]: the probability of accepting [cyan]H1[/] if [cyan]H0[/] holds.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(help="For [cyan]--sprt[/]: the probability of accepting [cyan]H0[/] if [cyan]H1[/] holds.")
    ] = 0.05,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="A folder for results and a report; an interrupted run resumes from it."),
    ] = None,
    records: Annotated[bool, typer.Option("--records", help="Keep a record (.kdn) of every game.")] = False,
    reduce_luck: Annotated[
        bool, typer.Option("--reduce-luck", help="Also show wins without the luck of the draws: narrower intervals.")
    ] = False,
    ladder: Annotated[
        Path | None,
        typer.Option("--ladder", metavar="FILE", help="Add bots and games to a standing ladder, kept in this file."),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play bots against each other on paired deals and rate them.

    Every deal is played again with the seats exchanged, so that luck cancels out.

    Example: [cyan]crownland arena greedy mc:sims=200 --games 100 --jobs 2 --out results[/]
    """
    from crownland.arena.contest import Contest
    from crownland.arena.engine import DeadWorkersError
    from crownland.arena.ladder import Ladder
    from crownland.arena.results import Results
    from crownland.arena.sprt import Question
    from crownland.arena.tournament import Tournament

    words = words_in(language)
    load_files(load)
    chosen = _engine(engine, jobs, address, load or [])
    setup = find_game(game).setup(players, read_options(option))
    if ladder is not None:
        _refuse_with_ladder({"--sprt": sprt, "--out": out, "--records": records, "--reduce-luck": reduce_luck})
        climbing = Ladder(ladder, setup, bots or (), seed, time, load or ())
        _climb(climbing, chosen, games, words, as_json=json)
        return
    contest = Contest(setup, tuple(bots or ()), seed, time, tuple(load or ()), reduce_luck)
    question = Question(elo0, elo1, alpha, beta) if sprt else None
    if records and out is None:
        raise SetupError("expected --out FOLDER for the records of --records")
    with Results(contest, out) if out is not None else nullcontext() as results:
        tournament = Tournament(contest, games, results, question)
        try:
            _play(tournament, chosen, words, records=records, shown=not json)
        except KeyboardInterrupt:
            raise fail(_interrupted(tournament, out, words), INTERRUPTED) from None
        except DeadWorkersError as error:
            raise fail(told(error), 1) from None
    summary = tournament.summary()
    if out is not None:
        _write(tournament, summary, out)
    if json:
        from json import dumps

        typer.echo(dumps(summary.as_dict()))
    else:
        _show(summary, out, words)


def _refuse_with_ladder(given: dict[str, object]) -> None:
    for option, value in given.items():
        if value:
            raise SetupError(f"expected no {option} with --ladder: a ladder decides itself which games it plays")


def _climb(ladder: "Ladder", engine: "Engine", games: int, words: "Words", *, as_json: bool) -> None:
    """Plays more games of a ladder, and writes and shows its table."""
    from crownland.arena.engine import DeadWorkersError
    from crownland.arena.report import ladder_html, ladder_markdown
    from crownland.arena.results import write_whole

    with bar(ladder.missing(games), shown=not as_json, text=words("cli.playing")) as progress:
        _prepare(ladder.contest, progress)
        try:
            ladder.run(engine, games, progress.advance)
        except KeyboardInterrupt:
            raise fail(words("cli.ladder.stopped", file=ladder.file), INTERRUPTED) from None
        except DeadWorkersError as error:
            raise fail(told(error), 1) from None
    summary = ladder.summary()
    markdown, page = ladder.file.with_suffix(".md"), ladder.file.with_suffix(".html")
    write_whole(markdown, ladder_markdown(summary))
    write_whole(page, ladder_html(summary))
    if as_json:
        from json import dumps

        typer.echo(dumps(summary.as_dict()))
    else:
        _show_ladder(summary, words)
        typer.echo(words("cli.ladder.results", file=ladder.file, markdown=markdown, page=page))


def _show_ladder(summary: "Summary", words: "Words") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from crownland.arena.report import ladder_rows, ladder_title

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("", justify="right")
    table.add_column(words("cli.head.bot"))
    for head in ("Elo", "95 %", *(words(f"cli.head.{head}") for head in ("games", "wins", "score"))):
        table.add_column(head, justify="right", no_wrap=True)
    for row in ladder_rows(summary):
        table.add_row(*map(escape, row))
    console = Console()
    console.print(ladder_title(summary, words), highlight=False, soft_wrap=True)
    console.print(table)


def _engine(name: str | None, jobs: int, address: str | None, load: Sequence[Path]) -> "Engine":
    from crownland.arena.engine import ENGINES

    name = name or ("processes" if jobs > 1 else "serial")
    if name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)
    if name == "serial" and jobs > 1:
        raise SetupError(f"expected one job for the serial engine, got: {jobs}")
    if name == "ray":
        return ENGINES[name](jobs, address, load)
    if address is not None:
        raise SetupError(f"expected --engine ray with --address, got the engine {name}")
    return ENGINES[name](jobs)


def _play(tournament: "Tournament", engine: "Engine", words: "Words", *, records: bool, shown: bool) -> None:
    playing = words("cli.playing")
    with bar(tournament.missing, shown=shown, text=playing) as progress:

        def after_each() -> None:
            progress.advance()
            if tournament.sprt is not None:
                progress.say(f"{playing}, LLR {tournament.sprt.llr:.2f}")

        if tournament.missing:
            _prepare(tournament.contest, progress)
        tournament.run(engine, after_each, records=records)


def _prepare(contest: "Contest", progress: Bar) -> None:
    """Compiles missing kernels once, before every worker would do so itself."""
    from crownland.bots.levels import bot_of
    from crownland.bots.registry import made_bots
    from crownland.bots.search_bot import SearchBot
    from crownland.fast.jit import COMPILED

    with made_bots([bot_of(name, contest.setup) for name in contest.bots]) as bots:
        searching = [bot for bot in bots if isinstance(bot, SearchBot)]
    if searching and COMPILED:
        from crownland.fast import warm

        assert warm  # imported before the message: importing takes time too, and compiles nothing
        with compiling(progress):
            for bot in searching:
                bot.prepare(contest.setup)


def _interrupted(tournament: "Tournament", out: Path | None, words: "Words") -> str:
    values = {"count": len(tournament.played), "games": tournament.games}
    if out is None:
        return words("cli.stopped", **values)
    return words("cli.stopped.kept", folder=out, **values)


def _write(tournament: "Tournament", summary: "Summary", out: Path) -> None:
    from json import dumps

    from crownland.arena.report import html_report
    from crownland.arena.results import write_whole

    write_whole(out / "results.json", dumps(summary.as_dict(), indent=2) + "\n")
    write_whole(out / "report.html", html_report(summary, tournament.deals()))


def _show(summary: "Summary", out: Path | None, words: "Words") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from crownland.arena.report import (
        answer_text,
        deals_of,
        elo_text,
        heads_of,
        interval_text,
        luckless_cells,
        margin_text,
        title_of,
        wins_text,
    )

    bot, *heads = heads_of(summary, words)
    table = Table(bot, box=None, padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for line in summary.lines:
        elo = (elo_text(line.elo.value), interval_text(line.elo))
        wins = (f"{line.wins.value:.1%}", wins_text(line.wins))
        points = (f"{line.score:.1f}", margin_text(line.margin))
        table.add_row(escape(line.name), *elo, *wins, *points, *luckless_cells(line))
    console = Console()
    console.print(f"{title_of(summary, words)}: {deals_of(summary, words)}", highlight=False, soft_wrap=True)
    console.print(table)
    if len(summary.lines) > 2:
        beaten = Table(words("cli.head.against"), box=None, padding=(0, 2, 0, 0))
        for line in summary.lines:
            beaten.add_column(escape(line.name), justify="right")
        for line, row in zip(summary.lines, summary.matrix, strict=True):
            beaten.add_row(escape(line.name), *("–" if share is None else f"{share:.1%}" for share in row))
        console.print(beaten)
    if answer := answer_text(summary, words):
        console.print(answer, highlight=False, markup=False, soft_wrap=True)
    if summary.forfeits:
        forfeits = words("cli.forfeits", count=len(summary.forfeits), reason=summary.forfeits[0])
        console.print(forfeits, highlight=False, markup=False, soft_wrap=True)
    if out is not None:
        places = words("cli.results", folder=out, report=out / "report.html")
        console.print(places, highlight=False, markup=False, soft_wrap=True)
