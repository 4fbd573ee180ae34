"""``crownland bench``: measures random games a second, as ratios in one run."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Annotated, Any, NamedTuple

import typer

from crownland.cli.common import JsonFlag
from crownland.cli.progress import bar, compiling
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.notation.position import parse_setup

__all__ = ["bench"]


class Case(NamedTuple):
    """A setup to measure. *games* take the twin about a fifth of a second; the C program plays *in_c* players."""

    setup: str
    games: int
    in_c: int | None = None


CASES = {
    "kingdomino, 2 players": Case("kingdomino players=2", 150_000, in_c=2),
    "kingdomino, 3 players": Case("kingdomino players=3", 150_000),
    "kingdomino, 4 players": Case("kingdomino players=4", 150_000, in_c=4),
    "kingdomino, Mighty Duel": Case("kingdomino players=2 mighty-duel=true", 150_000),
    "queendomino, 2 players": Case("queendomino players=2", 30_000),
    "queendomino, 4 players": Case("queendomino players=4", 30_000),
    "royal-wedding, 6 players": Case("royal-wedding players=6", 30_000),
    "royal-wedding, 4 in teams": Case("royal-wedding players=4 teams=true", 30_000),
    "duel": Case("duel players=2", 60_000),
}
PLAIN_GAMES = 100  # without compiled kernels
SOURCE = Path(__file__).parents[3] / "benchmarks" / "limit.c"

# Plays some games; returns how many, and in how many seconds.
Contender = Callable[[], tuple[int, float]]


def bench(
    rounds: Annotated[
        int, typer.Option("--rounds", "-r", min=1, max=1000, help="The number of rounds; the best one counts.")
    ] = 5,
    json: JsonFlag = False,
) -> None:
    """Measure random games a second: reference engine, fast twin, fast twin on all cores, and a C program.

    All take turns, and the best round of each counts, since other work on the machine only makes a round slower.
    The C program is [cyan]benchmarks/limit.c[/] of the source tree; it needs a C compiler and a processor with BMI2.
    """
    from crownland.fast.jit import COMPILED, NATIVE
    from crownland.fast.series import all_cores

    cores = all_cores()
    result: dict[str, Any] = {"cores": cores, "compiled": COMPILED, "arithmetic": "native" if NATIVE else "portable"}
    result["games"] = {}
    with TemporaryDirectory() as folder, bar(len(CASES) * (rounds + 1), shown=not json, text="measuring") as progress:
        limit = _built(Path(folder))
        result["limit"] = limit is not None
        for name, case in CASES.items():
            games = case.games if COMPILED else PLAIN_GAMES
            setup = parse_setup(case.setup.split())
            contenders = _contenders(setup, games, cores)
            _play_reference(setup, 0)  # fills its caches, as the first call of the twin compiles it
            if limit is not None and case.in_c is not None:
                contenders["limit"] = _in_c(limit, case.in_c)
            with compiling(progress):
                contenders["fast"]()
            progress.advance()
            best = dict.fromkeys(contenders, 0.0)
            for _ in range(rounds):
                for key, play in contenders.items():
                    played, seconds = play()
                    best[key] = max(best[key], played / seconds)
                progress.advance()
            result["games"][name] = _figures(best)
    if json:
        from json import dumps

        typer.echo(dumps(result))
    else:
        _show(result)


def _contenders(setup: Setup, games: int, cores: int) -> dict[str, Contender]:
    from crownland.fast.series import play_series

    def reference() -> tuple[int, float]:
        begin, played = process_time(), 0
        while process_time() - begin < 0.2:
            _play_reference(setup, played)
            played += 1
        return played, process_time() - begin

    def fast(jobs: int, clock: Callable[[], float], number: int = games) -> tuple[int, float]:
        begin = clock()
        for _ in play_series(setup, number, seed=1, jobs=jobs):
            pass
        return number, clock() - begin

    return {
        "reference": reference,
        "fast": lambda: fast(1, process_time),
        "one_core": lambda: fast(1, perf_counter),
        "all_cores": lambda: fast(cores, perf_counter, 2 * games),
    }


def _play_reference(setup: Setup, number: int) -> None:
    """One game to its end and its scores, every action chosen from the list of all legal ones."""
    from crownland.dealer import Dealer, derived_seed

    rng, dealer = Random(number), Dealer(derived_seed(number))
    state = find_game(setup.game).start(setup)
    while not state.is_over:
        action = dealer.deal(state) if state.actor is None else rng.choice(state.legal_actions())
        state = state.apply(action)
    state.scores()


def _built(folder: Path) -> Path | None:
    """Compiles the C program; returns None if its source, a compiler or a suitable processor is missing."""
    compiler = shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
    if compiler is None or not SOURCE.is_file():
        return None
    program = folder / "limit"
    command = [compiler, "-O3", "-march=native", "-o", str(program), str(SOURCE)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return None
    return program if subprocess.run([program, "2", "1"], capture_output=True, check=False).returncode == 0 else None


def _in_c(program: Path, players: int) -> Contender:
    def play() -> tuple[int, float]:
        games = 200_000
        shown = subprocess.run([program, str(players), str(games)], capture_output=True, check=True, text=True).stdout
        return games, games / float(shown.split()[0])

    return play


def _figures(best: dict[str, float]) -> dict[str, float]:
    figures = {key: round(best[key]) for key in ("reference", "fast", "all_cores")}
    ratios = {
        "times_reference": round(best["fast"] / best["reference"], 1),
        "times_one_core": round(best["all_cores"] / best["one_core"], 2),
    }
    if "limit" in best:
        ratios |= {"limit": round(best["limit"]), "of_limit": round(best["fast"] / best["limit"], 2)}
    return figures | ratios


def _show(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("random games a second", box=None, padding=(0, 1, 0, 0))
    for head in ("reference", "fast", "×", f"{result['cores']} cores", "×", "C", "of C"):
        table.add_column(head, justify="right", no_wrap=True)
    for name, figures in result["games"].items():
        keys = ("reference", "fast", "times_reference", "all_cores", "times_one_core", "limit", "of_limit")
        table.add_row(name, *(f"{figures[key]:,}" if key in figures else "" for key in keys))
    console = Console()
    console.print(table)
    if not result["compiled"]:
        console.print("Numba is missing or switched off: the fast twin ran as plain Python.", highlight=False)
    if not result["limit"]:
        console.print("No C program: it needs the source tree, a C compiler and BMI2.", highlight=False)
