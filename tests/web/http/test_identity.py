"""The identity of the person who sends a request."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from kingup.web.http.identity import IdentityMiddleware, person_of, set_cookie
from kingup.web.http.signed_cookies import PERSON, CookieSigner


@pytest.fixture
def client() -> TestClient:
    async def show_person(request: Request) -> Response:
        return PlainTextResponse(person_of(request))

    app = Starlette(routes=[Route("/", show_person)])
    app.state.services = SimpleNamespace(cookie_signer=CookieSigner("a secret"))
    app.add_middleware(IdentityMiddleware)
    return TestClient(app)


def test_the_first_visit_gives_an_identity_and_the_next_one_keeps_it(client: TestClient) -> None:
    first = client.get("/")
    assert PERSON.fullmatch(first.text)
    again = client.get("/")
    assert again.text == first.text
    assert "set-cookie" not in again.headers


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(client: TestClient) -> None:
    header = client.get("/").headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=lax" in header
    assert "Secure" not in header


def test_over_https_the_cookie_is_secure(client: TestClient) -> None:
    client.base_url = "https://testserver"
    header = client.get("/").headers["set-cookie"]
    assert "Secure" in header
    assert header.startswith("__Host-person=")
    assert "Path=/" in header
    assert "Domain" not in header


def test_over_https_only_cookies_with_the_host_prefix_are_trusted(
    client: TestClient,
) -> None:
    mine = client.get("/")
    planted = mine.headers["set-cookie"].partition(";")[0]
    client.base_url = "https://testserver"
    client.cookies.clear()
    assert client.get("/", headers={"cookie": planted}).text != mine.text
    client.cookies.clear()
    named = {"cookie": f"{planted}; __Host-{planted}"}
    assert client.get("/", headers=named).text == mine.text


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "x",
        "a.b",
        "AAAAAAAAAAAAAAAAAAAAAA.forged",
        "é",
        "\x7f",
        "a" * 5000,
        "{}[]();,",
        ".",
        "==",
    ],
)
def test_a_cookie_that_is_not_ours_is_a_first_visit(client: TestClient, garbage: str) -> None:
    answer = client.get("/", headers={b"cookie": f"person={garbage}".encode("latin-1")})
    assert answer.status_code == 200
    assert PERSON.fullmatch(answer.text)
    assert "set-cookie" in answer.headers


def test_an_age_of_zero_deletes_a_cookie() -> None:
    connection = HTTPConnection({"type": "http", "scheme": "http", "headers": []})
    response = Response()
    set_cookie(connection, response, "flash", "", 0)
    assert "Max-Age=0" in response.headers["set-cookie"]
