"""What every house of these tests has."""

import pytest

from crownland.server.frames import choices


@pytest.fixture(scope="session", autouse=True)
def _quick_gains() -> None:
    """Has compiled code compute the gains of actions, as a browser has the WebAssembly module do it."""
    choices._load()
