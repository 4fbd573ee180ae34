"""``crownland score``: a score pad for people who play with the real box."""

from typing import Annotated

import typer

from crownland.cli.common import JsonFlag, OptionTexts, read_options

__all__ = ["score"]


def score(
    kingdom: Annotated[str, typer.Argument(help="The rows from north to south, as in 'm3/w/c'.", show_default=False)],
    size: Annotated[
        int | None, typer.Option("--size", help="The width a kingdom may have: 5, or 7 in a Mighty Duel.")
    ] = None,
    option: OptionTexts = None,
    json: JsonFlag = False,
) -> None:
    """Score a kingdom: its properties, one explained line each, and the total.

    Write the rows from north to south with a slash between them. A letter is a terrain: [bold]w[/] wheat,
    [bold]f[/] forest, [bold]l[/] lake, [bold]g[/] grassland, [bold]s[/] swamp, [bold]m[/] mine; a digit after it its
    crowns; [bold]c[/] the castle; [bold].[/] an empty square.

    Example: [cyan]crownland score 'ffl1/f1cl/ww.' --option harmony=true[/]
    """
    from crownland.games.classic.rules import rules_of
    from crownland.games.classic.state import score as score_of
    from crownland.games.registry import KINGDOMINO
    from crownland.kernel.errors import InvalidTextError, SetupError
    from crownland.kernel.kingdom import Kingdom

    options = read_options(option)
    if size not in (None, 5, 7):
        raise SetupError(f"expected a size of 5 or 7 (K3, K9), got: {size}")
    if size is not None and (size == 7) != (options.setdefault("mighty-duel", str(size == 7).lower()) == "true"):
        raise SetupError(f"expected --size to agree with mighty-duel={options['mighty-duel']} (K9), got: {size}")
    rules = rules_of(KINGDOMINO.setup(2, options))
    land = Kingdom.parse(kingdom)
    if max(land.width, land.height) > rules.size:
        hint = "; kingdoms of a Mighty Duel have --size 7" if rules.size == 5 else ""
        raise InvalidTextError(
            f"expected a kingdom within {rules.size}×{rules.size} (C4), got {land.width}×{land.height}{hint}"
        )
    if not land.is_connected:
        typer.echo(
            "Note: some squares are not connected with the castle; no game leads to this kingdom (C5).", err=True
        )
    result = score_of(land, rules)
    if json:
        from json import dumps

        lines = [{"reason": line.reason, "points": line.points, "factors": list(line.factors)} for line in result.lines]
        largest, crowns = result.ties
        typer.echo(dumps({"total": result.total, "lines": lines, "largest_property": largest, "crowns": crowns}))
        return
    from rich.console import Console

    from crownland.cli.report import score_table

    Console().print(score_table([result], [""]))
