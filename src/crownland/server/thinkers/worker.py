"""A process that bots think in: a question on each line of standard input, an answer on each line of standard output.

It ends when its standard input does, so it never outlives the server.
"""

import sys
from random import SystemRandom
from typing import BinaryIO

import msgspec

from crownland.bots import Limit, make_bot
from crownland.notation.position import parse_position

__all__ = ["Answer", "Question", "main"]


class Question(msgspec.Struct):
    """What would *bot* do in *position*, when it thinks for at most so many seconds? None leaves that to the bot."""

    position: str
    bot: str
    seconds: float | None


class Answer(msgspec.Struct):
    """The token of the action, or what went wrong."""

    token: str
    error: str = ""


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    answers.write(b"ready\n")
    answers.flush()
    decoder = msgspec.json.Decoder(Question)
    for line in questions:
        answers.write(msgspec.json.encode(_answer(decoder.decode(line))) + b"\n")
        answers.flush()


def _answer(question: Question) -> Answer:
    """The bot's chance comes from the system: nothing it does can tell anybody about the deal."""
    try:
        state = parse_position(question.position)
        action = make_bot(question.bot).choose(state, Limit(question.seconds), SystemRandom())
        state.play(action)
        return Answer(str(action))
    except Exception as error:
        return Answer("", f"{type(error).__name__}: {error}"[:500])


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
