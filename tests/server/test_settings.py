"""Settings, read from the environment."""

import pytest

from crownland.kernel.errors import SetupError
from crownland.server.settings import Settings


def test_settings_are_read_from_the_environment() -> None:
    assert Settings.read({}).away == 60.0
    environment = {
        "CROWNLAND_AWAY": "5",
        "CROWNLAND_THINKERS": "3",
        "CROWNLAND_QUICK_CHOICES": "0",
        "CROWNLAND_ORIGINS": "x",
    }
    settings = Settings.read(environment, database="sqlite://")
    assert (settings.away, settings.thinkers, settings.quick_choices, settings.origins) == (5.0, 3, False, "x")
    for wrong in ("soon", "-1", "inf", "nan"):
        with pytest.raises(SetupError, match="expected CROWNLAND_AWAY to be a number from 0"):
            Settings.read({"CROWNLAND_AWAY": wrong})
