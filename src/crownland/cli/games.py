"""``crownland games``: what can be played."""

from typing import Annotated, Any

import typer

from crownland.cli.common import JsonFlag

__all__ = ["games"]


def games(
    game: Annotated[str | None, typer.Argument(help="One game, with its options.", show_default=False)] = None,
    json: JsonFlag = False,
) -> None:
    """Show what can be played, and with which options."""
    from crownland.games.registry import GAMES, find_game

    chosen = [find_game(game)] if game else list(GAMES.values())
    if json:
        from json import dumps

        typer.echo(dumps([_described(one) for one in chosen], indent=2, ensure_ascii=False))
        return
    for one in chosen:
        _show(_described(one), detailed=game is not None)


def _described(game: Any) -> dict[str, Any]:
    from crownland.words import Words

    words = Words()
    return {
        "key": game.key,
        "title": words(f"game.{game.key}"),
        "about": words(f"game.{game.key}.about"),
        "players": list(game.players),
        "rules_version": game.rules_version,
        "assumptions": [
            {"reason": key, "title": words(f"reason.{key}"), "evidence": what} for key, what in game.assumptions
        ],
        "options": [
            {
                "key": option.key,
                "title": words(f"option.{option.key}"),
                "about": words(f"option.{option.key}.about"),
                "type": "flag" if option.is_flag else "choice",
                "choices": [
                    {"value": choice.value, "players": list(choice.players), "rule": choice.rule}
                    for choice in option.choices
                ],
                "defaults": {n: option.default(n) for n in game.players if option.values(n)},
            }
            for option in game.options
        ],
    }


def _show(game: dict[str, Any], *, detailed: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(
        f"[bold]{game['title']}[/] ([cyan]{game['key']}[/], {_counts(game['players'])} players)", highlight=False
    )
    console.print(game["about"], highlight=False)
    table = Table("option", "values", "players", "default", "what it does", box=None, padding=(0, 2, 0, 0))
    for option in game["options"]:
        for at, choice in enumerate(option["choices"]):
            counts = ", ".join(map(str, choice["players"]))
            defaults = [str(n) for n, value in option["defaults"].items() if value == choice["value"]]
            default = "with " + ", ".join(defaults) if defaults else ""
            default = "yes" if len(defaults) == len(choice["players"]) else default
            about = f"{option['about']} ({option['choices'][-1]['rule']})" if at == 0 else ""  # a flag's last is "on"
            table.add_row(f"[cyan]{option['key']}[/]" if at == 0 else "", choice["value"], counts, default, about)
    if game["options"]:
        console.print(table)
    if detailed and game["assumptions"]:
        console.print(
            "Not every icon of these building tiles has been seen by us (Q15); the rest is as the evidence says:"
        )
        for tile in game["assumptions"]:
            console.print(f"  {tile['title']}: {tile['evidence']}", highlight=False)


def _counts(players: list[int]) -> str:
    """``2–4``, or with a gap ``3–6 or 8``."""
    runs: list[list[int]] = []
    for count in players:
        if runs and count == runs[-1][-1] + 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    return " or ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
