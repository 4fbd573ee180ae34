"""``crownland data``: backups of a server's database, and keys that must change."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from crownland.cli.common import told
from crownland.cli.helping import Command, Group

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["data"]

data = typer.Typer(
    name="data",
    help="Back up and restore the database of a server, and revoke keys.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    cls=Group,
)

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="CROWNLAND_DATABASE",
        metavar="URL",
        help="The database, as for [cyan]serve[/].",
        show_default="SQLite",
    ),
]
FolderOption = Annotated[
    Path | None,
    typer.Option("--data", envvar="CROWNLAND_DATA", metavar="FOLDER", help="The folder of the SQLite file."),
]


@data.command(cls=Command)
def backup(
    file: Annotated[Path, typer.Argument(help="The new file, or - for standard output.")],
    database: DatabaseOption = None,
    folder: FolderOption = None,
) -> None:
    """Write the whole database to one file, also while the server runs.

    Example: [cyan]crownland data backup - | ssh safe.example.org 'umask 077; cat > crownland.sqlite3'[/]
    """
    from crownland.server.serve import database_url
    from crownland.server.store.backup import back_up

    url = database_url(database, folder)
    if str(file) != "-":
        typer.echo(told(f"Backed up {back_up(url, file)} tables to {file}."))
        return
    with TemporaryDirectory(prefix="crownland-") as temporary:
        made = Path(temporary) / "backup.sqlite3"
        back_up(url, made)
        with made.open("rb") as stream:
            while block := stream.read(1 << 20):
                sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()


@data.command(cls=Command)
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", exists=True, dir_okay=False)],
    database: DatabaseOption = None,
    folder: FolderOption = None,
) -> None:
    """Copy a backup into an empty database, SQLite or PostgreSQL, while no server uses it."""
    from crownland.server.serve import database_url, make_data_folder
    from crownland.server.store.backup import restore as restored
    from crownland.server.store.database import reserved, using

    url = database_url(database, folder)
    make_data_folder(database, folder)
    with using(url) as engine, reserved(engine):
        tables, unfinished = restored(file, url)
    typer.echo(
        told(f"Restored {tables} tables. {unfinished} of them are unfinished and go on from the moment of the backup.")
    )


@data.command(name="renew-key", cls=Command)
def renew_key(database: DatabaseOption = None, folder: FolderOption = None) -> None:
    """Revoke all cookies: players take their seats again with the secrets of their seats."""
    from crownland.server.store.revoking import renew_key as renew

    with _stopped(database, folder) as engine:
        renew(engine)
    typer.echo(told("All cookies are revoked. Servers that run must be started again."))


@data.command(name="renew-seat", cls=Command)
def renew_seat(
    table: Annotated[str, typer.Argument(help="The id at the end of the invite link.")],
    seat: Annotated[int, typer.Argument(min=0, help="The number of the seat, from 0.")],
    database: DatabaseOption = None,
    folder: FolderOption = None,
) -> None:
    """Take a seat away from its cookie and its secret, and print a new secret for its rightful owner."""
    from crownland.server.store.revoking import renew_seat as renew

    with _stopped(database, folder) as engine:
        secret = renew(engine, table, seat)
    typer.echo(told(f"The new secret of this seat: {secret}"))


@contextmanager
def _stopped(database: str | None, folder: Path | None) -> "Iterator[Engine]":
    """Opens a database that exists, and that no other server may use meanwhile."""
    from crownland.server.serve import database_url
    from crownland.server.store.database import migrate, require_file, reserved, using

    url = database_url(database, folder)
    require_file(url)
    with using(url) as engine, reserved(engine):
        migrate(engine)
        yield engine
