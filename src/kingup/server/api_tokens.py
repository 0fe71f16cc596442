"""API tokens: creating, looking up and revoking them. Only digests are stored."""

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
"""Every token begins with this, so that people and secret scanners recognise one."""

MOST_TOKENS = 20
"""Tokens per person."""
MOST_STREAMS = 64
"""Open streams per token."""
CACHE_SECONDS = 5.0
"""Seconds for which a token is cached where another server may revoke it."""
CACHE_SECONDS_ALONE = 60.0
"""The same for a single server, which handles every revocation itself."""
MOST_CACHED = 10_000
USE_INTERVAL = 60.0
"""Seconds between two updates of when a token was last used."""


def digest_of(text: str) -> str:
    """Return the digest under which a token is stored."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


class ApiTokens:
    """The tokens of a server."""

    def __init__(self, tokens: TokenStore, clock: Callable[[], float] = time.time) -> None:
        self.store = tokens
        self.clock = clock
        self._cache_seconds = CACHE_SECONDS if tokens.shared else CACHE_SECONDS_ALONE
        self._cache: OrderedDict[str, tuple[ApiToken, float]] = OrderedDict()
        self._streams: dict[str, set[Waker]] = {}
        self._revoked: set[str] = set()

    async def make(self, person: str, name: str, owner: str | None) -> tuple[ApiToken, str]:
        """Make a token, and return it with its text, which is not stored and never shown again.

        Without an owner it is for a person who plays in a terminal, and not for a bot.
        """
        name, owner = read_name(name), "" if owner is None else read_name(owner)
        if len(await self.store.of_person(person)) >= MOST_TOKENS:
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
            created_at=self.clock(),
        )
        await self.store.add(token)
        return token, text

    async def find(self, text: str) -> ApiToken | None:
        """Return the token with this text, or None if there is no valid one."""
        token = await self._find(digest_of(text))
        if token is not None and self.clock() - (token.used_at or 0.0) > USE_INTERVAL:
            await self._record_use(token)
        return token

    async def is_valid(self, token: ApiToken) -> bool:
        """Return whether a token is still valid, for a stream that was opened with it.

        True while the database is unreachable: nobody can revoke a token then.
        """
        if token.id in self._revoked:
            return False
        try:
            return await self._find(token.digest) is not None
        except Unavailable:
            return True

    async def revoke(self, id_: str, person: str) -> bool:
        """Revoke a person's token and wake its streams; return whether there was such a token."""
        if not await self.store.remove(id_, person):
            return False
        self._revoked.add(id_)
        self._cache = OrderedDict(
            (digest, known) for digest, known in self._cache.items() if known[0].id != id_
        )
        for signal in self._streams.get(id_, ()):
            signal.wake()
        return True

    @contextmanager
    def stream(self, token: ApiToken, signal: Waker) -> Iterator[None]:
        """Wake a stream when its token is revoked, as long as the context lasts."""
        self.add_stream(token, signal)
        try:
            yield
        finally:
            self.remove_stream(token, signal)

    def add_stream(self, token: ApiToken, waker: Waker) -> None:
        """Register a waker that is called when the token is revoked."""
        self._streams.setdefault(token.id, set()).add(waker)

    def remove_stream(self, token: ApiToken, waker: Waker) -> None:
        """Unregister a waker."""
        open_ = self._streams.get(token.id, set())
        open_.discard(waker)
        if not open_:
            self._streams.pop(token.id, None)

    def check_streams(self, token: ApiToken) -> None:
        """Refuse another stream once a token has the maximum."""
        if len(self._streams.get(token.id, ())) >= MOST_STREAMS:
            raise Refusal(
                "Too many streams are open. Close one and try again.", status=429, retry_after=10
            )

    async def _find(self, digest: str) -> ApiToken | None:
        known = self._cache.get(digest)
        if known is not None and self.clock() - known[1] < self._cache_seconds:
            return known[0]
        token = await self.store.by_digest(digest)
        if token is None:
            self._cache.pop(digest, None)
            return None
        self._cache_token(token)
        return token

    async def _record_use(self, token: ApiToken) -> None:
        now = self.clock()
        self._cache_token(replace(token, used_at=now))
        await self.store.use(token.id, now)

    def _cache_token(self, token: ApiToken) -> None:
        self._cache[token.digest] = (token, self.clock())
        while len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)
