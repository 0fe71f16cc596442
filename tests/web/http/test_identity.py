"""Who somebody is: signed cookies."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from kingup.server.accounts import new_person
from kingup.web.http.identity import (
    PERSON,
    CookieSigner,
    IdentityMiddleware,
    cookie,
    person_of,
)


@pytest.fixture
def client() -> TestClient:
    async def who(request: Request) -> Response:
        return PlainTextResponse(person_of(request))

    app = Starlette(routes=[Route("/", who)])
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
    assert "SameSite=Lax" in header
    assert "Secure" not in header


def test_over_https_the_cookie_never_travels_in_the_open(client: TestClient) -> None:
    client.base_url = "https://testserver"
    header = client.get("/").headers["set-cookie"]
    assert "Secure" in header
    assert header.startswith("__Host-person=")
    assert "Path=/" in header
    assert "Domain" not in header


def test_over_https_only_a_cookie_that_nobody_else_could_have_set_is_believed(
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


def test_a_signature_is_good_for_one_server_only() -> None:
    person = new_person()
    assert CookieSigner("one").person(CookieSigner("one").sign_person(person)) == person
    assert CookieSigner("two").person(CookieSigner("one").sign_person(person)) is None


def test_a_signed_text_is_no_signed_person() -> None:
    seals = CookieSigner("one")
    assert seals.text(seals.sign_text("Grüße, ؀")) == "Grüße, ؀"
    assert seals.person(seals.sign_text(new_person())) is None
    assert seals.text(seals.sign_person(new_person())) is None
    assert seals.text("x") is None


def test_an_age_of_nothing_takes_a_cookie_away() -> None:
    connection = HTTPConnection({"type": "http", "scheme": "http", "headers": []})
    assert "Max-Age=0" in cookie(connection, "flash", "", 0)
