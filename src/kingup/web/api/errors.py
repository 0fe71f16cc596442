"""Errors of the API: `{"error": sentence, "code": slug}` with a matching status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kingup.language import sentence_of
from kingup.rules.errors import IllegalAction, InvalidAction, KingUpError, SetupError, sentence
from kingup.server.refusals import Refusal
from kingup.tables.errors import NotAllowed, StaleAction
from kingup.web.http.errors import retry_after, status_of

BY_STATUS = {
    400: "bad-request",
    401: "bad-token",
    403: "not-yours",
    404: "not-found",
    405: "wrong-method",
    409: "not-now",
    413: "too-large",
    415: "not-json",
    429: "too-many",
    500: "broken",
    503: "busy",
}
SLUGS = (*BY_STATUS.values(), "illegal-action", "impossible-game", "moved-on")
"""All values of `code`."""


TEMPLATES = {
    "missing": sentence("The field “{field}” is missing."),
    "extra_forbidden": sentence("There is no field “{field}” here."),
}
WRONG = sentence("The field “{field}” has the wrong type or is too large.")


def bad_token() -> Refusal:
    """Return the refusal for a request without a valid token."""
    return Refusal(
        "This token does not work: it is missing, mistyped or revoked. Create a new one "
        "under “My tokens”.",
        status=401,
    )


def slug_of(error: KingUpError) -> str:
    """Return the identifier of an error, for programs."""
    if isinstance(error, StaleAction):
        return "moved-on"
    if isinstance(error, NotAllowed):
        return "not-yours"
    if isinstance(error, SetupError):
        return "impossible-game"
    if isinstance(error, (InvalidAction, IllegalAction)):
        return "illegal-action"
    return BY_STATUS.get(status_of(error), "bad-request")


def body_of(error: KingUpError) -> dict[str, str]:
    """Return the body of an error response."""
    return {"error": sentence_of(error), "code": slug_of(error)}


def error_response(error: KingUpError) -> Response:
    """Return the response for an error."""
    response = JSONResponse(body_of(error), status_code=status_of(error))
    seconds = retry_after(error)
    if seconds is not None:
        response.headers["retry-after"] = str(seconds)
    if response.status_code == 401:
        response.headers["www-authenticate"] = "Bearer"
    return response


async def handle_refusal(_request: Request, error: Exception) -> Response:
    """Handle a refusal or a rules error."""
    assert isinstance(error, KingUpError)  # noqa: S101 - registered for it alone
    return error_response(error)


async def handle_http_error(_request: Request, error: Exception) -> Response:
    """Handle a request that matches no route, or whose body cannot be read."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
    if isinstance(error.__cause__, KingUpError):  # raised while the body was read
        return error_response(error.__cause__)
    if error.status_code == 404:
        return error_response(
            Refusal("There is nothing here: docs/api.md lists every address.", status=404)
        )
    if error.status_code == 405:
        return error_response(Refusal("This address does not accept that method.", status=405))
    return error_response(Refusal("This request is unreadable: send JSON in UTF-8.", status=400))


async def handle_invalid_request(request: Request, error: Exception) -> Response:
    """Handle a request with a field that is missing, unknown or of the wrong type."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for it alone
    first = error.errors()[0]
    words = first.get("loc", ())[1:]
    kind = request.headers.get("content-type", "application/json").partition(";")[0]
    if kind.strip().lower() != "application/json" and not words:
        return error_response(
            Refusal("Send JSON with “Content-Type: application/json”.", status=415)
        )
    if first.get("type") == "json_invalid" or not words:
        return error_response(no_object())
    fault = str(first.get("type"))
    if fault != "missing":
        words = _within(error.body, words)
    return error_response(wrong_field(words, fault))


def _within(body: Any, words: Sequence[Any]) -> Sequence[Any]:
    """Return the path to a field in the body, without the names of union members in Pydantic's."""
    found = []
    for word in words:
        if (isinstance(body, dict) and word in body) or (
            isinstance(body, list) and isinstance(word, int)
        ):
            body = body[word]
            found.append(word)
    return found or words  # a parameter of the path or the query, not of the body


def no_object() -> Refusal:
    """Return the refusal for a body that is not a JSON object."""
    return Refusal("This request needs a JSON object.", status=400)


def wrong_field(words: Sequence[int | str], kind: str) -> Refusal:
    """Return the refusal for a field that is missing, unknown or of the wrong type."""
    field = ".".join(map(str, words))[:60].encode("utf-8", "replace").decode("utf-8")
    return Refusal(TEMPLATES.get(kind, WRONG), status=400, field=field)
