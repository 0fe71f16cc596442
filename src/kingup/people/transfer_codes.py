"""One-time codes that move an identity to another device: short enough to type or scan."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from kingup.tables.names import LETTERS

LENGTH = 8
"""The length of a code: 39 bits, valid for a few minutes, with few guesses allowed."""
LIFETIME = 10 * 60
"""Seconds until a code expires."""

CODE = re.compile(rf"[{LETTERS}]{{{LENGTH}}}")


def new_code() -> str:
    """Return a new random code."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def shown(code: str) -> str:
    """Return a code as people read it: in two halves."""
    half = LENGTH // 2
    return f"{code[:half]}-{code[half:]}"


def read_code(text: str) -> str | None:
    """Return the code that somebody typed, or None if it is not one."""
    typed = re.sub(r"[\s\-‐–—_.]+", "", text[:100].casefold())
    return typed if CODE.fullmatch(typed) else None


def digest_of(secret: str, code: str) -> str:
    """Return the digest of a code that is stored, so that the database reveals no usable codes."""
    return hmac.new(f"kingup.moving {secret}".encode(), code.encode(), hashlib.sha256).hexdigest()
