"""A process that runs bots: reads a question from each line of standard input and prints an answer for each.

It ends when its standard input is closed, so it never outlives the server.
"""

import os
import sys
from random import SystemRandom
from typing import BinaryIO

import msgspec

from crownland.bots import Bot, Limit, make_bot
from crownland.bots.load import load_inherited
from crownland.games.setup import Setup
from crownland.notation.position import parse_position

__all__ = ["PATIENT", "Answer", "Question", "Thinker", "main"]

PATIENT = "--patient"  # the option of a process that yields the processor to others
PATIENCE = 10  # by how much its niceness is raised
KEPT = 4  # bots; a search tree may need a hundred megabytes


class Question(msgspec.Struct):
    """Which action does *bot* choose in *position* within *seconds*?"""

    position: str
    bot: str
    seconds: float


class Answer(msgspec.Struct):
    """The token of the chosen action, or an error."""

    token: str
    error: str = ""


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
        """Asks the bot. Its random numbers come from the system, so its actions reveal nothing about the deal."""
        try:
            state = parse_position(question.position)
            key = question.bot, state.setup
            bot = self._kept.pop(key, None) or make_bot(question.bot)
            action = bot.choose(state, Limit(question.seconds), SystemRandom())
            state.play(action)
        except Exception as error:  # a bot that failed is not kept
            return Answer("", f"{type(error).__name__}: {error}"[:500])
        if getattr(bot, "is_reusable", False):
            self._kept[key] = bot
            if len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return Answer(str(action))


if __name__ == "__main__":
    if PATIENT in sys.argv and hasattr(os, "nice"):
        os.nice(PATIENCE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints is no answer
    main(sys.stdin.buffer, answers)
