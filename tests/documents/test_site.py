"""The site is built, all its links, anchors and pictures are there, and it needs no network."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.web.browser import running_browser

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
LOADING = {
    "audio",
    "embed",
    "iframe",
    "img",
    "input",
    "link",
    "object",
    "script",
    "source",
    "video",
}
"""Elements that make a browser load something."""
STYLE_URL = re.compile(r"""(?:url\(|@import)\s*["']?([^"')\s;]+)""")


class Page(HTMLParser):
    """What a page links to, what it loads, and the anchors that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.language = ""
        self.untold: list[str] = []
        """Pictures without a text."""
        self.unmarked: list[str] = []
        """Paragraphs that were meant to be lists or code."""
        self._is_paragraph = False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element refers to."""
        known = dict(attrs)
        self._is_paragraph = tag == "p"
        self.anchors.update(value for name in ("id", "name") if (value := known.get(name)))
        if tag == "html":
            self.language = known.get("lang") or ""
        if tag == "img" and known.get("alt") is None:
            self.untold.append(known.get("src") or "")
        for name in ("href", "src", "data", "poster", "srcset"):
            if value := known.get(name):
                loaded = tag in LOADING and known.get("rel") not in ("alternate", "next", "prev")
                (self.loads if loaded else self.links).add(value)
        self.loads.update(STYLE_URL.findall(known.get("style") or ""))

    def handle_data(self, data: str) -> None:
        """Note marks of Markdown that are still there."""
        if self._is_paragraph and re.search(r"^ *([-*]|\d+\.) |```", data, re.MULTILINE):
            self.unmarked.append(data)


@cache
def page_at(path: Path) -> Page:
    return Page(path)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make site` builds it."""
    folder = tmp_path_factory.mktemp("build")
    command = [sys.executable, str(ROOT / "tools" / "build_site.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def pages_of(site: Path) -> list[Path]:
    """Return all pages, except those that a server shows instead of a missing one."""
    found = [path for path in sorted(site.rglob("*.html")) if path.name != "404.html"]
    assert len(found) > 40
    return found


def test_every_link_anchor_and_picture_is_there(site: Path) -> None:
    wrong = []
    for path in pages_of(site):
        page = page_at(path)
        for link in page.links | page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            is_there = target.is_file() and target.is_relative_to(site)
            if is_there and parts.fragment and target.suffix == ".html":
                is_there = unquote(parts.fragment) in page_at(target).anchors
            if not is_there:
                wrong.append(f"{path.relative_to(site)}: {link}")
    assert wrong == []


def test_no_page_loads_anything_from_the_network(site: Path) -> None:
    for path in pages_of(site):
        outside = [one for one in page_at(path).loads if re.match(r"(https?:)?//", one)]
        assert outside == [], path
    for path in site.rglob("*.css"):
        found = STYLE_URL.findall(path.read_text(encoding="utf-8"))
        assert [one for one in found if re.match(r"(https?:)?//", one)] == [], path


def test_every_picture_has_a_text_and_every_list_is_one(site: Path) -> None:
    for path in pages_of(site):
        assert page_at(path).untold == [], path
        assert page_at(path).unmarked == [], path


@pytest.mark.parametrize("language", ["fr", "it"])
def test_players_can_read_their_part_in_their_language(site: Path, language: str) -> None:
    for name in ("index", "learn", "rulings", "web-table", "people", "using", "fair-deals"):
        assert page_at(site / f"{name}.html").language == "en"
        assert page_at(site / language / f"{name}.html").language == language


def test_the_search_works_from_a_disk_without_a_network(site: Path) -> None:
    with running_browser() as browser:
        page = browser.new_context(offline=True).new_page()
        page.goto((site / "fr" / "index.html").as_uri())
        page.locator(".md-search__button").click()
        page.get_by_role("combobox").fill("rideau")
        page.get_by_role("option", name="Trois façons de jouer").click()
        page.wait_for_url("**/fr/web-table.html*")
