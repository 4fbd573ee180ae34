"""``crownland puzzles``: solves puzzles in the terminal, and makes new ones."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crownland.cli.common import (
    JobsOption,
    LanguageOption,
    OptionTexts,
    PlayersOption,
    fail,
    read_options,
    told,
    words_in,
)
from crownland.cli.helping import Command, Group
from crownland.cli.progress import bar, compiling

if TYPE_CHECKING:
    from rich.console import Console

    from crownland.games.setup import Setup
    from crownland.puzzles import Puzzle
    from crownland.puzzles.mining import Miner, Yield
    from crownland.words import Words

__all__ = ["puzzles"]

puzzles = typer.Typer(
    name="puzzles",
    help="Solve puzzles: positions in which one action is clearly the best.",
    invoke_without_command=True,
    rich_markup_mode="rich",
    cls=Group,
)


@puzzles.callback()
def solve(
    context: typer.Context,
    day: Annotated[bool, typer.Option("--day", help="The puzzle of the day, the same for everybody.")] = False,
    game: Annotated[str | None, typer.Option("--game", "-g", help="Only puzzles of this game.")] = None,
    theme: Annotated[str | None, typer.Option("--theme", "-t", help="Only puzzles with this theme.")] = None,
    level: Annotated[
        str | None, typer.Option("--level", help="Only [cyan]easy[/], [cyan]medium[/] or [cyan]hard[/] ones.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Solve puzzles: positions in which one action is clearly the best.

    Example: [cyan]crownland puzzles --game duel --theme spells[/]
    """
    if context.invoked_subcommand is not None:
        return
    from random import shuffle

    from crownland.puzzles import puzzle_of_day

    words, found = words_in(language), _matching(game, theme, level)
    if day:
        found = [puzzle_of_day()]
    if not found:
        raise fail(told("expected at least one puzzle that matches, there is none"), 2)
    shuffle(found)
    _solve(found, words)


def _matching(game: str | None, theme: str | None, level: str | None) -> "list[Puzzle]":
    """Returns the puzzles that are asked for. Raises UnknownNameError when there is no such game, theme or level."""
    from crownland.games.registry import find_game
    from crownland.kernel.errors import UnknownNameError
    from crownland.puzzles import puzzles as all_puzzles
    from crownland.puzzles.puzzle import DIFFICULTIES
    from crownland.puzzles.themes import THEMES

    for kind, name, known in (("theme", theme, THEMES), ("level", level, DIFFICULTIES)):
        if name is not None and name not in known:
            raise UnknownNameError(kind, name, known)
    key = None if game is None else find_game(game).key
    return [
        one
        for one in all_puzzles()
        if key in (None, one.game) and (theme is None or theme in one.themes) and level in (None, one.difficulty)
    ]


def _solve(found: "list[Puzzle]", words: "Words") -> None:
    """Asks one puzzle after the other, until somebody stops."""
    from rich.console import Console

    from crownland.cli.puzzle_text import print_puzzle

    console, right, asked = Console(), 0, 0
    for puzzle in found:
        print_puzzle(console, puzzle, words)
        answered = _ask(console, puzzle, words)
        if answered is None:
            break
        asked, right = asked + 1, right + answered
        console.print()
    console.print(words("puzzle.done", right=right, count=asked), highlight=False)


def _ask(console: "Console", puzzle: "Puzzle", words: "Words") -> bool | None:
    """Asks until the answer is found or shown; returns whether the first one was right, None to stop."""
    from crownland.cli.puzzle_text import print_actions, print_answer

    state, tried = puzzle.state(), list[str]()
    losses = dict(zip(map(str, state.legal_actions()), puzzle.losses, strict=True))
    while True:
        try:
            token = console.input(f"{words('puzzle.ask')}: ", markup=False).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if token == "q":
            return None
        if token == "?":
            print_actions(console, state, words)
        elif not token or token in puzzle.answers:
            if token:
                console.print(words("puzzle.right"), style="bold green")
            print_answer(console, puzzle, tried[-1] if tried else None, words)
            return bool(token) and not tried
        elif token in losses:
            tried.append(token)
            console.print(words("puzzle.wrong", lost=f"{losses[token]} %"), style="dark_orange", highlight=False)
        else:
            console.print(words("puzzle.no-move", token=token[:40]), highlight=False, markup=False)


@puzzles.command(cls=Command)
def make(
    game: Annotated[str, typer.Option("--game", "-g", help="The game; see [cyan]crownland games[/].")],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The file for new puzzles; they are added at its end.")
    ],
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
    from crownland.puzzles.mining import require_network
    from crownland.puzzles.puzzle import puzzle_line, read_puzzles

    setup = find_game(game).setup(players, read_options(option))
    require_network(setup)
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
