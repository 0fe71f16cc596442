"""What browsers are told with every answer, and what nobody can talk the server into."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guard.access_table import ROWS, Row
from tests.guard.people import history, set_table
from tests.guard.requests import HERE, Answer, ask, post
from tests.guard.test_matrix import Stage, table_for

PAGES = [
    row
    for row in ROWS
    if row.method == "GET" and not row.is_api and "/static/" not in row.route and not row.query
]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    opened = Stage(tmp_path_factory.mktemp("headers"))
    yield opened
    opened.close()


def fetched(stage: Stage, row: Row, scheme: str = "http") -> Answer:
    code = stage.run(table_for(stage.app, row))
    answer: Answer = stage.run(ask(stage.app, "GET", row.path(code), scheme=scheme))
    return answer


@pytest.mark.parametrize("row", PAGES, ids=lambda row: row.name)
def test_every_page_says_what_a_browser_may_do_with_it(stage: Stage, row: Row) -> None:
    answer = fetched(stage, row)
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


def test_under_https_browsers_keep_to_it(stage: Stage) -> None:
    answer = fetched(stage, PAGES[0], "https")
    assert "max-age=" in answer.header("strict-transport-security")
    assert answer.header("cross-origin-opener-policy") == "same-origin"
    assert answer.cookies
    assert all("Secure" in cookie for cookie in answer.cookies)


def test_no_cookie_is_read_by_scripts_or_sent_by_other_sites(stage: Stage) -> None:
    fields = [("edition", "kingup"), ("seats", "4"), ("name", "Zoe")]
    for answer in (
        fetched(stage, PAGES[0]),
        stage.run(post(stage.app, "/new", fields)),
        stage.run(post(stage.app, "/language", [("language", "fr")])),
        stage.run(post(stage.app, "/theme", [("theme", "dark")])),
    ):
        assert answer.cookies
        for cookie in answer.cookies:
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert "Domain" not in cookie


def test_an_identity_that_somebody_else_chose_is_not_taken_on(stage: Stage) -> None:
    """No session can be fixed: only what the server has signed is anybody."""
    for given in ("chosen", "a" * 22, "a" * 22 + ".signature", ""):
        answer = stage.run(ask(stage.app, "GET", "/", cookies={"person": given}))
        (introduced,) = [one for one in answer.cookies if one.startswith("person=")]
        assert given == "" or given not in introduced


def test_a_page_with_a_token_in_its_address_loads_nothing_foreign(stage: Stage) -> None:
    row = next(row for row in PAGES if "{token}" in row.route and row.stage == "linked")
    answer = fetched(stage, row)
    assert answer.status == 200
    assert answer.header("referrer-policy") == "same-origin"
    assert answer.header("cache-control") == "no-store"
    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', answer.text)


@pytest.mark.parametrize(
    "aim",
    ["https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "evil",
     "/\t/evil.example", "javascript:alert(1)", "http:evil.example", "/\r\nset-cookie: a=b"],
)  # fmt: skip
def test_no_form_leads_to_another_site(stage: Stage, aim: str) -> None:
    headers = (("origin", HERE), ("accept", "text/html"))
    fields = [("theme", "dark"), ("next", aim)]
    answer = stage.run(post(stage.app, "/theme", fields, headers=headers))
    assert answer.status == 303
    assert re.fullmatch(r"/(?![/\\]).*", answer.header("location")), answer.header("location")
    assert not any(cookie.startswith("a=") for cookie in answer.cookies)


@pytest.mark.parametrize(
    "path",
    ["../app.py", "..%2fapp.py", "css/../../app.py", "/etc/passwd", "%2e%2e/app.py",
     "css\\theme.css", "css/theme.css\x00.png", "", "."],
)  # fmt: skip
def test_no_file_is_read_that_is_not_for_everybody(stage: Stage, path: str) -> None:
    answer = stage.run(ask(stage.app, "GET", f"/static/{path}"))
    assert answer.status == 404


def test_a_strange_host_is_only_ever_text(stage: Stage) -> None:
    code = stage.run(set_table(stage.app, history("open")))
    headers = (("host", 'x"><script>alert(1)</script>'),)
    for path in (f"/t/{code}", f"/t/{code}/qr.svg", "/"):
        answer = stage.run(ask(stage.app, "GET", path, headers=headers))
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
def test_no_text_makes_an_expression_take_its_time(stage: Stage, text: str) -> None:
    asked = post(stage.app, "/join", [("code", text)])
    answer = stage.run(asyncio.wait_for(asked, 60))
    assert answer.status in (404, 413)


def test_tokens_and_links_are_compared_in_constant_time() -> None:
    """Or by their digests: what is looked up is no secret's beginning."""
    root = Path(__file__).parents[2] / "src" / "kingup"
    assert "hmac.compare_digest" in (root / "tables" / "hosting.py").read_text(encoding="utf-8")
    assert "by_digest" in (root / "server" / "api_tokens.py").read_text(encoding="utf-8")
