"""The rules of both editions, and both on one page to print."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.rulebook.book import book, summary
from kingup.rules.characters import EDITIONS
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import document
from kingup.web.http.responses import redirect
from kingup.web.pages.rules.figures import figure

router = APIRouter()


@router.get("/rules")
async def rules(request: Request) -> Response:
    """Lead to where both rule books are found."""
    return redirect("/learn#books")


@router.get("/rules/summary")
async def rules_in_short(request: Request) -> Response:
    """Show both games in short, on one page of paper."""
    return document(request, "rules/summary.html", parts=summary())


@router.get("/rules/{edition}")
async def rules_of(request: Request, edition: str) -> Response:
    """Show all rules of an edition."""
    for known in EDITIONS:
        if known == edition:
            return document(request, "rules/book.html", book=book(known), figure=figure)
    raise Refusal("This page does not exist.", status=404)
