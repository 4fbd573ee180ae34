"""The offers to the player to act: every legal action, what it means, and its gain now."""

import asyncio
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from crownland.fast.twin import twin_of
from crownland.games.meaning import Meaning, domino_meaning
from crownland.games.protocol import Action, State
from crownland.server.frames import wire
from crownland.server.frames.view import piece_of, score_line, square_names
from crownland.server.processes import end_process, start_process
from crownland.table.gain import best_spot, gain_of

__all__ = ["explained", "load_quick_gains", "offers_of"]

REMEMBERED = 16_384  # placements


def offers_of(state: State[Any]) -> list[wire.Offer]:
    """Every legal action of the seat to act, in the order of the rules."""
    actions = state.legal_actions()
    offers: list[wire.Offer] = []
    choices: list[wire.Choice] = []
    last: Meaning | None = None
    for action, gain in zip(actions, _gains(state, actions), strict=True):
        meaning = state.meaning(action)
        if last is None or not _are_alike(meaning, last):
            choices = []
            offers.append(_offer(meaning, choices))
        choices.append(wire.Choice(_token(action), square_names(meaning.squares), gain))
        last = meaning
    return offers


_token: Callable[[Action], str] = lru_cache(REMEMBERED)(str)  # the same placements are offered again and again


def explained(state: State[Any], action: Action | None) -> wire.Explained:
    """What *action* would change in the score, or the rule that forbids it."""
    if action is None:
        return wire.Explained(token=None, gain=0, changes=[], best=None, rule=None, message=None)
    refusal = state.refusal(action)
    if refusal is not None:
        rule, reason = refusal
        return wire.Explained(token=None, gain=0, changes=[], best=None, rule=rule, message=reason)
    gain = gain_of(state, action)
    changes = [
        wire.Change(after=score_line(change.after), before=[score_line(line) for line in change.before])
        for change in gain.changes
    ]
    best = _best(state, action)
    return wire.Explained(token=str(action), gain=gain.points, changes=changes, best=best, rule=None, message=None)


def _best(state: State[Any], action: Action) -> wire.Choice | None:
    found = best_spot(state, action)
    if found is None:
        return None
    spot, gain = found
    return wire.Choice(_token(spot), square_names(domino_meaning(spot).squares), gain)


async def load_quick_gains() -> None:
    """Makes compiled code compute the gains of actions; until it is loaded, the rules do.

    What is not compiled yet is compiled in another process first, so that nothing here is held up by it.
    """
    from crownland.fast.jit import COMPILED

    if not COMPILED or _quick:
        return
    command = (sys.executable, "-m", "crownland.fast.gains")
    process = await start_process(*command)
    try:
        compiled = await process.wait() == 0
    finally:
        await end_process(process)  # a server that stops meanwhile leaves nobody behind
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
    if _quick and twin_of(state.setup) is not None:
        return _quick[0](state)
    kingdom = state.kingdom_of(state.actor)
    now = state.score(kingdom).total
    return [state.apply(action).score(kingdom).total - now for action in actions]


def _are_alike(one: Meaning, other: Meaning) -> bool:
    """Whether two actions differ in nothing but their squares."""
    return (
        one.kind == other.kind
        and one.pieces == other.pieces
        and one.spaces == other.spaces
        and one.coin_lines == other.coin_lines
        and one.tray == other.tray
    )


def _offer(meaning: Meaning, choices: list[wire.Choice]) -> wire.Offer:
    return wire.Offer(
        kind=meaning.kind,
        step=meaning.step,
        pieces=[piece_of(piece) for piece in meaning.pieces],
        tray=meaning.tray,
        spaces=list(meaning.spaces),
        coins=meaning.coins,
        choices=choices,
    )
