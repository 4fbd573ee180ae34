"""``crownland site``: the page as a folder for any static host."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from crownland.cli.common import told

if TYPE_CHECKING:
    from crownland.site import Site

__all__ = ["site"]


def site(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="DIR", help="The folder to write: a new one, an empty one, or an older site."),
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the site on this machine; without DIR from a temporary folder.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, help="The port for [cyan]--serve[/].", show_default="8000, or a free one"
        ),
    ] = None,
    path: Annotated[
        str,
        typer.Option(
            "--path", metavar="PATH", help="Serve below this path, as some hosts do: [cyan]/games/crownland[/]"
        ),
    ] = "",
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the site in a browser.")] = False,
) -> None:
    """Write the page as a folder for any static host: everything but online play works there, without a server.

    Example: [cyan]crownland site public[/], or [cyan]crownland site --serve --open[/] to try it
    """
    if folder is None and not serve:
        raise typer.BadParameter("expected a folder to write, or --serve to try the site", param_hint="DIR")
    if not serve and (path or open_page or port is not None):
        raise typer.BadParameter("expected --serve with --port, --path and --open", param_hint="--serve")
    with _folder(folder) as target:
        written = _write(target)
        if folder is not None:
            _report(written)
        if serve:
            _serve(target, port, path, open_page=open_page)


@contextmanager
def _folder(folder: Path | None) -> Iterator[Path]:
    if folder is not None:
        yield folder
    else:
        with TemporaryDirectory(prefix="crownland-site-") as name:
            yield Path(name)


def _write(folder: Path) -> "Site":
    from crownland.cli.common import fail
    from crownland.cli.progress import bar
    from crownland.site import SiteError, write_site

    try:
        with bar(0, shown=True, text="writing") as progress:
            return write_site(folder, progress=progress.move_to)
    except SiteError as error:
        raise fail(told(error), 2) from None


def _report(site: "Site") -> None:
    typer.echo(f"{'':<10}{'files':>6}{'MB':>8}{'gzipped':>9}")
    for part in site.parts:
        typer.echo(f"{part.name:<10}{part.files:>6}{part.bytes / 1e6:>8.2f}{part.gzipped / 1e6:>9.2f}")
    typer.echo(told(f"A first visit loads {site.first_visit / 1e6:.1f} MB, networks only when a bot needs one."))
    typer.echo(told(f"The site is in {site.folder}: put the folder on any static host."))


def _serve(folder: Path, port: int | None, path: str, *, open_page: bool) -> None:
    from crownland.site.serving import SiteServer

    with SiteServer(folder, port, path) as server:
        typer.echo(told(f"The site is at {server.url} (stop with Ctrl-C)"))
        if open_page:
            import webbrowser

            webbrowser.open(server.url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            typer.echo("")
