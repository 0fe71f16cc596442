"""Errors, as sentences that a player understands.

Every error keeps its sentence as a template with separate values, so that a screen can show it in
another language: ``translate(error.template).format(**error.values)``.
"""

from typing import Any


def sentence(text: str) -> str:
    """Mark a text for translation where it is defined before it is used."""
    return text


class KingUpError(Exception):
    """Something that a user did but that is not possible, in one sentence."""

    def __init__(self, template: str, **values: Any) -> None:
        self.template = template
        self.values = values
        super().__init__(template.format(**values))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.template, self.values)


def _rebuild(kind: type[KingUpError], template: str, values: dict[str, Any]) -> KingUpError:
    return kind(template, **values)


class SetupError(KingUpError, ValueError):
    """A combination of edition, seats and options that the rules do not allow."""


class DealError(KingUpError, ValueError):
    """Cards that cannot be dealt like this."""


class InvalidAction(KingUpError, ValueError):
    """Something that is no action of this game at all, such as a letter nobody has."""


class IllegalAction(KingUpError, ValueError):
    """An action that the rules forbid now."""
