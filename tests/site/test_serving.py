"""The static server for trying a site."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from crownland.kernel.errors import SetupError
from crownland.site.serving import SiteServer

__all__ = ["serving"]


@contextmanager
def serving(folder: Path, path: str = "") -> Iterator[str]:
    """Serves *folder* below *path*; yields its address."""
    with SiteServer(folder, 0, path) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.url
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "site"
    (made / "assets").mkdir(parents=True)
    for name in ("index.html", "404.html", "assets/a.js", "a.mjs", "a.wasm", "a.json"):
        (made / name).write_text(name)
    (tmp_path / "secret").write_text("secret")
    return made


def lost(url: str) -> tuple[int, bytes]:
    """Returns the status and the content of an answer that is an error."""
    with pytest.raises(HTTPError) as caught, urlopen(url):
        pass
    with caught.value as error:
        return error.code, error.read()


@pytest.mark.parametrize("path", ["", "/games/crownland"])
def test_a_site_is_served_below_its_path(folder: Path, path: str) -> None:
    with serving(folder, path) as url:
        assert url.endswith(f"{path}/")
        with urlopen(url) as answer:
            assert answer.read() == b"index.html"
        for name, kind in (
            ("assets/a.js", "text/javascript"),
            ("a.mjs", "text/javascript"),
            ("a.wasm", "application/wasm"),
            ("a.json", "application/json"),
        ):
            with urlopen(url + name) as answer:
                assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == (kind, "no-cache")


def test_there_is_nothing_outside(folder: Path) -> None:
    with serving(folder, "sub") as url:
        root = url.removesuffix("sub/")
        for wrong in (f"{url}none", f"{url}assets/", f"{root}index.html", f"{url}../../secret", f"{url}%2e%2e/secret"):
            assert lost(wrong) == (404, b"404.html"), wrong


def test_a_port_in_use_is_refused_when_it_was_asked_for(folder: Path) -> None:
    with SiteServer(folder, 0) as first:
        with pytest.raises(SetupError) as caught:
            SiteServer(folder, first.server_port)
        at = f"127.0.0.1:{first.server_port}"
        assert str(caught.value) == f"expected a free port, cannot listen on {at}: Address already in use"
        with SiteServer(folder) as other:  # the default port, or any
            assert other.server_port
