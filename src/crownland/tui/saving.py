"""Writing a record into the current folder."""

from datetime import datetime
from itertools import count
from pathlib import Path

from crownland.notation.record import Record
from crownland.tui.model import TableModel
from crownland.words import Words

__all__ = ["save", "write_record"]


def save(table: TableModel, words: Words) -> str:
    """Writes the record of *table* into the current folder, and returns where it is or why it is not."""
    try:
        path = write_record(table.record(), Path.cwd(), datetime.now())
    except OSError as error:
        return words("table.not-written", error=error.strerror or error)
    return words("table.written", file=path.name, folder=path.parent)


def write_record(record: Record, folder: Path, now: datetime) -> Path:
    """Writes *record* into a new file and returns its path; no file is ever overwritten."""
    stem = f"crownland-{now:%Y%m%d-%H%M%S}"
    for number in count(1):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}.kdn"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(str(record))
        except FileExistsError:
            continue
        return path
    raise AssertionError("count never ends")
