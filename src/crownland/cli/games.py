"""``crownland games``: lists the games and their options."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from crownland.cli.common import JsonFlag, LanguageOption, LoadOption, load_files, words_in

if TYPE_CHECKING:
    from crownland.games.setup import Game
    from crownland.networks.coverage import Coverage
    from crownland.words import Words

__all__ = ["games"]


def games(
    game: Annotated[str | None, typer.Argument(help="One game, with its options.", show_default=False)] = None,
    language: LanguageOption = None,
    load: LoadOption = None,
    json: JsonFlag = False,
) -> None:
    """List the games and their options."""
    from crownland.games.registry import find_game
    from crownland.games.registry import games as all_games

    words = words_in(language)
    load_files(load)
    chosen = [find_game(game)] if game else list(all_games())
    if json:
        from json import dumps

        typer.echo(dumps([_described(one, words) for one in chosen], indent=2, ensure_ascii=False))
        return
    for one in chosen:
        _show(_described(one, words), words, detailed=game is not None)


def _described(game: "Game", words: "Words") -> dict[str, Any]:
    from crownland.networks.coverage import coverage_of

    networks = coverage_of(game)
    return {
        "key": game.key,
        "title": words.name("game", game.key),
        "about": words.find(f"game.{game.key}.about") or "",
        "players": list(game.players),
        "rules_version": game.rules_version,
        "grandmaster": _grandmaster(game, networks, words),
        "networks": [
            {"players": list(one.players), "without": [f"{key}={value}" for key, value in one.without]}
            for one in networks
        ],
        "assumptions": [
            {"reason": key, "title": words.name("reason", key), "evidence": what} for key, what in game.assumptions
        ],
        "options": [
            {
                "key": option.key,
                "title": words.name("option", option.key),
                "about": words.find(f"option.{option.key}.about") or "",
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


def _grandmaster(game: "Game", networks: "list[Coverage]", words: "Words") -> str:
    """Returns how the strongest bot plays *game*, in one sentence."""
    from crownland.cli.saying import either
    from crownland.fast.twin import twin_of

    if not any(map(twin_of, game.all_setups())):
        return words("cli.grandmaster.greedy")
    if not networks:
        return words("cli.grandmaster.mcts")
    if len(networks) == 1 and networks[0].players == game.players and not networks[0].without:
        return words("cli.grandmaster.network")
    covered = [
        words(
            "cli.players.without" if one.without else "cli.players",
            players=_ranges(list(one.players), words),
            options=either(one.without_text.split(" or "), words),
        )
        for one in networks
    ]
    return words("cli.grandmaster.some", covered=either(covered, words))


def _show(game: dict[str, Any], words: "Words", *, detailed: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    from crownland.cli.saying import said

    console = Console()
    players = words("cli.players", players=_ranges(game["players"], words))
    console.print(f"[bold]{game['title']}[/] ([cyan]{game['key']}[/], {players})", highlight=False)
    if game["about"]:
        console.print(game["about"], highlight=False)
    console.print(game["grandmaster"], highlight=False)
    heads = (words(f"cli.head.{head}") for head in ("option", "values", "players", "default", "about"))
    table = Table(*heads, box=None, padding=(0, 2, 0, 0))
    for option in game["options"]:
        rule = option["choices"][-1 if option["type"] == "flag" else 0]["rule"]  # a flag's own: that of "true"
        for at, choice in enumerate(option["choices"]):
            counts = ", ".join(map(str, choice["players"]))
            defaults = [str(n) for n, value in option["defaults"].items() if value == choice["value"]]
            default = words("cli.with", players=", ".join(defaults)) if defaults else ""
            default = words("cli.yes") if len(defaults) == len(choice["players"]) else default
            about = f"{option['about']} ({rule})" if at == 0 else ""
            table.add_row(f"[cyan]{option['key']}[/]" if at == 0 else "", choice["value"], counts, default, about)
    if game["options"]:
        console.print(table)
    if detailed and game["assumptions"]:
        console.print(words("cli.assumed"))
        for one in game["assumptions"]:
            console.print(f"  {one['title']}: {said(one['evidence'], words)}", highlight=False)


def _ranges(numbers: list[int], words: "Words") -> str:
    """Returns ascending numbers as ranges: ``3–6 or 8``."""
    from crownland.cli.saying import either

    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    return either([f"{one[0]}–{one[-1]}" if len(one) > 1 else str(one[0]) for one in ranges], words)
