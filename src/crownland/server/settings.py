"""What a host can set: each by an environment variable too, ``CROWNLAND_AWAY=30``."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from crownland.kernel.errors import SetupError

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    database: str = ""
    nearby: str = ""  # the address for others, when somebody on this very machine makes a link for them
    origins: str = ""  # other places a page may be served from, separated by blanks
    away: float = 60.0  # seconds until a bot stands in for somebody who is gone
    pause: float = 0.7  # seconds that a bot lets people look at what happened
    think: float = 1.0  # seconds that a strong bot may think about one action
    thinkers: int = 0  # processes that strong bots think in; 0 is one less than there are cores
    idle: float = 300.0  # seconds until a table that nobody looks at leaves the memory
    frames: float = 20.0  # frames a second on one socket
    requests: float = 30.0  # requests and new sockets a second from one address
    tables: int = 60  # unfinished tables of one guest
    new_tables: float = 30.0  # tables a minute that one guest, or one address, may make
    sockets: int = 200  # sockets from one address
    watchers: int = 200  # sockets at one table
    quick_choices: bool = True  # what actions bring is told by compiled code

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None, **values: Any) -> "Settings":
        """The settings that the environment tells, and *values* before them."""
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
