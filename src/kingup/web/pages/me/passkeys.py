"""Routes for passkeys. A browser's WebAuthn response comes as JSON in a form field."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import _
from kingup.server.refusals import Refusal
from kingup.web.http.forms import admit, sent_form, text_field
from kingup.web.http.identity import person_of
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import answer, flash
from kingup.web.pages.me import webauthn
from kingup.web.pages.me.device_transfer import become, has_games, leaves_games
from kingup.web.services import services_of

router = APIRouter()


@router.post("/me/passkey/options")
async def ask_to_register(request: Request) -> Response:
    """Return the options for making a passkey."""
    admit(request, "me")
    accounts, person = services_of(request).accounts, person_of(request)
    name = await accounts.profiles.name(person) or name_of(request) or _("Guest")
    site = webauthn.site_of(request)
    return JSONResponse(await webauthn.registration_options(accounts.passkeys, person, site, name))


@router.post("/me/passkey")
async def register(request: Request) -> Response:
    """Store a passkey: credential (the browser's response)."""
    answer = text_field(await sent_form(request, "me"), "credential")
    await webauthn.register(
        services_of(request).accounts.passkeys,
        person_of(request),
        webauthn.site_of(request),
        webauthn.origin_of(request),
        answer,
    )
    response = JSONResponse({"location": "/me#passkeys"}, status_code=201)
    return flash(request, response, _("Passkey created. It will bring you back here."))


@router.post("/me/passkey/remove")
async def remove(request: Request) -> Response:
    """Remove one of the person's passkeys: passkey."""
    digest = text_field(await sent_form(request, "me"), "passkey")
    if not await services_of(request).accounts.passkeys.remove(person_of(request), digest):
        raise Refusal("This passkey is unknown here.", status=404)
    return answer(request, "/me#passkeys", {})


@router.post("/me/sign-in/options")
async def ask_to_sign_in(request: Request) -> Response:
    """Return the options for signing in with a passkey."""
    admit(request, "me")
    passkeys, site = services_of(request).accounts.passkeys, webauthn.site_of(request)
    return JSONResponse(await webauthn.sign_in_options(passkeys, person_of(request), site))


@router.post("/me/sign-in")
async def sign_in(request: Request) -> Response:
    """Sign in with a passkey: credential, leave (1: abandon this device's games)."""
    form = await sent_form(request, "me")
    if text_field(form, "leave") != "1" and await has_games(request):
        raise leaves_games()
    try:
        person = await webauthn.sign_in(
            services_of(request).accounts.passkeys,
            person_of(request),
            webauthn.site_of(request),
            webauthn.origin_of(request),
            text_field(form, "credential"),
        )
    except Refusal:
        services_of(request).limits.take("guess", request)
        raise
    return become(request, person)
