"""The REST API: every call of every room over HTTP, and the invite link as a picture."""

import asyncio
import gzip
from functools import lru_cache
from io import BytesIO

from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect

from crownland.server.calls import ROOMS, calls_in
from crownland.server.calls.call import JSON, Answer, Call, Calls
from crownland.server.calls.tables import TableId
from crownland.server.identity import new_guest
from crownland.server.refusal import RefusedError
from crownland.server.services import Services
from crownland.server.web.answers import operation_of, responses_of

__all__ = ["CALLS", "router"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")

router = APIRouter(prefix="/api")
own = Calls()


class WebCaller:
    """Who sent a request."""

    def __init__(self, request: Request) -> None:
        self.served: Services = request.app.state.services
        self.address: str = request.scope["address"]
        self._request = request

    @property
    def guest(self) -> str:
        """The guest of the cookie. The first request creates a guest and its answer sets the cookie."""
        scope = self._request.scope
        if scope["guest"] is None:
            scope["guest"] = scope["new_guest"] = new_guest()
        return str(scope["guest"])

    @property
    def base(self) -> str:
        """The address of this server, as others can use it."""
        url = self._request.base_url
        nearby = self.served.settings.nearby if url.hostname in LOOPBACK else ""
        return (nearby or str(url)).rstrip("/")


@own.add("GET", "/tables/{table}/invite.svg", "image/svg+xml", 404, 422)
async def invite(served: Services, base: str, table: TableId) -> Answer:
    """The invite link as a QR code."""
    await served.hall.find(table)
    drawn = await asyncio.to_thread(_qr_code, f"{base}/table/{table}")
    return Answer(drawn, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


@lru_cache(256)
def _qr_code(link: str) -> bytes:
    import segno

    drawn = BytesIO()
    segno.make(link).save(drawn, kind="svg", scale=4, border=2, dark="#000", light="#fff", xmldecl=False)
    return drawn.getvalue()


def _add(call: Call) -> None:
    async def endpoint(request: Request) -> Response:
        body = b"" if call.body is None else await _body(request)
        answer = await call.answer_to(WebCaller(request), request.path_params, body)
        request.scope["made"] = answer.made
        return await _response(answer, request)

    endpoint.__name__ = call.name
    router.add_api_route(
        call.path,
        endpoint,
        methods=[call.method],
        status_code=call.status,
        description=call.about,
        responses=responses_of(call),
        openapi_extra=operation_of(call),
    )


async def _body(request: Request) -> bytes:
    try:
        body = await request.body()
    except ClientDisconnect:  # nobody reads this
        raise RefusedError("body/invalid", "expected all of the body", 400) from None
    if JSON not in request.headers.get("content-type", ""):
        raise RefusedError("body/invalid", f"expected a body of type {JSON}", 422)
    return body


async def _response(answer: Answer, request: Request) -> Response:
    content, status, media_type, headers, is_long, _ = answer
    if request.headers.get("if-none-match") == headers.get("ETag", ""):
        return Response(status_code=304, headers=dict(headers))
    if is_long:
        content = await asyncio.to_thread(gzip.compress, content, 5)
        headers = {**headers, "Content-Encoding": "gzip"}
    return Response(content, status, dict(headers), media_type if content else None)


CALLS: tuple[Call, ...] = (*(call for room in ROOMS for call in calls_in(room)), *own)
for call in CALLS:
    _add(call)
