"""``crownland serve``: the table server."""

from pathlib import Path
from typing import Annotated

import typer

from crownland.cli.common import LoadOption, told

__all__ = ["serve"]


def serve(
    host: Annotated[
        str,
        typer.Option(
            "--host",
            envvar="CROWNLAND_HOST",
            help="The address to listen on; [cyan]0.0.0.0[/] lets everybody in the same network join.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            envvar="CROWNLAND_PORT",
            min=0,
            max=65535,
            help="The port.",
            show_default="8000, or a free one",
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            envvar="CROWNLAND_DATABASE",
            metavar="URL",
            help="The database, such as [cyan]postgresql+psycopg://…[/]",
            show_default="SQLite",
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", envvar="CROWNLAND_DATA", metavar="FOLDER", help="The folder for the SQLite file."),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes",
            envvar="CROWNLAND_PROCESSES",
            min=1,
            max=64,
            help="The number of server processes; more than one needs PostgreSQL.",
        ),
    ] = 1,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A setting, such as [cyan]away=30[/], or [cyan]CROWNLAND_AWAY[/] in the environment; may be repeated.",
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
    migrate: Annotated[bool, typer.Option("--migrate", help="Migrate the database and exit.")] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Say what is wrong with the configuration and exit, with code 2 if anything is."),
    ] = False,
    load: LoadOption = None,
) -> None:
    """Serve tables for browsers: friends join by link, bots fill empty seats, and every game is stored.

    Example: [cyan]crownland serve --host 0.0.0.0[/]
    """
    from crownland.bots.load import load_everywhere, load_inherited
    from crownland.server.serve import run

    given = dict(_parts(text) for text in settings or ())
    database = given.pop("database", database)
    if load:
        load_everywhere(load)
    else:
        load_inherited()
    if check:
        from crownland.server.check import problems

        found = problems(host, port, database, data, processes, given)
        typer.echo("\n".join(found) or told("The configuration is fine."))
        raise typer.Exit(2 if found else 0)
    run(host, port, database, data, processes=processes, open_page=open_page, only_migrate=migrate, given=given)


def _parts(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"expected NAME=VALUE, got: {text!r}", param_hint="--set")
    return name.strip().lower().replace("-", "_"), value
