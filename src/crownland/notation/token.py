"""Action tokens of every game."""

from collections.abc import Callable, Iterator

from crownland.games.protocol import Action
from crownland.games.registry import OURS, games
from crownland.games.setup import Game
from crownland.kernel.errors import InvalidActionError, InvalidTextError
from crownland.kernel.token import parse_seat

__all__ = ["parse_action", "parse_seat"]

_LONGEST = 40


def parse_action(token: str, game: Game | None = None) -> Action:
    """The action that *token* spells in *game*, or else in any game that has one. ``str`` of it is *token*."""
    if game is not None:
        try:
            found = game.parse_action(token)
        except InvalidTextError:
            found = None
        if found is not None:
            return found
    why = ""
    for parse in _readers(game):
        try:
            action = parse(token)
        except InvalidTextError as error:
            why = why or f" ({error})"
        else:
            if action is not None:
                return action
    shown = token if len(token) <= _LONGEST else token[:_LONGEST] + "…"
    raise InvalidActionError(f"expected an action like K17, 3@g8n or 3x, got: {shown!r}{why}")


def _readers(game: Game | None) -> Iterator[Callable[[str], Action | None]]:
    """The reader of *game*, those of our games with the most general forms last, and those of other packages."""
    if game is not None:
        yield game.parse_action
    others = (*reversed(OURS), *(one for one in games() if one not in OURS))
    yield from dict.fromkeys(one.parse_action for one in others)
