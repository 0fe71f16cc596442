"""What routes share: who asks, for which table, and how to come back."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import urlsplit

from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from kingup.language import sentence_of
from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.tables.names import code_from
from kingup.web.http.errors import error_answer
from kingup.web.http.forms import text
from kingup.web.http.identity import person_of
from kingup.web.http.origins import same_origin
from kingup.web.http.responses import flash, flashed, page, see, theme_of, wants_json
from kingup.web.services import services_of


async def find_table(connection: HTTPConnection, code: str, seen: int = 0) -> LiveTable:
    """Return the table of an address. Whoever guesses codes is slowed down."""
    try:
        return await services_of(connection).tables.table(code, seen)
    except Refusal:
        services_of(connection).limits.take("lookup", connection)
        raise


def document(request: Request, template: str, status: int = 200, **context: object) -> Response:
    """Return a page that is not a table's."""
    renderer = services_of(request).renderer
    html = renderer.document(
        template,
        theme=theme_of(request),
        flash=flashed(request),
        person=person_of(request),
        path=path_of(request),
        **context,
    )
    return page(request, html, status)


def path_of(request: Request) -> str:
    """Return the address of a page within the server."""
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


def key_of(person: str, form: FormData) -> str | None:
    """Return the key under which a form's deed is done once."""
    return own_key(person, text(form, "key"))


def own_key(person: str, key: str | None) -> str | None:
    """Return a person's key under which something is done once, whoever else uses the same."""
    return hashlib.sha256(f"{person} {key}".encode()).hexdigest() if key else None


def code_under(connection: HTTPConnection, key: str | None) -> str | None:
    """Return the code of the table that is set under a key, at any server; None without a key.

    Sent again, because an answer was lost, the same wish finds the table that it has set. Nobody
    else can know the code: the server's secret is in it.
    """
    if key is None:
        return None
    secret = services_of(connection).cookie_signer.secret.encode()
    return code_from(hmac.digest(secret, f"table {key}".encode(), "sha256"))


def address_of(connection: HTTPConnection) -> str:
    """Return where guests reach this server.

    Who plays on the machine that serves sees "localhost", which is no use to anybody else. Where
    whoever runs the server has said what its address is, no request can claim another.
    """
    settings = services_of(connection).settings
    url = connection.url
    local = url.hostname in ("localhost", "127.0.0.1", "::1")
    if settings.address and (local or settings.known_address):
        address: str = settings.address
        return address.rstrip("/")
    scheme = "https" if url.scheme in ("https", "wss") else "http"
    return f"{scheme}://{url.netloc}"


def page_before(request: HTTPConnection, code: str) -> str:
    """Return the page of a table that a form was sent from."""
    home = f"/t/{code}"
    referer = request.headers.get("referer", "")
    if not referer or not same_origin(request):
        return home
    parts = urlsplit(referer)
    if parts.path != home and not parts.path.startswith(home + "/"):
        return home
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def refused(request: HTTPConnection, error: KingUpError, back: str, **more: object) -> Response:
    """Return an error where it belongs: in the answer, or on the page it came from."""
    if wants_json(request):
        return error_answer(request, error, **more)
    return flash(request, see(back), sentence_of(error))
