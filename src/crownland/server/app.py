"""The ASGI application, put together from all other parts of the server."""

import asyncio
import gc
import platform
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hmac import compare_digest
from importlib.metadata import version
from ipaddress import ip_address
from time import perf_counter

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.websockets import WebSocket

from crownland.kernel.errors import SetupError, UnknownNameError
from crownland.server.calls.folding import folding_gate
from crownland.server.frames.choices import load_quick_gains
from crownland.server.identity import Signer
from crownland.server.limits import Buckets, FrameLimit
from crownland.server.logs import log, log_error, log_warning
from crownland.server.metrics import Metrics
from crownland.server.processes import descriptor_limit
from crownland.server.refusal import RefusedError, refusal_of
from crownland.server.settings import Settings
from crownland.server.stopping import end_soon, stops_in_time
from crownland.server.store.database import migrate, open_engine
from crownland.server.store.fan_out import FanOut
from crownland.server.store.leases import Leases
from crownland.server.store.retention import keep_tidy
from crownland.server.store.store import Store
from crownland.server.tables.hall import Hall
from crownland.server.thinkers.processes import thinking_processes
from crownland.server.web.answers import Json, add_schemas, trouble
from crownland.server.web.connection import Connections
from crownland.server.web.doorman import CLOSE_LIMITED, Doorman
from crownland.server.web.manual import manual
from crownland.server.web.page import serve_page
from crownland.server.web.routes import CALLS, router
from crownland.server.web.services import WebServices
from crownland.server.web.socket import serve_socket

__all__ = ["load_ahead", "make_app"]

HTTP_CODES = {404: "path/unknown", 413: "body/too-large"}
GC_THRESHOLDS = (2_000, 1, 20_000)  # short collections: tables create few reference cycles, but keep what they create
CALM_SECONDS, CALM_LOOKS = 0.5, 20  # in which no table is read, and how often to look at the most
WATCH_SECONDS = 0.25  # between two looks at the event loop and the queues
RESERVED_DESCRIPTORS = 128  # for the database, the processes of bots and the files of the page
FEW_DESCRIPTORS = 4096
SWITCH_SECONDS = 0.001  # the longest time that the writer thread waits for the event loop to give up the GIL


def make_app(settings: Settings) -> Doorman:
    """Returns the server for *settings* as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings) as services:
            app.state.services = services
            watching = asyncio.create_task(_watch(services, doorman.connections))
            try:
                yield
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)

    app = FastAPI(
        title="Crownland",
        version=version("crownland"),
        description="Tables for the Kingdomino family. Play goes over a WebSocket, /api/tables/{table}/socket.",
        lifespan=lifespan,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
    )
    app.add_api_websocket_route("/api/tables/{table}/socket", _socket)  # first: routes are tried in this order
    app.include_router(router)
    app.add_api_route("/healthz", _health, include_in_schema=False)
    app.add_api_route("/readyz", _ready, include_in_schema=False)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    app.add_api_route("/version", _version, include_in_schema=False)
    app.add_api_route("/docs", _manual, include_in_schema=False)
    for error in (RefusedError, SetupError, UnknownNameError):
        app.add_exception_handler(error, _refuse)
    app.add_exception_handler(HTTPException, _unknown)
    app.add_exception_handler(Exception, _failed)
    serve_page(app)
    add_schemas(app, CALLS)
    descriptors = descriptor_limit()
    most = None if descriptors is None else max(descriptors - RESERVED_DESCRIPTORS, descriptors // 2)
    doorman = Doorman(app, settings, most)
    return doorman


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[WebServices]:
    """Starts everything that a server process needs, and stops it at the end of the context."""
    with stops_in_time():
        async with _running(settings) as services:
            yield services


@asynccontextmanager
async def _running(settings: Settings) -> AsyncIterator[WebServices]:
    engine = open_engine(settings.database)
    await asyncio.to_thread(migrate, engine)
    metrics = Metrics()
    store = Store(engine, metrics)
    thinkers = thinking_processes(settings.thinkers)
    hall = Hall(store, thinkers, settings, metrics)
    if engine.dialect.name == "postgresql":
        fan_out = FanOut(engine, hall.receive, hall.refresh_all)
        store.writer.notify = fan_out.notify
        await hall.share(fan_out, Leases(engine))
    services = WebServices(
        settings,
        store,
        hall,
        metrics,
        signer=Signer(await store.signing_key()),
        sockets={},
        requests=Buckets(settings.requests),
        new_tables=Buckets(settings.new_tables / 60, 60),
        frames=FrameLimit(settings.frames),
        folding=folding_gate(),
    )
    descriptors = descriptor_limit()
    log("started", version=version("crownland"), database=engine.dialect.name, descriptors=descriptors)
    if descriptors is not None and descriptors < FEW_DESCRIPTORS:
        log_warning("few connections are possible: raise the limit of open files", descriptors=descriptors)
    _tune_interpreter()
    warming = asyncio.create_task(_warm(services))
    tidying = asyncio.create_task(keep_tidy(store, settings, lambda: list(hall.tables)))
    try:
        yield services
    finally:
        for task in (warming, tidying):
            task.cancel()
        await asyncio.gather(warming, tidying, return_exceptions=True)
        await services.close()
        has_closed = await store.close()
        log("stopped")
        if not has_closed:
            end_soon()


async def load_ahead(settings: Settings) -> None:
    """Loads what no server needs, but without which its first answers are slower."""
    if settings.quick_choices:
        try:
            await load_quick_gains()
        except Exception as error:
            log_error("compiled gains could not be loaded", error)


async def _warm(services: WebServices) -> None:
    """Loads in the background what would slow down the first answers, once those who come back have their tables."""
    await _until_calm(services.hall)
    await load_ahead(services.settings)
    await services.hall.thinkers.warm()
    gc.collect()
    _tune_interpreter()
    services.metrics.warm.set(1)


async def _until_calm(hall: Hall) -> None:
    """Returns when no table is being read any more: after a restart everybody comes back at once."""
    read = 0
    for _ in range(CALM_LOOKS):
        await asyncio.sleep(CALM_SECONDS)
        if hall.read == read:
            return
        read = hall.read


async def _watch(services: WebServices, connections: Connections) -> None:
    """Measures the event loop, the queues and the process, again and again."""
    metrics, refused = services.metrics, 0
    while True:
        due = perf_counter() + WATCH_SECONDS
        await asyncio.sleep(WATCH_SECONDS)
        metrics.lag.observe(max(0.0, perf_counter() - due))
        metrics.queues.labels("writer").observe(services.store.writer.waiting)
        metrics.queues.labels("thoughts").observe(services.hall.thinkers.waiting)
        metrics.connections.set(len(connections))
        metrics.refused_connections.inc(connections.refused - refused)
        refused = connections.refused
        metrics.note_process()


def _tune_interpreter() -> None:
    """Keeps garbage collections short: what is loaded by now stays, so the collector need not scan it again."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_SECONDS)


async def _socket(websocket: WebSocket) -> None:
    services: WebServices = websocket.app.state.services
    sockets = services.sockets
    address = websocket.scope["address"]
    if sockets.get(address, 0) >= services.settings.sockets:
        await websocket.close(CLOSE_LIMITED)
        return
    sockets[address] = sockets.get(address, 0) + 1
    services.metrics.sockets.inc()
    try:
        await serve_socket(websocket, services)
    finally:
        services.metrics.sockets.dec()
        sockets[address] -= 1
        if not sockets[address]:
            del sockets[address]


async def _health() -> Response:
    return PlainTextResponse("ok\n")


async def _ready(request: Request) -> Response:
    ready = await request.app.state.services.store.is_ready()
    return PlainTextResponse("ready\n" if ready else "the database cannot be used\n", 200 if ready else 503)


async def _metrics(request: Request) -> Response:
    services: WebServices = request.app.state.services
    if not _may_read_metrics(request, services.settings.metrics_token):
        raise RefusedError("metrics/closed", "only this machine, or a client with the token, may read the metrics", 403)
    return Response(services.metrics.text(), media_type=services.metrics.media_type)


def _may_read_metrics(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "")
    if token and compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    address = request.client.host if request.client is not None else ""
    try:
        return bool(request.scope["is_direct"]) and ip_address(address).is_loopback
    except ValueError:
        return False


async def _version() -> Response:
    return Json({"name": "crownland", "version": version("crownland"), "python": platform.python_version()})


async def _manual(request: Request) -> Response:
    return HTMLResponse(manual(request.app.openapi()))


async def _refuse(_: Request, error: Exception) -> Response:
    return trouble(refusal_of(error))


async def _unknown(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = HTTP_CODES.get(error.status_code, "request/invalid")
    return trouble(RefusedError(code, str(error.detail), error.status_code))


async def _failed(request: Request, error: Exception) -> Response:
    services: WebServices = request.app.state.services
    services.metrics.failures.inc()
    route = request.scope.get("route")
    log_error("a request failed", error, route=getattr(route, "path", ""))
    return trouble(RefusedError("server/failed", "internal error: try again", 500))
