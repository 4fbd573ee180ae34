"""``crownland score``: a score pad for people who play with the real box."""

from typing import TYPE_CHECKING, Annotated

import typer

from crownland.cli.common import JsonFlag, OptionTexts, read_options

if TYPE_CHECKING:
    from crownland.kernel.kingdom import Kingdom
    from crownland.kernel.scoring import Score

__all__ = ["score"]

ESTATE = "Queendomino, Royal Wedding"


def score(
    kingdom: Annotated[str, typer.Argument(help="The rows from north to south, as in 'm3/w/c'.", show_default=False)],
    game: Annotated[str, typer.Option("--game", "-g", help="The game; see [cyan]crownland games[/].")] = "kingdomino",
    size: Annotated[int | None, typer.Option("--size", help="The width a kingdom may have: 5 or 7.")] = None,
    option: OptionTexts = None,
    coins: Annotated[int, typer.Option("--coins", min=0, rich_help_panel=ESTATE)] = 0,
    knights: Annotated[
        int, typer.Option("--knights", min=0, help="In reserve and kingdom.", rich_help_panel=ESTATE)
    ] = 0,
    towers: Annotated[int, typer.Option("--towers", min=0, rich_help_panel=ESTATE)] = 0,
    buildings: Annotated[
        str, typer.Option("--buildings", help="Separated by commas: church,statue.", rich_help_panel=ESTATE)
    ] = "",
    queen: Annotated[bool, typer.Option("--queen", help="The queen is your guest.", rich_help_panel=ESTATE)] = False,
    coat: Annotated[
        str, typer.Option("--coat", help="The letter of the coat with the bonus.", rich_help_panel="Duel")
    ] = "",
    json: JsonFlag = False,
) -> None:
    """Score a kingdom: its properties, one explained line each, and the total.

    Write the rows from north to south with a slash between them. A letter is a terrain: [bold]w[/] wheat,
    [bold]f[/] forest, [bold]l[/] lake, [bold]g[/] grassland, [bold]s[/] swamp, [bold]m[/] mine, [bold]t[/] town;
    a digit after it its crowns (a queen's tower is a crown on its town); [bold]c[/] the castle; [bold].[/] an empty
    square.

    In Duel a letter is a coat of arms: [bold]d[/] dot, [bold]D[/] double dot, [bold]s[/] stripe, [bold]S[/] double
    stripe, [bold]f[/] solid (filled), [bold]q[/] quarters; a digit its crosses.

    Example: [cyan]crownland score 'ffl1/f1cl/ww.' --option harmony=true[/]

    Example: [cyan]crownland score 'tt/cl1/ll' --game queendomino --coins 11 --towers 2 --buildings church --queen[/]
    """
    from crownland.games.registry import find_game
    from crownland.kernel.errors import SetupError
    from crownland.kernel.kingdom import Kingdom

    key = find_game(game).key
    if size not in (None, 5, 7):
        raise SetupError(f"expected a size of 5 or 7 (K3, K9, Q1), got: {size}")
    estate = coins or knights or towers or buildings or queen
    if estate and key not in ("queendomino", "royal-wedding"):
        raise SetupError("coins, knights, towers, buildings and the queen are of --game queendomino (Q2)")
    if coat and key != "duel":
        raise SetupError("the bonus for a coat is of --game duel (D7)")
    if option and key != "kingdomino":
        raise SetupError(f"expected no --option that changes the score of {key}, got: {option[0]!r}")
    if key == "duel":
        _show(_duel(kingdom, coat), as_json=json)
        return
    land = Kingdom.parse(kingdom)
    if key == "kingdomino":
        result = _kingdomino(land, size, read_options(option))
    else:
        result = _queendomino(land, size or 7, coins, knights, towers, buildings, queen)
    if not land.is_connected:
        typer.echo(
            "Note: some squares are not connected with the castle; no game leads to this kingdom (C5).", err=True
        )
    _show(result, as_json=json)


def _duel(text: str, coat: str) -> "Score":
    from crownland.games.duel.book import Book
    from crownland.games.duel.coat import MAP, Map, parse_coat
    from crownland.games.duel.state import score as score_of
    from crownland.kernel.errors import InvalidTextError

    land = Map.parse(text)
    if land.occupied & ~MAP:
        raise InvalidTextError(f"expected a map of 7 columns and 5 rows, the castle in its middle (D2), got: {text!r}")
    return score_of(land, Book(coat=parse_coat(coat) if coat else None))


def _kingdomino(land: "Kingdom", size: int | None, options: dict[str, str]) -> "Score":
    from crownland.games.classic.rules import rules_of
    from crownland.games.classic.state import score as score_of
    from crownland.games.registry import KINGDOMINO
    from crownland.kernel.errors import InvalidTextError, SetupError
    from crownland.kernel.terrain import Terrain

    if land.terrains[Terrain.TOWN]:
        raise InvalidTextError("expected a kingdom without towns (C1), got one with t; towns are of --game queendomino")

    if size is not None and (size == 7) != (options.setdefault("mighty-duel", str(size == 7).lower()) == "true"):
        raise SetupError(f"expected --size to agree with mighty-duel={options['mighty-duel']} (K9), got: {size}")
    rules = rules_of(KINGDOMINO.setup(2, options))
    _check_size(land, rules.size, "; kingdoms of a Mighty Duel have --size 7" if rules.size == 5 else "")
    return score_of(land, rules)


def _queendomino(
    land: "Kingdom", size: int, coins: int, knights: int, towers: int, buildings: str, queen: bool
) -> "Score":
    from crownland.games.queen.building import BUILDINGS, parse_building
    from crownland.games.queen.estate import Estate
    from crownland.games.queen.estate import score as score_of
    from crownland.kernel.errors import InvalidTextError
    from crownland.kernel.square import squares
    from crownland.kernel.terrain import Terrain

    _check_size(land, size, "")
    names = [name.strip().lower().replace(" ", "").replace("_", "") for name in buildings.split(",") if name.strip()]
    keys = [parse_building(name) for name in names]
    plots = list(squares(land.terrains[Terrain.TOWN]))
    if len(keys) > len(plots):
        raise InvalidTextError(
            f"expected at most {len(plots)} buildings on {len(plots)} town squares (Q7), got {len(keys)}"
        )
    for key in keys:
        if keys.count(key) > BUILDINGS[key].copies:
            raise InvalidTextError(f"expected at most {BUILDINGS[key].copies} of {key} (Q3), got {keys.count(key)}")
    # Which town square a building stands on does not matter here: its crown is written on the square.
    estate = Estate(coins, knights, towers=towers, buildings=tuple(zip(plots, keys, strict=False)))
    return score_of(land, estate, hosts_queen=queen)


def _check_size(land: "Kingdom", size: int, hint: str) -> None:
    from crownland.kernel.errors import InvalidTextError

    if max(land.width, land.height) > size:
        raise InvalidTextError(f"expected a kingdom within {size}×{size} (C4), got {land.width}×{land.height}{hint}")


def _show(result: "Score", *, as_json: bool) -> None:
    if as_json:
        from json import dumps

        lines = [{"reason": line.reason, "points": line.points, "factors": list(line.factors)} for line in result.lines]
        typer.echo(dumps({"total": result.total, "lines": lines, "ties": list(result.ties)}))
        return
    from rich.console import Console

    from crownland.cli.report import score_table

    Console().print(score_table([result], [""]))
