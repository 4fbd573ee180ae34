"""``crownland play``: plays in the terminal."""

from typing import Annotated

import typer

from crownland.cli.common import (
    DEFAULT_GAME,
    LanguageOption,
    LoadOption,
    OptionTexts,
    PlayersOption,
    load_files,
    read_options,
    words_in,
)

__all__ = ["play"]


def play(
    game: Annotated[str | None, typer.Argument(help="The game; without one a menu opens.", show_default=False)] = None,
    players: PlayersOption = None,
    option: OptionTexts = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            help="The players, comma-separated: names of people, levels such as [cyan]casual[/], or bots.",
            show_default="you and steady bots",
        ),
    ] = None,
    language: LanguageOption = None,
    load: LoadOption = None,
) -> None:
    """Play in the terminal, against bots or with friends on one keyboard.

    Example: [cyan]crownland play kingdomino --players 3 --seats Anna,Ben,casual --option harmony[/]
    """
    import sys

    from crownland.games.registry import find_game
    from crownland.kernel.errors import SetupError
    from crownland.tui.seats import default_seats

    load_files(load)
    words = words_in(language)
    if game is None and (players or option or seats):
        game = DEFAULT_GAME
    setup = find_game(game).setup(players, read_options(option)) if game else None
    names = None
    if setup is not None:
        names = [name.strip() for name in seats.split(",")] if seats else list(default_seats(setup.players))
        if len(names) != setup.players or not all(names):
            raise SetupError(f"expected {setup.players} names for {setup.players} seats, got: {seats!r}")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SetupError("expected a terminal to play in; crownland simulate plays without one")
    from crownland.tui import run_table

    run_table(setup, names, words.language, None)
