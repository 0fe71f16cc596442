"""Update the translation catalogues from the sources: `make messages`.

Finds every literal text that is shown to people, in the sources and in the templates of pages
and of the rulebook, and brings it into each catalogue of `src/kingup/locale/`, keeping what is
translated and dropping what is no longer used.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "kingup"
TEMPLATES = (SOURCES / "web" / "pages", SOURCES / "rulebook" / "templates")
LOCALE = SOURCES / "locale"
LANGUAGES = ("fr", "it")

# Calls whose first argument is shown to people; so is that of every error class.
CALLS = {"_", "sentence"}
TRANS_BLOCK = "gettext"
"""What a template's `trans` block calls."""
PLURAL_CALLS = {"ngettext"}
ERROR = "KingUpError"
"""The base class of all errors that are shown to people."""


def error_names() -> set[str]:
    """Return the names of all subclasses of the base error, and its own."""
    bases = {
        node.name: {getattr(base, "id", "") for base in node.bases}
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    names = {ERROR}
    while more := {name for name, above in bases.items() if above & names} - names:
        names |= more
    return names


def texts_of(path: Path, errors: set[str]) -> Iterator[str | tuple[str, str]]:
    """Yield the texts of one source file; a pair for singular and plural."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
        if name in CALLS | errors and texts and isinstance(texts[0], str) and texts[0]:
            yield texts[0]
        elif name in PLURAL_CALLS and len(texts) >= 2:
            yield str(texts[0]), str(texts[1])


def texts_of_template(path: Path) -> Iterator[str | tuple[str, str]]:
    """Yield the texts of one template; a pair for singular and plural."""
    with path.open("rb") as file:
        # Told to keep quiet it would find nothing in a template that it cannot read.
        # `trimmed` joins the lines of a `trans` block, as the rulebook does.
        calls = sorted({*CALLS, *PLURAL_CALLS, TRANS_BLOCK})
        found = babel_extract(file, calls, (), {"silent": "false", "trimmed": "true"})
        for _line, name, message, _comments in found:
            texts = message if isinstance(message, tuple) else (message,)
            if name in PLURAL_CALLS:
                yield str(texts[0]), str(texts[1])
            elif texts[0]:  # empty if the call translates a variable
                yield str(texts[0])


def all_texts() -> Catalog:
    """Return every text of the sources, each with the files that use it."""
    catalogue = Catalog(charset="utf-8")
    errors = error_names()
    found = [(path, texts_of(path, errors)) for path in sorted(SOURCES.rglob("*.py"))]
    for folder in TEMPLATES:
        found += [(path, texts_of_template(path)) for path in sorted(folder.rglob("*.html"))]
    for path, texts in found:
        name = path.relative_to(ROOT).as_posix()
        for text in texts:
            # Without line numbers, catalogues change only when texts do.
            catalogue.add(text, locations=[(name, 0)])
    return catalogue


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language, or an empty one."""
    path = LOCALE / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def main() -> None:
    """Update all catalogues, and print how many texts need a translation."""
    LOCALE.mkdir(exist_ok=True)
    texts = all_texts()
    for language in LANGUAGES:
        catalogue = read_catalogue(language)
        catalogue.update(texts, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        with (LOCALE / f"{language}.po").open("wb") as file:
            write_po(file, catalogue, width=99, sort_output=True, omit_header=True,
                     include_lineno=False)  # fmt: skip
        missing = [m for m in catalogue if m.id and not all(strings(m.string))]
        print(f"{language}: {len(catalogue)} texts, {len(missing)} to translate")


def strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the plural forms of a text or translation: one if it has no plural."""
    return (string or "",) if not isinstance(string, (tuple, list)) else tuple(string) or ("",)


if __name__ == "__main__":
    main()
