"""Who asks: the bot of a token, sent as `Authorization: Bearer …` and in no other way."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from kingup.store.tokens import Token
from kingup.web.api.errors import bad_token
from kingup.web.api.keys import Keys
from kingup.web.routes.asking import limits_of
from kingup.web.sources import source_behind

LONGEST = 200
"""Characters that a token may have, ours or not."""

bearer = HTTPBearer(
    scheme_name="token",
    description="A personal token, made at the page “My tokens” (`/me/tokens`).",
    auto_error=False,
)


def keys_of(request: Request) -> Keys:
    """Return the tokens of the server."""
    keys: Keys = request.app.state.keys
    return keys


async def _bot(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Token:
    text = given.credentials if given else ""
    token = await keys_of(request).find(text) if 0 < len(text) <= LONGEST else None
    if token is None:
        limits_of(request).take_for("bad-token", source_behind(request))
        raise bad_token()
    limits_of(request).take_for("api", token.id)
    request.state.person = token.bot
    return token


Bot = Annotated[Token, Depends(_bot)]
"""The token of a request; one that does not work is refused before anything is read."""
