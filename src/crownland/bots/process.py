"""A bot that is a program in any language: it reads and writes lines (docs/bots.md)."""

import weakref
from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import Any

from crownland.bots.child import Child, ChildError
from crownland.bots.errors import BotError
from crownland.bots.protocol import Limit
from crownland.games.protocol import Action, State
from crownland.kernel.action import seat_letter

__all__ = ["VERSION", "ProcessBot"]

VERSION = 1
START = 10.0  # seconds: to start and to answer 'ready'
GRACE = 0.1  # seconds: for pipes and scheduling
SEED_BITS = 31  # fits an integer in every language


class ProcessBot:
    """Asks the program *command* for every action; *time* is its limit in seconds when the table has none.

    The program starts with the first question. It ends with :meth:`close`, with its first mistake, or with this object.
    """

    def __init__(self, name: str, command: Sequence[str], time: float = 10.0) -> None:
        self.name, self.command, self.time = name, command, time
        self.title = name  # the name that the program gives itself
        self._child: Child | None = None
        self._info = ""
        self._killer: weakref.finalize[[], ProcessBot] | None = None

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        """Returns the program's answer. If that is not a legal action, ends the program and raises BotError."""
        legal = {str(action): action for action in state.legal_actions()}
        if state.actor is None:
            raise TypeError(f"expected a position where a player is to act, got: {state}")
        seconds = self.time if limit.time is None else limit.time
        try:
            child = self._running()
            child.send(
                f"position {state}",
                f"seat {seat_letter(state.actor)}",
                f"legal {' '.join(legal)}",
                f"seed {rng.getrandbits(SEED_BITS)}",
                f"go time {seconds:g}",
            )
            answer = self._answer(child, seconds)
            word, _, token = answer.partition(" ")
            if word != "action" or token.strip() not in legal:
                raise ChildError(f"expected 'action' and one of the legal tokens, got: {_shown(answer)}")
        except BaseException as error:
            self._kill()
            if isinstance(error, ChildError):
                raise BotError(f"bot {self.name}: {error}{self._last_info()} in {state}") from None
            raise
        return legal[token.strip()]

    def close(self) -> None:
        """Sends ``quit`` and ends the program. The next question would start it again."""
        if self._child is not None:
            self._child.end("quit")
            self._kill()

    def _running(self) -> Child:
        if self._child is not None:
            return self._child
        self._info = ""
        child = self._child = Child(self.command)
        self._killer = weakref.finalize(self, child.kill)
        child.send(f"crownland {VERSION}")
        while (answer := self._answer(child, START)) != "ready":
            word, _, title = answer.partition(" ")
            if word != "name":
                raise ChildError(f"expected 'name' and a name, or 'ready', got: {_shown(answer)}")
            self.title = title.strip()[:80] or self.name
        return child

    def _answer(self, child: Child, seconds: float) -> str:
        """Returns the next line that is not ``info``, stripped."""
        deadline = monotonic() + seconds + GRACE
        while (line := child.line(seconds, deadline).strip()).partition(" ")[0] == "info":
            self._info = line
        return line

    def _last_info(self) -> str:
        return f" after {_shown(self._info)}" if self._info else ""

    def _kill(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.join()
        if self._killer is not None:
            self._killer.detach()


def _shown(line: str) -> str:
    return repr(line if len(line) <= 80 else line[:80] + "…")
