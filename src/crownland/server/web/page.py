"""Serves the built page. Files with hashed names never change; paths of the page's own router get ``index.html``."""

import gzip
from functools import cache
from mimetypes import add_type, guess_type
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.responses import FileResponse, PlainTextResponse

__all__ = ["PAGE", "serve_page"]

PAGE = Path(__file__).parents[2] / "page"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
COMPRESSED = (".css", ".html", ".js", ".svg", ".webmanifest")
add_type("font/woff2", ".woff2")  # not every Python knows it
NOT_BUILT = "The page has not been built. The API works without it: see /docs.\n"


def serve_page(app: FastAPI, folder: Path = PAGE) -> None:
    """Serves the page on every path that no other route takes."""

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        return _answer(folder, path, "gzip" in request.headers.get("accept-encoding", ""))


def _answer(folder: Path, path: str, takes_gzip: bool = False) -> Response:
    index = folder / "index.html"
    if not index.is_file():
        return PlainTextResponse(NOT_BUILT, 200 if not path else 404)
    file = _found(folder, path)
    if file is not None:
        return _file(file, IMMUTABLE if path.startswith("assets/") else REVALIDATE, takes_gzip)
    if path.startswith("api/") or "." in path.rpartition("/")[2]:
        return PlainTextResponse("Not found.\n", 404)
    return _file(index, REVALIDATE, takes_gzip)


def _found(folder: Path, path: str) -> Path | None:
    """Returns the file of the page at *path*, or None if there is none or *path* is no valid file name."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


def _file(file: Path, cache: str, takes_gzip: bool) -> Response:
    if file.suffix not in COMPRESSED:
        return FileResponse(file, headers={"Cache-Control": cache})
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    if not takes_gzip:
        return FileResponse(file, headers=headers)
    kind = "application/manifest+json" if file.suffix == ".webmanifest" else guess_type(file.name)[0]
    return Response(
        _gzipped(file, file.stat().st_mtime_ns), media_type=kind, headers=headers | {"Content-Encoding": "gzip"}
    )


@cache
def _gzipped(file: Path, changed: int) -> bytes:
    """Returns the gzipped content of *file*. *changed* is its modification time, part of the cache key."""
    return gzip.compress(file.read_bytes(), mtime=0)
