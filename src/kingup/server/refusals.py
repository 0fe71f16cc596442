"""Refusals: errors with a sentence for the user and an HTTP status."""

from __future__ import annotations

from typing import Any

from kingup.rules.errors import KingUpError


class Refusal(KingUpError):
    """A request that cannot be answered as asked.

    `template` is the sentence, as in every other error; `status` and `retry_after` (seconds)
    become the response's status and its Retry-After header.
    """

    def __init__(
        self, template: str, *, status: int = 400, retry_after: int | None = None, **values: Any
    ) -> None:
        super().__init__(template, **values)
        self.status = status
        self.retry_after = retry_after


def no_such_table(code: str) -> Refusal:
    """Return the refusal for a code that no table has."""
    return Refusal(
        "There is no table “{code}”. Ask for the link again, or set up a table of your own.",
        status=404,
        code=code[:40],
    )


def not_your_seat() -> Refusal:
    """Return the refusal for an action on somebody else's seat."""
    return Refusal("This seat is not yours.", status=403)
