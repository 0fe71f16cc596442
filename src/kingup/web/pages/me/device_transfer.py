"""Routes for moving an identity to another device with a one-time code."""

from __future__ import annotations

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import JSONResponse, Response

from kingup.language import _
from kingup.people.transfer_codes import LIFETIME, digest_of, new_code, read_code, shown
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import address_of, document
from kingup.web.http.downloads import qr_code
from kingup.web.http.forms import admit, sent_form, text_field
from kingup.web.http.identity import person_of, set_person_cookie
from kingup.web.http.responses import answer, flash, wants_json
from kingup.web.services import services_of

router = APIRouter()


@router.post("/me/code")
async def make_code(request: Request) -> Response:
    """Show a one-time code for another device; it expires after a few minutes."""
    admit(request, "me")
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
        qr=_drawn(f"{address}#{code}"),
        minutes=LIFETIME // 60,
    )


@router.get("/me/move")
async def move_form(request: Request) -> Response:
    """Show the form for a code."""
    return await _form(request)


@router.post("/me/move")
async def move(request: Request) -> Response:
    """Take over the identity of another device: code, leave (1: abandon this device's games)."""
    form = await sent_form(request)
    typed = text_field(form, "code").strip()
    code = read_code(typed)
    codes, current = services_of(request).accounts.transfer_codes, person_of(request)
    try:
        person = None if code is None else await codes.person(_digest(request, code))
        if code is None or person is None:
            services_of(request).limits.take("guess", request)
            raise _wrong_code()
        if person != current and text_field(form, "leave") != "1" and await has_games(request):
            raise leaves_games()
        if await codes.use(_digest(request, code)) is None:
            raise _wrong_code()
    except Refusal as error:
        return await _form(request, typed[:40], error)
    return become(request, person)


def become(request: Request, person: str) -> Response:
    """Return a response that signs the browser in as a person."""
    response = answer(request, "/me", {"location": "/me"})
    flash(request, response, _("Welcome back. All your games are here."))
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
    return document(request, "me/move.html", error, typed=typed, games=await has_games(request))


def _drawn(address: str) -> Markup:
    svg = qr_code(address, svgns=False, svgclass="qr").decode()
    return Markup(svg)  # noqa: S704 (drawn by ourselves)


def _wrong_code() -> Refusal:
    return Refusal(
        "This code is wrong, used or expired. Create a new one on the other device.", status=404
    )


def _digest(request: Request, code: str) -> str:
    return digest_of(services_of(request).cookie_signer.secret, code)
