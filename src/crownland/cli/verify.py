"""``crownland verify``: checks that the deal was honest."""

from pathlib import Path
from typing import Annotated

import typer

from crownland.cli.common import LoadOption, fail, load_files
from crownland.cli.replay import open_record

__all__ = ["verify"]


def verify(
    file: Annotated[Path, typer.Argument(help="A record (.kdn) of a finished game, or - for standard input.")],
    share: Annotated[
        str | None,
        typer.Option("--share", metavar="HEX", help="Your own value, which must have been mixed into the deal."),
    ] = None,
    load: LoadOption = None,
) -> None:
    """Check that every deal of a record follows from its seed, and that the seed matches its commitment."""
    from crownland.dealer import parse_shares, promise_of
    from crownland.dealer import verify as doubts_about
    from crownland.notation.record import ReplayError

    load_files(load)
    record = open_record(file)
    try:
        doubts = doubts_about(record, share)
    except ReplayError as error:
        raise fail(f"{file}, {error}", 1) from None
    for doubt in doubts:
        typer.echo(f"crownland: {doubt}", err=True)
    if doubts:
        raise typer.Exit(1)
    typer.echo("The deal is honest: every chance action follows from the seed, and the seed from its commitment.")
    for seat, value in parse_shares(record.tag("Shares") or "").items():
        typer.echo(f"{record.names[seat]} has mixed a value into it, promised as {promise_of(value)}")
