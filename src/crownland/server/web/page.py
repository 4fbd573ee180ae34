"""Serves the built page. Files with hashed names never change; paths of the page's own router get ``index.html``."""

import gzip
from collections import defaultdict
from functools import cache
from mimetypes import add_type, guess_type
from pathlib import Path
from threading import Lock

from anyio import to_thread
from fastapi import FastAPI, Request, Response
from starlette.responses import FileResponse, PlainTextResponse

from crownland.site import PAGE, networks

__all__ = ["PAGE", "serve_page"]

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest")
GZIP_LEVEL = 6  # the highest takes twice as long, for half a hundredth
PYTHON = "python/"
NETWORKS = f"{PYTHON}networks/"  # where the page looks for them; here they are in the package
for kind, suffix in (("font/woff2", ".woff2"), ("text/javascript", ".mjs"), ("application/wasm", ".wasm")):
    add_type(kind, suffix)  # not every Python knows them
OFFLINE = b'<meta name="crownland" content="offline" />'
NOT_BUILT = "The page has not been built. The API works without it: see /docs.\n"


def serve_page(app: FastAPI, folder: Path = PAGE) -> None:
    """Serves the page on every path that no other route takes."""

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
        if path.startswith(PYTHON):  # in a thread: megabytes are compressed for the first who asks
            answer = await to_thread.run_sync(_answer, folder, path, takes_gzip)
        else:
            answer = _answer(folder, path, takes_gzip)
        return _unless_known(answer, request.headers.get("if-none-match", ""))


def _unless_known(answer: Response, known: str) -> Response:
    """Returns *answer*, or a short one if the client has the same content: *known* are the tags of what it has."""
    tag = answer.headers.get("etag")
    if tag is None or tag not in known.split(", "):
        return answer
    kept = {name: answer.headers[name] for name in ("cache-control", "etag", "vary") if name in answer.headers}
    return Response(status_code=304, headers=kept)


def _answer(folder: Path, path: str, takes_gzip: bool = False) -> Response:
    index = folder / "index.html"
    if not index.is_file():
        return PlainTextResponse(NOT_BUILT, 200 if not path else 404)
    file = _found(folder, path)
    if file is not None and file != index:
        return _file(file, IMMUTABLE if path.startswith("assets/") else REVALIDATE, takes_gzip)
    if path.startswith("api/") or "." in path.rpartition("/")[2]:
        return PlainTextResponse("Not found.\n", 404)
    return _index(index, takes_gzip)


def _found(folder: Path, path: str) -> Path | None:
    """Returns the file of the page at *path*, or None if there is none or *path* is no valid file name."""
    if path.startswith(NETWORKS):
        return next((file for file in networks() if path == f"{NETWORKS}{file.name}"), None)
    try:
        file = (folder / path).resolve()
        return file if path and file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


def _index(file: Path, takes_gzip: bool) -> Response:
    """Returns the page itself. Its links are relative, for a static site in any folder; here they begin at the root."""
    headers = {"Cache-Control": REVALIDATE, "Vary": "Accept-Encoding"}
    content = _rooted(file, file.stat().st_mtime_ns, (file.parent / "python/files.json").is_file())
    if takes_gzip:
        content, headers["Content-Encoding"] = gzip.compress(content, GZIP_LEVEL, mtime=0), "gzip"
    return Response(content, media_type="text/html", headers=headers)


@cache
def _rooted(file: Path, changed: int, has_python: bool) -> bytes:
    """Returns the content of *file* for a server, which tells the page whether it can play on without it."""
    content = file.read_bytes().replace(b'="./', b'="/')
    return content.replace(b"<title>", OFFLINE + b"<title>", 1) if has_python else content


def _file(file: Path, cache: str, takes_gzip: bool) -> Response:
    changed = file.stat().st_mtime_ns
    headers = {"Cache-Control": cache, "ETag": f'"{changed:x}"'}
    if file.suffix not in COMPRESSED:
        return FileResponse(file, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if not takes_gzip:
        return FileResponse(file, headers=headers)
    kind = "application/manifest+json" if file.suffix == ".webmanifest" else guess_type(file.name)[0]
    headers |= {"Content-Encoding": "gzip", "ETag": f'"{changed:x}-gzip"'}
    with _pressing[file]:  # those who come at the same time wait for the first
        content = _gzipped(file, changed)
    return Response(content, media_type=kind, headers=headers)


_pressing: defaultdict[Path, Lock] = defaultdict(Lock)


@cache
def _gzipped(file: Path, changed: int) -> bytes:
    """Returns the gzipped content of *file*. *changed* is its modification time, part of the cache key."""
    return gzip.compress(file.read_bytes(), GZIP_LEVEL, mtime=0)
