"""Codes, names of bots and names of people."""

from __future__ import annotations

import contextlib
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingup.notation.strings import quote
from kingup.tables import TableError
from kingup.tables.names import (
    BOTS,
    CODE,
    bot_name,
    code_from,
    new_code,
    new_secret,
    read_code,
    read_name,
)


def test_new_codes_are_valid_and_unique() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(CODE.fullmatch(code) and read_code(code) == code for code in codes)


@pytest.mark.parametrize("typed", [" Rook-4K7Q2 ", "rook 4k7q2", "ROOK–4k7q2", "rook--4k7q2"])
def test_a_code_is_read_despite_spaces_and_capitals(typed: str) -> None:
    assert read_code(typed) == "rook-4k7q2"


@pytest.mark.parametrize("typed", ["", "rook", "rook-4k7q", "pawn-4k7q2", "rook-4k7q0", "x" * 999])
def test_an_invalid_code_is_none(typed: str) -> None:
    assert read_code(typed) is None


def test_each_digest_has_its_own_code() -> None:
    digests = [hashlib.sha256(bytes([number])).digest() for number in range(200)]
    codes = [code_from(digest) for digest in digests]
    assert codes == [code_from(digest) for digest in digests]
    assert len(set(codes)) == 200
    assert all(read_code(code) == code for code in codes)


def test_secrets_are_32_bytes_and_differ() -> None:
    assert len(bytes.fromhex(new_secret(4))) == 32 + 4 * 16 + 32
    assert new_secret(4) != new_secret(4)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("نور", "نور"),
        ("E\u0301loi\u0308se", "Éloïse"),
        ("a\u202eb\u2066c\u200b", "abc"),
        ("<script>", "<script>"),
        ("👩‍👩‍👧‍👦" * 5, "👩‍👩‍👧‍👦" * 5),
        ("🇫🇷" * 20, "🇫🇷" * 20),
        ("x" * 20, "x" * 20),
        ("\x00\x1b[31mRed", "[31mRed"),
    ],
)
def test_a_name_loses_invisible_characters(typed: str, name: str) -> None:
    assert read_name(typed) == name


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u200d", "\u3164", "\u202e", "\u0301", "\n"])
def test_an_invisible_name_is_refused(typed: str) -> None:
    with pytest.raises(TableError, match="your name"):
        read_name(typed)


@pytest.mark.parametrize("typed", ["x" * 21, "x" * 100_000, "👩‍👩‍👧‍👦" * 20, "a" + "\u0301b" * 30])
def test_an_overlong_name_is_refused(typed: str) -> None:
    with pytest.raises(TableError, match="at most 20"):
        read_name(typed)


def test_stacked_accents_are_refused() -> None:
    with pytest.raises(TableError, match="accents"):
        read_name("Z" + "\u0300\u0301\u0302\u0303\u0304")


@given(st.text())
def test_any_text_is_a_name_or_refused(typed: str) -> None:
    name = ""
    with contextlib.suppress(TableError):
        name = read_name(typed)
    if name:
        assert read_name(name) == name
        assert quote(name) == f'"{name}"' or set(name) & set('"\\')


def test_each_bot_has_its_own_name() -> None:
    taken: list[str] = []
    for player in range(16):
        taken.append(bot_name("rook-23456", player, taken))
    assert len(set(taken)) == 16
    assert set(taken) <= set(BOTS)
    assert bot_name("rook-23456", 0, [taken[0].upper()]) != taken[0]
