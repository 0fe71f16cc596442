"""Puzzles in a real browser: by keyboard, without scripts, on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kingup.puzzles import Puzzle, load_puzzles
from kingup.puzzles.puzzle import KINDS
from tests.web.browser import PHONE, Visits, browser, visits
from tests.web.pages.test_outer_pages_browser import check

pytestmark = pytest.mark.full

__all__ = ["browser", "visits"]


def first(kind: str) -> Puzzle:
    return next(puzzle for puzzle in load_puzzles().puzzles if puzzle.kind == kind)


def answer(page: Page, puzzle: Puzzle) -> None:
    page.click(f'button[name="option"][value="{puzzle.solution}"]')
    expect(page.locator("#answer .head")).to_have_text("Right!")


@pytest.mark.parametrize("dark", [False, True])
def test_puzzles_are_accessible(server: str, visits: Visits, dark: bool) -> None:
    page = visits.open(f"{server}/puzzles", dark=dark)
    page.click("summary >> nth=0")
    check(page)
    for kind in KINDS:
        page.goto(f"{server}/puzzles/{first(kind).id}")
        check(page)
        answer(page, first(kind))
        check(page)


def test_a_puzzle_is_solved_by_keyboard(server: str, visits: Visits) -> None:
    puzzle = first("vote")
    page = visits.open(f"{server}/puzzles/{puzzle.id}")
    chosen = f'button[name="option"][value="{puzzle.solution}"]'
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(chosen) => document.activeElement.matches(chosen)", chosen):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#answer .head")).to_have_text("Right!")
    page.click("text=Next puzzle")
    expect(page.locator(".answers button").first).to_be_visible()


def test_a_puzzle_is_solved_without_scripts(server: str, visits: Visits) -> None:
    puzzle = first("card")
    page = visits.open(f"{server}/puzzles/{puzzle.id}", scripts=False)
    answer(page, puzzle)


@pytest.mark.parametrize("kind", KINDS)
def test_answers_are_large_enough_for_a_thumb(server: str, visits: Visits, kind: str) -> None:
    page = visits.open(f"{server}/puzzles/{first(kind).id}", viewport=PHONE)
    for button in page.locator(".answers button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 250
