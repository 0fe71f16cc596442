"""Tokens are shown once, kept as digests, and work until they are revoked."""

from __future__ import annotations

import hashlib
import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person, running, running_with_limits


def test_a_token_identifies_a_bot_of_its_owner(robo: ApiBot) -> None:
    me = robo.get("/me")
    assert (me["name"], me["owner"]) == ("Robo", "Ana")
    assert re.fullmatch(r"[2-9a-z]{8}", me["id"])


def test_a_persons_token_is_listed_as_theirs_and_enters_no_league(
    ana: Person, server: str
) -> None:
    answer = ana.post("/me/tokens", name="Ana T", person="1")
    assert answer.status_code == 200
    page = ana.get("/me/tokens").text
    assert "You, in a terminal" in page
    (id_,) = re.findall(r"/me/tokens/([2-9a-z]{8})/revoke", page)
    form = {"name": "Course", "edition": "kingup", "seats": "3", "seconds": "30"}
    league = ana.post("/leagues", **form).headers["location"]
    assert id_ not in ana.get(league).text
    assert ana.post(f"{league}/enter", token=id_).status_code == 404


def test_a_token_is_shown_once_and_only_its_digest_is_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), running(tmp_path) as server, Person(server, "Ana") as ana:
        token = make_token(ana)
        page = ana.get("/me/tokens")
        assert "Robo" in page.text
        assert token not in page.text
        with ApiBot(server, token) as bot:
            bot.get("/me")
            bot.get("/tables/rook-22222", 404)
    assert token not in caplog.text
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token.encode() not in kept
    database = sqlite3.connect(tmp_path / "tables.sqlite")
    digest, used = database.execute("select digest, used_at from tokens").fetchone()
    database.close()
    assert digest == hashlib.sha256(token.encode()).hexdigest()
    assert used > 0


def test_the_page_says_when_a_token_was_last_used(ana: Person, server: str) -> None:
    token = make_token(ana, "Fresh")
    assert "never used" in ana.get("/me/tokens").text
    with ApiBot(server, token) as bot:
        bot.get("/me")
    assert "last used on" in ana.get("/me/tokens").text


@pytest.mark.parametrize("token", ["kingup_", "kingup_" + "x" * 43, "x" * 5000, "ü", "a b"])
def test_a_bad_token_is_refused_with_a_sentence(server: str, token: str) -> None:
    with ApiBot(server, "") as bot:
        header = {b"authorization": f"Bearer {token}".encode()}
        for path in ("/me", "/tables", "/stream/events", "/stream/games/rook-22222"):
            answer = bot.http.get(path, headers=header)
            assert answer.status_code == 401, path
            assert answer.headers["www-authenticate"] == "Bearer"
            assert answer.json()["code"] == "bad-token"
            assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize("header", ["Basic YTpi", "Bearer", "bearer", "kingup_abc", ""])
def test_another_kind_of_authorisation_is_refused_too(server: str, header: str) -> None:
    with ApiBot(server, "") as bot:
        answer = bot.http.get("/me", headers={"authorization": header})
        assert answer.status_code == 401


def test_a_token_in_the_address_does_not_work(robo: ApiBot, server: str) -> None:
    with ApiBot(server, "") as bot:
        for name in ("token", "access_token", "authorization"):
            assert bot.http.get(f"/me?{name}={robo.token}").status_code == 401


def test_a_revoked_token_works_no_more(ana: Person, server: str) -> None:
    token = make_token(ana, "Gone")
    with ApiBot(server, token) as bot:
        id_ = bot.get("/me")["id"]
        answer = ana.post(f"/me/tokens/{id_}/revoke")
        assert answer.status_code == 303
        assert "Gone" not in ana.get("/me/tokens").text
        assert bot.get("/me", 401)["code"] == "bad-token"
        assert ana.post(f"/me/tokens/{id_}/revoke").status_code == 404


def test_tokens_of_others_can_be_neither_seen_nor_revoked(robo: ApiBot, ben: Person) -> None:
    id_ = robo.get("/me")["id"]
    assert ben.post(f"/me/tokens/{id_}/revoke").status_code == 404
    assert id_ not in ben.get("/me/tokens").text
    robo.get("/me")


def test_the_form_explains_errors_and_keeps_the_input(ana: Person) -> None:
    answer = ana.post("/me/tokens", name="Robo", owner=" ")
    assert answer.status_code == 409
    assert "Enter your name first." in answer.text
    assert 'value="Robo"' in answer.text
    assert ana.post("/me/tokens", name="R" * 21, owner="Ana").status_code == 409
    assert ana.post("/me/tokens", name="R" * 70_000, owner="Ana").status_code == 413


def test_another_site_cannot_make_tokens(ana: Person) -> None:
    answer = ana.http.post(
        "/me/tokens", data={"name": "x", "owner": "y"}, headers={"origin": "https://evil.example"}
    )
    assert answer.status_code == 403


def test_a_person_has_twenty_tokens_at_most(ana: Person) -> None:
    for number in range(20):
        ana.post("/me/tokens", name=f"Bot {number}", owner="Ana")
    answer = ana.post("/me/tokens", name="One more", owner="Ana")
    assert answer.status_code == 409
    assert "revoke one" in answer.text


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_with_limits(tmp_path_factory.mktemp("limited")) as address:
        yield address


def test_the_rate_limit_of_one_token_does_not_affect_others(limited: str) -> None:
    with Person(limited, "Ana") as ana:
        one, other = make_token(ana, "One"), make_token(ana, "Other")
    with ApiBot(limited, one) as greedy, ApiBot(limited, other) as modest:
        answers = [greedy.http.post("/tables", json={}) for _ in range(40)]
        late = [answer for answer in answers if answer.status_code != 201]
        assert late
        assert {answer.status_code for answer in late} == {429}
        assert int(late[-1].headers["retry-after"]) >= 1
        assert late[-1].json()["code"] == "too-many"
        modest.new_table()


def test_guessing_tokens_is_rate_limited(limited: str) -> None:
    with ApiBot(limited, "kingup_guess") as guesser:
        answers = [guesser.http.get("/me") for _ in range(40)]
        assert {answer.status_code for answer in answers} == {401, 429}


# Cookies and other sites.


def test_the_api_ignores_cookies(ana: Person, server: str) -> None:
    make_token(ana)
    answer = ana.get("/api/me")
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    with ApiBot(server, "") as stranger:
        assert "set-cookie" not in stranger.http.get("/openapi.json").headers


def test_scripts_of_other_sites_may_use_a_token(robo: ApiBot) -> None:
    origin = {"origin": "https://bots.example"}
    asked = {
        **origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, content-type",
    }
    preflight = robo.http.options("/tables", headers=asked)
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == "*"
    assert "authorization" in preflight.headers["access-control-allow-headers"]
    answer = robo.http.get("/me", headers=origin)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    assert robo.http.get("/tables/x", headers=origin).headers["access-control-allow-origin"] == "*"


def test_pages_stay_closed_to_other_sites(ana: Person) -> None:
    answer = ana.get("/", origin="https://bots.example")
    assert "access-control-allow-origin" not in answer.headers
