"""A real Chromium for tests, and visits that fail if anything goes wrong in them.

Use it with `from tests.web.browser import browser, visits` in a conftest.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import pytest
from bench.web.chromium import FLAGS, NAMES, NONE_FOUND, WHOLE, find_chromium
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect, sync_playwright

from tests.waiting import wait_until

PHONE = (390, 844)
SMALL = (360, 640)
LAPTOP = (1280, 800)
TELEVISION = (1920, 1080)

PATIENCE = 180_000
"""Milliseconds that a page may take on a busy machine."""
expect.set_options(timeout=PATIENCE)


def chromium(names: tuple[str, ...] = NAMES) -> str:
    """Return the path of a Chromium or Chrome, installed if need be."""
    path = find_chromium(names)
    if path is None:
        pytest.fail(NONE_FOUND, pytrace=False)
    return path


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Run a Chromium."""
    path = chromium()
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chrome
        chrome.close()


@contextmanager
def whole_browser(beside: Browser) -> Iterator[Browser]:
    """Run a Chromium that can do what the one without windows cannot: show notifications."""
    path = chromium(WHOLE)
    with beside.browser_type.launch(executable_path=path, args=list(FLAGS)) as chrome:
        yield chrome


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for a module of tests.

    Not for the session: while Playwright's synchronous interface is open its event loop counts
    as running, and no other test of this process could use asyncio. A folder whose tests do not
    use asyncio can share one for all its files (`browser_of_folder`).
    """
    with running_browser() as running:
        yield running


@pytest.fixture(scope="package", name="browser")
def browser_of_folder() -> Iterator[Browser]:
    """One Chromium for a folder of tests, none of which uses asyncio."""
    with running_browser() as running:
        yield running


@dataclass
class Visits:
    """Opens pages, each person's in a separate context, and records what goes wrong in them."""

    browser: Browser
    faults: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def open(
        self,
        url: str,
        *,
        viewport: tuple[int, int] = PHONE,
        locale: str = "en-GB",
        dark: bool = False,
        still: bool = True,
        touch: bool = False,
        scripts: bool = True,
        own_clock: bool = False,
        same_person_as: Page | None = None,
    ) -> Page:
        """Open a page.

        still: ask for reduced motion, so that tests need not wait. own_clock: let `page.clock` set
        the time.
        """
        if same_person_as is not None:
            page = same_person_as.context.new_page()
        else:
            context = self.browser.new_context(
                viewport={"width": viewport[0], "height": viewport[1]},
                locale=locale,
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce" if still else "no-preference",
                has_touch=touch,
                java_script_enabled=scripts,
            )
            context.set_default_timeout(PATIENCE)
            self._contexts.append(context)
            self._watch(context, urlsplit(url).netloc)
            page = context.new_page()
        _note_answers(page)
        if own_clock:
            page.clock.install(time=0)
        page.goto(url)
        return page

    def expect(self, pattern: str) -> None:
        """Ignore faults that match a regular expression."""
        self.expected.append(pattern)

    def unexpected(self) -> list[str]:
        """Return the faults that were not expected."""
        return [
            fault
            for fault in self.faults
            if not any(re.search(pattern, fault) for pattern in self.expected)
        ]

    def close(self) -> None:
        """Close all pages."""
        for context in self._contexts:
            context.close()

    def _watch(self, context: BrowserContext, host: str) -> None:
        def check_host(url: str) -> None:
            parts = urlsplit(url)
            if parts.scheme not in ("data", "blob", "about") and parts.netloc != host:
                self.faults.append(f"request outside the server: {url}")

        # A violation of the Content-Security-Policy is an error in the console, too.
        context.on(
            "console",
            lambda message: (
                self.faults.append(f"console: {message.text} ({message.location.get('url')})")
                if message.type == "error"
                else None
            ),
        )
        context.on("weberror", lambda error: self.faults.append(f"script: {error.error}"))
        context.on("request", lambda request: check_host(request.url))
        context.on(
            "page", lambda page: page.on("websocket", lambda socket: check_host(socket.url))
        )


Answer = tuple[int, dict[str, Any]]
"""The answer to a command at a table: status and JSON."""

_ANSWERS: WeakKeyDictionary[Page, list[Answer | Response]] = WeakKeyDictionary()


def _note_answers(page: Page) -> None:
    """Record the answers that a page gets, over its socket or to plain requests."""
    noted = _ANSWERS[page] = []

    def note_frame(payload: bytes | str) -> None:
        message = json.loads(payload) if isinstance(payload, str) else {}
        if "answer" in message:
            noted.append((message["status"], message["answer"]))

    def note_response(response: Response) -> None:
        if response.request.method == "POST" and "/t/" in response.url:
            noted.append(response)

    page.on("websocket", lambda socket: socket.on("framereceived", note_frame))
    page.on("response", note_response)


def answers_to(page: Page) -> list[Answer | Response]:
    """Return the answers so far to a page's commands at a table."""
    return _ANSWERS[page]


def read(answer: Answer | Response) -> Answer:
    """Return the status and the JSON of an answer."""
    return answer if isinstance(answer, tuple) else (answer.status, answer.json())


def wait_for_script(page: Page, script: str) -> None:
    """Wait until an expression is true; a strict policy forbids page.wait_for_function."""
    wait_until(lambda: page.evaluate(script), script, pause=pause_of(page))


def pause_of(page: Page) -> Callable[[float], None]:
    """Return a pause function that lets Playwright handle a page's events meanwhile."""
    return lambda seconds: page.wait_for_timeout(1000 * seconds)


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    """Return visits that fail the test if anything goes wrong in their pages."""
    with visits_in(browser) as visits:
        yield visits


@contextmanager
def visits_in(browser: Browser) -> Iterator[Visits]:
    """Return visits that fail if anything goes wrong in their pages."""
    visits = Visits(browser)
    yield visits
    visits.close()
    assert not visits.unexpected(), "\n".join(visits.unexpected())
