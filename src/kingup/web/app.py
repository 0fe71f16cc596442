"""The server as one ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount

from kingup import __version__
from kingup.rules.errors import KingUpError
from kingup.store import Store
from kingup.store.challenges import Challenges
from kingup.store.leagues import LeagueStore
from kingup.store.tokens import Tokens
from kingup.web.answers import error_answer
from kingup.web.api.app import create_api
from kingup.web.api.calling import Callers
from kingup.web.api.keys import Keys
from kingup.web.api.lines import Lines
from kingup.web.api.ndjson import MEDIA_TYPE
from kingup.web.continuing import Server
from kingup.web.faults import FaultMiddleware
from kingup.web.guests import Guests
from kingup.web.hall import Hall
from kingup.web.headers import HeadersMiddleware
from kingup.web.identity import IdentityMiddleware, Seals
from kingup.web.languages import LanguageMiddleware
from kingup.web.leagues.leagues import Leagues
from kingup.web.limits import BodyLimitMiddleware, Limits, NoLimits
from kingup.web.me.caring import Care
from kingup.web.players import Players
from kingup.web.refusals import Refusal
from kingup.web.rendering import Renderer
from kingup.web.routes import (
    deeds,
    guests,
    home,
    leagues,
    learn,
    new,
    records,
    rules,
    seats,
    static,
    table,
    talk,
    tokens,
    watch,
)
from kingup.web.routes.me import deleting, moving, page, passkeys, push
from kingup.web.screens import Screens
from kingup.web.settings import Settings
from kingup.web.talk.talk import Talk
from kingup.web.thinking import Thinkers
from kingup.web.watching.metrics import Metrics, Reading
from kingup.web.watching.requests import Notes, RequestMiddleware
from kingup.web.watching.stopping import Stopping

if TYPE_CHECKING:
    from kingup.web.company import Company

SILENT: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False}
"""Nothing of a request goes anywhere else, whatever is installed: its address may hold a token."""

SHORTEST_PACKED = 800
"""Bytes below which packing an answer is not worth it."""


def create_app(settings: Settings) -> FastAPI:
    """Return a server that is set up, but has not started yet."""
    app = Server(
        title="kingup",
        version=__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        telemetry=SILENT,
    )
    app.state.settings = settings
    app.state.renderer = Renderer()
    app.state.screens = Screens(app.state.renderer)
    app.state.open_pages = Counter()
    app.state.metrics = Metrics()
    app.state.notes = Notes(app.state.metrics, logged=settings.logged)
    app.state.stopping = Stopping()
    app.state.limits = Limits() if settings.limited else NoLimits()
    app.state.callers = Callers()
    app.state.lines = Lines()
    for part in (
        table,
        home,
        learn,
        rules,
        new,
        seats,
        guests,
        talk,
        records,
        tokens,
        leagues,
        static,
        watch,
        page,
        moving,
        passkeys,
        push,
        deleting,
    ):
        app.include_router(part.router)
    # First what is asked for most.
    app.router.routes[:0] = [*deeds.ROUTES, Mount("/api", create_api(app.state))]
    app.add_exception_handler(KingUpError, _refused)
    app.add_exception_handler(HTTPException, _misled)
    # The last added is the first to see a request.
    app.add_middleware(BodyLimitMiddleware)
    app.add_middleware(FaultMiddleware, answer=error_answer)
    app.add_middleware(IdentityMiddleware)
    app.add_middleware(LanguageMiddleware)
    app.add_middleware(HeadersMiddleware)
    app.add_middleware(
        GZipMiddleware,
        minimum_size=SHORTEST_PACKED,
        compresslevel=5,
        # A stream's lines must not wait for each other to be packed.
        exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, MEDIA_TYPE),
    )
    app.add_middleware(RequestMiddleware, notes=app.state.notes)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = await Store.open(settings.database)
    thinkers = Thinkers(settings.thinkers)
    try:
        secret = await store.keep_setting("secret", secrets.token_hex(32))
        app.state.seals = Seals(secret)
        app.state.hall = hall = Hall(store)
        app.state.talk = talk_ = Talk(hall)
        company = await _join(hall, app.state.callers, thinkers, settings)
        choose = thinkers.choose_at if company is None else company.workers.choose
        players = Players(hall, choose, settings)
        app.state.metrics.look_up(lambda: _numbers(hall))
        care = await Care.begin(hall, settings)
        app.state.people, app.state.reminders = care.people, care.reminders
        app.state.keys = Keys(Tokens(store.database))
        app.state.challenges = Challenges(store.database)
        hall.on_change(app.state.callers.table_changed)
        app.state.guests = guests_ = Guests(
            hall, app.state.keys.tokens, app.state.challenges, app.state.callers
        )
        app.state.leagues = leagues_ = Leagues(
            hall, LeagueStore(store.database), lambda: app.state.callers.bots
        )
        waking = [
            asyncio.create_task(thinkers.wake(prepare=settings.prepare)),
            asyncio.create_task(hall.keep_watch()),
            asyncio.create_task(talk_.keep_sweeping()),
            asyncio.create_task(leagues_.keep_running()),
        ]
        try:
            yield
        finally:
            for task in waking:
                task.cancel()
            await asyncio.gather(*waking, return_exceptions=True)
            guests_.close()
            await players.close()
            await care.close()
            if company is not None:
                await company.leave()
            await talk_.close()
            await hall.close()
    finally:
        thinkers.close()
        await store.close()


async def _join(
    hall: Hall, callers: Callers, thinkers: Thinkers, settings: Settings
) -> Company | None:
    """Join the other servers of the same database, if there can be any."""
    if not hall.shared:
        return None
    from kingup.web.company import Company  # needs packages that a server alone does without

    return await Company.join(hall, callers, thinkers, settings)


def _numbers(hall: Hall) -> list[Reading]:
    tables = hall.live()
    return [
        ("kingup_tables_in_memory", "Tables in memory", len(tables)),
        ("kingup_tables_watched", "Tables that somebody looks at", sum(t.watched for t in tables)),
    ]


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, KingUpError)  # noqa: S101 - registered for it alone
    return error_answer(request, error)


async def _misled(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
    if error.status_code == 404:
        refusal = Refusal("There is no page here.", status=404)
    elif error.status_code == 405:
        refusal = Refusal("This page cannot be asked for like that.", status=405)
    else:
        refusal = Refusal("This form is not complete. Load the page again.",
                          status=error.status_code)  # fmt: skip
    return error_answer(request, refusal)
