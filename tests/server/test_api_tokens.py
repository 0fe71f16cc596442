"""API tokens are cached, but briefly enough that one revoked elsewhere stops working."""

from __future__ import annotations

import pytest

from kingup.server.api_tokens import CACHE_SECONDS, CACHE_SECONDS_ALONE, ApiTokens
from kingup.store.tokens import ApiToken, TokenStore

TOKEN = ApiToken("id", "digest", "ana", "bot", "Robo", "Ana", created_at=0.0)


class CountingTokenStore(TokenStore):
    """A store of one token, which counts how often it is asked."""

    def __init__(self, *, shared: bool) -> None:
        self._shared = shared
        self.asked = 0
        self.gone = False

    @property
    def shared(self) -> bool:
        return self._shared

    async def by_digest(self, digest: str) -> ApiToken | None:
        self.asked += 1
        return None if self.gone else TOKEN


@pytest.mark.parametrize(
    ("shared", "seconds"), [(True, CACHE_SECONDS), (False, CACHE_SECONDS_ALONE)]
)
async def test_valid_token_is_looked_up_again_when_its_cache_entry_expires(
    shared: bool, seconds: float
) -> None:
    now = 100.0
    tokens = CountingTokenStore(shared=shared)
    api_tokens = ApiTokens(tokens, lambda: now)

    for _ in range(50):
        assert await api_tokens.is_valid(TOKEN)
    assert tokens.asked == 1
    tokens.gone = True
    now += seconds - 0.1
    assert await api_tokens.is_valid(TOKEN)
    now += 0.2
    assert not await api_tokens.is_valid(TOKEN)
