"""For who runs the server, and for their programs: health, readiness, numbers."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address, ip_network

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.store import Unavailable
from kingup.web.refusals import Refusal
from kingup.web.routes.asking import hall_of
from kingup.web.settings import Settings
from kingup.web.watching.metrics import Metrics
from kingup.web.watching.stopping import Stopping

router = APIRouter()

PATIENCE = 2.0
"""Seconds after which a database that does not answer counts as gone."""


@router.get("/health")
async def health(request: Request) -> Response:
    """Say whether the server and its database answer."""
    return await _state(request, stopping=False)


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Say whether the server takes new work: not while its database is gone, or it stops."""
    stopping: Stopping = request.app.state.stopping
    return await _state(request, stopping=stopping.begun)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the numbers of the server, to those who may read them."""
    settings: Settings = request.app.state.settings
    if not may_read(request.client.host if request.client else "", settings.metrics_for):
        raise Refusal("There is no page here.", status=404)
    counted: Metrics = request.app.state.metrics
    return Response(counted.text(), media_type=counted.TYPE)


def may_read(address: str, networks: tuple[str, ...]) -> bool:
    """Return whether an address is in one of some networks."""
    try:
        where = ip_address(address)
    except ValueError:
        return False
    where = getattr(where, "ipv4_mapped", None) or where
    return any(where in ip_network(network, strict=False) for network in networks)


async def _state(request: Request, *, stopping: bool) -> Response:
    if stopping:
        return JSONResponse({"status": "stopping"}, status_code=503, headers={"retry-after": "1"})
    try:
        async with asyncio.timeout(PATIENCE):
            await hall_of(request).store.setting("health")
    except (TimeoutError, Unavailable):
        return JSONResponse(
            {"status": "no database"}, status_code=503, headers={"retry-after": "1"}
        )
    return JSONResponse({"status": "ok"})
