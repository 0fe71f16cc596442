"""Who asks: the bot of a token, sent as `Authorization: Bearer …` and in no other way."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param
from starlette.requests import HTTPConnection

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


def keys_of(connection: HTTPConnection) -> Keys:
    """Return the tokens of the server."""
    keys: Keys = connection.app.state.keys
    return keys


async def bot_of(connection: HTTPConnection) -> Token:
    """Return whose token a connection brings; refuse one that does not work."""
    kind, text = get_authorization_scheme_param(connection.headers.get("authorization"))
    fits = kind.lower() == "bearer" and 0 < len(text) <= LONGEST
    token = await keys_of(connection).find(text) if fits else None
    if token is None:
        limits_of(connection).take_for("bad-token", source_behind(connection))
        raise bad_token()
    take_turn(connection, token)
    connection.state.person = token.bot
    return token


def take_turn(connection: HTTPConnection, token: Token) -> None:
    """Count a request of a token, or refuse it with the time to wait."""
    limits_of(connection).take_for("api", token.id)


async def _bot(
    request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Token:
    return await bot_of(request)


Bot = Annotated[Token, Depends(_bot)]
"""The token of a request; one that does not work is refused before anything is read."""
