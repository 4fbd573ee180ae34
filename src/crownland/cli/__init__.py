"""The command ``crownland``. Every command imports what it needs when it runs, so that ``--help`` is quick."""

import os
import sys
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from crownland.bots.errors import BotError, LoadError
from crownland.cli.arena import arena
from crownland.cli.bench import bench
from crownland.cli.bot_test import bot_test
from crownland.cli.common import told, words_in
from crownland.cli.data import data
from crownland.cli.games import games
from crownland.cli.helping import Command, Group
from crownland.cli.perft import perft
from crownland.cli.play import play
from crownland.cli.puzzles import puzzles
from crownland.cli.replay import replay
from crownland.cli.review import review
from crownland.cli.score import score
from crownland.cli.serve import serve
from crownland.cli.simulate import simulate
from crownland.cli.site import site
from crownland.cli.start import offer
from crownland.cli.train import train
from crownland.cli.verify import verify
from crownland.kernel.errors import IllegalActionError, InvalidTextError, NetworkError, SetupError, UnknownNameError

__all__ = ["app", "main"]

app = typer.Typer(
    name="crownland",
    help="A home for the Kingdomino family of board games.",
    epilog="A fan project: it ships no artwork, text or logo of the publisher.",
    invoke_without_command=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    cls=Group,
)
COMMANDS = (play, serve, site, games, score, simulate, arena, train, replay, review, verify, perft, bench, bot_test)
for command in COMMANDS:
    app.command(cls=Command)(command)
app.add_typer(puzzles)
app.add_typer(data)


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and stop.", is_eager=True)] = False,
) -> None:
    words_in(None)  # until a command is asked to speak another language
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"crownland {installed('crownland')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        chosen = offer()
        if chosen:
            raise typer.Exit(_run(chosen))


def main() -> None:
    """Runs a command. A user's mistake prints one sentence and exits with code 2, without a traceback."""
    words = words_in(None)
    code = 0
    try:
        code = _run()
    except typer.Abort:  # somebody was asked, and the input has ended
        raise SystemExit(1) from None
    except TyperException as error:  # Typer does not understand the words; without a message it has shown the help
        if message := error.format_message():
            typer.echo(f"crownland: {told(message)}", err=True)
            context = getattr(error, "ctx", None)
            command = context.command_path if context is not None else "crownland"
            typer.echo(words("cli.help.more", command=command), err=True)
        raise SystemExit(error.exit_code) from None
    except BrokenPipeError:  # the reader, such as head, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _stop(f"{error.strerror}: {error.filename}" if error.filename else error)
    except (
        BotError,
        LoadError,
        IllegalActionError,
        InvalidTextError,
        NetworkError,
        SetupError,
        UnknownNameError,
    ) as error:
        _stop(error)
    raise SystemExit(code)


def _run(arguments: list[str] | None = None) -> int:
    """Runs the command of *arguments*, or of the command line, and returns its exit code."""
    code = app(arguments, prog_name="crownland", standalone_mode=False)
    return code if isinstance(code, int) else 0


def _stop(error: object) -> NoReturn:
    typer.echo(f"crownland: {told(error)}", err=True)
    raise SystemExit(2) from None
