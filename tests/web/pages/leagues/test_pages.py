"""The pages of a league in a real Chromium."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.waiting import PATIENCE
from tests.web.browser import LAPTOP, PHONE, SMALL, TELEVISION, Visits
from tests.web.pages.leagues.students import Student


def check(page: Page) -> None:
    """Check that a page is accessible and does not scroll sideways."""
    page.wait_for_load_state()  # a click only waits until the next page begins
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    for width, height in (SMALL, PHONE, LAPTOP, TELEVISION):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.full
def test_the_standings_of_a_new_league_update_without_a_reload(
    server: str, visits: Visits
) -> None:
    teacher = visits.open(f"{server}/leagues", viewport=LAPTOP)
    teacher.fill("#league-name", "Bots & <b>bold</b> 101")
    teacher.click("text=Start the league")
    teacher.wait_for_url("**/league/*")
    address = teacher.url
    assert teacher.inner_text("h1") == "Bots & <b>bold</b> 101"
    with ExitStack() as stack:
        for number, (dark, locale) in enumerate(
            ((True, "en-GB"), (False, "fr-FR"), (True, "it-IT"))
        ):
            student = visits.open(address, viewport=SMALL, dark=dark, locale=locale)
            student.fill("#enter-name", f"Robo {number + 1}")
            student.fill("#enter-owner", "Zoe")
            student.click("#enter-name >> xpath=ancestor::form >> css=button")
            token = student.inner_text(".fresh .secret code >> nth=0")
            assert token.startswith("kingup_")
            check(student)
            stack.enter_context(Student(server, token))
        teacher.wait_for_selector("#standings tbody tr:nth-child(3)")  # without a reload
        teacher.wait_for_selector(":nth-match(.dot.is-on, 3)")
        teacher.click("text=Play round 1")
        teacher.wait_for_selector("text=Round 1 is under way")
        check(teacher)
        projector = visits.open(address, viewport=TELEVISION, dark=True, locale="it-IT")
        check(projector)
        teacher.wait_for_selector("text=Round 1 is over.", timeout=1000 * PATIENCE)
    assert teacher.locator(".game-list li").count() == 3
    check(teacher)
    with teacher.expect_download() as download:
        teacher.click("text=All records (zip)")
    assert download.value.suggested_filename.endswith(".zip")


@pytest.mark.full
@pytest.mark.parametrize("dark", [False, True])
def test_the_form_follows_each_choice(server: str, visits: Visits, dark: bool) -> None:
    teacher = visits.open(f"{server}/leagues", viewport=LAPTOP, dark=dark)
    teacher.fill("#league-name", "Everything 201")
    assert teacher.locator("[name=option]").count() == 0
    teacher.click("label[for=edition-vive-le-roi]")
    teacher.wait_for_selector("#option-ambition")
    assert teacher.input_value("#league-name") == "Everything 201"
    assert teacher.locator("#option-shared-marker").count() == 0
    assert teacher.locator("text=every bot plays for itself").is_visible()
    teacher.check("[name=seats][value='2']", force=True)
    teacher.wait_for_selector("#option-emissary:checked:disabled")
    check(teacher)
    teacher.check("[name=seats][value='5']", force=True)
    teacher.wait_for_selector("#option-emissary:not(:disabled)")
    teacher.click("label[for=option-ambition]")
    teacher.click("label[for=option-wedding]")
    teacher.select_option("#league-seconds", "30")
    teacher.click("text=Start the league")
    teacher.wait_for_url("**/league/*")
    chips = teacher.locator(".chips li").all_inner_texts()
    assert chips[:-1] == [
        "Vive le Roi",
        "Ambition",
        "Royal wedding",
        "5 seats",
        "30 seconds a move",
    ]
    check(teacher)


def test_a_league_is_founded_with_every_option_without_scripts(
    server: str, visits: Visits
) -> None:
    teacher = visits.open(f"{server}/leagues", scripts=False)
    teacher.fill("#league-name", "Plain")
    teacher.click("label[for=edition-vive-le-roi]")
    teacher.click("text=Show what goes together")
    assert teacher.input_value("#league-name") == "Plain"
    teacher.click("label[for=option-banished]")
    teacher.click("text=Start the league")
    assert "Banished" in teacher.inner_text(".chips")


@pytest.mark.full
def test_the_handout_fits_on_one_sheet_of_paper(server: str, visits: Visits) -> None:
    teacher = visits.open(f"{server}/leagues", viewport=LAPTOP, dark=True)
    check(teacher)
    teacher.fill("#league-name", "Bots 101")
    teacher.click("text=Start the league")
    teacher.wait_for_url("**/league/*")
    teacher.click("text=A handout for everybody")
    teacher.wait_for_url("**/handout")
    check(teacher)
    for locale in ("en-GB", "fr-FR", "it-IT"):
        page = visits.open(teacher.url, viewport=LAPTOP, locale=locale)
        paper = page.pdf(width="210mm", height="287mm")  # A4 less a line for a longer address
        assert paper.count(b"/Type /Page\n") == 1, locale
