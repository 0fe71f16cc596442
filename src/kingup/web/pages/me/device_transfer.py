"""Routes for moving an identity to another device with a one-time code."""

from __future__ import annotations

import io

import segno
from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import JSONResponse, Response

from kingup.language import _, sentence_of
from kingup.people.transfer_codes import LIFETIME, digest_of, new_code, read_code, shown
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import address_of, document
from kingup.web.http.errors import status_of
from kingup.web.http.forms import form_of, text_field
from kingup.web.http.identity import person_of, set_person_cookie
from kingup.web.http.origins import check_origin
from kingup.web.http.responses import flash, redirect, wants_json
from kingup.web.services import services_of

router = APIRouter()


@router.post("/me/code")
async def make_code(request: Request) -> Response:
    """Show a one-time code for another device; it expires after a few minutes."""
    check_origin(request)
    services_of(request).limits.take("me", request)
    code = new_code()
    await services_of(request).accounts.transfer_codes.keep(
        person_of(request), _digest(request, code), LIFETIME
    )
    address = f"{address_of(request)}/me/move"
    if wants_json(request):
        return JSONResponse({"code": shown(code), "address": address, "seconds": LIFETIME})
    return document(
        request,
        "me/code.html",
        code=shown(code),
        address=address,
        # After "#" it stays in the browser: no server, proxy or log sees it.
        qr=_qr(f"{address}#{code}"),
        minutes=LIFETIME // 60,
    )


@router.get("/me/move")
async def move_form(request: Request) -> Response:
    """Show the form for a code."""
    return await _form(request)


@router.post("/me/move")
async def move(request: Request) -> Response:
    """Take over the identity of another device: code, leave (1: abandon this device's games)."""
    check_origin(request)
    form = await form_of(request)
    typed = text_field(form, "code").strip()
    code = read_code(typed)
    codes, current = services_of(request).accounts.transfer_codes, person_of(request)
    try:
        person = None if code is None else await codes.person(_digest(request, code))
        if code is None or person is None:
            services_of(request).limits.take("guess", request)
            raise Refusal(
                "This code is wrong, used or expired. Create a new one on the other device.",
                status=404,
            )
        if person != current and text_field(form, "leave") != "1" and await has_games(request):
            raise leaves_games()
        if await codes.use(_digest(request, code)) is None:
            raise Refusal(
                "This code is wrong, used or expired. Create a new one on the other device.",
                status=404,
            )
    except Refusal as error:
        if wants_json(request):
            raise
        return await _form(request, typed[:40], error)
    return become(request, person)


def become(request: Request, person: str) -> Response:
    """Return a response that signs the browser in as a person."""
    welcome = _("Welcome back. All your games are here.")
    response: Response
    if wants_json(request):
        response = JSONResponse({"location": "/me"})
        flash(request, response, welcome)
    else:
        response = flash(request, redirect("/me"), welcome)
    set_person_cookie(request, response, person)
    return response


async def has_games(request: Request) -> bool:
    """Return whether this device's own identity has games that would be left behind."""
    return bool(await services_of(request).tables.store.of_person(person_of(request), 1))


def leaves_games() -> Refusal:
    """Return the refusal for a sign-in that would leave games behind without consent."""
    return Refusal(
        "This device has games of its own, which would be left behind. Tick the box to "
        "leave them.",
        status=409,
    )


async def _form(request: Request, typed: str = "", error: Refusal | None = None) -> Response:
    return document(
        request,
        "me/move.html",
        status_of(error) if error else 200,
        typed=typed,
        error=None if error is None else sentence_of(error),
        games=await has_games(request),
    )


def _digest(request: Request, code: str) -> str:
    return digest_of(services_of(request).cookie_signer.secret, code)


def _qr(address: str) -> Markup:
    buffer = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        buffer, kind="svg", border=3, dark="#2b1d14", light="#fff", omitsize=True,
        xmldecl=False, svgns=False, svgclass="qr", lineclass=None,
    )  # fmt: skip
    return Markup(buffer.getvalue().decode("ascii"))  # noqa: S704 (drawn by ourselves)
