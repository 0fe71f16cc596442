"""Routes for operators and their tools: health, readiness, metrics."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address, ip_network

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.server.refusals import Refusal
from kingup.store import Store, Unavailable
from kingup.web.services import services_of

router = APIRouter()

DATABASE_TIMEOUT = 2.0
"""Seconds after which the database counts as unavailable."""


@router.get("/health")
async def health(request: Request) -> Response:
    """Report whether the server and its database work."""
    return await _state(request, shutdown=False)


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Report whether the server takes new work: not during a shutdown or without its database."""
    shutdown = services_of(request).shutdown
    return await _state(request, shutdown=shutdown.begun)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the metrics, to the networks that may read them."""
    settings = services_of(request).settings
    if not may_read(request.client.host if request.client else "", settings.metrics_for):
        raise Refusal("This page does not exist.", status=404)
    server_metrics = services_of(request).metrics
    return Response(server_metrics.text(), media_type=server_metrics.TYPE)


def may_read(address: str, networks: tuple[str, ...]) -> bool:
    """Return whether an address is in one of some networks."""
    try:
        where = ip_address(address)
    except ValueError:
        return False
    where = getattr(where, "ipv4_mapped", None) or where
    return any(where in ip_network(network, strict=False) for network in networks)


async def _state(request: Request, *, shutdown: bool) -> Response:
    status = "stopping" if shutdown else await _database_state(services_of(request).tables.store)
    if status == "ok":
        return JSONResponse({"status": status})
    return JSONResponse({"status": status}, status_code=503, headers={"retry-after": "1"})


async def _database_state(store: Store) -> str:
    condition = store.database.condition
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT):
            await store.setting("health")
            if not condition.writable:  # nobody else would find out: no work comes here
                await store.database.try_writing()
    except (TimeoutError, Unavailable):
        if condition.writable and not condition.damaged:
            return "no database"
    if condition.damaged:
        return "damaged database"
    return "ok" if condition.writable else "database not writable"
