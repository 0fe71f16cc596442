"""The readers refuse any input with a RecordError, or read it to a fixed point."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingup.notation import RecordError, read, read_json, read_text, write_json, write_text
from tests.notation.helpers import assert_settles, played

GAMES = [
    played("kingup", 3),
    played("kingup", 4, steps=40),
    played("vive-le-roi", (1, 2), ("ambition", "emissary")),
    played("vive-le-roi", (2, 1, 1), ("ambition", "emissary", "wedding"), steps=90),
    played("vive-le-roi", 7, ("banished", "wedding")),
    played("vive-le-roi", (2, 1, 1), ("ambition", "shared-marker"), steps=2),
]
GAMES[2].tags = {"date": "2026-11-15", "Played at": 'home "sweet" home'}
GAMES[2].proof = {"method": "m", "commitment": "c", "secret": "s", "contributions": ["1", "2"]}
TEXTS = [write_text(game) for game in GAMES]
JSONS = [write_json(game) for game in GAMES]

SIGNS = ("", *'[]{}":;,=+~*\\\n\r\t 0123456789ABXYNabdp', "é", "\x00", "\ufeff", "\ud800", "٣")

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.floats()
    | st.sampled_from(["A", "A3", "ABELOV", "YYY", "Y", "kingmaker", "emissary", "", "\ud800"])
    | st.just(10**30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@st.composite
def mutations(draw: st.DrawFn, texts: list[str]) -> str:
    """Draw a valid record with a few characters or lines changed, lost or doubled."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([0, 0, 1, 1, 1, 2, 3, 10, 200]))
        new = draw(st.sampled_from(SIGNS) | st.just(text[start : start + length] * 2))
        text = text[:start] + new + text[start + length :]
    return text


@given(mutations(TEXTS))
def test_a_text_with_a_few_characters_changed(text: str) -> None:
    assert_settles(text)


@given(mutations(JSONS))
def test_json_with_a_few_characters_changed(text: str) -> None:
    assert_settles(text)


@given(st.sampled_from(JSONS), st.integers(0, 2**32), VALUES, st.booleans())
def test_json_with_a_value_changed(text: str, seed: int, value: Any, lost: bool) -> None:
    rng = random.Random(seed)
    root = json.loads(text)
    place = root
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.2:
            break
        place = place[key]
    if lost:
        del place[key]
    else:
        place[key] = value
    assert_settles(json.dumps(root))


@given(st.sampled_from(TEXTS), st.integers(0, 2**32))
def test_a_text_with_two_words_swapped(text: str, seed: int) -> None:
    words = text.replace("\n", " \n ").split(" ")
    rng = random.Random(seed)
    one, two = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[two] = words[two], words[one]
    assert_settles(" ".join(words))


@given(st.sampled_from(TEXTS), st.integers(0, 2**32))
def test_spacing_and_comments_change_nothing(text: str, seed: int) -> None:
    rng = random.Random(seed)
    endings = ("\n", "\r\n", "\n\n", " ; A6:YYY \n", ";\n", "\t\n", "\n ; Round 9\n")
    loose = "".join(
        rng.choice(("", " ", "\t")) + line + rng.choice(endings) for line in text.splitlines()
    )
    assert write_text(read("\ufeff" + loose)) == text


@given(st.text() | st.text(alphabet='[]{}":,0 \nGameRounds'))
def test_any_text_at_all(text: str) -> None:
    assert_settles(text)
    assert_settles("{" + text)
    assert_settles('[Game "kingup-game 1"]' + text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 200_000,
        '{"format": "kingup-game", "version": 1, "rules": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"format": "kingup-game", "version": ' + "1" * 10_000 + "}",
        '{"format": "kingup-game", "version": 1e999}',
        '{"format": "kingup-game", "version": NaN}',
        '[Game "' + "a" * 10**6,
        '[Game "kingup-game 1"]\n' * 50_000,
        "[Seat " + "9" * 100_000,
        "\n" * 10**6,
        ";" * 10**6,
        '[Game "kingup-game 1"]' + " " * 10**6,
    ],
    ids=range(12),
)
def test_an_extreme_text_is_refused(text: str) -> None:
    assert_settles(text)
    for read_form in (read_json, read_text):
        with pytest.raises(RecordError):
            read_form(text)
