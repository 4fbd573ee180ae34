"""A bot that is a program of its own, in any language: we send lines, it answers lines (docs/bots.md)."""

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
START = 10.0  # seconds: to start and to say 'ready'
GRACE = 0.1  # seconds: for the way of an answer through the pipes
SEED_BITS = 31  # a whole number in every language


class ProcessBot:
    """The program *command*, asked for every action; *time* is its limit in seconds when the table sets none.

    It is started by the first question and ended by :meth:`close`, by anything it does wrong, or with this object.
    """

    def __init__(self, name: str, command: Sequence[str], time: float = 10.0) -> None:
        self.name, self.command, self.time = name, command, time
        self.title = name  # what it calls itself
        self._child: Child | None = None
        self._info = ""
        self._killer: weakref.finalize[[], ProcessBot] | None = None

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        """The legal action that the program answers. Raises BotError, and ends the program, when it does not."""
        legal = {str(action): action for action in state.legal_actions()}
        if state.actor is None:
            raise TypeError(f"expected a position where a player is to act, got: {state}")
        seconds = self.time if limit.time is None else limit.time
        try:
            child = self._started()
            child.say(
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
                raise BotError(f"bot {self.name}: {error}{self._said()} in {state}") from None
            raise
        return legal[token.strip()]

    def close(self) -> None:
        """Ends the program, which is told first. A later question would start it anew."""
        if self._child is not None:
            self._child.end("quit")
            self._kill()

    def _started(self) -> Child:
        if self._child is not None:
            return self._child
        self._info = ""
        child = self._child = Child(self.command)
        self._killer = weakref.finalize(self, child.kill)
        child.say(f"crownland {VERSION}")
        while (answer := self._answer(child, START)) != "ready":
            word, _, title = answer.partition(" ")
            if word != "name":
                raise ChildError(f"expected 'name' and a name, or 'ready', got: {_shown(answer)}")
            self.title = title.strip()[:80] or self.name
        return child

    def _answer(self, child: Child, seconds: float) -> str:
        """The next line that is no ``info``, without blanks around it."""
        deadline = monotonic() + seconds + GRACE
        while (line := child.line(seconds, deadline).strip()).partition(" ")[0] == "info":
            self._info = line
        return line

    def _said(self) -> str:
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
