"""Responses to people: pages, redirects, and what the next page should say."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from kingup.web.http.identity import cookie_of, set_cookie
from kingup.web.services import services_of

FLASH_COOKIE = "flash"
FLASH_SECONDS = 60
THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def wants_json(connection: HTTPConnection) -> bool:
    """Return whether a request asks for JSON, as our scripts do."""
    return "application/json" in connection.headers.get("accept", "")


def local_path(path: str) -> str:
    """Return a path for a redirect, or "/" if it could lead to another site."""
    if not path.startswith("/") or path.startswith(("//", "/\\")) or not path.isprintable():
        return "/"
    return path[:500]


def redirect(path: str) -> Response:
    """Redirect the browser to a page after a form (303)."""
    return RedirectResponse(path, status_code=303)


def answer(
    connection: HTTPConnection, path: str, body: Mapping[str, object], status: int = 200
) -> Response:
    """Return the answer to a form: JSON for our scripts, for others a redirect to a page."""
    return JSONResponse(body, status) if wants_json(connection) else redirect(path)


def theme_of(connection: HTTPConnection) -> str | None:
    """Return the theme that a visitor chose; None to follow the system."""
    chosen = cookie_of(connection, THEME_COOKIE)
    return chosen if chosen in THEMES else None


def flash(connection: HTTPConnection, response: Response, sentence: str) -> Response:
    """Show a sentence on the next page, through a signed cookie."""
    signed = services_of(connection).cookie_signer.sign_text(sentence)
    set_cookie(connection, response, FLASH_COOKIE, signed, FLASH_SECONDS)
    return response


def flashed(connection: HTTPConnection) -> str | None:
    """Return the sentence that the previous response left for this page."""
    signed = cookie_of(connection, FLASH_COOKIE)
    return services_of(connection).cookie_signer.text(signed) if signed else None


def page_response(connection: HTTPConnection, html: str, status: int = 200) -> HTMLResponse:
    """Return a page, and delete the flash cookie that it has shown."""
    response = HTMLResponse(html, status_code=status)
    if cookie_of(connection, FLASH_COOKIE) is not None:
        set_cookie(connection, response, FLASH_COOKIE, "", 0)
    return response
