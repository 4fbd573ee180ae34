"""Undoes registrations, so that tests leave no bots and games behind."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from crownland.bots import load
from crownland.bots.registry import BOTS
from crownland.games.registry import GAMES

__all__ = ["registrations_undone"]


@contextmanager
def registrations_undone() -> Iterator[None]:
    """Removes the bots and games that are registered inside, and forgets the files that are loaded inside."""
    with mock.patch.dict(BOTS), mock.patch.dict(GAMES), mock.patch.object(load, "_LOADED", set()):
        yield
