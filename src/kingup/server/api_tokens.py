"""Tokens at work: made once, known by their digests, gone the moment they are revoked."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from kingup.server.accounts import new_person
from kingup.server.live_table import Waker
from kingup.server.refusals import Refusal
from kingup.store import Unavailable
from kingup.store.tokens import ApiToken, TokenStore
from kingup.tables.names import LETTERS, read_name

PREFIX = "kingup_"
"""What every token begins with, so that people and scanners know one when they see it."""

MOST_TOKENS = 20
"""Tokens of one person."""
MOST_STREAMS = 64
"""Open streams of one token."""
REMEMBERED = 5.0
"""Seconds for which a token is not looked up again where another server may have revoked it."""
REMEMBERED_ALONE = 60.0
"""The same for a server alone, which hears of every revocation itself."""
MOST_REMEMBERED = 10_000
NOTED = 60.0
"""Seconds between two notes of when a token was last used."""


def digest_of(text: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


class ApiTokens:
    """The tokens of a server."""

    def __init__(self, tokens: TokenStore, clock: Callable[[], float] = time.time) -> None:
        self.tokens = tokens
        self._clock = clock
        self._remembered = REMEMBERED if tokens.shared else REMEMBERED_ALONE
        self._known: OrderedDict[str, tuple[ApiToken, float]] = OrderedDict()
        self._streams: dict[str, set[Waker]] = {}
        self._revoked: set[str] = set()

    async def make(self, person: str, name: str, owner: str) -> tuple[ApiToken, str]:
        """Make a token, and return it with the text that nobody will be shown again."""
        name, owner = read_name(name), read_name(owner)
        if len(await self.tokens.of_person(person)) >= MOST_TOKENS:
            raise Refusal(
                "You have {most} tokens: revoke one before you create another.",
                status=409,
                most=MOST_TOKENS,
            )
        text = PREFIX + secrets.token_urlsafe(32)
        token = ApiToken(
            id="".join(secrets.choice(LETTERS) for _ in range(8)),
            digest=digest_of(text),
            person=person,
            bot=new_person(),
            name=name,
            owner=owner,
            created_at=self._clock(),
        )
        await self.tokens.add(token)
        return token, text

    async def find(self, text: str) -> ApiToken | None:
        """Return the token of a text; None where it is none that works."""
        token = await self._find(digest_of(text))
        if token is not None and self._clock() - (token.used_at or 0.0) > NOTED:
            await self._note(token)
        return token

    async def works(self, token: ApiToken) -> bool:
        """Return whether a token that worked when a stream began still does.

        While the database does not answer nobody can have revoked it.
        """
        if token.id in self._revoked:
            return False
        try:
            return await self._find(token.digest) is not None
        except Unavailable:
            return True

    async def revoke(self, id_: str, person: str) -> bool:
        """Let a person's token work no more; return whether it did."""
        if not await self.tokens.remove(id_, person):
            return False
        self._revoked.add(id_)
        self._known = OrderedDict(
            (digest, known) for digest, known in self._known.items() if known[0].id != id_
        )
        for signal in self._streams.get(id_, ()):
            signal.give()
        return True

    @contextmanager
    def stream(self, token: ApiToken, signal: Waker) -> Iterator[None]:
        """Let a stream be woken when its token is revoked, as long as the context lasts."""
        self.open(token, signal)
        try:
            yield
        finally:
            self.close(token, signal)

    def open(self, token: ApiToken, waker: Waker) -> None:
        """Let somebody be woken when a token is revoked."""
        self._streams.setdefault(token.id, set()).add(waker)

    def close(self, token: ApiToken, waker: Waker) -> None:
        """Wake them no more."""
        open_ = self._streams.get(token.id, set())
        open_.discard(waker)
        if not open_:
            self._streams.pop(token.id, None)

    def check_streams(self, token: ApiToken) -> None:
        """Refuse one more stream where there are very many."""
        if len(self._streams.get(token.id, ())) >= MOST_STREAMS:
            raise Refusal(
                "Too many streams are open. Close one and try again.", status=429, retry_after=10
            )

    async def _find(self, digest: str) -> ApiToken | None:
        known = self._known.get(digest)
        if known is not None and self._clock() - known[1] < self._remembered:
            return known[0]
        token = await self.tokens.by_digest(digest)
        if token is None:
            self._known.pop(digest, None)
            return None
        self._remember(token)
        return token

    async def _note(self, token: ApiToken) -> None:
        now = self._clock()
        self._remember(replace(token, used_at=now))
        await self.tokens.use(token.id, now)

    def _remember(self, token: ApiToken) -> None:
        self._known[token.digest] = (token, self._clock())
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
