"""Records (``.kdn``): header tags, then the rounds with their tokens and comments.

Reading gathers everything that is wrong, with line and column. Writing what was read gives the same text; only the
spacing between words is made regular.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from crownland.games.protocol import Action, State
from crownland.games.registry import find_game, games
from crownland.games.setup import Game, Setup
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.errors import IllegalActionError, InvalidTextError, SetupError, UnknownNameError
from crownland.kernel.token import parse_seat
from crownland.notation.position import parse_position, parse_setup
from crownland.notation.token import parse_action

__all__ = ["Comment", "Item", "Problem", "Record", "ReplayError", "Round", "Step", "read_record", "totals_text"]

LONGEST_TEXT = 1_000_000
MOST_PROBLEMS = 20

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\\n]|\\["\\])*)"\]')
_WORD = re.compile(r"\{[^{}]*\}|[^\s{}]+|[{}]")
_ROUND = re.compile(r"([1-9][0-9]{0,3})\.")


@dataclass(frozen=True, slots=True)
class Comment:
    text: str

    def __str__(self) -> str:
        return f"{{{self.text}}}"


@dataclass(frozen=True, slots=True)
class Item:
    """An action or a comment, and where in the text it stands."""

    what: Action | Comment
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    items: tuple[Item, ...]

    def __str__(self) -> str:
        return " ".join((f"{self.number}.", *(str(item.what) for item in self.items)))


@dataclass(frozen=True, slots=True)
class Problem:
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class ReplayError(ValueError):
    """An action of a record that the rules forbid: *error* says why, the message also where."""

    def __init__(self, item: Item, error: IllegalActionError) -> None:
        super().__init__(f"line {item.line}, column {item.column}: {error}")
        self.item = item
        self.error = error


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a replay, and the positions before and after it."""

    seq: int
    state: State[Any]
    item: Item
    after: State[Any]

    @property
    def action(self) -> Action:
        return self.item.what


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text: ``str(record)`` writes it, :func:`read_record` reads it."""

    tags: tuple[tuple[str, str], ...]
    rounds: tuple[Round, ...]
    errors: tuple[Problem, ...] = ()

    @classmethod
    def of(
        cls,
        setup: Setup,
        names: Sequence[str],
        actions: Sequence[tuple[int, Action]],
        *,
        commitment: str | None = None,
        seed: str | None = None,
        shares: str | None = None,
        final: State[Any] | None = None,
        backs: str | None = None,
        forfeit: str | None = None,
        start: State[Any] | None = None,
    ) -> "Record":
        """The record of a game: *actions* with the round each was played in; *final* adds the score.

        *start* is the position where it began, if that is not the first one of the setup.
        *backs* is how often seats took turns back: ``A:2``.
        *forfeit* names the seat that could not go on, and why: ``B: …``.
        """
        tags = [("Game", setup.game), ("Players", str(setup.players)), ("Options", setup.options_text)]
        tags += [("Rules", str(find_game(setup.game).version_of(setup)))]
        tags += [(seat_letter(Seat(seat)), _one_line(name)) for seat, name in enumerate(names)]
        tags += [("Start", str(start))] if start else []
        tags += [("Commitment", commitment)] if commitment else []
        tags += [("Seed", seed)] if seed else []
        tags += [("Shares", shares)] if shares else []
        tags += [("Totals", totals_text(final))] if final else []
        tags += [("Backs", backs)] if backs else []
        tags += [("Forfeit", _one_line(forfeit))] if forfeit else []
        rounds: list[Round] = []
        for number, played in groupby(actions, key=lambda pair: pair[0]):
            rounds.append(Round(number, tuple(Item(action) for _, action in played)))
        return cls(tuple(tags), tuple(rounds))

    def tag(self, key: str) -> str | None:
        return dict(self.tags).get(key)

    @property
    def loser(self) -> Seat | None:
        """The seat that gave up or could not go on, which ended the game."""
        letter = (self.tag("Forfeit") or "").partition(":")[0]
        try:
            seat = parse_seat(letter)
        except InvalidTextError:
            return None
        return seat if seat < self.setup.players else None

    @property
    def setup(self) -> Setup:
        """How the game was set up; what a header can get wrong is refused as in :func:`parse_setup`."""
        words = [self.tag("Game") or "", f"players={self.tag('Players') or ''}"]
        rules = self.tag("Rules")
        words += [] if rules is None else [f"rules={rules}"]
        return parse_setup([*words, *(self.tag("Options") or "").split()])

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called; its letter when the header has no name."""
        letters = (seat_letter(Seat(seat)) for seat in range(self.setup.players))
        return tuple(self.tag(letter) or letter for letter in letters)

    @property
    def items(self) -> Iterator[Item]:
        """The actions with their places in the text, comments left out."""
        for round_ in self.rounds:
            yield from (item for item in round_.items if not isinstance(item.what, Comment))

    def start(self) -> State[Any]:
        """The position where the game began. Raises InvalidTextError when that of the header is none of its setup."""
        setup, text = self.setup, self.tag("Start")
        if text is None:
            return find_game(setup.game).start(setup)
        start = parse_position(text)
        if start.setup != setup:
            raise InvalidTextError(f"expected a start of {str(setup)!r}, got: {text[:300]!r}")
        return start

    def replay(self) -> Iterator[Step]:
        """Every action with the positions around it. Raises ReplayError at the first that the rules forbid."""
        state = self.start()
        for seq, item in enumerate(self.items):
            try:
                after = state.play(item.what)
            except IllegalActionError as error:
                raise ReplayError(item, error) from None
            yield Step(seq, state, item, after)
            state = after

    def final(self) -> State[Any]:
        """The position after the last action."""
        state = self.start()
        for step in self.replay():
            state = step.after
        return state

    def __str__(self) -> str:
        head = "".join(f'[{key} "{_escaped(value)}"]\n' for key, value in self.tags)
        return head + "\n" + "".join(f"{round_}\n" for round_ in self.rounds)


def totals_text(state: State[Any]) -> str:
    return " ".join(str(score.total) for score in state.scores())


def read_record(text: str) -> Record:
    """The record that *text* spells; what is wrong with it is in ``record.errors``, and is left out of the rest."""
    if len(text) > LONGEST_TEXT:
        message = f"expected a record of at most {LONGEST_TEXT:,} characters, got {len(text):,}"
        return Record((), (), (Problem(1, 1, message),))
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.tags: dict[str, str] = {}
        self.rounds: list[tuple[int, list[Item]]] = []
        self.problems: list[Problem] = []

    def read(self) -> Record:
        body = self._read_tags()
        if not self.tags and not self.problems:
            got = self.text.strip()[:40]
            self._problem(0, f'expected a record, which begins with a tag like [Game "kingdomino"], got: {got!r}')
            return Record((), (), tuple(self.problems))
        for match in _WORD.finditer(self.text, body):
            if match[0] == "[Game":
                self._problem(match.start(), "expected one game, got another one here")
                break
            self._read_word(match[0], match.start())
            if len(self.problems) >= MOST_PROBLEMS:
                break
        rounds = tuple(Round(number, tuple(items)) for number, items in self.rounds)
        record = Record(tuple(self.tags.items()), rounds)
        if not self.problems:
            self._check_header(record)
        return Record(record.tags, record.rounds, tuple(self.problems))

    def _read_tags(self) -> int:
        """Reads the header and returns where the rounds begin."""
        at = 0
        for line in self.text.splitlines(keepends=True):
            stripped = line.strip()
            if stripped and not stripped.startswith("["):
                break
            match = _TAG.fullmatch(stripped)
            begins = at + len(line) - len(line.lstrip())
            if match is None and stripped:
                self._problem(begins, f'expected a tag like [Game "kingdomino"], got: {stripped[:60]!r}')
            elif match is not None and match[1] in self.tags:
                self._problem(begins, f"expected the tag {match[1]} once, got it again")
            elif match is not None:
                self.tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
            at += len(line)
            if len(self.problems) >= MOST_PROBLEMS:
                return len(self.text)
        return at

    def _read_word(self, word: str, at: int) -> None:
        number = _ROUND.fullmatch(word)
        if number:
            self.rounds.append((int(number[1]), []))
        elif word in ("{", "}"):
            self._problem(at, "expected a comment like {well played}, got a lone brace")
        elif not self.rounds:
            self._problem(at, f"expected the number of a round, like '1.', got: {word[:40]!r}")
        elif word.startswith("{"):
            self._add(Comment(word[1:-1]), at)
        else:
            try:
                self._add(parse_action(word, self._game()), at)
            except InvalidTextError as error:
                self._problem(at, str(error))

    def _game(self) -> Game | None:
        """The game of the header, if there is such a game."""
        return next((game for game in games() if game.key == self.tags.get("Game")), None)

    def _check_header(self, record: Record) -> None:
        try:
            record.start()
        except (InvalidTextError, SetupError, UnknownNameError) as error:
            self._problem(0, str(error))

    def _add(self, what: Action | Comment, at: int) -> None:
        self.rounds[-1][1].append(Item(what, *self._where(at)))

    def _problem(self, at: int, message: str) -> None:
        self.problems.append(Problem(*self._where(at), message))

    def _where(self, at: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, at)
        return line, at - self.line_starts[line - 1] + 1


def _one_line(text: str) -> str:
    """*text* as a tag can hold it: whatever would break the line becomes a space."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)
