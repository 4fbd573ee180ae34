"""The settings of a server. Each can be set by ``CROWNLAND_AWAY=30`` in the environment or by ``--set away=30``."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from crownland.kernel.errors import SetupError

__all__ = ["Settings", "examined", "unknown_variables"]

OPTIONS = ("DATA", "HOST", "LOAD", "PORT", "PROCESSES")  # options of the command that are no settings
COMPILING = ("CACHE", "JIT")  # read where code is compiled
OTHERS = ("ARITHMETIC", "GAMES", "KILLS", "EXAMPLES", "LOOKS")  # read by other parts of the program

ASKED_FOR = {bool: "0 or 1", int: "a whole number from 0", float: "a number from 0", str: "a text"}


@dataclass(frozen=True, slots=True)
class Settings:
    database: str = ""
    nearby: str = ""  # the URL in invite links that are made on the server's own machine
    hosts: str = ""  # the host names of the server, space-separated; those of this machine are always accepted
    origins: str = ""  # other origins that may serve the page, space-separated
    proxies: str = ""  # addresses and networks of trusted proxies, space-separated
    metrics_token: str = ""  # a token with which /metrics can be read from other machines
    silence: float = 75.0  # seconds without a frame until a client counts as gone; hidden pages send one a minute
    away: float = 60.0  # seconds until a bot stands in for a disconnected player
    pause: float = 0.7  # seconds that a bot waits before it acts, so that people can follow
    think: float = 1.0  # seconds that a searching bot may use for one action
    thinkers: int = 0  # processes for searching bots; 0 means one less than the number of cores
    idle: float = 300.0  # seconds until a table without connections is dropped from memory
    frames: float = 20.0  # frames per second of one guest, over all sockets; ten times as many from one address
    requests: float = 30.0  # requests and new sockets per second from one address
    tables: int = 60  # unfinished tables of one guest
    new_tables: float = 30.0  # new tables per minute by one guest, and from one address
    sockets: int = 200  # sockets from one address
    connections: int = 200  # other connections from one address
    watchers: int = 200  # sockets at one table
    keep_open: float = 1.0  # days until a public table that waits for players with nobody there is removed; 0: never
    keep_unfinished: float = 90.0  # days until a table is removed whose game did not end; 0: never
    keep_finished: float = 0.0  # days until a finished game is removed; 0: never
    keep_guests: float = 400.0  # days until the name of a guest who did not come back is removed; 0: never
    quick_choices: bool = True  # compute the gains of actions with compiled code

    @classmethod
    def read(
        cls, environment: Mapping[str, str] | None = None, given: Mapping[str, str] | None = None, **values: Any
    ) -> "Settings":
        """Reads the settings from the environment; *given* texts, and then *values*, take precedence."""
        found, problems = _read(os.environ if environment is None else environment, given or {}, values)
        if problems:
            raise SetupError(problems[0])
        return cls(**found)


def examined(environment: Mapping[str, str], given: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """Returns the settings, with the default of each that cannot be read, and a sentence for each of these."""
    found, problems = _read(environment, given, {})
    return Settings(**found), problems


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Returns a sentence for each variable that looks like a setting and is none."""
    known = [
        f"CROWNLAND_{name}"
        for name in (*(field.name.upper() for field in fields(Settings)), *OPTIONS, *COMPILING, *OTHERS)
    ]
    return [
        f"expected no variable {name}: it is unknown{_hint(name, known)}"
        for name in sorted(environment)
        if name.startswith("CROWNLAND_") and name not in known
    ]


def _read(
    environment: Mapping[str, str], given: Mapping[str, str], values: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    found, problems = dict(values), []
    kinds = {field.name: type(field.default) for field in fields(Settings)}
    for name in given:
        if name not in kinds:
            problems.append(f"expected --set to name a setting, got: {name[:40]!r}{_hint(name, list(kinds))}")
    for name, kind in kinds.items():
        variable = f"CROWNLAND_{name.upper()}"
        text, source = (given[name], f"--set {name}") if name in given else (environment.get(variable), variable)
        if text is not None and name not in values:
            try:
                found[name] = _value(source, kind, text)
            except SetupError as error:
                problems.append(str(error))
    return found, problems


def _value(source: str, kind: type, text: str) -> object:
    if kind is bool and text in ("0", "1"):
        return text == "1"
    try:
        value = kind(text)
    except ValueError:
        value = None
    if kind is bool or value is None or (kind is not str and not 0 <= value < float("inf")):
        raise SetupError(f"expected {source} to be {ASKED_FOR[kind]}, got: {text[:40]!r}")
    return value


def _hint(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else ""
