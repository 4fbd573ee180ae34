"""``crownland`` without a command: offers what most people come for."""

import sys

import typer

from crownland.cli.common import words_in

__all__ = ["offer"]

# What is offered, by the key of its text, and the command it runs.
OFFERS = {
    "browser": ("serve", "--open"),
    "terminal": ("play",),
    "score": ("score",),
    "arena": ("arena", "uniform", "greedy"),
}
EXAMPLE = "ffl1/f1cl/w1w."


def offer() -> list[str]:
    """Shows the offers and returns the arguments of the one that is chosen: none without a terminal, or to leave."""
    words = words_in(None)
    shown = {words(f"cli.start.{key}"): command for key, command in OFFERS.items()}
    width = max(map(len, shown))
    for number, (text, command) in enumerate(shown.items(), 1):
        typer.echo(f"  {number}  {text:{width}}  crownland {' '.join(command)}")
    typer.echo(f"\n{words('cli.start.more')}")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return []
    chosen = _ask(words("cli.start.ask"), len(OFFERS))
    if chosen is None:
        return []
    command = list(shown.values())[chosen - 1]
    return (
        [*command, typer.prompt(words("cli.start.kingdom", example=EXAMPLE))]
        if command == ("score",)
        else list(command)
    )


def _ask(question: str, most: int) -> int | None:
    """Asks until the answer is a number up to *most*, which is returned, or q."""
    while True:
        answer = typer.prompt(question, default="1", show_default=False).strip().lower()
        if answer == "q":
            return None
        if answer.isdecimal() and 1 <= int(answer) <= most:
            return int(answer)
