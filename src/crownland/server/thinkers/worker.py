"""A process that runs bots: reads a question from each line of standard input and prints an answer for each.

It ends when its standard input is closed, so it never outlives the server.
"""

import os
import sys
from random import SystemRandom
from typing import BinaryIO

import msgspec

from crownland.bots import Limit, make_bot
from crownland.bots.load import load_inherited
from crownland.notation.position import parse_position

__all__ = ["Answer", "Question", "main"]


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
    decoder = msgspec.json.Decoder(Question)
    for line in questions:
        answers.write(msgspec.json.encode(_answer(decoder.decode(line))) + b"\n")
        answers.flush()


def _answer(question: Question) -> Answer:
    """Runs the bot. Its random numbers come from the system, so its actions reveal nothing about the deal."""
    try:
        state = parse_position(question.position)
        action = make_bot(question.bot).choose(state, Limit(question.seconds), SystemRandom())
        state.play(action)
        return Answer(str(action))
    except Exception as error:
        return Answer("", f"{type(error).__name__}: {error}"[:500])


if __name__ == "__main__":
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints is no answer
    main(sys.stdin.buffer, answers)
