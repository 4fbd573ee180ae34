"""``crownland replay``: replays a record."""

import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crownland.cli.common import JsonFlag, LanguageOption, LoadOption, fail, load_files, read_text, told, words_in

if TYPE_CHECKING:
    from crownland.games.protocol import State
    from crownland.notation.record import Record, Step
    from crownland.words import Words

__all__ = ["open_record", "replay"]


def replay(
    file: Annotated[Path, typer.Argument(help="A record (.kdn), or - for standard input.")],
    language: LanguageOption = None,
    load: LoadOption = None,
    json: JsonFlag = False,
) -> None:
    """Replay a record: every action, checked by the rules, and the final score.

    With [cyan]--json[/] it prints one object a line: [cyan]seq[/], [cyan]actor[/] (a seat from 0, or [cyan]chance[/]),
    [cyan]action[/], [cyan]legal[/]; at the end [cyan]final[/]. An illegal action stops the replay with exit code 1 and
    the number of the rule.
    """
    from crownland.notation.record import ReplayError, totals_text

    load_files(load)
    words = words_in(language)
    record = open_record(file)
    state = record.start()
    show = _show_json if json else _show_text
    try:
        for step in record.replay():
            show(step, record, words)
            state = step.after
    except ReplayError as error:
        raise fail(f"{file}, {told(error)}", 1) from None
    totals = record.tag("Totals")
    if state.is_over and totals is not None and totals != totals_text(state):
        raise fail(words("cli.totals", said=repr(totals), found=repr(totals_text(state))), 1)
    if json:
        final = {"final": final_json(state)} if state.is_over else {"position": str(state)}
        typer.echo(jsonlib.dumps(final, ensure_ascii=False))
    else:
        _show_end(state, record, words)


def open_record(file: Path) -> "Record":
    """Returns the record in *file*. If it has errors, prints them all and exits with code 2."""
    from crownland.notation.record import read_record

    record = read_record(read_text(file))
    for problem in record.errors:
        typer.echo(f"crownland: {file}, {told(problem)}", err=True)
    if record.errors:
        raise typer.Exit(2)
    return record


def seat_names(record: "Record") -> list[str]:
    """Returns names like ``A Anna``, so that two bots of one name differ."""
    from crownland.kernel.action import Seat, seat_letter

    letters = (seat_letter(Seat(seat)) for seat in range(len(record.names)))
    return [name if name == letter else f"{letter} {name}" for letter, name in zip(letters, record.names, strict=True)]


def final_json(state: "State[Any]") -> dict[str, Any]:
    from crownland.kernel.action import Seat

    scores = state.scores()
    return {
        "totals": [score.total for score in scores],
        "lines": [
            [
                {"reason": line.reason, "points": line.points, "factors": list(line.factors), "game": line.game}
                for line in score.lines
            ]
            for score in scores
        ],
        "ranking": [
            {
                "kingdom": one.kingdom,
                "seats": [seat for seat in range(state.setup.players) if state.kingdom_of(Seat(seat)) == one.kingdom],
                "rank": one.rank,
                "total": one.total,
                "decided_by": one.decided_by,
            }
            for one in state.ranking()
        ],
    }


def _show_json(step: "Step", record: "Record", words: "Words") -> None:
    seat = step.state.actor
    shown: dict[str, Any] = {
        "seq": step.seq,
        "actor": "chance" if seat is None else seat,
        "action": str(step.action),
    }
    if seat is not None:
        shown["legal"] = [str(action) for action in step.state.legal_actions()]
    typer.echo(jsonlib.dumps(shown))


def _show_text(step: "Step", record: "Record", words: "Words") -> None:
    seat = step.state.actor
    who = words("cli.chance") if seat is None else seat_names(record)[seat]
    choices = words("cli.choices", count=len(step.state.legal_actions())) if seat is not None else ""
    turn = words("table.round", round=f"{step.state.round:<3}")
    typer.echo(f"{step.seq:4}  {turn} {who[:20]:20} {step.action!s:24} {choices}")


def _show_end(state: "State[Any]", record: "Record", words: "Words") -> None:
    from rich.console import Console

    from crownland.cli.report import score_table
    from crownland.games.protocol import kingdom_names

    console = Console()
    names = kingdom_names(state, seat_names(record))
    console.print(score_table(state.scores(), names, words))
    if not state.is_over:
        console.print(words("cli.not-over", position=state), highlight=False)
        return
    for standing in state.ranking():
        decided = f" ({words.name('decided', standing.decided_by)})" if standing.decided_by else ""
        console.print(
            f"{standing.rank}. {names[standing.kingdom]}: {standing.total}{decided}",
            highlight=False,
            markup=False,
        )
