"""How the server answers: a page for people, JSON for scripts, the same sentence for both."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from kingup.language import _, sentence_of
from kingup.rules.errors import InvalidAction, KingUpError, SetupError
from kingup.server.refusals import Refusal
from kingup.store import Unavailable
from kingup.tables.errors import MovedOn, NotYours, TableError
from kingup.web.http.identity import cookie, cookie_of
from kingup.web.http.limits import LARGEST_BODY, too_large
from kingup.web.services import services_of

FLASH_COOKIE = "flash"
FLASH_SECONDS = 60
THEME_COOKIE = "theme"
THEMES = ("light", "dark")
MOST_FIELDS = 200
NUL = "\x00"
"""What nobody types, and PostgreSQL keeps in no text."""
AGAIN = (429, 500, 503)
"""What may be over in a moment."""
RETRY_SECONDS = 2
"""When to ask again if the database did not answer."""


def wants_json(connection: HTTPConnection) -> bool:
    """Return whether a script asks, not a person."""
    return "application/json" in connection.headers.get("accept", "")


def status_of(error: KingUpError) -> int:
    """Return the status that goes with an error."""
    if isinstance(error, Refusal):
        return error.status
    if isinstance(error, Unavailable):
        return 503
    if isinstance(error, NotYours):
        return 403
    if isinstance(error, (InvalidAction, SetupError)):
        return 400
    if isinstance(error, (MovedOn, TableError, KingUpError)):
        return 409
    raise TypeError(error)  # pragma: no cover


def retry_after(error: KingUpError) -> int | None:
    """Return the seconds after which to ask again; None where that would not help."""
    if isinstance(error, Unavailable):
        return RETRY_SECONDS
    return error.retry_after if isinstance(error, Refusal) else None


async def form_of(request: Request) -> FormData:
    """Return the fields of a form; refuse anything that is none."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    length = request.headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length[:12]) > LARGEST_BODY:
        raise too_large()
    if kind != "application/x-www-form-urlencoded":
        if not kind and length == "0":
            return FormData()  # a button without any field
        raise Refusal("Only forms are accepted here.", status=415)
    form = await request.form(max_fields=MOST_FIELDS)
    if any(NUL in str(part) for field in form.multi_items() for part in field):
        raise incomplete()
    return form


def text(form: FormData, name: str, default: str = "") -> str:
    """Return a field of a form."""
    value = form.get(name, default)
    return value if isinstance(value, str) else default


def number(form: FormData, name: str) -> int:
    """Return a field that must be a small number."""
    value = text(form, name).strip()
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise incomplete()
    return int(value)


def incomplete() -> Refusal:
    """Return the refusal for a form that no page of ours has sent."""
    return Refusal("This form is incomplete. Reload the page.", status=400)


def optional_number(form: FormData, name: str) -> int | None:
    """Return a field that may be a small number."""
    return number(form, name) if text(form, name).strip() else None


def local_path(path: str) -> str:
    """Return where to go next, which is never another site."""
    if not path.startswith("/") or path.startswith(("//", "/\\")) or not path.isprintable():
        return "/"
    return path[:500]


def see(path: str) -> Response:
    """Send the browser to a page after a form."""
    return RedirectResponse(path, status_code=303)


def theme_of(connection: HTTPConnection) -> str | None:
    """Return the theme that a visitor chose; None for the system's own."""
    chosen = cookie_of(connection, THEME_COOKIE)
    return chosen if chosen in THEMES else None


def flash(connection: HTTPConnection, response: Response, sentence: str) -> Response:
    """Let the next page say something."""
    sealed = services_of(connection).cookie_signer.sign_text(sentence)
    response.headers.append("set-cookie", cookie(connection, FLASH_COOKIE, sealed, FLASH_SECONDS))
    return response


def flashed(connection: HTTPConnection) -> str | None:
    """Return what the page before wanted to be said."""
    sealed = cookie_of(connection, FLASH_COOKIE)
    return services_of(connection).cookie_signer.text(sealed) if sealed else None


def page(connection: HTTPConnection, html: str, status: int = 200) -> HTMLResponse:
    """Return a page; what it has said once is forgotten."""
    response = HTMLResponse(html, status_code=status)
    if cookie_of(connection, FLASH_COOKIE) is not None:
        response.headers.append("set-cookie", cookie(connection, FLASH_COOKIE, "", 0))
    return response


def error_body(error: KingUpError, **more: Any) -> dict[str, Any]:
    """Return an error as scripts are told it."""
    return {"error": sentence_of(error), **more}


def error_answer(connection: HTTPConnection, error: KingUpError, **more: Any) -> Response:
    """Return an error as JSON or as a page of its own."""
    status = status_of(error)
    response: Response
    if wants_json(connection):
        response = JSONResponse(error_body(error, **more), status_code=status)
    else:
        html = services_of(connection).renderer.document(
            "common/error.html",
            theme=theme_of(connection),
            flash=None,
            person=getattr(connection.state, "person", None),
            path=connection.url.path,
            title=title_of(status),
            sentence=sentence_of(error),
            status=status,
            again=connection.url.path if status in AGAIN else None,
        )
        response = HTMLResponse(html, status_code=status)
    seconds = retry_after(error)
    if seconds is not None:
        response.headers["retry-after"] = str(seconds)
    return response


def title_of(status: int) -> str:
    """Return the headline of an error page."""
    if status == 404:
        return _("Nobody lives here")
    if status == 403:
        return _("The guard shakes his head")
    if status in (429, 503):
        return _("One moment")
    if status >= 500:
        return _("Something broke")
    return _("That does not work")
