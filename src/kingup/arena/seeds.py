"""Seeds derived from seeds: every deal and every bot has its own, wherever it is played."""

from __future__ import annotations

from hashlib import sha256


def derive(*parts: int | str) -> int:
    """Return a 62-bit seed that depends on all parts and on nothing else."""
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 2
