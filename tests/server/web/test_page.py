"""The built page, served from its folder."""

import gzip
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest
from starlette.responses import FileResponse

from crownland.server.web.page import IMMUTABLE, _answer, _unless_known
from crownland.site import networks


def test_the_page_is_served_from_its_folder(tmp_path: Path) -> None:
    assert b"has not been built" in _answer(tmp_path / "none", "").body
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<h1>page</h1>")
    (tmp_path / "assets" / "app-123.js").write_text("1")
    (tmp_path / "icon.svg").write_text("<svg/>")
    secret = tmp_path.parent / "secret.txt"
    secret.write_text("secret")
    for path, status, kept in (
        ("", 200, "no-cache"),
        ("table/abc", 200, "no-cache"),
        ("rules", 200, "no-cache"),
        ("assets/app-123.js", 200, IMMUTABLE),
        ("icon.svg", 200, "no-cache"),
        ("missing.js", 404, None),
        ("api/nothing", 404, None),
        ("../secret.txt", 404, None),
        ("a\x00.js", 404, None),
        (f"{'a' * 300}.js", 404, None),
        ("table/" + "a/" * 3000, 200, "no-cache"),
    ):
        answer = _answer(tmp_path, path)
        assert (answer.status_code, answer.headers.get("cache-control")) == (status, kept), path


def test_text_is_gzipped_for_clients_that_accept_it(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>page</h1>" * 100)
    (tmp_path / "icon.png").write_bytes(b"png")
    pressed = _answer(tmp_path, "", takes_gzip=True)
    assert gzip.decompress(bytes(pressed.body)) == (tmp_path / "index.html").read_bytes()
    assert pressed.headers["content-encoding"] == "gzip"
    assert pressed.headers["content-type"] == "text/html; charset=utf-8"
    assert pressed.headers["vary"] == _answer(tmp_path, "").headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in _answer(tmp_path, "").headers
    assert "content-encoding" not in _answer(tmp_path, "icon.png", takes_gzip=True).headers


def test_python_for_the_page_has_its_types_and_is_compressed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>page</h1>")
    (tmp_path / "python").mkdir()
    for name, kind in (("a.mjs", "text/javascript"), ("a.wasm", "application/wasm"), ("a.json", "application/json")):
        (tmp_path / "python" / name).write_bytes(b"1" * 1000)
        answer = _answer(tmp_path, f"python/{name}", takes_gzip=True)
        assert answer.headers["content-type"].partition(";")[0] == kind
        assert len(answer.body) < 100
        assert answer.headers["cache-control"] == "no-cache"  # names stay the same when a new version comes


def test_a_file_is_compressed_once_for_all_who_ask_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def compress(content: bytes, *_: object, **__: object) -> bytes:
        sleep(0.05)
        made.append(content)
        return content

    (tmp_path / "index.html").write_text("<h1>page</h1>")
    (tmp_path / "file.json").write_text("{}")
    monkeypatch.setattr("crownland.server.web.page.gzip.compress", compress)
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: _answer(tmp_path, "file.json", takes_gzip=True), range(4)))
    assert ([answer.body for answer in answers], made) == ([b"{}"] * 4, [b"{}"])


def test_networks_are_served_from_the_package(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>page</h1>")
    answer = _answer(tmp_path, f"python/networks/{networks()[0].name}")
    assert isinstance(answer, FileResponse)
    assert Path(answer.path) == networks()[0]
    assert _answer(tmp_path, "python/networks/../networks/none.net").status_code == 404


def test_what_a_browser_has_already_is_not_sent_again(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>page</h1>")
    file = tmp_path / "icon.svg"
    file.write_text("<svg/>")
    for takes_gzip in (False, True):
        tag = _answer(tmp_path, "icon.svg", takes_gzip).headers["etag"]
        again = _unless_known(_answer(tmp_path, "icon.svg", takes_gzip), f'"other", {tag}')
        assert (again.status_code, again.body, again.headers["etag"]) == (304, b"", tag)
        os.utime(file, ns=(1, 1 + takes_gzip))
        assert _unless_known(_answer(tmp_path, "icon.svg", takes_gzip), tag).status_code == 200
    assert _unless_known(_answer(tmp_path, "missing.js"), "").status_code == 404
