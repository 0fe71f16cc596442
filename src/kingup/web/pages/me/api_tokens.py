"""Routes for a person's API tokens: make, list, revoke."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.language import _
from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import address_of, document
from kingup.web.http.forms import sent_form, text_field
from kingup.web.http.identity import person_of
from kingup.web.http.player_name import keep_name, name_of
from kingup.web.http.responses import flash, redirect
from kingup.web.services import services_of

router = APIRouter()

PAGE = "/me/tokens"


@router.get(PAGE)
async def my_tokens(request: Request) -> Response:
    """List the person's tokens, without their texts."""
    return await _page(request, owner=name_of(request))


@router.post(PAGE)
async def make_token(request: Request) -> Response:
    """Make a token, and show its text once: name, owner; or person, who plays in a terminal."""
    form = await sent_form(request, "create")
    plays = text_field(form, "person") == "1"
    name = text_field(form, "name")
    owner = name if plays else text_field(form, "owner")
    try:
        token, secret = await services_of(request).api_tokens.make(
            person_of(request), name, None if plays else owner
        )
    except KingUpError as error:
        return await _page(request, error, name=name, owner=owner)
    # No redirect: the token's text is in this response and nowhere else.
    response = await _page(request, owner=owner, made=token.name, secret=secret)
    keep_name(request, response, owner)
    return response


@router.post(PAGE + "/{id}/revoke")
async def revoke_token(request: Request, id: str) -> Response:  # noqa: A002
    """Revoke one of the person's tokens."""
    await sent_form(request, "join")
    if not id.isalnum() or not await services_of(request).api_tokens.revoke(
        id[:32], person_of(request)
    ):
        raise Refusal("You have no such token.", status=404)
    return flash(request, redirect(PAGE), _("The token is revoked."))


async def _page(
    request: Request,
    error: KingUpError | None = None,
    *,
    name: str = "",
    owner: str = "",
    made: str = "",
    secret: str = "",
) -> Response:
    mine = await services_of(request).api_tokens.store.of_person(person_of(request))
    return document(
        request,
        "me/tokens.html",
        error,
        tokens=mine,
        server=address_of(request),
        name=name[:60],
        owner=owner[:60],
        made=made,
        secret=secret,
    )
