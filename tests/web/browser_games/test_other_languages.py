"""The whole interface in French and in Italian: no sentence is left in English."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page

from tests.web.browser import Visits
from tests.web.browser_games.test_tour import sideways
from tests.web.browser_games.tour import tour

pytestmark = pytest.mark.full

LOCALES = {"fr": "fr-FR", "it": "it-IT"}

TEXTS = """() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: where, nodeValue } = walker.currentNode;
    if (!where.closest("script, style, bdi, option[lang]")) texts.push(nodeValue);
  }
  for (const element of document.querySelectorAll("*")) {
    if (element.closest("[lang]:not(html)")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "data-why", "value"]) {
      const hidden = name === "value" && !element.matches("input[type=submit]");
      if (element.hasAttribute(name) && !hidden) texts.push(element.getAttribute(name));
    }
  }
  const words = document.getElementById("words");
  if (words) texts.push(...Object.values(JSON.parse(words.content.textContent)));
  return [...new Set(texts.map((text) => text.replace(/\\s+/g, " ").trim()))].filter(Boolean);
}"""

SHORTEST = 3
"""Length in words from which a sentence is searched inside longer texts, too."""

STRAY = re.compile(r"\b(the|your|you|with|and|this|that|are|has|its)\b", re.IGNORECASE)
"""Words of English only: they reveal texts that are missing from the catalogues."""


@cache
def english(language: str) -> tuple[frozenset[str], re.Pattern[str], re.Pattern[str]]:
    """Return the English texts that a language translates: whole ones, and patterns."""
    source = resources.files("kingup") / "locale" / f"{language}.po"
    with source.open("rb") as file:
        catalogue = read_po(file, locale=language)
    whole: set[str] = set()
    patterns: set[str] = set()
    sentences: set[str] = set()
    for message in catalogue:
        ours = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        theirs = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        for text in ours:
            if not text or text in theirs or not re.search("[a-z]", text):
                continue
            if "{" in text:
                if len(re.sub(r"{\w*}", "", text).split()) >= SHORTEST - 1:
                    patterns.add(re.sub(r"\\{\w*\\}", ".{1,60}", re.escape(text)))
            else:
                whole.add(text)
            if "{" not in text and len(text.split()) >= SHORTEST:
                sentences.add(re.escape(text))
    return (
        frozenset(whole),
        re.compile("|".join(sorted(patterns)) or "(?!)"),
        re.compile("|".join(sorted(sentences)) or "(?!)"),
    )


def english_on(name: str, page: Page, language: str) -> list[str]:
    """Return the texts of a page that are still English."""
    whole, patterns, sentences = english(language)
    texts: list[str] = page.evaluate(TEXTS)
    assert len(texts) > 3
    left = [f"{name}: “{text}”" for text in texts if text in whole]
    left += [f"{name}: “{text}”" for text in texts if patterns.fullmatch(text)]
    left += [f"{name}: “{text}”" for text in texts if sentences.search(text)]
    left += [f"{name}: “{text}”" for text in texts if STRAY.search(text)]
    return left


@pytest.mark.parametrize("language", LOCALES)
def test_every_page_is_translated_and_fits_the_smallest_phone(
    server: str, visits: Visits, language: str
) -> None:
    faults: list[str] = []
    for name, page in tour(visits, server, locale=LOCALES[language]):
        assert page.locator("html").get_attribute("lang") == language
        faults += english_on(name, page, language) + sideways(name, page)
    assert not faults, "\n".join(sorted(set(faults)))


def test_the_check_finds_english_on_english_pages(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/new")
    assert len(english_on("a new table", page, "fr")) > 20


def test_a_language_is_chosen_on_the_page_and_stays(server: str, visits: Visits) -> None:
    page = visits.open(server, locale="en-GB")
    page.select_option("#language", "it")
    page.wait_for_selector("html[lang='it']")
    page.goto(f"{server}/new")
    assert page.locator("html").get_attribute("lang") == "it"
    assert not english_on("a new table", page, "it")
