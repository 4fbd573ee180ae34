"""Positions: a state as one line of text, and back."""

import re
from typing import Any

from crownland.games.position import Parts, split_pair
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import InvalidTextError

__all__ = ["parse_position", "parse_setup", "setup_of"]


def parse_setup(words: list[str]) -> Setup:
    """A setup from its words: ``kingdomino players=2 opening=snake``, ``duel players=2 rules=1``."""
    key, *pairs = words or [""]
    values: dict[str, str] = {}
    for name, value in (split_pair(word, "=") for word in pairs):
        if name in values:
            raise InvalidTextError(f"expected {name[:40]} once in a setup, got it again: {' '.join(words)[:200]!r}")
        values[name] = value
    players = values.pop("players", "")
    if not re.fullmatch("[0-9]{1,2}", players):
        raise InvalidTextError(f"expected the number of players, like players=2, got: {' '.join(words)[:200]!r}")
    rules = values.pop("rules", None)
    if rules is not None and not re.fullmatch("[1-9][0-9]{0,3}", rules):
        raise InvalidTextError(f"expected the version of the rules, like rules=1, got: {' '.join(words)[:200]!r}")
    return find_game(key).setup(int(players), values, None if rules is None else int(rules))


def setup_of(text: str) -> Setup:
    """The setup of a position, without reading the rest of it."""
    words = text.split()
    return parse_setup(words[: _first_part(words)])


def parse_position(text: str) -> State[Any]:
    """The state that ``str(state)`` wrote. What no game could come to is refused."""
    words = text.split()
    first = _first_part(words)
    setup = parse_setup(words[:first])
    state = find_game(setup.game).read_position(setup, Parts(words[first:]))
    if str(state) != " ".join(words):
        raise InvalidTextError(f"expected a position written as {str(state)!r}, got: {text[:300]!r}")
    return state


def _first_part(words: list[str]) -> int:
    """Returns where the setup ends, and what lies on the table begins."""
    return next((at for at, word in enumerate(words) if ":" in word), len(words))
