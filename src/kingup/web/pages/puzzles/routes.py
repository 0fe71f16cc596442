"""Routes for puzzles: all of them, one, and an answer."""

from __future__ import annotations

import datetime as dt

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.people.puzzle_rating import first_rating
from kingup.puzzles import Puzzle, load_puzzles
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import address_of, document
from kingup.web.http.forms import incomplete, number_field, sent_form
from kingup.web.http.identity import is_known, person_of
from kingup.web.http.responses import redirect
from kingup.web.pages.puzzles.view_model import Solver, hub_page, puzzle_page
from kingup.web.services import services_of

router = APIRouter()


@router.get("/puzzles")
async def all_puzzles(request: Request) -> Response:
    """Show the day's puzzle, the next one for the visitor, and all others."""
    shown = hub_page(load_puzzles(), await _solver(request))
    return document(request, "puzzles/hub.html", hub=shown)


@router.get("/puzzles/today")
async def todays_puzzle(request: Request) -> Response:
    """Go to the day's puzzle."""
    return redirect(f"/puzzles/{load_puzzles().daily(_today()).id}")


@router.get("/puzzles/{puzzle}")
async def one_puzzle(request: Request, puzzle: str) -> Response:
    """Show a puzzle; to those who have answered it, its solution."""
    return await _page(request, _find(puzzle))


@router.post("/puzzles/{puzzle}")
async def answer_puzzle(request: Request, puzzle: str) -> Response:
    """Answer a puzzle: option. The first answer of a person counts."""
    form = await sent_form(request, "act")
    found, option = _find(puzzle), number_field(form, "option")
    if option >= len(found.options):
        raise incomplete()
    if not is_known(request):
        # A browser without our cookie: nobody whom an answer could be counted for.
        return await _page(request, found, unrated=option)
    await services_of(request).accounts.puzzles.answer(
        person_of(request),
        found.id,
        option,
        right=option == found.solution,
        first=first_rating(found.rating),
    )
    return redirect(f"/puzzles/{found.id}#answer")


async def _page(request: Request, puzzle: Puzzle, unrated: int | None = None) -> Response:
    solver = await _solver(request)
    shown = puzzle_page(load_puzzles(), puzzle, solver, address_of(request), unrated)
    return document(request, "puzzles/puzzle.html", puzzle=shown)


async def _solver(request: Request) -> Solver:
    store = services_of(request).accounts.puzzles
    answers = await store.of_person(person_of(request))
    return Solver(answers, await store.ratings(), _today())


def _find(id_: str) -> Puzzle:
    puzzle = load_puzzles().find(id_)
    if puzzle is None:
        raise Refusal("There is no such puzzle.", status=404)
    return puzzle


def _today() -> dt.date:
    return dt.datetime.now(dt.UTC).date()
