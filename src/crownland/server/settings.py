"""The settings of a server. Each can be set by an environment variable: ``CROWNLAND_AWAY=30``."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from crownland.kernel.errors import SetupError

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    database: str = ""
    nearby: str = ""  # the URL in invite links that are made on the server's own machine
    origins: str = ""  # other origins that may serve the page, space-separated
    away: float = 60.0  # seconds until a bot stands in for a disconnected player
    pause: float = 0.7  # seconds that a bot waits before it acts, so that people can follow
    think: float = 1.0  # seconds that a searching bot may use for one action
    thinkers: int = 0  # processes for searching bots; 0 means one less than the number of cores
    idle: float = 300.0  # seconds until a table without connections is dropped from memory
    frames: float = 20.0  # frames per second on one socket
    requests: float = 30.0  # requests and new sockets per second from one address
    tables: int = 60  # unfinished tables of one guest
    new_tables: float = 30.0  # new tables per minute by one guest, and from one address
    sockets: int = 200  # sockets from one address
    watchers: int = 200  # sockets at one table
    keep_open: float = 1.0  # days until a public table that waits for players with nobody there is removed; 0: never
    keep_unfinished: float = 90.0  # days until a table is removed whose game did not end; 0: never
    keep_finished: float = 0.0  # days until a finished game is removed; 0: never
    keep_guests: float = 400.0  # days until the name of a guest who did not come back is removed; 0: never
    quick_choices: bool = True  # compute the gains of actions with compiled code

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None, **values: Any) -> "Settings":
        """Reads the settings from the environment; *values* take precedence."""
        environment = os.environ if environment is None else environment
        for field in fields(cls):
            text = environment.get(f"CROWNLAND_{field.name.upper()}")
            if text is not None and field.name not in values:
                values[field.name] = _value(field.name, type(field.default), text)
        return cls(**values)


def _value(name: str, kind: type, text: str) -> object:
    if kind is bool and text in ("0", "1"):
        return text == "1"
    try:
        value = kind(text)
    except ValueError:
        value = None
    if kind is bool or value is None or (kind is not str and not 0 <= value < float("inf")):
        raise SetupError(f"expected CROWNLAND_{name.upper()} to be a {kind.__name__}, got: {text[:40]!r}")
    return value
