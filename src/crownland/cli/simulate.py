"""``crownland simulate``: plays games between bots, with records if asked."""

from contextlib import nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crownland.cli.common import (
    JobsOption,
    JsonFlag,
    LanguageOption,
    LoadOption,
    OptionTexts,
    PlayersOption,
    bots_of,
    load_files,
    read_options,
    words_in,
)
from crownland.cli.progress import Bar, bar, compiling
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from crownland.arena.tally import Tally
    from crownland.words import Words

__all__ = ["simulate"]

PLAIN_SEATS = 200  # players in all games that plain Python plays in a second, sooner than kernels are loaded


def simulate(
    game: Annotated[str, typer.Argument(help="The game; see [cyan]crownland games[/].", show_default=False)],
    players: PlayersOption = None,
    option: OptionTexts = None,
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="Comma-separated bots, repeated to fill the seats.")
    ] = "greedy",
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000_000, help="The number of games.")] = 100,
    seed: Annotated[int | None, typer.Option("--seed", "-s", min=0, help="The same seed gives the same games.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="A folder for one record (.kdn) per game; slower, and the games differ from those without it."
        ),
    ] = None,
    language: LanguageOption = None,
    load: LoadOption = None,
    jobs: JobsOption = 1,
    json: JsonFlag = False,
) -> None:
    """Play games between bots and print their scores and wins.

    Example: [cyan]crownland simulate kingdomino --players 4 --option harmony=true --bots greedy,uniform --seed 7[/]
    """
    from crownland.arena.tally import Tally
    from crownland.bots.levels import bot_of
    from crownland.bots.registry import find_bot
    from crownland.dealer import new_seed
    from crownland.fast.twin import twin_of

    words = words_in(language)
    load_files(load)
    setup = find_game(game).setup(players, read_options(option))
    names = bots_of(bots, setup.players)
    seed = int(new_seed()[:8], 16) if seed is None else seed
    policies = [policy for name in names if (policy := find_bot(bot_of(name, setup)).policy) is not None]
    tally = Tally(names)
    with bar(games, shown=not json, text=words("cli.playing")) as progress:
        if out is None and len(policies) == len(names) and twin_of(setup) is not None:
            _play_fast(setup, policies, games, seed, jobs, tally, progress)
        else:
            _play_matches(setup, names, games, seed, jobs, load or [], out, tally, progress)
    result = {
        "game": setup.game,
        "players": setup.players,
        "options": dict(setup.options),
        "games": games,
        "seed": seed,
        "bots": [
            {
                "name": line.name,
                "seats": line.seats,
                "mean_score": round(tally.mean_score(line), 3),
                "win_rate": round(tally.win_rate(line), 4),
                "forfeits": line.forfeits,
                "first_forfeit": line.reason,
            }
            for line in tally.lines.values()
        ],
    }
    if json:
        from json import dumps

        typer.echo(dumps(result))
    else:
        _show(result, out, words)


def _play_fast(
    setup: Setup, policies: list[int], games: int, seed: int, jobs: int, tally: "Tally", progress: Bar
) -> None:
    """Plays whole games inside the fast twin, without records and committed seeds."""
    from crownland.dealer import derived_seed
    from crownland.fast import jit

    if games * setup.players < PLAIN_SEATS:
        jit.prefer_plain()  # the result is the same
    from crownland.fast.series import play_series

    start = find_game(setup.game).start(setup)
    kingdom_of = [start.kingdom_of(Seat(seat)) for seat in range(setup.players)]
    number = int(derived_seed(setup, seed)[:15], 16)
    with compiling(progress):
        series = play_series(setup, games, number, policies, jobs)
        first = next(series)
    for count, standings in chain([first], series):
        tally.add_standings(standings, kingdom_of)
        progress.advance(count)


def _play_matches(
    setup: Setup,
    names: list[str],
    games: int,
    seed: int,
    jobs: int,
    load: list[Path],
    out: Path | None,
    tally: "Tally",
    progress: Bar,
) -> None:
    """Plays games of the reference engine from committed seeds, with records. Workers *load* the same files."""
    from crownland.arena.results import write_whole

    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    play = partial(_play_one, setup, names, seed)
    numbers = range(1, games + 1)
    with _pool(jobs, load) if jobs > 1 else nullcontext() as pool:
        played = map(play, numbers) if pool is None else pool.map(play, numbers, chunksize=8)
        for number, (one, record) in zip(numbers, played, strict=True):
            tally.merge(one)
            if out is not None:
                write_whole(out / f"{number:06}.kdn", record)
            progress.advance()


def _pool(jobs: int, load: list[Path]) -> "Executor":
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=load_files, initargs=(load,))


def _play_one(setup: Setup, names: list[str], seed: int, number: int) -> "tuple[Tally, str]":
    """Plays one game; returns its tally and its record."""
    from crownland.arena.match import play_match
    from crownland.arena.tally import Tally
    from crownland.bots.registry import made_bots
    from crownland.dealer import derived_seed

    with made_bots(names) as bots:
        match = play_match(setup, bots, names, derived_seed(setup, seed, number))
    tally = Tally(names)
    tally.add(match.final, match.forfeit)
    return tally, str(match.record)


def _show(result: dict[str, Any], out: Path | None, words: "Words") -> None:
    from rich.console import Console
    from rich.table import Table

    heads = (words(f"cli.head.{head}") for head in ("bot", "seats", "mean-score", "wins"))
    table = Table(*heads, box=None, padding=(0, 2, 0, 0))
    for bot in result["bots"]:
        table.add_row(bot["name"], str(bot["seats"]), f"{bot['mean_score']:.2f}", f"{bot['win_rate']:.1%}")
    console = Console()
    values = {key: result[key] for key in ("games", "game", "players", "seed")}
    console.print(words("cli.title", **values), highlight=False)
    console.print(table)
    for bot in result["bots"]:
        if bot["forfeits"]:
            values = {"bot": bot["name"], "count": bot["forfeits"], "reason": bot["first_forfeit"]}
            forfeits = words("cli.forfeit", games=result["games"], **values)
            console.print(forfeits, highlight=False, markup=False, soft_wrap=True)
    if out is not None:
        console.print(words("cli.records", folder=out), highlight=False, markup=False)
