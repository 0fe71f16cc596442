"""Two servers that draw alike: what is random must not be what tells two worlds apart."""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from typing import Any

import pytest


class Chance:
    """Stands for `secrets`. Before each question both servers begin at the same place."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._random = random.Random(0)
        for name in ("token_bytes", "token_hex", "token_urlsafe", "choice", "randbits"):
            monkeypatch.setattr(f"secrets.{name}", getattr(self, name))

    def begin(self, question: object) -> None:
        """Begin where the other server began, or will begin, with the same question."""
        self._random = random.Random(repr(question))

    def token_bytes(self, size: int = 32) -> bytes:
        """Return bytes."""
        return self._random.randbytes(size)

    def token_hex(self, size: int = 32) -> str:
        """Return bytes as hex."""
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int = 32) -> str:
        """Return bytes as an address can hold them."""
        return base64.urlsafe_b64encode(self.token_bytes(size)).rstrip(b"=").decode()

    def choice(self, things: Sequence[Any]) -> Any:
        """Return one of some things."""
        return self._random.choice(things)

    def randbits(self, size: int) -> int:
        """Return a number."""
        return self._random.getrandbits(size)
