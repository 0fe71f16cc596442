"""For who runs the server, and for their programs: health, readiness, numbers."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address, ip_network

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.server.refusals import Refusal
from kingup.store import Unavailable
from kingup.web.services import services_of

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
    stopping = services_of(request).shutdown
    return await _state(request, stopping=stopping.begun)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the numbers of the server, to those who may read them."""
    settings = services_of(request).settings
    if not may_read(request.client.host if request.client else "", settings.metrics_for):
        raise Refusal("This page does not exist.", status=404)
    counted = services_of(request).metrics
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
            await services_of(request).tables.store.setting("health")
    except (TimeoutError, Unavailable):
        return JSONResponse(
            {"status": "no database"}, status_code=503, headers={"retry-after": "1"}
        )
    return JSONResponse({"status": "ok"})
