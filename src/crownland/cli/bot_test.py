"""``crownland bot-test``: checks a bot."""

from typing import Annotated

import typer

from crownland.cli.common import LoadOption, fail, load_files

__all__ = ["bot_test"]


def bot_test(
    name: Annotated[str, typer.Argument(help="The bot, with its parameters if it has any.", show_default=False)],
    load: LoadOption = None,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", "-g", help="A game to check; all by default. May be repeated."),
    ] = None,
) -> None:
    """Check a bot: whole games by the rules, the same actions from the same seed, no global generators, in time.

    The exit code is 1 if a check fails.

    Example: [cyan]crownland bot-test cautious --load examples/cautious.py[/]
    """
    from crownland.bots import make_bot
    from crownland.games.registry import find_game
    from crownland.games.registry import games as all_games
    from crownland.testing.bot_test import checks

    load_files(load)
    make_bot(name)
    games = [find_game(key).key for key in game] if game else [one.key for one in all_games()]
    passed = failed = 0
    for check in checks(name, games):
        typer.echo(str(check))
        failed, passed = failed + bool(check.problem), passed + (not check.problem)
    if failed:
        raise fail(f"{name} fails {failed} of {failed + passed} checks", 1)
