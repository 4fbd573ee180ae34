"""``crownland score``: a score pad for people who play with the real box."""

from collections.abc import Callable
from inspect import Parameter, cleandoc, signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crownland.cli.common import (
    DEFAULT_GAME,
    JsonFlag,
    LanguageOption,
    LoadOption,
    OptionTexts,
    load_files,
    read_options,
    words_in,
)

if TYPE_CHECKING:
    from crownland.games.protocol import State
    from crownland.games.score_pad import PadField, PadNote, ScorePad
    from crownland.games.setup import Game
    from crownland.kernel.scoring import Score
    from crownland.words import Words

__all__ = ["score"]


def _pads() -> "dict[str, ScorePad]":
    """Returns the score pads of the games that have one."""
    from crownland.games.registry import GAMES

    pads = ((key, game.load("score_pad")) for key, game in GAMES.items())
    return {key: pad for key, pad in pads if pad is not None}


def _with_pads(command: Callable[..., None]) -> Callable[..., None]:
    """Gives *command*, which takes keywords, the fields of all score pads as options, and their help texts."""
    pads = _pads()
    games: dict[PadField, list[str]] = {}
    for key, pad in pads.items():
        for field in pad.fields:
            games.setdefault(field, []).append(key)
    fixed = [one for one in signature(command).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    fields = [_parameter(field, ", ".join(keys)) for field, keys in games.items()]
    parameters = [*fixed, *fields]
    command.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": None}
    letters = dict.fromkeys(cleandoc(pad.letters) for pad in pads.values() if pad.letters)
    examples = dict.fromkeys(f"Example: [cyan]{pad.example}[/]" for pad in pads.values() if pad.example)
    command.__doc__ = "\n\n".join((cleandoc(command.__doc__ or ""), *letters, *examples))
    return command


def _parameter(field: "PadField", panel: str) -> Parameter:
    kinds: dict[str, Any] = {"number": int, "flag": bool}
    kind = kinds.get(field.kind, str)
    option = typer.Option(
        f"--{field.key}", help=field.about or None, rich_help_panel=panel, min=0 if kind is int else None
    )
    default = False if kind is bool else None
    return Parameter(
        field.key,
        Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind if kind is bool else kind | None, option],
    )


@_with_pads
def score(
    kingdom: Annotated[
        str, typer.Argument(help="The rows from north to south, as in [cyan]m3/w/c[/].", show_default=False)
    ],
    game: Annotated[str, typer.Option("--game", "-g", help="The game; see [cyan]crownland games[/].")] = DEFAULT_GAME,
    option: OptionTexts = None,
    size: Annotated[int | None, typer.Option(help="The width a kingdom may have, where a game has several.")] = None,
    language: LanguageOption = None,
    load: LoadOption = None,
    json: JsonFlag = False,
    **values: Any,
) -> None:
    """Score a kingdom: its properties, one explained line each, and the total.

    Write the rows from north to south with a slash between them. A letter is a square, a digit after it its crowns;
    [bold]c[/] is the castle and [bold].[/] an empty square.
    """
    from crownland.games.registry import find_game
    from crownland.games.score_pad import notes
    from crownland.kernel.errors import SetupError

    load_files(load)
    words = words_in(language)
    key = find_game(game).key
    pad = _pads().get(key)
    if pad is None:
        raise SetupError(f"expected a game with a score pad, {key} has none")
    known = {field.key: field for field in pad.fields}
    given = {name: value for name, value in values.items() if value is not None and value is not False}
    for name in given:
        if name not in known:
            raise SetupError(f"expected no --{name} for {key}: it is for {_games_with(name)}")
    read = {name: _read(known[name], value) for name, value in given.items()}
    sheet, start = pad.read(kingdom, read), _start(find_game(game), read_options(option), size)
    for note in notes(pad, start, {0: sheet}):
        typer.echo(words("cli.note", note=_note_text(note, words)), err=True)
    _show(pad.score(start.setup, sheet, 1), words, as_json=json)


def _read(field: "PadField", value: Any) -> Any:
    return value if field.parse is None else field.parse(value)


def _start(game: "Game", options: dict[str, str], size: int | None) -> "State[Any]":
    """Returns the start of a game with *options* whose kingdoms may be *size* wide."""
    from crownland.kernel.errors import SetupError

    usual = game.start(game.setup(_players(game, options), {**options}))
    if size is None:
        return usual
    found: dict[int, State[Any]] = {}
    for setup in game.all_setups():
        if all(dict(setup.options).get(key) == value for key, value in options.items()):
            start = game.start(setup)
            found.setdefault(start.extent[0], start)
    if size not in found:
        raise SetupError(f"expected a size of {' or '.join(map(str, sorted(found)))}, got: {size}")
    return found[size]


def _players(game: "Game", options: dict[str, str]) -> int | None:
    """Returns the first number of players that has all *options*; None where none has, for the game to say why."""
    fits = {option.key: option.values for option in game.options}
    counts = (n for n in game.players if all(key in fits and value in fits[key](n) for key, value in options.items()))
    return next(counts, None)


def _note_text(note: "PadNote", words: "Words") -> str:
    """Returns what *note* says, with the number of its rule."""
    values = dict(note.values)
    for name, kind in (("land", "reason"), ("field", "pad.field"), ("piece", "reason")):
        if name in values:
            values["land" if name == "land" else "what"] = words.name(kind, str(values[name]).rpartition(".")[2])
    return f"{words(f'pad.note.{note.key}', **values)} ({note.rule})."


def _games_with(field: str) -> str:
    return ", ".join(key for key, pad in _pads().items() if field in {one.key for one in pad.fields})


def _show(result: "Score", words: "Words", *, as_json: bool) -> None:
    if as_json:
        from json import dumps

        lines = [{"reason": line.reason, "points": line.points, "factors": list(line.factors)} for line in result.lines]
        typer.echo(dumps({"total": result.total, "lines": lines, "ties": list(result.ties)}))
        return
    from rich.console import Console

    from crownland.cli.report import score_table

    Console().print(score_table([result], [""], words))
