"""The built page, served from its folder."""

import gzip
from pathlib import Path

from crownland.server.web.page import IMMUTABLE, _answer


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
