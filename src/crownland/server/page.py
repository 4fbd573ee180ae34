"""The built page as files: hashed names may be kept for ever, everything that is a place in the page is the page."""

from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.responses import FileResponse, PlainTextResponse

__all__ = ["PAGE", "serve_page"]

PAGE = Path(__file__).parents[1] / "page"
FOR_EVER = "public, max-age=31536000, immutable"
CHECK = "no-cache"
NOT_BUILT = "The page has not been built. The server works all the same: see /docs for what it answers.\n"


def serve_page(app: FastAPI, folder: Path = PAGE) -> None:
    """Everything that no other route answers is the page."""

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        return _answer(folder, path)


def _answer(folder: Path, path: str) -> Response:
    index = folder / "index.html"
    if not index.is_file():
        return PlainTextResponse(NOT_BUILT, 200 if not path else 404)
    file = (folder / path).resolve()
    if path and file.is_relative_to(folder.resolve()) and file.is_file():
        kept = path.startswith("assets/")
        return FileResponse(file, headers={"Cache-Control": FOR_EVER if kept else CHECK})
    if path.startswith("api/") or "." in path.rpartition("/")[2]:
        return PlainTextResponse("There is nothing here.\n", 404)
    return FileResponse(index, headers={"Cache-Control": CHECK})
