"""The documents: links lead somewhere, files that they name exist, and the index has them all."""

from __future__ import annotations

import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from tests.documents.blocks import DOCUMENTS, ROOT

LINK = re.compile(r"(?:\]\(|src=\")([^()\s\"]+)[)\"]")
CODE_BLOCK = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
SOURCE = re.compile(r"`(?:src/kingup/)?((?:[a-z_]+/)+[a-z_0-9]+\.(?:py|js|html|css))`")
MODULE = re.compile(r"\bkingup(?:\.[a-z_]+)+(?:\.[A-Z]\w+)?(?![\w.]*[/:@-])")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose_of(path: Path) -> str:
    """Return a document without its blocks of code."""
    return CODE_BLOCK.sub("", path.read_text(encoding="utf-8"))


@cache
def anchors_of(path: Path) -> frozenset[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    found: set[str] = set()
    for heading in HEADING.findall(prose_of(path)):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        found.add(re.sub(r"[^\w\- ]", "", text).replace(" ", "-"))
    return frozenset(found)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_link_leads_somewhere(path: Path) -> None:
    for link in LINK.findall(prose_of(path)):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors_of(target), link


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_source_file_that_is_named_exists(path: Path) -> None:
    for name in SOURCE.findall(prose_of(path)):
        places = (ROOT, ROOT / "src" / "kingup", path.parent)
        assert any((place / name).exists() for place in places), name


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_module_that_is_named_exists(path: Path) -> None:
    for name in MODULE.findall(path.read_text(encoding="utf-8")):
        assert resolves(name), name


def resolves(name: str) -> bool:
    """Return whether a dotted name is a module, or something in one."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("kingup"):
            return True  # the module is there, a library that it needs is not
        module, _, attribute = name.rpartition(".")
        return bool(module) and hasattr(importlib.import_module(module), attribute)
    return True


@pytest.mark.parametrize("folder", ["docs", "docs/fr", "docs/it"])
def test_the_index_lists_every_document(folder: str) -> None:
    index = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    linked = {link.partition("#")[0] for link in LINK.findall(index)}
    assert {path.name for path in (ROOT / folder).glob("*.md")} - {"README.md"} <= linked


def players_documents() -> set[str]:
    """Return the documents that the English index has for those who play or host."""
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    parts = re.split(r"^## ", index, flags=re.MULTILINE)
    return set(LINK.findall("".join(part for part in parts if part.startswith(("Play", "Host")))))


@pytest.mark.parametrize("language", ["fr", "it"])
def test_translations_have_the_sections_of_the_original(language: str) -> None:
    translated = sorted((ROOT / "docs" / language).glob("*.md"))
    assert {path.name for path in translated} == {"README.md", *players_documents()}
    for path in translated:
        if path.name != "README.md":
            levels = [
                [heading.partition(" ")[0] for heading in re.findall(r"^#+ .+$", prose, re.M)]
                for prose in (prose_of(path), prose_of(ROOT / "docs" / path.name))
            ]
            assert levels[0] == levels[1], path
