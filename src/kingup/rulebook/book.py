"""The rules of an edition and the summary of both, in the language spoken now.

The texts are in `templates/`. A template declares its chapters and sections:

    {{ chapter("before", _("Before you begin")) }}
    {% call section("castle", _("The castle"), figure="start", caption=sentence("…")) %}
    <p>{% trans %}{floors} floors and a throne.{% endtrans %}</p>
    {{ table("points") }}
    {% endcall %}

Every text is translated, and `{floors}` is filled in from `values_of`. Ids never change, because
tables link to them. A figure stands at the end of its section; the rulebook only names it, and
the page draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from kingup.language import _
from kingup.rulebook.tables import grid
from kingup.rules.characters import CAST, EDITIONS, TITLES, Edition
from kingup.rules.errors import sentence
from kingup.rules.setup import Setup
from kingup.telling.numbers import USUAL, numbers


@dataclass(frozen=True, slots=True)
class Section:
    """Paragraphs, lists and tables about one thing."""

    id: str
    title: str
    html: Markup
    figure: str
    """The name of the figure at its end: a position, a card, "cast", or "" for none."""
    caption: Callable[..., str]
    """Returns the caption of the figure; takes the numbers of the position that is drawn."""


@dataclass(frozen=True, slots=True)
class RuleChapter:
    """Sections that belong together."""

    id: str
    title: str
    sections: list[Section]


@dataclass(frozen=True, slots=True)
class CharacterEntry:
    """A character, as the rules introduce them."""

    letter: str
    name: str
    epithet: str


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of an edition."""

    edition: Edition
    title: str
    limit: int
    seats: str
    cast: tuple[CharacterEntry, ...]
    chapters: list[RuleChapter]
    other: Edition
    other_title: str


def book(edition: Edition) -> Book:
    """Return the rules of an edition."""
    code = EDITIONS.index(edition)
    return Book(
        edition=edition,
        title=TITLES[code],
        limit=Setup.of(edition, USUAL).limit,
        seats=_("for {low} to {high} seats").format(**numbers(edition)),
        cast=tuple(CharacterEntry(one.letter, _(one.name), _(one.epithet)) for one in CAST[code]),
        chapters=_rendered(f"{edition}.html", edition).chapters,
        other=EDITIONS[1 - code],
        other_title=TITLES[1 - code],
    )


def summary() -> list[Section]:
    """Return both games in short: sections that fit on one printed page."""
    return [
        section
        for edition in EDITIONS
        for section in _rendered(f"summary-{edition}.html", edition).sections
    ]


@cache
def anchors(edition: Edition) -> frozenset[str]:
    """Return the ids that links to the rules of an edition may use."""
    contents = _rendered(f"{edition}.html", edition)
    chapters = {chapter.id for chapter in contents.chapters}
    return frozenset(chapters | {section.id for section in contents.sections})


def values_of(edition: Edition) -> dict[str, Any]:
    """Return the numbers, and the characters' names by letter, that texts may name."""
    names = {member.letter: _(member.name) for member in CAST[EDITIONS.index(edition)]}
    return {**numbers(edition), **names}


class _Contents:
    """The chapters and sections that a template declares while it is rendered."""

    def __init__(self, edition: Edition) -> None:
        self.chapters: list[RuleChapter] = []
        self.sections: list[Section] = []
        self._edition = edition
        self._values = values_of(edition)

    def text(self, message: str, **more: object) -> Markup:
        """Return a message, translated and filled in."""
        return escape(_(message).format(**self._values, **more))

    def chapter(self, id: str, title: str) -> str:  # noqa: A002 (as in HTML)
        """Begin a chapter: the sections that follow belong to it."""
        self.chapters.append(RuleChapter(id, title, []))
        return ""

    def section(
        self,
        id: str,  # noqa: A002 (as in HTML)
        title: str,
        caller: Callable[[], Markup],
        figure: str = "",
        caption: str = "",
    ) -> str:
        """Add a section, whose text is what stands inside the template's `call` block."""
        section = Section(id, title, caller(), figure, partial(self.text, caption))
        self.sections.append(section)
        if self.chapters:
            self.chapters[-1].sections.append(section)
        return ""

    def table(self, name: str) -> Markup:
        """Return a table by its name."""
        html = _environment().get_template("table.html").render(grid=grid(name, self._edition))
        return Markup(html)  # noqa: S704 (rendered by ourselves)


def _rendered(template: str, edition: Edition) -> _Contents:
    """Return what a template declares, with the numbers of an edition."""
    contents = _Contents(edition)
    _environment().get_template(template).render(
        edition=edition,
        title=TITLES[EDITIONS.index(edition)],
        gettext=contents.text,  # for `_` and `trans`
        sentence=sentence,
        chapter=contents.chapter,
        section=contents.section,
        table=contents.table,
    )
    return contents


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    # Join the lines of a `trans` block, so that texts have no line breaks.
    environment.policies["ext.i18n.trimmed"] = True
    return environment
