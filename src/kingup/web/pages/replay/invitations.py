"""Invitations to watch a replay together: who leads is part of the address, and nothing is stored.

An invitation holds a random number, a digest of the leader's id, and a signature that only the
servers can make.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode

from starlette.requests import HTTPConnection

from kingup.server.refusals import Refusal
from kingup.web.http.identity import person_of
from kingup.web.services import services_of

INVITATION = re.compile(r"[A-Za-z0-9_-]{36}")
NONCE, LEADER, SIGNATURE = 8, 12, 16
"""The lengths of the parts, in characters of six bits."""


def invitation(connection: HTTPConnection, base: str) -> str:
    """Return a new invitation to a replay, whose leader is the person who asks."""
    nonce = _text(secrets.token_bytes(NONCE), NONCE)
    leader = _leader(nonce, person_of(connection))
    return nonce + leader + _signature(connection, base, nonce + leader)


def leads(connection: HTTPConnection, base: str, text: str) -> bool:
    """Return whether the person leads a showing; an invitation that we did not make is refused."""
    stated, signature = text[: NONCE + LEADER], text[NONCE + LEADER :]
    if not INVITATION.fullmatch(text) or not hmac.compare_digest(
        signature, _signature(connection, base, stated)
    ):
        raise Refusal("This invitation is not valid for this replay.", status=404)
    return hmac.compare_digest(stated[NONCE:], _leader(text[:NONCE], person_of(connection)))


def _leader(nonce: str, person: str) -> str:
    return _text(hashlib.sha256(f"{nonce} {person}".encode()).digest(), LEADER)


def _signature(connection: HTTPConnection, base: str, stated: str) -> str:
    secret = services_of(connection).cookie_signer.secret.encode()
    return _text(hmac.digest(secret, f"showing {base} {stated}".encode(), "sha256"), SIGNATURE)


def _text(content: bytes, length: int) -> str:
    return urlsafe_b64encode(content).decode()[:length]
