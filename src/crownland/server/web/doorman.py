"""The middleware around the application: identifies guests, checks limits, hosts and origins, and sets headers."""

import asyncio
import re
from secrets import token_hex

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send

from crownland.server.identity import COOKIE, COOKIE_AGE, fingerprint
from crownland.server.limits import network_of
from crownland.server.logs import log, log_warning, request_id
from crownland.server.refusal import RefusedError
from crownland.server.settings import Settings
from crownland.server.web.answers import trouble
from crownland.server.web.connection import Connections
from crownland.server.web.hosts import Hosts, is_same_origin
from crownland.server.web.proxies import Proxies
from crownland.server.web.services import WebServices

__all__ = ["CLOSE_LIMITED", "Doorman"]

MAX_BODY_BYTES = 64 * 1024
ASSET_COST = 0.1  # of a request: the page has some thirty assets, and several people may share an address
PROXY_HEADERS = frozenset(("x-forwarded-for", "x-real-ip", "forwarded", "via"))
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# WebSocket close codes: 4000 plus the HTTP status.
CLOSE_FOREIGN, CLOSE_MISDIRECTED, CLOSE_LIMITED = 4403, 4421, 4429
HSTS_SECONDS = 365 * 24 * 3600
REFUSED_SECONDS = 1.0  # until a client that asks too often gets its answer; what Retry-After says, too
MAX_DELAYED = 500  # such answers that wait at once
TRUSTED_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HTTPS_HEADERS = HEADERS | {"Strict-Transport-Security": f"max-age={HSTS_SECONDS}"}


class Doorman:
    """ASGI middleware. Every request and every WebSocket passes it first."""

    def __init__(self, app: FastAPI, settings: Settings, max_connections: int | None = None) -> None:
        self._app = app
        self._proxies = Proxies(settings.proxies)
        self._hosts = Hosts(settings)
        self.connections = Connections(self._proxies, settings.connections, max_connections)
        self._has_warned = False
        self._delayed = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        services: WebServices = self._app.state.services
        headers = Headers(scope=scope)
        self._identify(scope, headers, services)
        if scope["type"] == "http":
            await self._serve(scope, receive, send, services, headers)
        elif (code := await self._refusal(scope, services, headers)) is None:
            await self._app(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": code})

    async def _refusal(self, scope: Scope, services: WebServices, headers: Headers) -> int | None:
        """Returns why a WebSocket is refused, if it is. Connecting costs as much as a request."""
        if not services.requests.take(scope["address"]):
            await self._delay()
            return CLOSE_LIMITED
        if not self._hosts.accepts(headers.get("host")):
            return CLOSE_MISDIRECTED
        if not is_same_origin(headers, scope["scheme"], services.settings.origins):
            return CLOSE_FOREIGN
        return None

    def _identify(self, scope: Scope, headers: Headers, services: WebServices) -> None:
        """Notes who sends the request: the address of the client, its scheme, the guest and an id for the log."""
        peer = (scope.get("client") or ("?", 0))[0]
        scheme = scope["scheme"].replace("ws", "http")
        address, scheme = self._proxies.forwarded(peer, scheme, headers)
        scope["secure"] = scheme == "https"
        scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        scope["is_direct"] = peer not in self._proxies and PROXY_HEADERS.isdisjoint(headers)
        scope["client"] = (address, 0) if address != peer else scope.get("client")
        scope["address"] = network_of(address)
        scope["guest"] = services.signer.read(_cookie(headers))
        given = headers.get("x-request-id", "") if peer in self._proxies else ""
        scope["request_id"] = given if TRUSTED_ID.fullmatch(given) else token_hex(8)
        request_id.set(scope["request_id"])
        if "x-forwarded-for" in headers and peer not in self._proxies and not self._has_warned:
            self._has_warned = True
            log_warning("a proxy is not trusted: name it in CROWNLAND_PROXIES, or everybody counts as one client")

    async def _serve(self, scope: Scope, receive: Receive, send: Send, services: WebServices, headers: Headers) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                status: int = message["status"]
                services.metrics.requests.labels(str(status)).inc()
                response = MutableHeaders(scope=message)
                for name, value in (HTTPS_HEADERS if scope["secure"] else HEADERS).items():
                    response.setdefault(name, value)
                response["X-Request-Id"] = scope["request_id"]
                if scope["path"].startswith("/api/"):
                    response.setdefault("Cache-Control", "no-store")
                if "new_guest" in scope:
                    signed = services.signer.sign(scope["new_guest"])
                    response.append("Set-Cookie", _set_cookie(signed, scope["secure"]))
                if status < 400 and scope["method"] not in SAFE_METHODS:
                    _audit(scope)
            await send(message)

        try:
            self._check(scope, services, headers)
            await self._app(scope, _limited(receive), answer)
        except RefusedError as refusal:
            if refusal.status == 429:
                await self._delay()
            await trouble(refusal)(scope, receive, answer)

    async def _delay(self) -> None:
        """Waits before a client is told that it asks too often, so that asking on costs us little."""
        if self._delayed < MAX_DELAYED:
            self._delayed += 1
            try:
                await asyncio.sleep(REFUSED_SECONDS)
            finally:
                self._delayed -= 1

    def _check(self, scope: Scope, services: WebServices, headers: Headers) -> None:
        cost = ASSET_COST if scope["path"].startswith("/assets/") else 1.0
        if not services.requests.take(scope["address"], cost):
            raise RefusedError("limit/requests", "too many requests: wait a moment", 429)
        if not self._hosts.accepts(headers.get("host")):
            raise RefusedError("host/unknown", "this server has another name; CROWNLAND_HOSTS lists its names", 421)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY_BYTES:
            raise RefusedError("body/too-large", TOO_LARGE, 413)
        is_own = is_same_origin(headers, scope["scheme"], services.settings.origins)
        if scope["method"] not in SAFE_METHODS and not is_own:
            raise RefusedError("origin/foreign", "requests from other sites are not allowed", 403)


TOO_LARGE = f"expected a body of at most {MAX_BODY_BYTES} bytes"


def _audit(scope: Scope) -> None:
    """Logs who changed which table. The ids of guests and tables are secrets, so their fingerprints are logged."""
    if scope["path"].startswith("/api/tables"):
        done = getattr(scope.get("endpoint"), "__name__", "")
        table = scope.get("path_params", {}).get("table") or scope.get("made", "")
        guest = scope["guest"] or scope.get("new_guest", "")
        log("audit", done=done, table=fingerprint(table), guest=fingerprint(guest))


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
            raise HTTPException(413, TOO_LARGE)  # FastAPI answers other errors while it reads a body with 400
        return message

    return read
