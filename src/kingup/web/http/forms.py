"""Reading the fields of a form."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.requests import Request

from kingup.server.refusals import Refusal
from kingup.web.http.origins import check_origin
from kingup.web.http.protection import LARGEST_BODY, announced_size, too_large
from kingup.web.services import services_of

MOST_FIELDS = 200
NUL = "\x00"
"""Refused in forms: nobody types it, and PostgreSQL cannot store it in a text."""


def admit(request: Request, limit: str | None) -> None:
    """Refuse what another site's page has sent, and what is too much at once."""
    check_origin(request)
    if limit is not None:
        services_of(request).limits.take(limit, request)


async def sent_form(request: Request, limit: str | None = None) -> FormData:
    """Return the fields of a form that one of our pages has sent, and count it for a limit."""
    admit(request, limit)
    return await form_of(request)


async def form_of(request: Request) -> FormData:
    """Return the fields of a form; refuse other bodies."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    size = announced_size(request.headers)
    if size > LARGEST_BODY:
        raise too_large()
    if kind != "application/x-www-form-urlencoded":
        if not kind and not size and "transfer-encoding" not in request.headers:
            return FormData()  # a button without any field
        raise Refusal("Only forms are accepted here.", status=415)
    form = await request.form(max_fields=MOST_FIELDS)
    if any(NUL in str(part) for field in form.multi_items() for part in field):
        raise incomplete()
    return form


def text_field(form: FormData, name: str, default: str = "") -> str:
    """Return a field of a form."""
    value = form.get(name, default)
    return value if isinstance(value, str) else default


def number_field(form: FormData, name: str) -> int:
    """Return a field that must be a small number."""
    value = text_field(form, name).strip()
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise incomplete()
    return int(value)


def optional_number_field(form: FormData, name: str) -> int | None:
    """Return a field that may be a small number."""
    return number_field(form, name) if text_field(form, name).strip() else None


def incomplete() -> Refusal:
    """Return the refusal for a form that none of our pages could have sent."""
    return Refusal("This form is incomplete. Reload the page.", status=400)
