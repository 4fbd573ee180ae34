"""``crownland review``: what luck brought in a finished game, and what decisions lost."""

import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crownland.cli.common import JsonFlag, LanguageOption, LoadOption, fail, load_files, told, words_in
from crownland.cli.progress import bar, compiling
from crownland.cli.replay import open_record

if TYPE_CHECKING:
    from crownland.notation.record import Record
    from crownland.review import Review

__all__ = ["review"]


def review(
    file: Annotated[Path, typer.Argument(help="A record (.kdn), or - for standard input.")],
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write one page that stands alone.")
    ] = None,
    language: LanguageOption = None,
    load: LoadOption = None,
    json: JsonFlag = False,
) -> None:
    """Review a game: the win chance after every action, the luck of every draw, and what every decision lost.

    The review of [cyan]game.kdn[/] is kept in [cyan]game.review.json[/], and read from there the next time.
    """
    from crownland.review.file import review_json
    from crownland.review.wording import Telling

    words = words_in(language)
    load_files(load)
    record = open_record(file)
    made = _reviewed(file, record)
    telling = Telling(made, record, words)
    if html is not None:
        from crownland.review.page import html_page

        html.write_text(html_page(telling), encoding="utf-8")
    if json:
        typer.echo(jsonlib.dumps(review_json(made, record), ensure_ascii=False))
    elif html is None:
        from rich.console import Console

        from crownland.cli.review_text import print_review

        print_review(Console(), telling)


def _reviewed(file: Path, record: "Record") -> "Review":
    """Returns the kept review of *file*, or a new one, with a progress bar."""
    from crownland.notation.record import ReplayError
    from crownland.review.file import find_kept, keep
    from crownland.review.review import ReviewError
    from crownland.review.reviewing import review_record

    is_file = str(file) != "-"
    kept = find_kept(file, record) if is_file else None
    if kept is not None:
        return kept
    with bar(sum(1 for _ in record.items), shown=True, text="reviewing") as progress, compiling(progress):
        try:
            made = review_record(record, told=progress.move_to)
        except ReplayError as error:
            raise fail(f"{file}, {told(error)}", 1) from None
        except ReviewError as error:
            raise fail(f"{file}: {told(error)}", 2) from None
    if is_file:
        keep(file, record, made)
    return made
