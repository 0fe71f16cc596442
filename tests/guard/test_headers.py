"""The headers of every response, and what no request can make the server do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guard.access_table import ROWS, Row
from tests.guard.people import history, set_table
from tests.guard.requests import HERE, Answer, ask, post
from tests.guard.test_matrix import ServerUnderTest
from tests.waiting import PATIENCE

PAGES = [
    row
    for row in ROWS
    if row.method == "GET" and not row.is_api and "/static/" not in row.route and not row.query
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    opened = ServerUnderTest(tmp_path_factory.mktemp("headers"))
    yield opened
    opened.close()


def fetched(server: ServerUnderTest, row: Row, scheme: str = "http") -> Answer:
    code = server.table_for(row)
    answer: Answer = server.run(ask(server.app, "GET", row.path(code), scheme=scheme))
    return answer


@pytest.mark.parametrize("row", PAGES, ids=lambda row: row.name)
def test_every_page_has_the_security_headers(server: ServerUnderTest, row: Row) -> None:
    answer = fetched(server, row)
    policy = answer.header("content-security-policy")
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.header("x-content-type-options") == "nosniff"
    assert answer.header("x-frame-options") == "DENY"
    assert answer.header("referrer-policy") == "same-origin"
    assert answer.header("permissions-policy")
    assert answer.header("cross-origin-resource-policy") == "same-origin"
    assert not answer.header("server")
    assert not answer.header("strict-transport-security"), "never where there is no https"


def test_https_sets_hsts_and_secure_cookies(server: ServerUnderTest) -> None:
    answer = fetched(server, PAGES[0], "https")
    assert "max-age=" in answer.header("strict-transport-security")
    assert answer.header("cross-origin-opener-policy") == "same-origin"
    assert answer.cookies
    assert all("Secure" in cookie for cookie in answer.cookies)


def test_cookies_are_http_only_and_same_site(server: ServerUnderTest) -> None:
    fields = [("edition", "kingup"), ("seats", "4"), ("name", "Zoe")]
    for answer in (
        fetched(server, PAGES[0]),
        server.run(post(server.app, "/new", fields)),
        server.run(post(server.app, "/language", [("language", "fr")])),
        server.run(post(server.app, "/theme", [("theme", "dark")])),
    ):
        assert answer.cookies
        for cookie in answer.cookies:
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
            assert "Domain" not in cookie


def test_an_unsigned_identity_is_replaced(server: ServerUnderTest) -> None:
    """No session fixation: only an identity that the server has signed counts."""
    for given in ("chosen", "a" * 22, "a" * 22 + ".signature", ""):
        answer = server.run(ask(server.app, "GET", "/", cookies={"person": given}))
        (identity,) = [one for one in answer.cookies if one.startswith("person=")]
        assert given == "" or given not in identity


def test_a_page_with_a_token_in_its_address_loads_nothing_external(
    server: ServerUnderTest,
) -> None:
    row = next(row for row in PAGES if "{token}" in row.route and row.stage == "linked")
    answer = fetched(server, row)
    assert answer.status == 200
    assert answer.header("referrer-policy") == "same-origin"
    assert answer.header("cache-control") == "no-store"
    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', answer.text)


@pytest.mark.parametrize(
    "aim",
    ["https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "evil",
     "/\t/evil.example", "javascript:alert(1)", "http:evil.example", "/\r\nset-cookie: a=b"],
)  # fmt: skip
def test_redirects_never_lead_to_another_site(server: ServerUnderTest, aim: str) -> None:
    headers = (("origin", HERE), ("accept", "text/html"))
    fields = [("theme", "dark"), ("next", aim)]
    answer = server.run(post(server.app, "/theme", fields, headers=headers))
    assert answer.status == 303
    assert re.fullmatch(r"/(?![/\\]).*", answer.header("location")), answer.header("location")
    assert not any(cookie.startswith("a=") for cookie in answer.cookies)


@pytest.mark.parametrize(
    "path",
    ["../app.py", "..%2fapp.py", "css/../../app.py", "/etc/passwd", "%2e%2e/app.py",
     "css\\theme.css", "css/theme.css\x00.png", "", "."],
)  # fmt: skip
def test_only_static_files_are_served(server: ServerUnderTest, path: str) -> None:
    answer = server.run(ask(server.app, "GET", f"/static/{path}"))
    assert answer.status == 404


def test_the_host_header_is_escaped(server: ServerUnderTest) -> None:
    code = server.run(set_table(server.app, history("open")))
    headers = (("host", 'x"><script>alert(1)</script>'),)
    for path in (f"/t/{code}", f"/t/{code}/qr.svg", "/"):
        answer = server.run(ask(server.app, "GET", path, headers=headers))
        assert answer.status < 500
        assert "<script>alert" not in answer.text


SLOW = [
    "a" * 50_000,
    "/t/" * 20_000,
    "[" * 50_000,
    "-" * 50_000,
    " " * 50_000,
    "/t/" + "x" * 60_000,
]


@pytest.mark.parametrize("text", SLOW, ids=lambda text: text[:4])
def test_no_text_makes_a_regular_expression_slow(server: ServerUnderTest, text: str) -> None:
    asked = post(server.app, "/join", [("code", text)])
    answer = server.run(asyncio.wait_for(asked, PATIENCE))
    assert answer.status in (404, 413)


def test_tokens_and_links_are_compared_in_constant_time() -> None:
    """Or looked up by their digests, which reveal nothing about the secret."""
    root = Path(__file__).parents[2] / "src" / "kingup"
    assert "hmac.compare_digest" in (root / "tables" / "hosting.py").read_text(encoding="utf-8")
    assert "by_digest" in (root / "server" / "api_tokens.py").read_text(encoding="utf-8")
