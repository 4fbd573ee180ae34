"""``crownland bot-test``: does a bot keep what bots promise?"""

from typing import Annotated

import typer

from crownland.cli.common import LoadOption, fail, load_files

__all__ = ["bot_test"]


def bot_test(
    name: Annotated[str, typer.Argument(help="The bot, with its parameters if it has any.", show_default=False)],
    load: LoadOption = None,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", "-g", help="A game it knows; all by default. May be given several times."),
    ] = None,
) -> None:
    """Try a bot: whole games by the rules, the same actions from the same seed, no global chance, and in time.

    Exit code 1 when it breaks a promise. Example: [cyan]crownland bot-test cautious --load examples/cautious.py[/]
    """
    from crownland.bots import make_bot
    from crownland.games.registry import GAMES, find_game
    from crownland.testing.bot_test import checks

    load_files(load or [])
    make_bot(name)
    games = [find_game(key).key for key in game or GAMES]
    broken = kept = 0
    for check in checks(name, games):
        typer.echo(str(check))
        broken, kept = broken + bool(check.problem), kept + (not check.problem)
    if broken:
        raise fail(f"{name} breaks {broken} of {broken + kept} promises", 1)
