"""The server as one ASGI application."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from dataclasses import fields

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute

from kingup import __version__
from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.server.runtime import Runtime, running
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService
from kingup.web.api.app import create_api
from kingup.web.api.ndjson import MEDIA_TYPE
from kingup.web.http import health, static
from kingup.web.http.dependencies import refused
from kingup.web.http.errors import FaultMiddleware, error_answer
from kingup.web.http.headers import HeadersMiddleware
from kingup.web.http.identity import IdentityMiddleware
from kingup.web.http.language import LanguageMiddleware
from kingup.web.http.limits import Limits, NoLimits
from kingup.web.http.protection import OpenConnectionsMiddleware, RequestBodyMiddleware
from kingup.web.http.signed_cookies import CookieSigner
from kingup.web.live import rendering
from kingup.web.live.replay_socket import showing
from kingup.web.live.scenes import Scenes
from kingup.web.live.socket import live_page
from kingup.web.observability.metrics import Metrics
from kingup.web.observability.request_log import RequestLog, RequestMiddleware
from kingup.web.observability.shutdown import Shutdown
from kingup.web.pages.analysis import routes as analysis
from kingup.web.pages.chat import routes as chat
from kingup.web.pages.home import routes as home
from kingup.web.pages.leagues import routes as leagues
from kingup.web.pages.lessons import routes as lessons
from kingup.web.pages.lobby import routes as lobby
from kingup.web.pages.me import api_tokens, deletion, device_transfer, passkeys, push, statistics
from kingup.web.pages.me import routes as me
from kingup.web.pages.new_table import routes as new_table
from kingup.web.pages.puzzles import routes as puzzles
from kingup.web.pages.replay import records, together, what_if
from kingup.web.pages.replay import routes as replay
from kingup.web.pages.result import routes as result
from kingup.web.pages.rules import routes as rules
from kingup.web.pages.sharing import routes as sharing
from kingup.web.pages.sharing.picture_maker import PictureMaker
from kingup.web.pages.table import actions, seat_links
from kingup.web.pages.table import routes as table
from kingup.web.services import Services

SILENT: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False}
"""Nothing of a request goes anywhere else, whatever is installed: its address may hold a token."""

SHORTEST_PACKED = 800
"""Bytes below which compressing an answer is not worth it."""

ROUTERS = (
    table.router,
    home.router,
    lessons.router,
    puzzles.router,
    rules.router,
    new_table.router,
    seat_links.router,
    lobby.router,
    chat.router,
    sharing.router,
    result.router,
    analysis.router,  # before records: the address of a moment would match its own
    replay.router,
    records.router,
    what_if.router,
    together.router,
    api_tokens.router,
    leagues.router,
    static.router,
    health.router,
    me.router,
    statistics.router,
    device_transfer.router,
    passkeys.router,
    push.router,
    deletion.router,
)


def create_app(settings: ServerSettings, shutdown: Shutdown | None = None) -> FastAPI:
    """Return the application. Its services start and stop with its lifespan."""
    metrics = Metrics()
    request_log = RequestLog(metrics, logged=settings.logged)
    shutdown = shutdown or Shutdown()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings) as runtime:
            app.state.services = await _services(runtime, settings, metrics, request_log, shutdown)
            yield

    app = FastAPI(
        title="kingup",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        telemetry=SILENT,
    )
    for router in ROUTERS:
        app.include_router(router)
    # Routes are tried in order: the busiest come first.
    app.router.routes[:0] = [
        *actions.ROUTES,
        WebSocketRoute("/t/{code}/live", live_page, name="live"),
        WebSocketRoute("/t/{code}/replay/live", showing),
        WebSocketRoute("/replay/{record}/live", showing),
        Mount("/api", create_api(app.state)),
    ]
    app.add_exception_handler(KingUpError, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    # The last added is the first to see a request.
    app.add_middleware(RequestBodyMiddleware)
    app.add_middleware(FaultMiddleware, answer=error_answer)
    app.add_middleware(IdentityMiddleware)
    app.add_middleware(LanguageMiddleware)
    app.add_middleware(HeadersMiddleware)
    app.add_middleware(
        GZipMiddleware,
        minimum_size=SHORTEST_PACKED,
        compresslevel=5,
        # The lines of a stream must not wait for each other to be compressed.
        exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, MEDIA_TYPE),
    )
    app.add_middleware(RequestMiddleware, request_log=request_log)
    if settings.limited:
        app.add_middleware(OpenConnectionsMiddleware)
    return app


async def _services(
    runtime: Runtime,
    settings: ServerSettings,
    metrics: Metrics,
    request_log: RequestLog,
    shutdown: Shutdown,
) -> Services:
    secret = await runtime.tables.store.get_or_store_setting("secret", secrets.token_hex(32))
    _watch(metrics, runtime.tables)
    renderer = rendering.renderer()
    return Services(
        **{field.name: getattr(runtime, field.name) for field in fields(runtime)},
        settings=settings,
        metrics=metrics,
        request_log=request_log,
        shutdown=shutdown,
        limits=Limits() if settings.limited else NoLimits(),
        cookie_signer=CookieSigner(secret),
        renderer=renderer,
        scenes=Scenes(renderer),
        pictures=PictureMaker(),
    )


def _watch(metrics: Metrics, service: TableService) -> None:
    """Add what is read from the tables and their database at each scrape."""
    condition, gauge = service.store.database.condition, metrics.add_gauge
    gauge(
        "kingup_database_writable", "Whether the last write was stored", lambda: condition.writable
    )
    gauge("kingup_database_damaged", "Whether damaged data was found", lambda: condition.damaged)
    gauge("kingup_tables_in_memory", "Tables in memory", lambda: len(service.live()))
    gauge(
        "kingup_tables_watched",
        "Tables that somebody looks at",
        lambda: sum(table.watched for table in service.live()),
    )


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, KingUpError)  # noqa: S101 - registered for it alone
    return refused(request, error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
    if error.status_code == 404:
        refusal = Refusal("This page does not exist.", status=404)
    elif error.status_code == 405:
        refusal = Refusal("This page does not accept that method.", status=405)
    else:
        refusal = Refusal("This form is incomplete. Reload the page.",
                          status=error.status_code)  # fmt: skip
    return error_answer(request, refusal)
