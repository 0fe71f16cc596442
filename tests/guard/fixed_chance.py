"""Makes two servers draw the same random values, so that only secrets can differ."""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from typing import Any

import pytest


class Chance:
    """Replaces `secrets`. Before each request both servers start from the same seed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._random = random.Random(0)
        for name in ("token_bytes", "token_hex", "token_urlsafe", "choice", "randbits"):
            monkeypatch.setattr(f"secrets.{name}", getattr(self, name))

    def begin(self, request: object) -> None:
        """Start from the seed that the other server uses for the same request."""
        self._random = random.Random(repr(request))

    def token_bytes(self, size: int = 32) -> bytes:
        """Return bytes."""
        return self._random.randbytes(size)

    def token_hex(self, size: int = 32) -> str:
        """Return bytes as hex."""
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int = 32) -> str:
        """Return bytes as text that is safe in an address."""
        return base64.urlsafe_b64encode(self.token_bytes(size)).rstrip(b"=").decode()

    def choice(self, things: Sequence[Any]) -> Any:
        """Return one of some things."""
        return self._random.choice(things)

    def randbits(self, size: int) -> int:
        """Return a number."""
        return self._random.getrandbits(size)
