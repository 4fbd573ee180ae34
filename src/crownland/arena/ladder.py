"""A ladder: a standing table of bots in one file. Bots can join at any time, and more games can be added at any time.

Each deal is played by two bots, those whose games tell most about the ratings of all. The file is a CSV of all games;
from them the table is made again each time.
"""

import csv
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np

from crownland.arena.contest import Contest, GameResult
from crownland.arena.engine import Engine
from crownland.arena.ratings import Points, most_telling, pair_points
from crownland.arena.results import csv_row, facts_of, lock_file, write_whole
from crownland.arena.schedule import Pairing, Schedule, Seating
from crownland.arena.summary import Summary, summary_of
from crownland.games.setup import Setup
from crownland.kernel.errors import InvalidTextError, SetupError

__all__ = ["Ladder"]

FIRST = "# crownland ladder 1"
BOT = "# bot: "


class Ladder:
    """The games in *file*, which is created with the first game.

    *bots* join those that are in the file already; the first that ever joined is the yardstick. A file with games of
    another setup, seed or time is refused.
    """

    def __init__(
        self,
        file: Path,
        setup: Setup,
        bots: Sequence[str] = (),
        seed: int = 1,
        time: float | None = None,
        load: Sequence[Path] = (),
    ) -> None:
        self.file = file
        lines = _lines(file)
        there = [line.removeprefix(BOT) for line in lines if line.startswith(BOT)]
        self.contest = Contest(setup, tuple(dict.fromkeys((*there, *bots))), seed, time, tuple(load))
        self._facts = {key: value for key, value in facts_of(self.contest).items() if key != "bots"}
        self._sides = max(self.contest.side_of_seat) + 1
        self._size = len(self._seatings(1, (0, 1)))  # games of a deal
        self.deals = defaultdict[int, list[GameResult]](list)
        self._points = np.zeros((len(self.contest.bots),) * 2)  # of whole deals
        if lines:
            self._check(lines)
        notes = sum(line.startswith("#") for line in lines)
        for at, line in enumerate(lines[notes + 1 :], start=notes + 2):
            self._add(self._parse(line, at))

    @property
    def games(self) -> int:
        """The number of all games of whole deals."""
        return sum(map(len, self._whole()))

    def run(self, engine: Engine, games: int, after_each: Callable[[], None]) -> None:
        """Plays at least *games* more games, whole deals of two bots each, and keeps each game when it ends."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        rows = [csv_row(self._cells(game)).decode() for deal in self.deals.values() for game in deal]
        write_whole(self.file, "".join([*self._head(), *rows]))
        with self.file.open("ab") as stream:
            lock_file(stream, self.file)
            with closing(engine.run(self.contest.play, self._pairings(games))) as played:
                for result, _ in played:
                    stream.write(csv_row(self._cells(result)))
                    stream.flush()
                    self._add(result)
                    after_each()

    def missing(self, games: int) -> int:
        """The number of games that :meth:`run` plays."""
        return -(-games // self._size) * self._size + sum(self._size - len(deal) for deal in self.deals.values())

    def summary(self) -> Summary:
        """Summarises the games of the bots that have played; the yardstick is first, then the others by rating."""
        deals = self._whole()
        playing = sorted({bot for deal in deals for game in deal for bot in game.seating})
        for _ in range(2):  # rated to put them in order, and then in that order
            places = {bot: at for at, bot in enumerate(playing)}
            contest = replace(self.contest, bots=tuple(self.contest.bots[bot] for bot in playing))
            seated = [
                [replace(game, seating=tuple(places[bot] for bot in game.seating)) for game in deal] for deal in deals
            ]
            summary = summary_of(contest, seated)
            ratings = {bot: line.elo.value for bot, line in zip(playing, summary.lines, strict=True)}
            playing[1:] = sorted(playing[1:], key=lambda bot: -ratings[bot])
        return summary

    def _pairings(self, games: int) -> Iterator[Pairing]:
        """The games to play: what is missing of deals, and then deals of the bots whose games tell most by now."""
        numbers = count(1 + max((game.number for deal in self.deals.values() for game in deal), default=0))
        asked = 0
        for deal, played in list(self.deals.items()):
            pair = self._pair(played[0])
            for seating in self._seatings(deal, pair):
                if all(game.seating != seating for game in played):
                    yield Pairing(next(numbers), deal, seating)
        being_played: dict[int, tuple[int, int]] = {}
        while asked < games:
            deal = 1 + max((*self.deals, *being_played), default=0)
            pair = being_played[deal] = most_telling(self._points, self._asked(being_played))
            for seating in self._seatings(deal, pair):
                asked += 1
                yield Pairing(next(numbers), deal, seating)

    def _asked(self, being_played: dict[int, tuple[int, int]]) -> Points:
        """The games of each pair in deals that are not whole yet."""
        asked = np.zeros((len(self.contest.bots),) * 2)
        for deal, (a, b) in being_played.items():
            if len(self.deals.get(deal, ())) < self._size:
                asked[[a, b], [b, a]] += self._size
        return asked

    def _seatings(self, deal: int, pair: tuple[int, int]) -> list[Seating]:
        return [tuple(pair[bot] for bot in seating) for seating in Schedule(2, self._sides).on_deal(deal)]

    def _whole(self) -> list[list[GameResult]]:
        return [deal for _, deal in sorted(self.deals.items()) if len(deal) == self._size]

    def _add(self, game: GameResult) -> None:
        deal = self.deals[game.deal]
        deal.append(game)
        if len(deal) == self._size:
            self._points += pair_points(deal, len(self._points))

    @staticmethod
    def _pair(game: GameResult) -> tuple[int, int]:
        first, second = sorted(set(game.seating))
        return first, second

    # The file

    def _head(self) -> list[str]:
        columns = [f"{what}_{side}" for what in ("bot", "score", "rank") for side in range(1, self._sides + 1)]
        facts = [f"# {key}: {value}\n" for key, value in self._facts.items()]
        names = [f"{BOT}{bot}\n" for bot in self.contest.bots]
        return [f"{FIRST}\n", *facts, *names, csv_row(["game", "deal", *columns, "forfeit"]).decode()]

    def _check(self, lines: Sequence[str]) -> None:
        """Raises SetupError unless the file is a ladder of the same kind."""
        there = dict(line.removeprefix("# ").partition(": ")[::2] for line in lines if line.startswith("# "))
        for key, value in self._facts.items():
            if there.get(key) != value:
                has, wanted = f"{key} {there.get(key, '')!r}", repr(value)
                raise SetupError(
                    f"expected a ladder of the same kind or a new file, {self.file} has {has}, not {wanted}"
                )

    def _cells(self, game: GameResult) -> list[object]:
        names = [self.contest.bots[bot] for bot in game.seating]
        return [game.number, game.deal, *names, *game.scores, *game.ranks, game.forfeit]

    def _parse(self, line: str, at: int) -> GameResult:
        cells = next(csv.reader([line]), [])
        game = self._game(cells)
        is_known = game is not None and game.seating in self._seatings(game.deal, self._pair(game))
        if game is None or not is_known or list(map(str, self._cells(game))) != cells:
            raise InvalidTextError(f"expected a game of a ladder in line {at} of {self.file}, got: {line[:80]!r}")
        return game

    def _game(self, cells: Sequence[str]) -> GameResult | None:
        sides, known = self._sides, self.contest.bots
        try:
            seating = tuple(known.index(cell) for cell in cells[2 : 2 + sides])
            number, deal, *values = (int(cell) for cell in (*cells[:2], *cells[2 + sides : 2 + 3 * sides]))
        except ValueError:
            return None
        if len(values) != 2 * sides or len(set(seating)) != 2 or len(cells) != 3 + 3 * sides or deal < 1:
            return None
        return GameResult(number, deal, seating, tuple(values[:sides]), tuple(values[sides:]), cells[-1])


def _lines(file: Path) -> list[str]:
    """The lines of a ladder that were written whole; none where there is no file."""
    if not file.exists():
        return []
    text = file.read_text(encoding="utf-8", errors="replace")
    lines = text[: text.rfind("\n") + 1].splitlines()
    if text and lines[:1] != [FIRST]:
        raise SetupError(f"expected a ladder or no file at all, got another file: {file}")
    return lines
