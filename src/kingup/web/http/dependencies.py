"""Helpers that routes share: tables, pages, addresses and idempotency keys."""

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
from kingup.tables import Table
from kingup.tables.names import code_from
from kingup.web.http.errors import error_answer, status_of
from kingup.web.http.forms import text_field
from kingup.web.http.identity import person_of
from kingup.web.http.origins import same_origin
from kingup.web.http.responses import (
    answer,
    flash,
    flashed,
    page_response,
    redirect,
    theme_of,
    wants_json,
)
from kingup.web.services import services_of


async def find_table(connection: HTTPConnection, code: str, seen: int = 0) -> LiveTable:
    """Return the table with a code; guessing codes is rate-limited."""
    try:
        return await services_of(connection).tables.table(code, seen)
    except Refusal:
        services_of(connection).limits.take("lookup", connection)
        raise


def document(
    request: Request, template: str, error: KingUpError | None = None, **context: object
) -> Response:
    """Return a page that is not a table's; `error` says why a form of it was refused.

    Scripts that sent the form get the error alone.
    """
    if error is not None and wants_json(request):
        return error_answer(request, error)
    renderer = services_of(request).renderer
    html = renderer.document(
        template,
        theme=theme_of(request),
        flash=flashed(request),
        person=person_of(request),
        path=path_of(request),
        error=None if error is None else sentence_of(error),
        **context,
    )
    return page_response(request, html, 200 if error is None else status_of(error))


def path_of(request: Request) -> str:
    """Return a request's path with its query."""
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


def key_of(person: str, form: FormData) -> str | None:
    """Return the idempotency key of a form: its action is applied once."""
    return own_key(person, text_field(form, "key"))


def own_key(person: str, key: str | None) -> str | None:
    """Return an idempotency key that belongs to one person; None without a key."""
    return hashlib.sha256(f"{person} {key}".encode()).hexdigest() if key else None


def code_under(connection: HTTPConnection, key: str | None) -> str | None:
    """Return the table code that belongs to an idempotency key; None without a key.

    A request that is repeated after a lost response finds the table it has created, at any server.
    Nobody else can compute the code: it depends on the servers' secret.
    """
    if key is None:
        return None
    secret = services_of(connection).cookie_signer.secret.encode()
    return code_from(hmac.digest(secret, f"table {key}".encode(), "sha256"))


def answer_created(connection: HTTPConnection, table: Table, path: str) -> Response:
    """Lead to a new table, or return it as JSON, with the players who are yet to be ready."""
    waiting = own_unready(table, person_of(connection)) if table.status == "open" else ()
    body = {"code": table.code, "location": path, "commitment": table.commitment}
    return answer(connection, path, {**body, "waiting": list(waiting)}, 201)


def own_unready(table: Table, person: str) -> tuple[int, ...]:
    """Return the unready players, if all of them are this person's; else none."""
    waiting = table.unconfirmed()
    return waiting if set(waiting) <= set(table.player_of(person)) else ()


def address_of(connection: HTTPConnection) -> str:
    """Return the server's address for invitations.

    On the server's own machine a request names "localhost", which nobody else can open. If the
    operator has set an address, no request can claim another.
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
    """Return the page of a table from which a form was sent."""
    home = f"/t/{code}"
    referer = request.headers.get("referer", "")
    if not referer or not same_origin(request):
        return home
    parts = urlsplit(referer)
    if parts.path != home and not parts.path.startswith(home + "/"):
        return home
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


async def table_of_form(request: Request, code: str) -> LiveTable:
    """Return the table of a form; errors from now on are shown on the page that sent it."""
    live: LiveTable = await find_table(request, code)
    request.state.table = live
    return live


def refused(request: Request, error: KingUpError) -> Response:
    """Return an error as JSON or as a page; of a table's form, on the page that sent it."""
    live: LiveTable | None = getattr(request.state, "table", None)
    if live is None:
        return error_answer(request, error)
    if wants_json(request):
        return error_answer(request, error, number=live.table.number)
    return flash(request, redirect(page_before(request, live.code)), sentence_of(error))
