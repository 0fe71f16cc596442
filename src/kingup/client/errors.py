"""What a server refuses, and servers that do not answer."""

from __future__ import annotations

from kingup.rules.errors import KingUpError


class ServerError(KingUpError):
    """A server's refusal: its sentence, the word for it, and the status."""

    def __init__(self, sentence: str, code: str = "broken", status: int = 500) -> None:
        super().__init__("{sentence}", sentence=sentence)
        self.code = code
        self.status = status


class Unreachable(KingUpError):
    """A server that does not answer, or is none of ours."""
