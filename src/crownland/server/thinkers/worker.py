"""A process that runs bots and judges positions: reads a question from each line and prints an answer for each.

It ends when its standard input is closed, so it never outlives the server.
"""

import os
import sys
from random import SystemRandom
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

import msgspec

from crownland.bots import Bot, Limit, make_bot
from crownland.bots.load import load_inherited
from crownland.fast.jit import COMPILED
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.notation.position import parse_position
from crownland.notation.token import parse_action
from crownland.review.review import Decision, Draw, Way, Wins

if TYPE_CHECKING:
    from crownland.review.judge import Judge

__all__ = ["LAST", "PATIENT", "Answer", "Choose", "Evaluate", "Moment", "Question", "Thinker", "main"]

PATIENT, LAST = "--patience=10", "--patience=19"  # the niceness of a process that yields the processor to others
WAIT = 0.5  # of the time for an evaluation: until it is refused because its code is not loaded
KEPT = 4  # bots; a search tree may need a hundred megabytes


class Choose(msgspec.Struct, tag="choose"):
    """Which action does *bot* choose in *position* within *seconds*?"""

    position: str
    bot: str
    seconds: float


class Evaluate(msgspec.Struct, tag="evaluate"):
    """What comes of everything that the seat to act in *position* can do? The same for the same *seed*."""

    position: str
    seed: int
    seconds: float


class Moment(msgspec.Struct, tag="moment"):
    """What did *action*, the one after *seq* others, do to the chances? Without one: how do they stand at the end?"""

    position: str
    seq: int
    action: str | None
    seconds: float


Question: TypeAlias = Choose | Evaluate | Moment


class Answer(msgspec.Struct):
    """The token of the chosen action, or what else was asked for; or an error."""

    token: str = ""
    error: str = ""
    ways: tuple[Way, ...] = ()
    draw: Draw | None = None
    decision: Decision | None = None
    wins: Wins = ()
    judge: str = ""  # who has judged


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answers *questions* until they end."""
    load_inherited()
    answers.write(b"ready\n")
    answers.flush()
    decoder, thinker = msgspec.json.Decoder(Question), Thinker()
    for line in questions:
        answers.write(msgspec.json.encode(thinker.answer(decoder.decode(line))) + b"\n")
        answers.flush()


class Thinker:
    """Runs bots. Keeps those that it asked last and that may serve several games, so that a search goes on."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Setup], Bot] = {}  # the latest at the end

    def answer(self, question: Question) -> Answer:
        """Answers *question*; whatever fails is an error in the answer."""
        try:
            state = parse_position(question.position)
            match question:
                case Choose():
                    return self._choose(state, question)
                case Evaluate():
                    return _evaluate(state, question)
                case Moment():
                    return _judge(state, question)
        except Exception as error:  # a bot that failed is not kept
            return Answer(error=f"{type(error).__name__}: {error}"[:500])

    def _choose(self, state: State[Any], question: Choose) -> Answer:
        """Asks the bot. Its random numbers come from the system, so its actions reveal nothing about the deal."""
        key = question.bot, state.setup
        bot = self._kept.pop(key, None) or make_bot(question.bot)
        action = bot.choose(state, Limit(question.seconds), SystemRandom())
        state.play(action)
        if getattr(bot, "is_reusable", False):
            self._kept[key] = bot
            if len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return Answer(str(action))


def _evaluate(state: State[Any], question: Evaluate) -> Answer:
    from crownland.review.reviewing import ways_of

    if COMPILED and state.actor is not None and not _ready(state.setup).wait(WAIT * question.seconds):
        return Answer(error="the code that judges is still being loaded")
    judge = _judge_for(state)
    return Answer(ways=tuple(ways_of(judge, state, question.seed)), judge=judge.name)


def _judge(state: State[Any], question: Moment) -> Answer:
    from crownland.review.review import rounded
    from crownland.review.reviewing import moment_of

    judge, seq = _judge_for(state), question.seq
    if question.action is None:
        return Answer(wins=rounded(judge.wins(state, seq)), judge=judge.name)
    found = moment_of(judge, seq, state, parse_action(question.action, find_game(state.setup.game)))
    if isinstance(found, Draw):
        return Answer(draw=found, judge=judge.name)
    return Answer(decision=found, judge=judge.name)


def _ready(setup: Setup) -> Event:
    """Starts a thread that loads what judges *setup*, once; returns an event that is set when it is done.

    Compiling takes minutes the first time. Bots must not wait for that.
    """
    if setup not in _READY:
        _READY[setup] = Event()
        Thread(target=_load, args=(setup, _READY[setup]), daemon=True, name=f"judge of {setup.game}").start()
    return _READY[setup]


def _load(setup: Setup, ready: Event) -> None:
    from crownland.fast.warm import first_choice
    from crownland.review.judge import judge_for

    try:
        judge_for(setup).evaluate(first_choice(setup), 0)
    finally:
        ready.set()  # after an error too: judging will raise it again


_READY: dict[Setup, Event] = {}


def _judge_for(state: State[Any]) -> "Judge":
    from crownland.review.judge import judge_for

    return judge_for(state.setup)


if __name__ == "__main__":
    for option in {PATIENT, LAST}.intersection(sys.argv):
        if hasattr(os, "nice"):
            os.nice(int(option.partition("=")[2]))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints is no answer
    main(sys.stdin.buffer, answers)
