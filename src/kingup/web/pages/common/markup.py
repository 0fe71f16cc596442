"""Sentences with people's names in them, as markup."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup, escape

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


FILTERS: dict[str, Callable[..., object]] = {"fill": fill, "minus": minus}
"""The filters that templates use."""
