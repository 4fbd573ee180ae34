"""What a puzzle is about, computed from its position; the catalogues call a theme ``puzzle.theme.KEY``."""

import csv
from collections.abc import Callable
from importlib import resources
from typing import Any

from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.view import Piece
from crownland.table.gain import best_spot

__all__ = ["THEMES", "themes_of"]


def _read_kinds() -> dict[str, str]:
    with (resources.files(__package__) / "themes.csv").open(encoding="utf-8") as file:
        return {row["kind"]: row["theme"] for row in csv.DictReader(file)}


# The theme of an action by its kind. Other kinds go by their shape: what has squares is placed, the rest is claimed.
KINDS = _read_kinds()
THEMES = tuple(dict.fromkeys(("claim", "place", "deny", "order", "endgame", *KINDS.values())))

LINE = "line"  # the kind of a tray whose order is that of the next turns
MOST_STEPS = 16  # until a rival takes something
MISSED = 2  # points

Choose = Callable[[State[Any]], Action]


def themes_of(state: State[Any], answer: Action, tempting: Action, choose: Choose) -> tuple[str, ...]:
    """Returns the themes of a puzzle in their order in ``THEMES``.

    *tempting* is what one would do at first sight, *choose* what a strong player does.
    """
    found = {_kind_theme(state.meaning(one)) for one in (answer, tempting)}
    tests = {"deny": _denies(state, answer, tempting, choose), "order": _acts_sooner(state, answer, tempting)}
    found |= {theme for theme, holds in {**tests, "endgame": _is_endgame(state)}.items() if holds}
    return tuple(theme for theme in THEMES if theme in found)


def _kind_theme(meaning: Meaning) -> str:
    return KINDS.get(meaning.kind) or ("place" if meaning.squares else "claim")


def _denies(state: State[Any], answer: Action, tempting: Action, choose: Choose) -> bool:
    """Whether the answer takes away what a rival would take next, and not for its own points.

    Of what lies in a line, a rival must miss some points, too.
    """
    meaning = state.meaning(answer)
    left, taken = _left_to_rival(state, tempting, meaning.tray, choose)
    if not set(meaning.pieces) & set(taken):
        return False
    if meaning.coins < 0 and not meaning.squares:
        return True  # one pays for it and gets nothing
    mine, other = best_spot(state, answer), best_spot(state, tempting)
    if mine is None or other is None or mine[1] > other[1]:
        return False
    return left - _left_to_rival(state, answer, meaning.tray, choose)[0] >= MISSED


def _left_to_rival(state: State[Any], action: Action, tray: str, choose: Choose) -> tuple[int, tuple[Piece, ...]]:
    """Returns the points that the next rival can find in *tray* after *action*, and what it takes from there.

    Nothing when chance comes first.
    """
    assert state.actor is not None
    mine, after = state.kingdom_of(state.actor), state.apply(action)
    for _ in range(MOST_STEPS):
        if after.actor is None:
            break
        chosen = choose(after)
        if after.kingdom_of(after.actor) != mine and after.meaning(chosen).tray == tray:
            spots = (best_spot(after, one) for one in after.legal_actions())
            return max((spot[1] for spot in spots if spot is not None), default=0), after.meaning(chosen).pieces
        after = after.apply(chosen)
    return 0, ()


def _acts_sooner(state: State[Any], answer: Action, tempting: Action) -> bool:
    """Whether the answer claims what lies before the tempting one in its line, though it brings no more points."""
    places, spots = _place(state, answer), (best_spot(state, answer), best_spot(state, tempting))
    other = _place(state, tempting)
    if places is None or other is None or places >= other:
        return False
    brings = [0 if spot is None else spot[1] for spot in spots]
    return brings[0] <= brings[1]


def _place(state: State[Any], action: Action) -> int | None:
    """Returns the place in its line of what *action* claims."""
    meaning = state.meaning(action)
    tray = find_game(state.setup.game).view(state).tray(meaning.tray)
    if tray is None or tray.kind != LINE or meaning.squares or meaning.kind != "claim":
        return None
    return next(place for place, slot in enumerate(tray.slots) if slot.piece in meaning.pieces)


def _is_endgame(state: State[Any]) -> bool:
    """Whether nothing is hidden any more: the game ends without another draw, if everybody takes the first action."""
    while state.actor is not None:
        state = state.apply(state.legal_actions()[0])
    return state.is_over
