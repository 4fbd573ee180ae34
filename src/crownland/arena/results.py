"""Results in a folder, written game by game, so that an interrupted run can resume.

``results.csv`` begins with a description of the run and has one line for every game, in the order they finished; at the
end of the run they are sorted by number.
"""

import csv
import io
import os
from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from crownland.arena.contest import Contest, GameResult
from crownland.games.registry import find_game
from crownland.kernel.errors import InvalidTextError, SetupError

__all__ = ["Results", "csv_row", "facts_of", "lock_file", "write_whole"]

FIRST = "# crownland arena 1"


class Results:
    """The games of *contest* in *folder*, which is created if missing. The folder of another contest is refused."""

    def __init__(self, contest: Contest, folder: Path) -> None:
        self.contest, self.folder, self.file = contest, folder, folder / "results.csv"
        self._schedule = contest.schedule
        folder.mkdir(parents=True, exist_ok=True)
        self._stream = self.file.open("a+b")
        try:
            lock_file(self._stream, self.file)
            self.played = self._read()
        except BaseException:
            self._stream.close()
            raise

    def add(self, result: GameResult, record: str | None = None) -> None:
        """Writes a game: the record first, so that every line has its record."""
        if record is not None:
            records = self.folder / "records"
            records.mkdir(exist_ok=True)
            write_whole(records / f"{result.number:06}.kdn", record)
        self._stream.write(csv_row(self._cells(result)))
        self._stream.flush()
        self.played[result.number] = result

    def put_in_order(self) -> None:
        """Sorts the games by number and closes the file; nothing can be added afterwards."""
        self._stream.close()
        rows = [csv_row(self._cells(game)) for _, game in sorted(self.played.items())]
        write_whole(self.file, (self._header() + b"".join(rows)).decode())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()

    def _header(self) -> bytes:
        facts = "".join(f"# {key}: {value}\n" for key, value in facts_of(self.contest).items())
        sides = range(1, self._schedule.sides + 1)
        columns = [f"{what}_{side}" for what in ("bot", "score", "rank") for side in sides]
        luck = [f"luck_{side}" for side in sides] if self.contest.reduces_luck else []
        return f"{FIRST}\n{facts}".encode() + csv_row(["game", "deal", *columns, *luck, "forfeit"])

    def _cells(self, result: GameResult) -> list[object]:
        names = [self.contest.bots[bot] for bot in result.seating]
        return [result.number, result.deal, *names, *result.scores, *result.ranks, *result.luck, result.forfeit]

    def _read(self) -> dict[int, GameResult]:
        """Reads the games in the file. Drops an incomplete last line, where a run was interrupted."""
        self._stream.seek(0)
        data, header = self._stream.read(), self._header()
        whole = data[: data.rfind(b"\n") + 1]
        if header.startswith(data):
            self._stream.truncate(0)
            self._stream.write(header)
            self._stream.flush()
            return {}
        if not data.startswith(header):
            raise SetupError(self._difference(whole))
        self._stream.truncate(len(whole))
        first = header.count(b"\n") + 1
        lines = whole[len(header) :].decode("utf-8", "replace").splitlines()
        games = [self._parse(line, number) for number, line in enumerate(lines, start=first)]
        return {game.number: game for game in games}

    def _parse(self, line: str, at: int) -> GameResult:
        cells = next(csv.reader([line]), [])
        sides = self._schedule.sides
        try:
            number, *values = (int(cell) for cell in (cells[0], *cells[2 + sides : 2 + 3 * sides]))
            pairing = self._schedule.pairing(number)
            scores, ranks = tuple(values[:sides]), tuple(values[sides:])
            luck = tuple(float(cell) for cell in cells[2 + 3 * sides : -1])
            result = GameResult(number, pairing.deal, pairing.seating, scores, ranks, cells[-1], luck)
            wanted = sides if self.contest.reduces_luck else 0
            is_whole = number > 0 and len(values) == 2 * sides and len(luck) == wanted and all(map(isfinite, luck))
        except (ValueError, IndexError):
            result, is_whole = None, False
        if result is None or not is_whole or list(map(str, self._cells(result))) != cells:
            raise InvalidTextError(f"expected a game of this run in line {at} of {self.file}, got: {line[:80]!r}")
        return result

    def _difference(self, data: bytes) -> str:
        """Returns why a run cannot resume in this folder."""
        first, *lines = data.decode("utf-8", "replace").splitlines() or [""]
        there = dict(line.removeprefix("# ").partition(": ")[::2] for line in lines if line.startswith("# "))
        for key, value in facts_of(self.contest).items():
            if first == FIRST and there.get(key) != value:
                has, wanted = f"{key} {there.get(key, '')!r}", repr(value)
                return f"expected a folder of the same run or a new one, {self.folder} has {has}, not {wanted}"
        return f"expected results of an arena or no file at all, got another file: {self.file}"


def write_whole(file: Path, text: str) -> None:
    """Writes *text* atomically."""
    part = file.with_name(f".{file.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, file)


def facts_of(contest: Contest) -> dict[str, str]:
    """Returns everything that the games depend on."""
    return {
        "setup": str(contest.setup),
        "rules": str(find_game(contest.setup.game).version_of(contest.setup)),
        "seed": str(contest.seed),
        "bots": ", ".join(contest.bots),
        "time": "no limit" if contest.time is None else f"{contest.time:g}",
        **({"luck": "measured"} if contest.reduces_luck else {}),
    }


def csv_row(cells: Iterable[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()


def lock_file(stream: IO[bytes], file: Path) -> None:
    """Locks the folder, so that two runs do not share it. The lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SetupError(f"expected a folder that no other run writes to, got: {file.parent}") from None
