"""Undoes registrations, so that tests leave no bots and games behind."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

from crownland.bots import load
from crownland.bots.registry import BOTS
from crownland.games.registry import GAMES
from crownland.networks import CHOSEN
from crownland.words import NUMBERS, TEXTS

__all__ = ["registrations_undone"]


@contextmanager
def registrations_undone() -> Iterator[None]:
    """Removes the bots, games, texts and networks that are registered inside, and forgets the files loaded inside."""
    registries = (BOTS, CHOSEN, GAMES, NUMBERS, TEXTS)
    with ExitStack() as stack:
        for registry in registries:
            stack.enter_context(mock.patch.dict(registry))
        stack.enter_context(mock.patch.object(load, "_LOADED", set()))
        yield
