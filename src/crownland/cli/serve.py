"""``crownland serve``: the table server."""

from pathlib import Path
from typing import Annotated

import typer

from crownland.cli.common import LoadOption

__all__ = ["serve"]


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 lets everybody in the same network join.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="The port.", show_default="8000, or a free one"),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", metavar="URL", help="The database, such as postgresql+psycopg://…", show_default="SQLite"
        ),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="The folder for the SQLite file.")
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes", min=1, max=64, help="The number of server processes; more than one need PostgreSQL."
        ),
    ] = 1,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
    migrate: Annotated[bool, typer.Option("--migrate", help="Migrate the database and exit.")] = False,
    load: LoadOption = None,
) -> None:
    """Serve tables for browsers: friends join by link, bots fill empty seats, and every game is stored.

    Example: [cyan]crownland serve --host 0.0.0.0[/]
    """
    from crownland.server.serve import run

    if load:
        from crownland.bots.load import load_everywhere

        load_everywhere(load)
    run(host, port, database, data, processes=processes, open_page=open_page, only_migrate=migrate)
