"""Authentication: the token in `Authorization: Bearer …` identifies a bot."""

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

LONGEST_TOKEN = 200
"""Longer texts are not looked up."""

bearer = HTTPBearer(
    scheme_name="token",
    description="A personal token, made at the page “My tokens” (`/me/tokens`).",
    auto_error=False,
)


async def bot_of(connection: HTTPConnection) -> ApiToken:
    """Return the token of a connection; refuse a missing or invalid one."""
    kind, text = get_authorization_scheme_param(connection.headers.get("authorization"))
    fits = kind.lower() == "bearer" and 0 < len(text) <= LONGEST_TOKEN
    token = await services_of(connection).api_tokens.find(text) if fits else None
    if token is None:
        services_of(connection).limits.take_for("bad-token", source_behind(connection))
        raise bad_token()
    check_rate(connection, token)
    connection.state.person = token.bot
    return token


def check_rate(connection: HTTPConnection, token: ApiToken) -> None:
    """Count a request against a token's limit, or refuse it with the time to wait."""
    services_of(connection).limits.take_for("api", token.id)


async def _bot(
    request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> ApiToken:
    return await bot_of(request)


Bot = Annotated[ApiToken, Depends(_bot)]
"""The token of a request; an invalid one is refused before the body is read."""
