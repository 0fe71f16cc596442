"""Routes for downloads: the record of a finished game, and the invitation as a QR code."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.web.http.dependencies import address_of, find_table
from kingup.web.http.downloads import qr_of, record_of

router = APIRouter()


@router.get("/t/{code}/record.json")
async def json_record(request: Request, code: str) -> Response:
    """Send a finished game as JSON, with the proof that its deals were fair."""
    return record_of(await find_table(request, code), "json")


@router.get("/t/{code}/record.txt")
async def text_record(request: Request, code: str) -> Response:
    """Send a finished game as readable text."""
    return record_of(await find_table(request, code), "txt")


@router.get("/t/{code}/qr.svg")
async def qr_code(request: Request, code: str) -> Response:
    """Return the address of a table as a QR code."""
    live = await find_table(request, code)
    return qr_of(f"{address_of(request)}/t/{live.code}")
