"""What several commands share: their options, and reading of files."""

import sys
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated

import typer

from crownland.games.registry import GAMES
from crownland.kernel.errors import InvalidTextError, SetupError
from crownland.words import Words, languages, system_language

__all__ = [
    "DEFAULT_GAME",
    "JobsOption",
    "JsonFlag",
    "LanguageOption",
    "LoadOption",
    "OptionTexts",
    "PlayersOption",
    "bots_of",
    "fail",
    "load_files",
    "read_options",
    "read_text",
    "told",
    "words_in",
]

MOST_BYTES = 4_000_000
DEFAULT_GAME = next(iter(GAMES))

OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be repeated."),
]
PlayersOption = Annotated[
    int | None, typer.Option("--players", "-p", help="The number of players; the fewest by default.")
]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=1, max=1024, help="How many cores to use.")]
LoadOption = Annotated[
    list[Path] | None,
    typer.Option("--load", metavar="FILE", help="A file with bots or games of your own; may be repeated."),
]
LanguageOption = Annotated[
    str | None, typer.Option("--language", "-l", help=f"{', '.join(languages())}; the system's by default.")
]
_language: ContextVar[str] = ContextVar("language", default="en")  # in which errors are told

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def read_options(texts: list[str] | None) -> dict[str, str]:
    """Returns ``["harmony=true"]`` as a dictionary; a key alone switches a flag on."""
    options: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = text.partition("=")
        if key in options:
            raise SetupError(f"expected the option {key} once, got it again: {text!r}")
        options[key] = value if equals else "true"
    return options


def words_in(language: str | None) -> Words:
    """Returns the texts of *language*, by default that of the system, in which errors are told from now on."""
    words = Words(language or system_language())
    _language.set(words.language)
    return words


def told(error: object) -> str:
    """Returns what *error* says, in the language of this command."""
    from crownland.cli.saying import said

    return said(str(error), Words(_language.get()))


def load_files(files: Sequence[Path] | None) -> None:
    """Loads the bots and games of *files*, once in a process; see docs/bots.md."""
    for file in files or ():
        from crownland.bots.load import load_once

        load_once(file)


def bots_of(names: str, players: int) -> list[str]:
    """Returns the bot of every seat: the comma-separated *names*, repeated as often as needed."""
    from crownland.bots import make_bot

    listed = [name.strip() for name in names.split(",")]
    for name in listed:
        make_bot(name)
    if len(listed) > players:
        raise SetupError(f"expected at most {players} bots for {players} players, got {len(listed)}: {names!r}")
    return [listed[seat % len(listed)] for seat in range(players)]


def read_text(file: Path) -> str:
    """Returns the text of *file*, or of standard input for ``-``. Raises InvalidTextError if it is not a short text."""
    if str(file) == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InvalidTextError(f"expected a file of at most {MOST_BYTES:,} bytes, {file} is longer")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InvalidTextError(f"expected a text file in UTF-8, {file} has other bytes at {error.start}") from None


def fail(message: str, code: int) -> typer.Exit:
    """Prints *message* to the error stream and returns an exception to raise. :func:`told` translates an error."""
    typer.echo(f"crownland: {message}", err=True)
    return typer.Exit(code)
