"""``crownland verify``: checks that the deal was honest."""

from pathlib import Path
from typing import Annotated

import typer

from crownland.cli.common import LanguageOption, LoadOption, fail, load_files, told, words_in
from crownland.cli.replay import open_record

__all__ = ["verify"]


def verify(
    file: Annotated[Path, typer.Argument(help="A record (.kdn) of a finished game, or - for standard input.")],
    share: Annotated[
        str | None,
        typer.Option("--share", metavar="HEX", help="Your own value: check that it was mixed into the deal."),
    ] = None,
    language: LanguageOption = None,
    load: LoadOption = None,
) -> None:
    """Check that every deal of a record follows from its seed, and that the seed matches its commitment."""
    from crownland.dealer import parse_shares, promise_of
    from crownland.dealer import verify as doubts_about
    from crownland.notation.record import ReplayError

    load_files(load)
    words = words_in(language)
    record = open_record(file)
    try:
        doubts = doubts_about(record, share)
    except ReplayError as error:
        raise fail(f"{file}, {told(error)}", 1) from None
    for doubt in doubts:
        typer.echo(f"crownland: {told(doubt)}", err=True)
    if doubts:
        raise typer.Exit(1)
    typer.echo(words("cli.honest"))
    for seat, value in parse_shares(record.tag("Shares") or "").items():
        typer.echo(words("cli.mixed", name=record.names[seat], promise=promise_of(value)))
