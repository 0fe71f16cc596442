"""One-time codes that take an identity to another device: short, to be typed or scanned."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from kingup.tables.names import LETTERS

LENGTH = 8
"""Letters of a code: 39 bits, for a few minutes, with few guesses."""
LIFETIME = 10 * 60
"""Seconds after which nobody can use it any more."""

CODE = re.compile(rf"[{LETTERS}]{{{LENGTH}}}")


def new_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def shown(code: str) -> str:
    """Return a code as people read it: in two halves."""
    half = LENGTH // 2
    return f"{code[:half]}-{code[half:]}"


def read_code(text: str) -> str | None:
    """Return the code that somebody typed, or None if it is none."""
    typed = re.sub(r"[\s\-‐–—_.]+", "", text[:100].casefold())
    return typed if CODE.fullmatch(typed) else None


def digest_of(secret: str, code: str) -> str:
    """Return what is stored of a code: the database cannot be used to move anybody."""
    return hmac.new(f"kingup.moving {secret}".encode(), code.encode(), hashlib.sha256).hexdigest()
