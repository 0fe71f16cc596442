"""The rules in a real browser: accessible, linked, and printable."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.web.browser import LAPTOP, SMALL, TELEVISION, Visits, browser, visits, wait_for_script

__all__ = ["browser", "visits"]

pytestmark = pytest.mark.full

LOCALES = ("en-GB", "fr-FR", "it-IT")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("path", ["/rules/kingup", "/rules/vive-le-roi", "/rules/summary"])
def test_rules_are_accessible(server: str, visits: Visits, path: str, dark: bool) -> None:
    page = visits.open(server + path, viewport=SMALL, dark=dark)
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    for width, height in (SMALL, LAPTOP, TELEVISION):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("locale", LOCALES)
def test_the_summary_prints_on_one_page(server: str, visits: Visits, locale: str) -> None:
    page = visits.open(f"{server}/rules/summary", viewport=LAPTOP, locale=locale)
    printed = page.pdf(format="A4", prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1
    page.emulate_media(media="print")
    for hidden in (".top", ".foot", ".tools"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator(".in-short-part").count() == 4


@pytest.mark.parametrize("locale", LOCALES)
def test_rules_fit_a_phone_in_every_language(server: str, visits: Visits, locale: str) -> None:
    page = visits.open(f"{server}/rules/vive-le-roi", viewport=SMALL, locale=locale)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    assert page.locator("html").get_attribute("lang") == locale[:2]


def test_a_question_mark_at_the_table_opens_its_paragraph(server: str, visits: Visits) -> None:
    page = visits.open(server, viewport=SMALL)
    page.click(".start-game button[value='vive-le-roi']")
    page.wait_for_url("**/t/*")
    wait_for_script(page, "document.querySelector('#table').dataset.youAct === '1'")
    page.click("#prompt .why")
    page.wait_for_selector("#rule-dialog[open] .rule-text h3")
    assert page.get_attribute("#prompt .why", "href") == "/rules/vive-le-roi#placing"
    assert page.locator("#rule-dialog .rule-text p").first.is_visible()
    assert page.context.pages == [page]
    page.click("#rule-dialog header button")
    page.wait_for_selector("#rule-dialog", state="hidden")
    page.click("#help")
    wait_for_script(page, "document.querySelector('#help-dialog').open")
    assert page.locator("#help-dialog a[href='/rules/vive-le-roi']").is_visible()


def test_options_of_a_new_table_lead_to_their_paragraphs(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/new?edition=vive-le-roi", viewport=LAPTOP)
    page.click(".options summary")
    with page.context.expect_page() as opened:
        page.click("#option-wedding ~ .rule")
    opened.value.wait_for_load_state()
    assert opened.value.locator(":target h3").text_content() == "Royal wedding"
    assert not page.is_checked("#option-wedding")
