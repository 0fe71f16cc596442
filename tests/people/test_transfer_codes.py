"""One-time codes: easy to type, hard to guess, stored only as digests."""

from __future__ import annotations

import pytest

from kingup.people.transfer_codes import CODE, digest_of, new_code, read_code, shown


def test_a_code_is_read_despite_spaces_and_capitals() -> None:
    for _ in range(50):
        code = new_code()
        assert CODE.fullmatch(code)
        for typed in (code, shown(code), shown(code).upper(), f" {code[:4]} {code[4:]}\n"):
            assert read_code(typed) == code


@pytest.mark.parametrize("typed", ["", "abc", "abcd-efg", "abcd-efghj", "oooo-1111", "x" * 9999])
def test_an_invalid_code_is_none(typed: str) -> None:
    assert read_code(typed) is None


def test_codes_differ() -> None:
    assert len({new_code() for _ in range(200)}) == 200


def test_the_digest_needs_the_servers_secret() -> None:
    code = new_code()
    assert digest_of("one", code) == digest_of("one", code) != digest_of("two", code)
    assert code not in digest_of("one", code)
