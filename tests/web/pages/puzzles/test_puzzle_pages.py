"""Puzzles over HTTP: asked without their answer, answered once, explained."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from fastapi import FastAPI

from kingup.language import use_language
from kingup.people.rating import Rating
from kingup.puzzles import Puzzle, load_puzzles
from kingup.puzzles.puzzle import KINDS
from kingup.web.live.rendering import Renderer
from kingup.web.pages.puzzles.position import position_of
from kingup.web.pages.puzzles.view_model import Solver, hub_page, puzzle_page
from tests.guard.people import ANA, BEN, signed
from tests.guard.requests import HERE, Answer, ask, post, serving

TODAY = dt.date(2026, 11, 18)
NEW = Solver({}, {}, TODAY)
FORM = (("origin", HERE),)


def first(kind: str) -> Puzzle:
    return next(puzzle for puzzle in load_puzzles().puzzles if puzzle.kind == kind)


@cache
def renderer() -> Renderer:
    return Renderer()


def rendered(puzzle: Puzzle, unrated: int | None = None) -> str:
    page = puzzle_page(load_puzzles(), puzzle, NEW, "http://table.example", unrated)
    return renderer().document("puzzles/puzzle.html", puzzle=page)


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with serving(tmp_path) as app:
        yield app


async def get(app: FastAPI, path: str, person: str = ANA) -> Answer:
    return await ask(app, "GET", path, cookies=signed(app, person))


async def answer(app: FastAPI, puzzle: Puzzle, option: int, person: str = ANA) -> Answer:
    fields = [("option", str(option))]
    cookies = signed(app, person)
    return await post(app, f"/puzzles/{puzzle.id}", fields, headers=FORM, cookies=cookies)


# What the solver sees.


@pytest.mark.full
def test_every_position_is_the_solvers_view_and_nothing_else() -> None:
    puzzles = load_puzzles()
    for puzzle in puzzles.puzzles:
        assert position_of(puzzle).view == puzzles.view_of(puzzle)


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_the_same_whatever_the_answer_is(kind: str) -> None:
    for puzzle in [p for p in load_puzzles().puzzles if p.kind == kind][:5]:
        other = replace(
            puzzle,
            solution=(puzzle.solution + 1) % len(puzzle.options),
            chances=tuple(1 - chance for chance in puzzle.chances),
            errors=tuple(error + 0.01 for error in puzzle.errors),
            told=tuple(-bits for bits in puzzle.told),
        )
        assert rendered(puzzle) == rendered(other)
        assert rendered(puzzle, puzzle.solution) != rendered(other, puzzle.solution)


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_puzzles_can_be_asked_and_answered(language: str) -> None:
    use_language(language)
    for puzzle in load_puzzles().puzzles[:: 5 if language == "en" else 20]:
        asked = rendered(puzzle)
        assert asked.count('name="option"') == len(puzzle.options)
        solved = rendered(puzzle, puzzle.solution)
        assert 'name="option"' not in solved
        assert 'class="head is-right"' in solved
        assert 'class="head is-wrong"' in rendered(puzzle, not puzzle.solution)


def test_the_explanation_has_the_puzzles_own_numbers() -> None:
    puzzle = next(p for p in load_puzzles().puzzles if p.id == "035c1d96")
    page = rendered(puzzle, 0)
    assert "In a hundred games No wins 33 more than Yes" in page
    assert "29% ± 0.7" in page
    assert "62% ± 1.0" in page


# Answering.


async def test_the_first_answer_counts_and_the_solution_follows(app: FastAPI) -> None:
    puzzle = first("vote")
    asked = (await get(app, f"/puzzles/{puzzle.id}")).text
    assert "is-right" not in asked
    sent = await answer(app, puzzle, puzzle.solution)
    assert (sent.status, sent.header("location")) == (303, f"/puzzles/{puzzle.id}#answer")
    solved = (await get(app, f"/puzzles/{puzzle.id}")).text
    assert "Right!" in solved
    assert re.search(r"Your puzzle rating: \d+ \(\+\d+\)", solved)
    await answer(app, puzzle, 1 - puzzle.solution)
    assert (await get(app, f"/puzzles/{puzzle.id}")).text == solved
    assert "is-right" not in (await get(app, f"/puzzles/{puzzle.id}", BEN)).text


async def test_a_wrong_answer_lowers_the_rating(app: FastAPI) -> None:
    puzzle = first("card")
    await answer(app, puzzle, (puzzle.solution + 1) % 4)
    page = (await get(app, f"/puzzles/{puzzle.id}")).text
    assert "Not this time." in page
    assert "(−" in page
    found = await app.state.services.accounts.puzzles.of_person(ANA)
    assert found[puzzle.id].after.points < Rating().points


@pytest.mark.parametrize("forged", [False, True])
async def test_a_browser_without_our_cookie_is_answered_and_not_counted(
    app: FastAPI, forged: bool
) -> None:
    puzzle, cookies = first("tells"), {"person": f"{ANA}.forged"} if forged else {}
    fields = [("option", str(puzzle.solution))]
    sent = await post(app, f"/puzzles/{puzzle.id}", fields, headers=FORM, cookies=cookies)
    assert sent.status == 200
    assert "Right!" in sent.text
    assert "the answer does not count" in sent.text
    assert await app.state.services.accounts.puzzles.ratings() == {}


@pytest.mark.parametrize("option", ["", "2", "-1", "x", "99999999999"])
async def test_answers_that_no_page_offers_are_refused(app: FastAPI, option: str) -> None:
    puzzle = first("vote")
    sent = await post(app, f"/puzzles/{puzzle.id}", [("option", option)], cookies=signed(app, ANA))
    assert sent.status == 400
    assert await app.state.services.accounts.puzzles.of_person(ANA) == {}


async def test_other_sites_cannot_answer(app: FastAPI) -> None:
    puzzle = first("vote")
    elsewhere = (("origin", "https://elsewhere.example"),)
    sent = await post(
        app,
        f"/puzzles/{puzzle.id}",
        [("option", "0")],
        headers=elsewhere,
        cookies=signed(app, ANA),
    )
    assert sent.status == 403
    assert await app.state.services.accounts.puzzles.of_person(ANA) == {}


async def test_an_unknown_puzzle_is_not_found(app: FastAPI) -> None:
    assert (await get(app, "/puzzles/00000000")).status == 404


# All puzzles.


async def test_the_days_puzzle_and_the_streak_are_shown(app: FastAPI) -> None:
    today = await get(app, "/puzzles/today")
    assert today.status == 303
    puzzle = load_puzzles().find(today.header("location").rpartition("/")[2])
    assert puzzle is not None
    before = (await get(app, "/puzzles")).text
    assert "in a row" not in before
    assert "The day’s puzzle on" not in before
    await answer(app, puzzle, puzzle.solution)
    after = (await get(app, "/puzzles")).text
    assert "You have answered it: solved." in after
    assert "The day’s puzzle on 1 day" in after
    assert f'href="/puzzles/{puzzle.id}" class="is-right"' in after


def test_the_hub_lists_every_puzzle_once() -> None:
    hub = hub_page(load_puzzles(), NEW)
    listed = [p.address for kind in hub.kinds for group in kind.groups for p in group.puzzles]
    assert sorted(listed) == sorted(f"/puzzles/{p.id}" for p in load_puzzles().puzzles)
    assert hub.next is not None


@pytest.mark.parametrize("path", ["/", "/learn"])
async def test_home_and_lessons_lead_to_the_days_puzzle(app: FastAPI, path: str) -> None:
    assert 'href="/puzzles/today"' in (await get(app, path)).text
