"""What is asked before a game, headless: a list of rows, each with a value that can be changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from crownland.bots.levels import LEVELS
from crownland.bots.registry import find_bot
from crownland.games.registry import find_game, games
from crownland.games.setup import TRUE, Game, Setup
from crownland.kernel.action import Seat, seat_letter
from crownland.tui.seats import LONGEST_NAME, ME, bot_name, default_seats, is_bot, players_of
from crownland.words import Words

__all__ = ["Menu", "Row"]

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Row:
    """A question: *key* is ``game``, ``players``, the key of an option, or a seat."""

    key: str | Seat
    label: str
    value: str
    about: str
    is_text: bool = False


class Menu:
    """Built only from the registries: a new game, option or bot needs nothing here."""

    def __init__(self, words: Words, setup: Setup | None = None, seats: Sequence[str] | None = None) -> None:
        self.words = words
        self.game: Game = games()[0] if setup is None else find_game(setup.game)
        wished = setup.players if setup is not None else len(seats or ())
        self.players = wished if wished in self.game.players else self.game.players[0]
        self.options: dict[str, str] = {} if setup is None else dict(setup.options)
        self._seats = list(seats or ())
        self.at = 0

    @property
    def seats(self) -> tuple[str, ...]:
        """A word for each seat: what was chosen, and a bot for every new one."""
        return tuple((*self._seats, *default_seats(self.players)[len(self._seats) :])[: self.players])

    def setup(self) -> Setup:
        """The chosen setup. Raises SetupError when the rules do not allow it."""
        chosen = {
            option.key: self._value(option.key, option.values(self.players))
            for option in self.game.options
            if option.values(self.players)
        }
        return self.game.setup(self.players, chosen)

    @property
    def rows(self) -> tuple[Row, ...]:
        words, game = self.words, self.game
        rows = [
            Row("game", words("menu.game"), words(f"game.{game.key}"), words(f"game.{game.key}.about")),
            Row("players", words("menu.players"), str(self.players), words("menu.players.about")),
        ]
        for option in game.options:
            values = option.values(self.players)
            if len(values) > 1:
                value = self._value_words(option.key, self._value(option.key, values), option.is_flag)
                about = words(f"option.{option.key}.about")
                rows.append(Row(option.key, words(f"option.{option.key}"), value, about))
        for seat, word in enumerate(self.seats):
            rows.append(self._seat_row(Seat(seat), word))
        return tuple(rows)

    @property
    def row(self) -> Row:
        return self.rows[self.at]

    def move(self, by: int) -> None:
        self.at = (self.at + by) % len(self.rows)

    def change(self, by: int) -> None:
        """Goes to the next or the previous value of the row."""
        key = self.row.key
        if isinstance(key, int):
            self._set_seat(key, _turned((ME, *LEVELS), self._kind_of(key), by))
        elif key == "game":
            self.game = _turned(games(), self.game, by)
            self.players = self.players if self.players in self.game.players else self.game.players[0]
        elif key == "players":
            self.players = _turned(self.game.players, self.players, by)
        else:
            values = next(option for option in self.game.options if option.key == key).values(self.players)
            self.options[key] = _turned(values, self._value(key, values), by)

    def type(self, text: str) -> None:
        """Adds letters to the name of the person in this row."""
        key = self.row.key
        if isinstance(key, int) and self.row.is_text:
            name = "" if self.seats[key] == ME else self.seats[key]
            self._set_seat(key, (name + text)[:LONGEST_NAME])

    def erase(self) -> None:
        key = self.row.key
        if isinstance(key, int) and self.row.is_text:
            name = "" if self.seats[key] == ME else self.seats[key]
            self._set_seat(key, name[:-1] or ME)

    def _kind_of(self, seat: Seat) -> str:
        return self.seats[seat] if self.seats[seat] in LEVELS else ME

    def _set_seat(self, seat: Seat, word: str) -> None:
        seats = list(self.seats)
        seats[seat] = word
        self._seats[: self.players] = seats

    def _seat_row(self, seat: Seat, word: str) -> Row:
        letter = seat_letter(seat)
        if is_bot(word):
            about = self.words(f"level.{word}.about") if word in LEVELS else find_bot(word).description
            return Row(seat, letter, self.words("menu.bot", bot=bot_name(word, self.words)), about)
        name = players_of(self.seats, self.words)[seat].name if word == ME else word
        return Row(seat, letter, name, self.words("menu.person.about"), is_text=True)

    def _value(self, key: str, values: tuple[str, ...]) -> str:
        chosen = self.options.get(key)
        return chosen if chosen in values else values[0]

    def _value_words(self, key: str, value: str, is_flag: bool) -> str:
        if is_flag:
            return self.words("menu.on" if value == TRUE else "menu.off")
        return self.words(f"option.{key}.{value}")


def _turned(values: tuple[ValueT, ...], value: ValueT, by: int) -> ValueT:
    return values[(values.index(value) + by) % len(values)]
