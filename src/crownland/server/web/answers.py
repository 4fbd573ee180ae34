"""Answers of the REST API as JSON, and the schemas of calls for the OpenAPI description."""

from collections.abc import Sequence
from typing import Any

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from crownland.server.calls.call import JSON, Call
from crownland.server.frames import wire
from crownland.server.refusal import RefusedError

__all__ = ["Json", "add_schemas", "operation_of", "responses_of", "trouble"]

REF = "#/components/schemas/{name}"
_encode = msgspec.json.Encoder().encode


class Json(Response):
    """A response with a struct as its body."""

    media_type = JSON

    def __init__(self, content: Any, status_code: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(_encode(content), status_code, headers)


def trouble(refusal: RefusedError) -> Json:
    """Returns the response to a request that was refused."""
    headers = {"Retry-After": "1"} if refusal.status == 429 else None
    return Json(wire.Trouble(code=refusal.code, message=refusal.message, rule=refusal.rule), refusal.status, headers)


def responses_of(call: Call) -> dict[int | str, dict[str, Any]]:
    """Returns the ``responses`` of the route of *call*: its answer, or a Trouble of one of its other statuses."""
    troubles: dict[int | str, dict[str, Any]] = {
        code: _content(JSON, _schema(wire.Trouble)) for code in (*call.refusals, 429)
    }
    if 304 in call.refusals:
        troubles[304] = {"description": "Not modified."}
    if call.answer is None:
        return troubles
    is_text = isinstance(call.answer, str)
    answer = _content(call.answer, {"type": "string"}) if is_text else _content(JSON, _schema(call.answer))
    return {call.status: answer} | troubles


def operation_of(call: Call) -> dict[str, Any]:
    """Returns what the route of *call* takes: the parameters in its path, and its body."""
    operation: dict[str, Any] = {
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": _schema(hint)}
            for name, hint in call.path_types.items()
        ]
    }
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _schema(call.body)}}}
    return operation


def add_schemas(app: FastAPI, calls: Sequence[Call]) -> None:
    """Adds the schemas of everything that *calls* take and answer to the OpenAPI description of *app*."""
    types = [one for call in calls for one in (call.body, call.answer) if one is not None and not isinstance(one, str)]

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            schemas = msgspec.json.schema_components([*types, wire.Trouble], ref_template=REF)[1]
            made.setdefault("components", {})["schemas"] = schemas
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _schema(answer: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([answer], ref_template=REF)
    return schema


def _content(media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": "", "content": {media_type: {"schema": schema}}}
