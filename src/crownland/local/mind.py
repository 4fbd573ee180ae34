"""What thinks beside a house: bots that search, and what judges positions. It runs in a worker of its own.

    name = mind.wanted(question)  # "kingdomino-2.net", or "" when nothing is missing
    if name:
        mind.bring(name, data)    # the bytes of that network; without them weaker bots play
    answer = mind.answer(question)

Questions and answers are JSON, see :mod:`crownland.server.thinkers.worker`.
"""

from typing import Any

import msgspec

from crownland import networks
from crownland.bots.levels import bot_of
from crownland.notation.position import setup_of
from crownland.server.thinkers.worker import Choose, Question, Thinker

__all__ = ["answer", "bring", "simple_bot", "wanted"]

SIMPLE = ("uniform", "careless", "greedy")  # bots that neither search nor need a network

_decoder: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)
_thinkers = [Thinker()]


def answer(question: str) -> str:
    """Answers *question*, which may take its time; whatever fails is an error in the answer."""
    return msgspec.json.encode(_thinkers[0].answer(_decoder.decode(question))).decode()


def wanted(question: str) -> str:
    """Returns the file name of the network with which *question* is answered, if it is not here; otherwise ""."""
    asked = _decoder.decode(question)
    if isinstance(asked, Choose) and simple_bot(asked) is not None:
        return ""
    return networks.missing_network(setup_of(asked.position)) or ""


def simple_bot(asked: Choose) -> str | None:
    """Returns the bot that plays as the one that is *asked*, with its parameters, if it is a simple one."""
    setup = setup_of(asked.position)
    bot = bot_of(asked.bot, setup, will_have_network=networks.missing_network(setup) is not None)
    return bot if bot.startswith(SIMPLE) else None


def bring(name: str, data: Any) -> None:
    """Takes in a network. *data* are bytes, or a buffer of JavaScript."""
    networks.add_network(name, data.to_bytes() if hasattr(data, "to_bytes") else bytes(data))
    _thinkers[0] = Thinker()  # the bots of the last one play without it
