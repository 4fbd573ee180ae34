"""``crownland simulate``: games between bots, with their records."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from crownland.cli.common import JsonFlag, OptionTexts, PlayersOption, bots_of, read_options

__all__ = ["simulate"]


def simulate(
    game: Annotated[str, typer.Argument(help="The game; see [cyan]crownland games[/].", show_default=False)],
    players: PlayersOption = None,
    option: OptionTexts = None,
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="Bots, separated by commas, dealt out to the seats in turn.")
    ] = "greedy",
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10_000_000, help="How many games.")] = 100,
    seed: Annotated[int | None, typer.Option("--seed", "-s", min=0, help="The same seed gives the same games.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="A folder for one record (.kdn) per game.")] = None,
    json: JsonFlag = False,
) -> None:
    """Let bots play and tell how they did.

    Example: [cyan]crownland simulate kingdomino --players 4 --option harmony=true --bots greedy,uniform --seed 7[/]
    """
    from crownland.arena.match import play_match
    from crownland.arena.tally import Tally
    from crownland.bots import make_bot
    from crownland.dealer import derived_seed, new_seed
    from crownland.games.registry import find_game

    setup = find_game(game).setup(players, read_options(option))
    names = bots_of(bots, setup.players)
    made = [make_bot(name) for name in names]
    seed = int(new_seed()[:8], 16) if seed is None else seed
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    tally = Tally(names)
    with _progress(games, shown=not json) as numbers:
        for number in numbers:
            match = play_match(setup, made, names, derived_seed(setup, seed, number))
            tally.add(match.final)
            if out is not None:
                _write(out / f"{number:06}.kdn", str(match.record))
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
            }
            for line in tally.lines.values()
        ],
    }
    if json:
        from json import dumps

        typer.echo(dumps(result))
    else:
        _show(result, out)


@contextmanager
def _progress(games: int, *, shown: bool) -> Iterator[Iterable[int]]:
    """The numbers of the games from 1, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not (shown and console.is_terminal), transient=True) as progress:
        yield progress.track(range(1, games + 1))


def _write(file: Path, text: str) -> None:
    """Writes all of *text* or nothing: a record is never seen half."""
    part = file.with_name(f".{file.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, file)


def _show(result: dict[str, Any], out: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("bot", "seats", "mean score", "wins", box=None, padding=(0, 2, 0, 0))
    for bot in result["bots"]:
        table.add_row(bot["name"], str(bot["seats"]), f"{bot['mean_score']:.2f}", f"{bot['win_rate']:.1%}")
    console = Console()
    console.print(
        f"{result['games']} games of {result['game']}, {result['players']} players, seed {result['seed']}",
        highlight=False,
    )
    console.print(table)
    if out is not None:
        console.print(f"Records are in {out}", highlight=False, markup=False)
