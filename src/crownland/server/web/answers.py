"""Answers of the REST API: msgspec structs as JSON, and their schemas in the OpenAPI description."""

from typing import Any

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from crownland.server.frames import wire
from crownland.server.refusal import RefusedError

__all__ = ["Json", "add_schemas", "described", "plain", "refused", "trouble"]

REF = "#/components/schemas/{name}"
ANSWERS: tuple[Any, ...] = (
    wire.Table,
    list[wire.Table],
    list[wire.Brief],
    wire.Catalogue,
    wire.Guest,
    wire.View,
    wire.Exercise,
    wire.Explained,
    wire.Puzzles,
    wire.Puzzle,
    wire.Verdict,
    wire.Replay,
    wire.Reviewing,
    wire.Coached,
    wire.Scored,
    wire.Trouble,
)

_encode = msgspec.json.Encoder().encode


class Json(Response):
    """A response with a struct, or with bytes that are JSON already, as its body."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(content if isinstance(content, bytes) else _encode(content), status_code, headers)


def trouble(refusal: RefusedError) -> Json:
    """Returns the response to a request that was refused."""
    headers = {"Retry-After": "1"} if refusal.status == 429 else None
    return Json(wire.Trouble(code=refusal.code, message=refusal.message, rule=refusal.rule), refusal.status, headers)


def described(answer: Any, *statuses: int, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """Returns the ``responses`` of a route that answers with *answer*, or with a Trouble of one of *statuses*."""
    return {status: _content("application/json", _schema(answer))} | refused(*statuses)


def refused(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Returns the ``responses`` of a route whose answer is empty, unless it is a Trouble of one of *statuses*."""
    return {code: _content("application/json", _schema(wire.Trouble)) for code in (*statuses, 429)}


def plain(media_type: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """Like :func:`described`, for an answer that is text."""
    return described(wire.Trouble, *statuses) | {200: _content(media_type, {"type": "string"})}


def add_schemas(app: FastAPI) -> None:
    """Adds the schemas of all answers to the OpenAPI description of *app*."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            schemas = made.setdefault("components", {}).setdefault("schemas", {})
            schemas.pop("HTTPValidationError", None)
            schemas.pop("ValidationError", None)
            schemas |= msgspec.json.schema_components(ANSWERS, ref_template=REF)[1]
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _schema(answer: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([answer], ref_template=REF)
    return schema


def _content(media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": "", "content": {media_type: {"schema": schema}}}
