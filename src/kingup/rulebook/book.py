"""A rules page: chapters with every text translated and every number filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingup.language import _
from kingup.rulebook import kingup, vive_le_roi
from kingup.rulebook.blocks import Block, Cast, Chapter, Items, Picture, RuleTable, Section, Text
from kingup.rulebook.tables import Grid, grid
from kingup.rules.characters import CAST, EDITIONS, TITLES, Edition
from kingup.rules.setup import Setup
from kingup.telling.numbers import USUAL, numbers
from kingup.web.pages.rules.figures import Figure, figure

CHAPTERS: dict[Edition, tuple[Chapter, ...]] = {
    "kingup": kingup.CHAPTERS,
    "vive-le-roi": vive_le_roi.CHAPTERS,
}


@dataclass(frozen=True, slots=True)
class CastMember:
    """A character, as the rules introduce them."""

    letter: str
    name: str
    epithet: str


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block as it is read; of its fields one is filled."""

    text: str = ""
    items: tuple[str, ...] = ()
    grid: Grid | None = None
    figure: Figure | None = None
    caption: str = ""
    cast: tuple[CastMember, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as it is read."""

    id: str
    title: str
    level: int
    blocks: tuple[ShownBlock, ...]


@dataclass(frozen=True, slots=True)
class ShownChapter:
    """A chapter as it is read."""

    id: str
    title: str
    sections: tuple[ShownSection, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of an edition."""

    edition: Edition
    title: str
    limit: int
    seats: str
    chapters: tuple[ShownChapter, ...]
    other: Edition
    other_title: str


def book(edition: Edition) -> Book:
    """Return the rules of an edition, in the language spoken now."""
    code = EDITIONS.index(edition)
    values = values_of(edition)
    return Book(
        edition=edition,
        title=TITLES[code],
        limit=Setup.of(edition, USUAL).limit,
        seats=_("for {low} to {high} seats").format(**values),
        chapters=tuple(
            ShownChapter(
                chapter.id,
                _(chapter.title),
                tuple(_section(section, edition, values) for section in chapter.sections),
            )
            for chapter in CHAPTERS[edition]
        ),
        other=EDITIONS[1 - code],
        other_title=TITLES[1 - code],
    )


def anchors(edition: Edition) -> frozenset[str]:
    """Return the ids that links to the rules of an edition may use."""
    chapters = CHAPTERS[edition]
    sections = (section.id for chapter in chapters for section in chapter.sections)
    return frozenset({*sections, *(chapter.id for chapter in chapters)})


def values_of(edition: Edition) -> dict[str, Any]:
    """Return the numbers, and the characters' names by letter, that texts may name."""
    names = {member.letter: _(member.name) for member in CAST[EDITIONS.index(edition)]}
    return {**numbers(edition), **names}


def _section(section: Section, edition: Edition, values: dict[str, Any]) -> ShownSection:
    blocks = tuple(_block(block, edition, values) for block in section.blocks)
    return ShownSection(section.id, _(section.title).format(**values), section.level, blocks)


def _block(block: Block, edition: Edition, values: dict[str, Any]) -> ShownBlock:
    match block:
        case Text(text):
            return ShownBlock(text=_(text).format(**values))
        case Items(texts):
            return ShownBlock(items=tuple(_(text).format(**values) for text in texts))
        case RuleTable(name):
            return ShownBlock(grid=grid(name, edition))
        case Picture(name, caption):
            drawn = figure(name, edition)
            return ShownBlock(figure=drawn, caption=_(caption).format(**values, **drawn.numbers))
        case Cast():
            return ShownBlock(
                cast=tuple(
                    CastMember(member.letter, _(member.name), _(member.epithet))
                    for member in CAST[EDITIONS.index(edition)]
                )
            )
