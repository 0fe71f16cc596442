"""Who asks: the bot of a token, sent as `Authorization: Bearer …` and in no other way."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param
from starlette.requests import HTTPConnection

from kingup.store.tokens import ApiToken
from kingup.web.api.errors import bad_token
from kingup.web.http.client_address import source_behind
from kingup.web.services import services_of

LONGEST = 200
"""Characters that a token may have, ours or not."""

bearer = HTTPBearer(
    scheme_name="token",
    description="A personal token, made at the page “My tokens” (`/me/tokens`).",
    auto_error=False,
)


async def bot_of(connection: HTTPConnection) -> ApiToken:
    """Return whose token a connection brings; refuse one that does not work."""
    kind, text = get_authorization_scheme_param(connection.headers.get("authorization"))
    fits = kind.lower() == "bearer" and 0 < len(text) <= LONGEST
    token = await services_of(connection).api_tokens.find(text) if fits else None
    if token is None:
        services_of(connection).limits.take_for("bad-token", source_behind(connection))
        raise bad_token()
    take_turn(connection, token)
    connection.state.person = token.bot
    return token


def take_turn(connection: HTTPConnection, token: ApiToken) -> None:
    """Count a request of a token, or refuse it with the time to wait."""
    services_of(connection).limits.take_for("api", token.id)


async def _bot(
    request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> ApiToken:
    return await bot_of(request)


Bot = Annotated[ApiToken, Depends(_bot)]
"""The token of a request; one that does not work is refused before anything is read."""
