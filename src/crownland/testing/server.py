"""A table server on a real socket, for tests and examples."""

import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep
from typing import Any

import uvicorn

from crownland.server.serve import uvicorn_config
from crownland.server.settings import Settings

__all__ = ["served", "view_after"]

PATIENCE = 60.0  # seconds


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """Runs a server in a thread on a free port, and yields its URL."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn_config(settings))
    thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        _wait(server, thread)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()


def view_after(view: dict[str, Any] | None, news: dict[str, Any]) -> dict[str, Any]:
    """Returns the whole view after the frame *news*, which must follow *view*. Both are decoded JSON."""
    if view is None or view["seq"] != news["since"]:
        raise ValueError(f"expected the view after event {news['since']}: ask for all of it with sync")
    changed = news.get("kingdoms", {})
    kingdoms = [kingdom | changed.get(str(at), {}) for at, kingdom in enumerate(view["kingdoms"])]
    for at, lines in news.get("lines", {}).items():
        kingdoms[int(at)]["lines"] = _by_place(view["kingdoms"][int(at)]["lines"], lines)
    for at, tiles in news.get("tiles", {}).items():
        laid = kingdoms[int(at)]["tiles"] | tiles
        kingdoms[int(at)]["tiles"] = {square: tile for square, tile in laid.items() if tile is not None}
    trays = list(view["trays"])
    for at, slots in news.get("trays", {}).items():
        trays[int(at)] = trays[int(at)] | {"slots": _by_place(trays[int(at)]["slots"], slots)}
    return {**view, "kingdoms": kingdoms, "trays": trays, **news["view"]}


def _by_place(before: list[Any], after: Iterable[Any]) -> list[Any]:
    return [before[item] if isinstance(item, int) else item for item in after]


def _wait(server: uvicorn.Server, thread: Thread) -> None:
    deadline = monotonic() + PATIENCE
    while not server.started:
        if not thread.is_alive() or monotonic() > deadline:
            raise RuntimeError("expected the server to start; see its log")
        sleep(0.01)
