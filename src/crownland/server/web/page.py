"""The built page as files: hashed names may be kept for ever, everything that is a place in the page is the page."""

import gzip
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.responses import FileResponse, PlainTextResponse

__all__ = ["PAGE", "serve_page"]

PAGE = Path(__file__).parents[2] / "page"
FOR_EVER = "public, max-age=31536000, immutable"
CHECK = "no-cache"
TEXTS = (".css", ".html", ".js", ".svg", ".webmanifest")
NOT_BUILT = "The page has not been built. The server works all the same: see /docs for what it answers.\n"


def serve_page(app: FastAPI, folder: Path = PAGE) -> None:
    """Everything that no other route answers is the page."""

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        return _answer(folder, path, "gzip" in request.headers.get("accept-encoding", ""))


def _answer(folder: Path, path: str, takes_gzip: bool = False) -> Response:
    index = folder / "index.html"
    if not index.is_file():
        return PlainTextResponse(NOT_BUILT, 200 if not path else 404)
    file = _found(folder, path)
    if file is not None:
        return _file(file, FOR_EVER if path.startswith("assets/") else CHECK, takes_gzip)
    if path.startswith("api/") or "." in path.rpartition("/")[2]:
        return PlainTextResponse("There is nothing here.\n", 404)
    return _file(index, CHECK, takes_gzip)


def _found(folder: Path, path: str) -> Path | None:
    """The file of the page at *path*; none when there can be none, because no file has such a name."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


def _file(file: Path, keep: str, takes_gzip: bool) -> Response:
    if file.suffix not in TEXTS:
        return FileResponse(file, headers={"Cache-Control": keep})
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if not takes_gzip:
        return FileResponse(file, headers=headers)
    kind = "application/manifest+json" if file.suffix == ".webmanifest" else guess_type(file.name)[0]
    return Response(
        _pressed(file, file.stat().st_mtime_ns), media_type=kind, headers=headers | {"Content-Encoding": "gzip"}
    )


@cache
def _pressed(file: Path, changed: int) -> bytes:
    """*file* as it is after its last change, gzipped once for everybody."""
    return gzip.compress(file.read_bytes(), mtime=0)
