"""The language of texts for people: English, French or Italian.

`_` translates into the language of the current context: a terminal has one language for its whole
life, a server one for each request.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from io import BytesIO

from kingup.rules.errors import KingUpError

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""The languages by code, each under its own name."""

_current: ContextVar[str] = ContextVar("language", default="en")


def use_language(code: str) -> None:
    """Use a language from now on in this context."""
    _current.set(code)


def current_language() -> str:
    """Return the code of the current language."""
    return _current.get()


def current_locale() -> str:
    """Return the locale of dates in the language spoken now; English is British."""
    return "en_GB" if current_language() == "en" else current_language()


def system_language() -> str:
    """Return the language of the system's settings, or English."""
    for name in ("KINGUP_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in os.environ.get(name, "").split(":"):
            if wanted[:2].lower() in LANGUAGES:
                return wanted[:2].lower()
            if wanted:
                return "en"
    return "en"


def _(message: str) -> str:
    """Return a message in the current language."""
    return _gettext(_current.get())(message) if message else ""


def ngettext(one: str, many: str, number: int) -> str:
    """Return the singular or plural message for a number, in the current language."""
    return _translations(_current.get()).ngettext(one, many, number)


def sentence_of(error: KingUpError) -> str:
    """Return an error's sentence in the current language."""
    values = dict(error.values)
    for key, value in values.items():
        if isinstance(value, KingUpError):
            values[key] = sentence_of(value)
        elif key == "name":  # the jester's has a translation; other characters' have none
            values[key] = _(str(value))
    return _(error.template).format(**values)


@cache
def _gettext(code: str) -> Callable[[str], str]:
    """Return a language's translating function, cached: pages need hundreds of messages."""
    return str if code == "en" else _translations(code).gettext


@cache
def _translations(code: str) -> gettext.NullTranslations:
    if code == "en":
        return gettext.NullTranslations()
    # Imported only here: English, and so `kingup --help`, does without them.
    from importlib import resources

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = resources.files("kingup") / "locale" / f"{code}.po"
    with source.open("rb") as file:
        catalogue = read_po(file, locale=code)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
