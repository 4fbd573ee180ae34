"""What whoever is to act may do, what each action means, and what it brings now."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from crownland.games.duel import action as duel
from crownland.games.protocol import Action, State
from crownland.games.queen.action import Build, Burn, Tax
from crownland.games.queen.state import State as Court
from crownland.kernel.action import Claim, Discard, End, Place
from crownland.kernel.domino import domino_name
from crownland.kernel.square import Square, square_name
from crownland.server.frames import wire
from crownland.server.frames.view import score_line
from crownland.table.gain import gain_of
from crownland.table.scores import score_of

__all__ = ["choices_of", "explained", "load_quick_gains"]

REMEMBERED = 16_384


def choices_of(state: State[Any]) -> list[wire.Choice]:
    """Every legal action of the seat to act, in the order of the rules."""
    actions = state.legal_actions()
    return [_choice(state, action, gain) for action, gain in zip(actions, _gains(state, actions), strict=True)]


def explained(state: State[Any], action: Action) -> wire.Explained:
    """What *action*, which must be legal, would change in the score."""
    gain = gain_of(state, action)
    changes = [
        wire.Change(after=score_line(change.after), before=[score_line(line) for line in change.before])
        for change in gain.changes
    ]
    return wire.Explained(token=str(action), gain=gain.points, changes=changes)


async def load_quick_gains() -> None:
    """Let compiled code tell what actions bring; until it is there, the rules do.

    What is not compiled yet is compiled in another process first, so that nothing here is held up by it.
    """
    from crownland.fast.jit import COMPILED

    if not COMPILED or _quick:
        return
    command = (sys.executable, "-m", "crownland.fast.gains")
    process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    try:
        compiled = await process.wait() == 0
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()  # a server that stops meanwhile leaves nobody behind
    if compiled:
        await asyncio.to_thread(_load)


def _load() -> None:
    from crownland.fast.gains import gains_of, load_gains

    load_gains()
    _quick.append(gains_of)


_quick: list[Callable[[State[Any]], list[int]]] = []


def _gains(state: State[Any], actions: tuple[Action, ...]) -> list[int]:
    if state.actor is None:
        return []
    if _quick:
        return _quick[0](state)
    kingdom = state.kingdom_of(state.actor)
    now = score_of(state, kingdom).total
    return [state.apply(action).scores()[kingdom].total - now for action in actions]


def _choice(state: State[Any], action: Action, gain: int) -> wire.Choice:
    if isinstance(state, Court):
        match action:
            case Tax(square):
                coins = sum(line.points for line in state.coin_lines(action))
                return wire.Choice(str(action), "tax", [square_name(square)], str(coins), gain)
            case Build(space, square):
                return wire.Choice(str(action), "build", [square_name(square)], state.board[space] or "", gain)
            case Burn(space):
                return wire.Choice(str(action), "dragon", [], state.board[space] or "", gain)
    token, kind, squares, subject = _described(action)
    return wire.Choice(token, kind, list(squares), subject, gain)


@lru_cache(REMEMBERED)
def _described(action: Action) -> tuple[str, wire.Kind, tuple[str, ...], str]:
    """Token, kind, squares and subject of an action whose meaning does not depend on the position."""
    kind, squares, subject = _meaning(action)
    return str(action), kind, tuple(map(square_name, squares)), subject


def _meaning(action: Action) -> tuple[wire.Kind, tuple[Square, ...], str]:
    match action:
        case Place(domino, square, direction):
            return "place", (square, Square(square + direction.step)), domino_name(domino)
        case Claim(domino):
            return "claim", (), domino_name(domino)
        case Discard(domino):
            return "discard", (), domino_name(domino)
        case End():
            return "end", (), ""
        case duel.Take(dice):
            return "take", (), ".".join(map(str, dice))
        case duel.TurnDie(die, face):
            return "turn_die", (), f"{die}.{face}"
        case duel.NameWild(die, coat):
            return "name_wild", (), f"{die}.{coat.key}"
        case duel.CastleBonus(die):
            return "castle_bonus", (), str(die)
        case duel.FreePlacement():
            return "free_placement", (), ""
        case duel.Split():
            return "split", (), ""
        case duel.DrawPair(low, high, square, direction):
            return "draw_pair", (square, Square(square + direction.step)), f"{low}.{high}"
        case duel.DrawDie(die, square):
            return "draw_die", (square,), str(die)
        case duel.CoatBonus(coat):
            return "coat_bonus", (), coat.key
        case duel.ExtraCross(square):
            return "extra_cross", (square,), ""
    raise TypeError(f"expected an action of a game in the family, got: {action!r}")
