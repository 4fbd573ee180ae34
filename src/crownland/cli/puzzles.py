"""``crownland puzzles``: solves puzzles in the terminal, and makes new ones."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crownland.cli.common import JobsOption, OptionTexts, PlayersOption, read_options
from crownland.cli.progress import bar, compiling

if TYPE_CHECKING:
    from crownland.games.setup import Setup
    from crownland.puzzles.mining import Miner, Yield

__all__ = ["puzzles"]

puzzles = typer.Typer(
    name="puzzles",
    help="Solve puzzles: positions in which one action is clearly the best.",
    invoke_without_command=True,
    rich_markup_mode="rich",
)


@puzzles.command()
def make(
    game: Annotated[str, typer.Option("--game", "-g", help="The game; see [cyan]crownland games[/].")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="New puzzles are added at its end.")],
    players: PlayersOption = None,
    option: OptionTexts = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=1_000_000, help="How many games to play.")] = 100,
    first: Annotated[int, typer.Option("--first", min=1, help="The number of the first game, to go on later.")] = 1,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="The same seed gives the same puzzles.")] = 1,
    jobs: JobsOption = 1,
) -> None:
    """Look for puzzles in games that the network plays against itself.

    Example: [cyan]crownland puzzles make --game kingdomino --option mighty-duel --games 200 --out mine.jsonl[/]
    """
    from time import monotonic

    from crownland.games.registry import find_game
    from crownland.puzzles.puzzle import puzzle_line, read_puzzles

    setup = find_game(game).setup(players, read_options(option))
    known = set()
    if out.exists():
        with out.open(encoding="utf-8") as lines:
            known = {puzzle.position for puzzle in read_puzzles(lines)}
    begin, positions, deep, found = monotonic(), 0, 0, 0
    with (
        bar(games, shown=True, text="looking") as progress,
        compiling(progress),
        out.open("a", encoding="utf-8") as file,
    ):
        for brought in _mined(setup, seed, range(first, first + games), jobs):
            positions, deep = positions + brought.positions, deep + brought.deep
            for puzzle in brought.puzzles:
                if puzzle.position not in known:
                    known.add(puzzle.position)
                    found += 1
                    file.write(puzzle_line(puzzle))
                    file.flush()
            progress.advance()
    seconds = monotonic() - begin
    typer.echo(f"{games} games, {positions} positions, {deep} looked at twice, {found} puzzles, {seconds:.0f} s")


def _mined(setup: "Setup", seed: int, numbers: range, jobs: int) -> Iterator["Yield"]:
    """Yields what every game brought, in their order."""
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial
    from multiprocessing import get_context

    mine = partial(_mine, setup, seed)
    if jobs == 1:
        yield from map(mine, numbers)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(mine, numbers)


def _mine(setup: "Setup", seed: int, number: int) -> "Yield":
    return _miner(setup).mine(seed, number)


@cache
def _miner(setup: "Setup") -> "Miner":
    from crownland.puzzles.mining import Miner

    return Miner(setup)
