"""A puzzle as text for the terminal: the kingdoms with their coordinates, what lies beside them, and the answer."""

from typing import Any

from rich.columns import Columns
from rich.console import Console, Group
from rich.text import Text

from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.view import Realm, Slot, Tray
from crownland.kernel.action import Seat, seat_letter
from crownland.puzzles import Puzzle
from crownland.review.reasons import reason_text, reasons_of
from crownland.review.wording import action_of, percent
from crownland.table.gain import gain_of
from crownland.table.wording import badge_words, deed_text, named, piece_words
from crownland.tui.badges import markers_of
from crownland.tui.board import LABELS, Cell, Grid, Scene, paint_kingdom
from crownland.tui.canvas import Canvas
from crownland.tui.palette import Palette
from crownland.words import Words

__all__ = ["deed_of", "print_actions", "print_answer", "print_puzzle"]

ROWS, FEW_ROWS = 2, 1  # of a square: in one's own kingdom, in those of others


def print_puzzle(console: Console, puzzle: Puzzle, words: Words) -> None:
    """Prints the position, and who is to act."""
    state = puzzle.state()
    assert state.actor is not None
    setup, mine = state.setup, state.kingdom_of(state.actor)
    options = [words.name("option", key) for key, value in setup.options if value == "true"]
    parts = [words.name("game", setup.game), *options, words(f"puzzle.level.{puzzle.difficulty}")]
    console.print(Text(" · ".join(parts), "bold"))
    view = find_game(setup.game).view(state)
    names = _names(state, words)
    realms = [_kingdom(realm, names[realm.seats[0]], words, at == mine) for at, realm in enumerate(view.realms)]
    trays = [_tray(tray, words) for tray in view.trays if tray.slots]
    console.print(Columns([*realms, *trays], padding=(1, 4)))
    console.print()
    console.print(Text(words("puzzle.find")))


def print_actions(console: Console, state: State[Any], words: Words) -> None:
    """Prints every legal action: its token, and what it does."""
    lines = [f"{action!s:12} {deed_of(state, str(action), words)}" for action in state.legal_actions()]
    console.print(Columns([Text(line) for line in lines], padding=(0, 3)))


def print_answer(console: Console, puzzle: Puzzle, tried: str | None, words: Words) -> None:
    """Prints the answer and why it is better than what was *tried*, by default than what catches the eye."""
    state, instead = puzzle.state(), tried or puzzle.greedy
    losses = dict(zip(map(str, state.legal_actions()), puzzle.losses, strict=True))
    reasons = reasons_of(state, action_of(state, instead), action_of(state, puzzle.answer))
    console.print(Text(f"{words('puzzle.answer')}: {puzzle.answer} – {deed_of(state, puzzle.answer, words)}", "bold"))
    if reasons:
        console.print(Text(words("puzzle.than.try" if tried else "puzzle.than.obvious")))
        for reason in reasons:
            console.print(Text(f"  · {reason_text(reason, words, _names(state, words))}"))
    else:
        console.print(Text(words("why.none")))
    less = max(0.0, puzzle.win - losses[instead] / 100)
    console.print(Text(words("puzzle.chance", win=percent(puzzle.win), less=percent(less))))


def deed_of(state: State[Any], token: str, words: Words) -> str:
    action = action_of(state, token)
    return deed_text(state.meaning(action), words, points=gain_of(state, action).points, token=token)


def _names(state: State[Any], words: Words) -> list[str]:
    seats = map(Seat, range(state.setup.players))
    return [words("table.you") if seat == state.actor else seat_letter(seat) for seat in seats]


def _kingdom(realm: Realm, name: str, words: Words, is_mine: bool) -> Group:
    """Paints a kingdom with all squares that it may still cover."""
    west, south, east, north = realm.area
    cell, palette = Cell.of(ROWS if is_mine else FEW_ROWS), Palette("dark")
    left, below = LABELS
    width, height = cell.columns * (east - west + 1), cell.rows * (north - south + 1)
    canvas = Canvas(left + width, height + below, palette.plain)
    scene = Scene(realm.kingdom, realm.seats, markers=markers_of(realm, words))
    paint_kingdom(canvas, Grid(realm.area, left, 0, cell, labels=True), scene, palette)
    badges = [badge_words(badge, words) for badge in realm.badges]
    head = " · ".join((f"{name}: {words('table.tile.points', count=realm.score.total)}", *badges))
    return Group(Text(head, "bold" if is_mine else ""), canvas.text())


def _tray(tray: Tray, words: Words) -> Group:
    badges = [badge_words(badge, words) for badge in tray.badges]
    title = " · ".join((named(words, f"tray.{tray.key}", tray.key), *badges))
    return Group(Text(title, "italic"), *(Text(_slot(slot, words)) for slot in tray.slots))


def _slot(slot: Slot, words: Words) -> str:
    """``17 forest · lake ♛ ← B``: what lies there, its price, the boxes filled, and whose it is."""
    parts = ["–" if slot.piece is None else piece_words(slot.piece, words, with_halves=True)]
    parts += [] if slot.price is None else [f"{slot.price}●"]
    parts += ["■" * filled + "□" * (slot.boxes - filled) for filled in slot.filled] if slot.boxes else []
    parts += [] if slot.seat is None else [f"← {seat_letter(slot.seat)}"]
    return " ".join(parts)
