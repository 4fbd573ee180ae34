"""The offers to the player to act: every legal action, what it means, and its gain now."""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from sys import intern
from typing import Any, NamedTuple

import msgspec

from crownland.fast.twin import twin_of
from crownland.games.meaning import domino_meaning
from crownland.games.protocol import Action, State
from crownland.server.frames import wire
from crownland.server.frames.view import piece_of, score_line, square_names
from crownland.table.gain import best_spot, gain_of

__all__ = ["Offers", "explained", "load_quick_gains", "offers_of", "use_library_gains"]

REMEMBERED = 16_384  # placements

_encode = msgspec.json.Encoder().encode


class Offers(NamedTuple):
    """Every legal action of the seat to act: as JSON, a list of ``wire.Offer``; and each with its token and gain."""

    encoded: bytes
    actions: Sequence[Action]
    tokens: Sequence[str]
    gains: Sequence[int]

    def find(self, token: str) -> tuple[Action, str, int] | None:
        """Returns the action of *token*, its token, which tables share, and its gain."""
        if token not in self.tokens:
            return None
        place = self.tokens.index(token)
        return self.actions[place], self.tokens[place], self.gains[place]


def offers_of(state: State[Any]) -> Offers:
    """Every legal action of the seat to act, in the order of the rules."""
    actions = state.legal_actions()
    gains = _gains(state, actions)
    written = list(map(_written[type(state)].get, map(id, actions)))
    if None in written:
        written = [found or _write(state, action) for found, action in zip(written, actions, strict=True)]
    _, tokens, offers, choices = zip(*written, strict=True) if written else ((), (), (), ())
    parts: list[str] = []
    last = ""
    for offer, choice, gain in zip(offers, choices, gains, strict=True):
        if offer is last:
            parts.append(f",{choice}{gain}]")
        else:
            parts.append(f"{']},' if last else ''}{offer}{choice}{gain}]")
            last = offer
    encoded = f"[{''.join(parts)}{']}' if last else ''}]".encode()
    return Offers(encoded, actions, tokens, gains)


class _Written(NamedTuple):
    """The JSON of an action: of its offer up to the choices, and of its choice up to the gain."""

    action: Action  # which keeps its id
    token: str
    offer: str
    choice: str


# By the id of the action: the same placements are offered again and again, and mean the same.
_written: defaultdict[type[State[Any]], dict[int, _Written]] = defaultdict(dict)


def _write(state: State[Any], action: Action) -> _Written:
    token, meaning = str(action), state.meaning(action)
    offer = _encode(
        wire.Offer(
            kind=meaning.kind,
            step=meaning.part,
            pieces=[piece_of(piece) for piece in meaning.pieces],
            tray=meaning.tray,
            spaces=list(meaning.spaces),
            coins=meaning.coins,
            choices=[],
        )
    )
    choice = _encode(wire.Choice(token, square_names(meaning.squares), 0))
    written = _Written(action, token, intern(offer.removesuffix(b"]}").decode()), choice.removesuffix(b"0]").decode())
    if type(action) in state.fixed_meanings:
        known = _written[type(state)]
        if len(known) >= REMEMBERED:
            known.clear()
        known[id(action)] = written
    return written


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
    return wire.Choice(str(spot), square_names(domino_meaning(spot).squares), gain)


def use_library_gains() -> None:
    """Makes a WebAssembly module compute the gains of actions, if this Python has one."""
    from crownland.fast.jit import COMPILED, FAST

    if FAST and not COMPILED and not _quick:
        _quick.append(_library_gains)


def _library_gains(state: State[Any]) -> list[int]:
    from crownland.fast.gains import gains_of  # loads the module

    return gains_of(state)


async def load_quick_gains() -> None:
    """Makes compiled code compute the gains of actions; until it is loaded, the rules do.

    What is not compiled yet is compiled in another process first, so that nothing here is held up by it.
    """
    from crownland.fast.jit import COMPILED

    if not COMPILED or _quick:
        return
    from crownland.server.processes import end_process, start_process

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
    if state.scoreless.issuperset(map(type, actions)) or state.actor is None:
        return [0] * len(actions)
    if _quick and twin_of(state.setup) is not None:
        return _quick[0](state)
    kingdom = state.kingdom_of(state.actor)
    now = state.score(kingdom).total
    return [state.apply(action).score(kingdom).total - now for action in actions]
