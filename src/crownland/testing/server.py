"""A table server on a real socket, for tests and examples."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep

import uvicorn

from crownland.server.serve import uvicorn_config
from crownland.server.settings import Settings

__all__ = ["served"]

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


def _wait(server: uvicorn.Server, thread: Thread) -> None:
    deadline = monotonic() + PATIENCE
    while not server.started:
        if not thread.is_alive() or monotonic() > deadline:
            raise RuntimeError("expected the server to start; see its log")
        sleep(0.01)
