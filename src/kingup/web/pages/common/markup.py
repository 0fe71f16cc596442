"""The filters of templates: sentences with people's names in them, numbers, dates."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from babel.dates import format_date
from markupsafe import Markup, escape

from kingup.language import current_locale

_NAME = Markup("<bdi>{}</bdi>")


def fill(sentence: str, **values: object) -> Markup:
    """Return a translated sentence with its placeholders filled.

    A plain text among the values is taken for a person's name and isolated with <bdi>, so that
    a right-to-left name does not reorder the sentence. Numbers and markup stay as they are.
    """
    shown = {
        key: _NAME.format(value)
        if isinstance(value, str) and not isinstance(value, Markup)
        else value
        for key, value in values.items()
    }
    return escape(sentence).format(**shown)


def minus(number: int) -> str:
    """Return a number with a proper minus sign."""
    return str(number).replace("-", "\u2212")


def date(at: float, length: str) -> str:
    """Return the date of a time, as long or short as babel writes it."""
    return str(format_date(datetime.fromtimestamp(at, UTC), length, locale=current_locale()))


FILTERS: dict[str, Callable[..., object]] = {"fill": fill, "minus": minus, "date": date}
"""The filters that templates use."""
