"""Refusals by a server, and servers that do not answer."""

from __future__ import annotations

from kingup.rules.errors import KingUpError


class ServerError(KingUpError):
    """A server's refusal: its sentence, its error code and the HTTP status."""

    def __init__(self, sentence: str, code: str = "broken", status: int = 500) -> None:
        super().__init__("{sentence}", sentence=sentence)
        self.code = code
        self.status = status


class Unreachable(KingUpError):
    """The server does not answer, or is not a kingup server."""
