"""``crownland perft``: counts action sequences and compares them with a file."""

from pathlib import Path
from typing import Annotated

import typer

from crownland.cli.common import LoadOption, fail, load_files, read_text

__all__ = ["perft"]


def perft(
    file: Annotated[Path, typer.Argument(help="A perft file: a setup, the piles, a count for each depth.")],
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", min=1, max=20, help="Count to this depth instead of the file's.")
    ] = None,
    load: LoadOption = None,
) -> None:
    """Count the action sequences of a fixed draw and compare them with a file.

    Where a count differs, prints the count after each first action (the divide) and exits with code 1.
    """
    from crownland.testing.perft import divide, read_perft
    from crownland.testing.perft import perft as count

    load_files(load)
    asked = read_perft(read_text(file))
    start, dealer = asked.start(), asked.dealer
    depths = range(1, depth + 1) if depth else sorted(asked.counts)
    wrong = 0
    for at in depths:
        expected = asked.counts.get(at)
        counted = count(start, dealer, at)
        if expected in (None, counted):
            typer.echo(f"{at}: {counted}")
            continue
        wrong += 1
        typer.echo(f"{at}: {counted}, expected {expected}; the divide:")
        for action, below in divide(start, dealer, at).items():
            typer.echo(f"    {action} {below}")
    if wrong:
        raise fail(f"{wrong} of {len(depths)} counts differ from {file}", 1)
