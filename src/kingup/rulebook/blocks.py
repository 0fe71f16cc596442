"""What a rules page is made of. Texts are templates: `numbers` fills them in when shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list of sentences."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table of numbers, by name; `tables` makes it."""

    name: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A position, by name, with what there is to see; `figures` draws it."""

    name: str
    caption: str


@dataclass(frozen=True, slots=True)
class Cast:
    """The characters of the edition, with their portraits."""


Block = Text | Items | RuleTable | Picture | Cast


@dataclass(frozen=True, slots=True)
class Section:
    """A paragraph of the rules, with an id that links may rely on."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    level: int = 2
    """2 for what belongs to every game, 3 for one option among others."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Sections that belong together."""

    id: str
    title: str
    sections: tuple[Section, ...]
