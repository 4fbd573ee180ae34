"""The OpenAPI description as plain HTML, without resources from other sites."""

from html import escape
from typing import Any

__all__ = ["manual"]

STYLE = (
    "body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "h2{font:600 1rem ui-monospace,monospace;margin:2rem 0 0}code,pre{font-family:ui-monospace,monospace}"
    "pre{overflow-x:auto;padding:.5rem;border:1px solid #8886}dt{font-weight:600}"
)


def manual(openapi: dict[str, Any]) -> str:
    """Returns a page that describes every request, its body and its answers."""
    info, schemas = openapi["info"], openapi["components"]["schemas"]
    requests = [
        _request(method, path, one) for path, methods in openapi["paths"].items() for method, one in methods.items()
    ]
    types = "".join(f'<h2 id="{escape(name)}">{escape(name)}</h2>{_schema(one)}' for name, one in schemas.items())
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(info['title'])}</title><style>{STYLE}</style>"
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info['description'])}</p>"
        f'<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>{"".join(requests)}<h1>Types</h1>{types}</html>'
    )


def _request(method: str, path: str, request: dict[str, Any]) -> str:
    body = request.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    takes = f"<p>Body: {_link(body)}.</p>" if body else ""
    answers = "".join(
        f"<li><code>{escape(status)}</code> {' or '.join(_content(answer)) or escape(answer['description'])}</li>"
        for status, answer in request["responses"].items()
    )
    about = escape(request.get("description", ""))
    return f"<h2>{method.upper()} {escape(path)}</h2><p>{about}</p>{takes}<ul>{answers}</ul>"


def _content(answer: dict[str, Any]) -> list[str]:
    return [
        _link(one["schema"]) if kind == "application/json" else escape(kind)
        for kind, one in answer.get("content", {}).items()
    ]


def _schema(schema: dict[str, Any]) -> str:
    fields = "".join(
        f"<li><code>{escape(name)}</code> {_link(one)}</li>" for name, one in schema.get("properties", {}).items()
    )
    return f"<p>{escape(schema.get('description', ''))}</p>" + (f"<ul>{fields}</ul>" if fields else "")


def _link(schema: dict[str, Any]) -> str:
    """Returns a type in words, with links to the types it is made of."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(_link(one) for one in schema[several])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    if schema.get("type") == "array" and "items" in schema:
        return f"list of {_link(schema['items'])}" if schema["items"] else "list"
    return escape(str(schema.get("type", "anything")))
