"""The middleware around the application: identifies guests, checks limits and origins, and sets headers."""

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from crownland.server.identity import COOKIE, COOKIE_AGE
from crownland.server.refusal import RefusedError
from crownland.server.services import Services
from crownland.server.web.answers import trouble

__all__ = ["Doorman", "is_same_origin"]

MAX_BODY_BYTES = 64 * 1024
ASSET_COST = 0.1  # of a request: the page has some thirty assets, and several people may share an address
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Doorman:
    """ASGI middleware. Every request and every WebSocket passes it first."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        services: Services = self._app.state.services
        headers = Headers(scope=scope)
        scope["address"] = (scope.get("client") or ("?", 0))[0]
        scope["guest"] = services.signer.read(_cookie(headers))
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._serve(scope, receive, send, services, headers)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, services: Services, headers: Headers) -> None:
        secure = scope.get("scheme") == "https"

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                services.metrics.requests.labels(str(message["status"])).inc()
                response = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    response.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    response.setdefault("Cache-Control", "no-store")
                if "new_guest" in scope:
                    response.append("Set-Cookie", _set_cookie(services.signer.sign(scope["new_guest"]), secure))
            await send(message)

        try:
            self._check(scope, services, headers)
            await self._app(scope, _limited(receive), answer)
        except RefusedError as refusal:
            await trouble(refusal)(scope, receive, answer)

    def _check(self, scope: Scope, services: Services, headers: Headers) -> None:
        cost = ASSET_COST if scope["path"].startswith("/assets/") else 1.0
        if not services.requests.take(scope["address"], cost):
            raise RefusedError("limit/requests", "too many requests: wait a moment", 429)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY_BYTES:
            raise RefusedError("body/too-large", f"expected a body of at most {MAX_BODY_BYTES} bytes", 413)
        if scope["method"] not in SAFE_METHODS and not is_same_origin(headers, services.settings.origins):
            raise RefusedError("origin/foreign", "requests from other sites are not allowed", 403)


def is_same_origin(headers: Headers, origins: str) -> bool:
    """Whether the request comes from a page of this server or of *origins*, or not from a browser at all."""
    origin = headers.get("origin")
    if origin is None or origin in origins.split():
        return True
    return origin.partition("://")[2] == headers.get("host", "")


def _cookie(headers: Headers) -> str | None:
    """Returns the value of our cookie. The parser is lenient: other servers on this host may set malformed cookies."""
    cookies = (cookie.strip().partition("=") for cookie in headers.get("cookie", "").split(";"))
    return next((value for name, _, value in cookies if name == COOKIE), None)


def _set_cookie(value: str, secure: bool) -> str:
    return f"{COOKIE}={value}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def _limited(receive: Receive) -> Receive:
    """Limits request bodies sent without Content-Length."""
    left = MAX_BODY_BYTES

    async def read() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise RefusedError("body/too-large", f"expected a body of at most {MAX_BODY_BYTES} bytes", 413)
        return message

    return read
