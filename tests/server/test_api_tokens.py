"""How often a token is looked up: hardly ever, but soon enough to be revoked elsewhere."""

from __future__ import annotations

import pytest

from kingup.server.api_tokens import CACHE_SECONDS, CACHE_SECONDS_ALONE, ApiTokens
from kingup.store.tokens import ApiToken, TokenStore

TOKEN = ApiToken("id", "digest", "ana", "bot", "Robo", "Ana", created_at=0.0)


class Counted(TokenStore):
    """One token that is there as long as nobody has taken it away."""

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
async def test_a_token_that_works_is_looked_up_now_and_then(shared: bool, seconds: float) -> None:
    now = 100.0
    tokens = Counted(shared=shared)
    keys = ApiTokens(tokens, lambda: now)

    for _ in range(50):
        assert await keys.works(TOKEN)
    assert tokens.asked == 1
    tokens.gone = True
    now += seconds - 0.1
    assert await keys.works(TOKEN)
    now += 0.2
    assert not await keys.works(TOKEN)
