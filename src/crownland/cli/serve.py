"""``crownland serve``: the table server."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["serve"]


def serve(
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; 0.0.0.0 is for everybody nearby.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="8000, or a free one when that is taken.")
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", help="postgresql+psycopg://…; without it SQLite in the data folder.")
    ] = None,
    data: Annotated[Path | None, typer.Option("--data", help="The data folder.")] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve tables for the browser: friends by link, bots in empty seats, nothing forgotten."""
    from crownland.server.serve import run

    run(host, port, database, data, open_page=open_page)
