"""``crownland train``: trains a network by self-play."""

import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crownland.cli.common import LoadOption, OptionTexts, PlayersOption, fail, load_files, read_options, told
from crownland.cli.progress import Bar, bar
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import SetupError

if TYPE_CHECKING:
    from crownland.learning.train import Progress

__all__ = ["train"]

INTERRUPTED = 130  # the usual exit code after Ctrl-C
DEFAULT_MINUTES = 60.0


def train(
    game: Annotated[str, typer.Argument(help="The game; see [cyan]crownland games[/].", show_default=False)],
    out: Annotated[Path, typer.Option("--out", help="The file for the network (.net).", show_default=False)],
    players: PlayersOption = None,
    option: OptionTexts = None,
    setups: Annotated[
        str | None,
        typer.Option(
            "--setups",
            metavar="TEXT",
            help="Setups to mix: [cyan]'players=3, players=4'[/] instead of [cyan]--players[/] and [cyan]--option[/].",
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", min=0.01, help="How long to train; an hour if [cyan]--games[/] is not given."),
    ] = None,
    games: Annotated[int | None, typer.Option("--games", "-n", min=1, help="How many games to learn from.")] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Decides the first weights and the deals.")] = 1,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, max=1024, help="How many workers play; one a core by default.")
    ] = None,
    engine: Annotated[str, typer.Option("--engine", help="[cyan]processes[/] or [cyan]ray[/].")] = "processes",
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="For [cyan]--engine ray[/]: a running cluster.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue an interrupted training of the same [cyan]--out[/].")
    ] = False,
    start: Annotated[
        Path | None, typer.Option("--start", metavar="FILE", help="A network to start from instead of random weights.")
    ] = None,
    hidden: Annotated[
        str | None,
        typer.Option("--hidden", metavar="A,B,C", help="The sizes of the hidden layers, like [cyan]256,64,32[/]."),
    ] = None,
    batch: Annotated[
        int | None, typer.Option("--batch", min=1, help="The number of positions in one step of learning.")
    ] = None,
    memory: Annotated[
        float | None, typer.Option("--memory", min=0.001, help="GiB for the positions that are learned from.")
    ] = None,
    back_end: Annotated[
        str | None,
        typer.Option("--back-end", help="[cyan]numpy[/] or [cyan]torch[/]; PyTorch by default where it has a GPU."),
    ] = None,
    load: LoadOption = None,
) -> None:
    """Train a network by games against itself.

    Uses a GPU if PyTorch is installed ([cyan]pip install 'crownland\\[train]'[/]) and finds one.

    After Ctrl-C the same command with [cyan]--resume[/] continues.

    Example: [cyan]crownland train kingdomino --out my.net --minutes 30[/]
    """
    _check_libraries()
    load_files(load)
    chosen = _setups(game, players, option, setups)
    if minutes is None and games is None:
        minutes = DEFAULT_MINUTES
    given: dict[str, Any] = {"jobs": jobs, "batch": batch, "memory": memory, "back_end": back_end, "start": start}
    from crownland.arena.engine import DeadWorkersError
    from crownland.learning import train as training
    from crownland.learning.checkpoint import checkpoint_file
    from crownland.learning.plan import TrainingPlan, parse_hidden

    plan = TrainingPlan(
        chosen,
        minutes=minutes,
        games=games,
        seed=seed,
        engine=engine,
        address=address,
        hidden=None if hidden is None else parse_hidden(hidden),
        load=tuple(load or ()),
        **{key: value for key, value in given.items() if value is not None},
    )
    command = shlex.join(["crownland", *sys.argv[1:]])
    try:
        with bar(100, shown=True, text="compiling, then playing") as progress:
            report = partial(_report, progress)
            training.train(plan, out, resume=resume, command=command, report=report, say=progress.print)
    except KeyboardInterrupt:
        stopped = f"stopped: {checkpoint_file(out)} keeps what was learned; the same command with --resume continues"
        raise fail(told(stopped), INTERRUPTED) from None
    except DeadWorkersError as error:
        raise fail(told(error), 1) from None
    typer.echo(told(f"The network is in {out}"))


def _setups(game: str, players: int | None, option: list[str] | None, texts: str | None) -> tuple[Setup, ...]:
    if texts is None:
        return (find_game(game).setup(players, read_options(option)),)
    if players is not None or option:
        raise SetupError("expected either --setups or --players and --option, got both")
    from crownland.learning.plan import parse_setups

    return parse_setups(game, texts)


def _check_libraries() -> None:
    from importlib.util import find_spec

    missing = [name for name in ("numpy", "numba") if find_spec(name) is None]
    if missing:
        raise SetupError(f"expected NumPy and Numba for training, missing: {', '.join(missing)}; pip install them")


def _report(shown: Bar, progress: "Progress") -> None:
    shown.move_to(round(100 * progress.part))
    strength = "" if progress.strength is None else f", {progress.strength.greedy.wins:.1%} against greedy"
    if progress.steps:
        shown.say(f"{progress.games:,} games{strength}")
