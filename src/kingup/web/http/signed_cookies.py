"""Cookies that only this server can have written."""

from __future__ import annotations

import hashlib
import re

from itsdangerous import BadSignature, Signer, URLSafeSerializer

PERSON = re.compile(r"[A-Za-z0-9_-]{22}")
"""What the id of a person looks like."""
MOST_KNOWN = 10_000
"""How many checked cookies are remembered; wrong ones never are."""


class CookieSigner:
    """Signs what goes into cookies, and reads back only what it has signed."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._people = Signer(secret, salt="kingup.person", digest_method=hashlib.sha256)
        self._known: dict[str, str] = {}
        """People by the cookies that have been checked."""
        self._texts = URLSafeSerializer(
            secret, salt="kingup.text", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def sign_person(self, person: str) -> str:
        """Return the value of a person's cookie."""
        return self._people.sign(person).decode("ascii")

    def person(self, cookie: str) -> str | None:
        """Return the person of a cookie; None if we did not sign it."""
        known = self._known.get(cookie)
        if known is not None:
            return known
        try:
            person = self._people.unsign(cookie).decode("ascii")
        except (BadSignature, UnicodeError):
            return None
        if not PERSON.fullmatch(person):
            return None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[cookie] = person
        return person

    def sign_text(self, text: str) -> str:
        """Return a signed text as the value of a cookie."""
        signed = self._texts.dumps(text)
        return signed if isinstance(signed, str) else signed.decode("ascii")

    def text(self, cookie: str) -> str | None:
        """Return the text of a cookie; None if we did not sign it."""
        try:
            text = self._texts.loads(cookie)
        except BadSignature:
            return None
        return text if isinstance(text, str) else None
