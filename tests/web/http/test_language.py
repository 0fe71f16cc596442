"""The language of a request."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from kingup.language import current_language
from kingup.web.http.language import LanguageMiddleware, preferred


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("de, it;q=0.3, fr;q=0.7", "fr"),
        ("de;q=1, pt", "en"),
        ("IT-it", "it"),
        ("fr;q=0, it;q=0.1", "it"),
        ("fr;q=much, it;q=0.1", "it"),
        ("*", "en"),
        (";;;,,,=q", "en"),
        ("fr," * 100_000, "fr"),
    ],
)
def test_the_weights_of_accept_language_are_respected(header: str, language: str) -> None:
    assert preferred(header) == language


def test_a_chosen_language_overrides_the_header() -> None:
    async def show_language(request: Request) -> Response:
        return HTMLResponse(current_language())

    app = Starlette(routes=[Route("/", show_language)])
    app.add_middleware(LanguageMiddleware)
    client = TestClient(app)
    assert client.get("/").text == "en"
    french = client.get("/", headers={"accept-language": "fr"})
    assert french.text == french.headers["content-language"] == "fr"
    assert "Accept-Language" in french.headers["vary"]
    chosen = {"accept-language": "fr", "cookie": "language=it"}
    assert client.get("/", headers=chosen).text == "it"
    nonsense = {"accept-language": "fr", "cookie": "language=xx"}
    assert client.get("/", headers=nonsense).text == "fr"
    assert client.get("/").text == "en"
