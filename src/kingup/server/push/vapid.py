"""The server's own key, which identifies it to push services (VAPID, RFC 8292)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped]
from py_vapid.utils import b64urlencode  # type: ignore[import-untyped]

from kingup.rules.errors import KingUpError
from kingup.store import Store

SETTING = "push-key"
LIFETIME = 12 * 3600
"""Seconds for which a signature is valid; services allow a day."""


class VapidSigner:
    """Signs requests to push services."""

    def __init__(self, pem: str, contact: str, clock: Callable[[], float] = time.time) -> None:
        self._vapid = Vapid02.from_pem(pem.encode("ascii"))
        self._contact = contact
        self._clock = clock
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key: str = b64urlencode(point)
        """The key that browsers subscribe with."""

    @classmethod
    async def open(cls, store: Store, contact: str) -> VapidSigner:
        """Return the signer of a server; its key is created once and stored."""
        return cls(await store.get_or_store_setting(SETTING, new_pem()), contact)

    def header(self, audience: str) -> str:
        """Return the Authorization header of requests to a push service."""
        claims = {
            "sub": self._contact,
            "aud": audience,
            "exp": int(self._clock()) + LIFETIME,
        }
        return cast("str", self._vapid.sign(claims)["Authorization"])


def new_pem() -> str:
    """Return a new private key."""
    vapid = Vapid02()
    vapid.generate_keys()
    pem: bytes = vapid.private_pem()
    return pem.decode("ascii")


def read_contact(text: str) -> str:
    """Return the operator's contact for push services: a mailto: or https: address."""
    contact = text.strip()
    if contact.startswith(("mailto:", "https://")) and len(contact) > len("https://"):
        return contact
    name, at, host = contact.partition("@")
    if not (name and at and "." in host) or " " in contact:
        raise KingUpError("Push services need an e-mail address, or the https address of a page.")
    return f"mailto:{contact}"
