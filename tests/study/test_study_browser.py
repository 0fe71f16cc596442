"""The report in a real browser: opened from its file, on every screen, by day and night."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser

from kingup.study.questions import ask_all
from kingup.study.report import page as report
from tests.study.played import played
from tests.web.browser import LAPTOP, PHONE, SMALL, browser

__all__ = ["browser"]

pytestmark = pytest.mark.full

NAMES = ("kingup-4", "vive-le-roi-4", "vive-le-roi-4-ambition", "vive-le-roi-8")
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("study") / "study.html"
    questions = ask_all([played(name, 64) for name in NAMES])
    path.write_text(report(questions, 256, 7, "kingup study --out study"), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("viewport", [SMALL, PHONE, LAPTOP], ids=str)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_is_accessible_without_a_network(
    browser: Browser, address: str, viewport: tuple[int, int], scheme: str
) -> None:
    width, height = viewport
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        offline=True,
    )
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(address)
    page.locator("details").first.locator("summary").click()
    assert not page.evaluate(TOO_WIDE)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert asked == [address]
    context.close()
