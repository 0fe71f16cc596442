"""The same person on another device, by a one-time code."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingup.people.transfer_codes import LIFETIME, digest_of, new_code
from kingup.store import Store
from kingup.store.device_transfer import TransferCodes
from tests.store.databases import with_store
from tests.web.server import Person, running_with_limits
from tests.web.test_routes import sentence


@pytest.fixture
def phone(server: str) -> Iterator[Person]:
    """Return another device of Ana's."""
    with Person(server) as person:
        yield person


def code_of(person: Person) -> str:
    answer = person.ask("/me/code")
    assert answer.status_code == 200, answer.text
    code: str = answer.json()["code"]
    return code


def identity(person: Person) -> str:
    cookies = {cookie.value for cookie in person.cookies.jar if cookie.name == "person"}
    return str(cookies.pop()).partition(".")[0]


def test_a_code_brings_all_games_to_another_device(ana: Person, phone: Person) -> None:
    table = ana.play_now()
    answer = phone.post("/me/move", code=code_of(ana).upper().replace("-", " "))
    assert answer.status_code == 303
    assert answer.headers["location"] == "/me"
    assert identity(phone) == identity(ana)
    page = phone.get("/me").text
    assert table in page
    assert "Welcome back" in page
    assert 'data-viewer="0"' in phone.table(table)["page"]


def test_the_code_is_on_the_page_and_in_the_qr_code_but_in_no_address(ana: Person) -> None:
    page = ana.post("/me/code")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    code = re.search(r'class="code"[^>]*>([a-z0-9]{4}-[a-z0-9]{4})<', page.text)
    assert code
    assert "<svg" in page.text
    assert not re.search(rf'(href|src|action)="[^"]*{code[1]}', page.text)


def test_a_code_works_once(ana: Person, ben: Person, cleo: Person) -> None:
    code = code_of(ana)
    assert ben.ask("/me/move", code=code).status_code == 200
    assert "used" in sentence(cleo.ask("/me/move", code=code), 404)
    assert identity(cleo) != identity(ana)


def test_a_new_code_replaces_the_last_one(ana: Person, phone: Person) -> None:
    first, second = code_of(ana), code_of(ana)
    assert sentence(phone.ask("/me/move", code=first), 404)
    assert phone.ask("/me/move", code=second).status_code == 200


@pytest.mark.parametrize("typed", ["", "abcd", "abcd-efgh", "<script>", "x" * 9000, "oooo-1111"])
def test_a_wrong_code_is_explained_beside_its_field(phone: Person, typed: str) -> None:
    page = phone.post("/me/move", code=typed)
    assert page.status_code == 404
    assert 'aria-invalid="true"' in page.text
    assert "<script>" not in page.text
    assert sentence(phone.ask("/me/move", code=typed), 404)


def test_games_of_the_other_device_are_not_left_without_confirmation(
    ana: Person, ben: Person
) -> None:
    ben.play_now()
    before = identity(ben)
    code = code_of(ana)
    page = ben.post("/me/move", code=code)
    assert page.status_code == 409
    assert f'value="{code}"' in page.text  # the input is kept, and the code is still valid
    assert "left behind" in page.text
    assert identity(ben) == before
    assert ben.post("/me/move", code=code, leave="1").status_code == 303
    assert identity(ben) == identity(ana)


def test_codes_are_stored_as_digests_only(ana: Person, folder: Path) -> None:
    code = code_of(ana).replace("-", "")
    with sqlite3.connect(folder / "tables.sqlite") as database:
        rows = str(database.execute("select * from moving").fetchall())
    assert identity(ana) in rows
    assert code not in rows


def test_guessing_codes_is_rate_limited(tmp_path: Path) -> None:
    with running_with_limits(tmp_path) as address:
        with Person(address) as guesser:
            guesser.get("/")
            answers = [guesser.ask("/me/move", code=new_code()).status_code for _ in range(7)]
            assert answers == [404] * 5 + [429] * 2
            assert "retry-after" in guesser.ask("/me/move", code=new_code()).headers
        seen = []
        for _ in range(60):  # a client that drops its cookie each time
            with Person(address) as guesser:
                seen.append(guesser.ask("/me/move", code=new_code()).status_code)
        assert 429 in seen


@with_store
async def test_a_code_expires_after_some_minutes(store: Store) -> None:
    now = 1_000.0
    codes = TransferCodes(store.database, lambda: now)
    await codes.keep("ana", digest_of("s", "abcdefgh"), LIFETIME)
    now += LIFETIME - 1
    assert await codes.person(digest_of("s", "abcdefgh")) == "ana"
    now += 2
    assert await codes.person(digest_of("s", "abcdefgh")) is None
    assert await codes.use(digest_of("s", "abcdefgh")) is None


@with_store
async def test_a_code_used_twice_at_once_works_once(store: Store, other: Store) -> None:
    both = [TransferCodes(each.database) for each in (store, other)]
    for turn in range(5):
        digest = digest_of("s", f"code {turn}")
        await both[0].keep("ana", digest, LIFETIME)
        used = await asyncio.gather(*(codes.use(digest) for codes in both))
        assert sorted(used, key=str) == [None, "ana"]
