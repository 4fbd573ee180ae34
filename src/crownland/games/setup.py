"""What a game can be set up with, as data: menus, commands and pages are built from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from crownland.games.position import Parts
from crownland.games.protocol import Action, State
from crownland.games.view import View
from crownland.kernel.errors import InvalidTextError, SetupError, UnknownNameError
from crownland.kernel.token import parse_domino_action

if TYPE_CHECKING:
    from crownland.games.judging import Judge
    from crownland.games.score_pad import ScorePad

__all__ = ["Choice", "Game", "LevelBots", "Option", "Setup", "flag"]

FALSE, TRUE = "false", "true"


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of an option, the numbers of players it is for, and the rule that says so."""

    value: str
    players: tuple[int, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Option:
    """A choice to make before the game. The default is the first choice that the number of players allows."""

    key: str
    choices: tuple[Choice, ...]

    @property
    def is_flag(self) -> bool:
        return {choice.value for choice in self.choices} == {FALSE, TRUE}

    def values(self, players: int) -> tuple[str, ...]:
        """What can be chosen with *players* players, the default first."""
        return tuple(choice.value for choice in self.choices if players in choice.players)

    def default(self, players: int) -> str:
        return self.values(players)[0]

    def check(self, value: str, players: int) -> str:
        """*value*, which can be chosen with *players* players."""
        for choice in self.choices:
            if choice.value == value:
                if players in choice.players:
                    return value
                counts = _join(choice.players)
                raise SetupError(f"{self.key}={value} is for {counts} players ({choice.rule}), got: {players}")
        known = _join(tuple(choice.value for choice in self.choices))
        raise SetupError(f"expected {self.key} to be {known}, got: {value!r}")


def flag(key: str, players: tuple[int, ...], rule: str, of: tuple[int, ...]) -> Option:
    """An option that is off by default and may be switched on with *players*, in a game for *of* players."""
    return Option(key, (Choice(FALSE, of, rule), Choice(TRUE, players, rule)))


@dataclass(frozen=True, slots=True)
class Setup:
    """A game, its number of players and the value of every option: all that decides how a game starts.

    *past_rules* is the version of the rules when it is an earlier one, None for today's. Made by :meth:`Game.setup`,
    which checks it.
    """

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    past_rules: int | None = None
    _hash: int = field(init=False, repr=False, compare=False)  # tables and caches ask for it again and again

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.game, self.players, self.options, self.past_rules)))

    def __hash__(self) -> int:
        return self._hash

    def __getitem__(self, key: str) -> str:
        return dict(self.options)[key]

    def is_on(self, key: str) -> bool:
        return self[key] == TRUE

    @property
    def options_text(self) -> str:
        """The options worth writing down, each ``key=value``: all but the flags that are off."""
        return " ".join(f"{key}={value}" for key, value in self.options if value != FALSE)

    def __str__(self) -> str:
        rules = "" if self.past_rules is None else f"rules={self.past_rules} "
        return f"{self.game} players={self.players} {rules}{self.options_text}".rstrip()


# Returns bots by level, with their parameters; takes a setup and whether there is a network for it (docs/bots.md).
LevelBots: TypeAlias = Callable[[Setup, bool], Mapping[str, str]]


def _refuse_to_read(setup: Setup, parts: Parts) -> State[Any]:
    raise InvalidTextError(f"expected a game whose positions can be read, got: {setup.game}")


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """All that the program needs of a game: rules, notation, view, judgement, twin, texts.

    *start* makes the first state of a setup, *view* what faces draw of a state. *parse_action* reads the tokens of its
    actions, or returns None for one of another form; *read_position* reads what ``str(state)`` writes.
    *rules_version* rises when behaviour changes; every earlier version, from 1, can still be played by a setup that
    names it in *past_rules*. Parts that need heavy libraries are named as ``module:attribute`` and loaded when they
    are first asked for.
    """

    key: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    start: Callable[[Setup], State[Any]]
    view: Callable[[Any], View]
    parse_action: Callable[[str], Action | None] = parse_domino_action
    read_position: Callable[[Setup, Parts], State[Any]] = _refuse_to_read
    rules_version: int = 1
    rules: str = ""  # the letters of its rule numbers, in the order of the rules page
    assumptions: tuple[tuple[str, str], ...] = ()  # Q15: components we are not sure of, and what we know
    numbers: Mapping[str, int] = field(default_factory=dict)  # those of the rules that texts quote: {key.name}
    components: Mapping[str, Any] = field(default_factory=dict)  # tables of its pieces, for pictures of them
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by language, for a game from outside
    judge: "str | Judge | None" = None  # what the bot greedy thinks of actions
    levels: "str | LevelBots | None" = None  # the bots that play its levels, where they are not the usual ones
    score_pad: "str | ScorePad | None" = None  # for owners of the box
    strategy: str | Callable[[], Any] | None = None  # makes a Hypothesis strategy of its own actions
    twin: str | Any | None = None  # the same game on arrays (crownland.fast)

    def load(self, part: str) -> Any:
        """The *part* of that name; imported now when it is the name of one."""
        found = getattr(self, part)
        if isinstance(found, str):
            module, _, name = found.partition(":")
            return getattr(import_module(module), name)
        return found

    def setup(
        self, players: int | None = None, options: Mapping[str, str | bool] | None = None, rules: int | None = None
    ) -> Setup:
        """A checked setup: defaults are filled in, and what the rules do not allow is refused by name.

        *rules* is the version of the rules; None is today's.
        """
        versions = tuple(range(1, self.rules_version + 1))
        if rules is not None and rules not in versions:
            raise SetupError(f"expected rules version {_join(versions)} of {self.key}, got: {rules}")
        players = self.players[0] if players is None else players
        if players not in self.players:
            raise SetupError(f"{self.key} is for {_join(self.players)} players, got: {players}")
        chosen = {key: _text(value) for key, value in (options or {}).items()}
        known = {option.key: option for option in self.options}
        for key in chosen:
            if key not in known:
                raise UnknownNameError("option", key, known)
        values = []
        for key, option in known.items():
            if key in chosen:
                values.append((key, option.check(chosen[key], players)))
            elif option.values(players):
                values.append((key, option.default(players)))
        return Setup(self.key, players, tuple(values), None if rules == self.rules_version else rules)

    def version_of(self, setup: Setup) -> int:
        """The version of the rules that *setup* is played by."""
        return self.rules_version if setup.past_rules is None else setup.past_rules

    def all_setups(self) -> list[Setup]:
        """Every number of players with every combination of options."""
        found = []
        for players in self.players:
            chosen: list[dict[str, str | bool]] = [{}]
            for option in self.options:
                if values := option.values(players):
                    chosen = [{**options, option.key: value} for options in chosen for value in values]
            found += [self.setup(players, options) for options in chosen]
        return found

    def new(self, players: int | None = None, **options: str | bool) -> State[Any]:
        """The first state: ``KINGDOMINO.new(2, harmony=True)``; a dash in an option's key is written ``_`` here."""
        return self.start(self.setup(players, {key.replace("_", "-"): value for key, value in options.items()}))


def _text(value: str | bool) -> str:
    return value if isinstance(value, str) else (TRUE if value else FALSE)


def _join(values: tuple[object, ...]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
