"""The JSON Schema of the protocol: every message of real games fits it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import kingup
from kingup.bots.external import BotFailure, ExternalBot, schema
from kingup.bots.external.messages import read_action, read_hello
from kingup.bots.external.streams import MOST_LINE
from kingup.rules.cards import AMBITION_CARDS
from kingup.rules.places import PLACE_NAMES
from kingup.rules.setup import OPTIONS
from tests.bots.external_bots import opening, play_game, python_bot
from tests.strategies import each_family

SCHEMA = schema()

RANDOM_BOT = """
greet(author="Nobody", options={"depth": 3})
import random
while True:
    q = hear()
    if q["type"] == "new-game":
        random.seed(q["seed"])
    if q["type"] == "choose":
        answer(q, random.choice(q["view"]["actions"]))
"""
"""A bot that plays at random, so that its games end."""


@cache
def validator(direction: str) -> Draft202012Validator:
    name = {">": "toBot", "<": "fromBot"}[direction]
    return Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def test_the_schema_is_a_schema() -> None:
    meta = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    assert list(meta.iter_errors(SCHEMA)) == []


def conversation(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> list[tuple[str, bytes]]:
    """Return all that is said in a game with a bot at the last seat."""
    said: list[tuple[str, bytes]] = []
    with ExternalBot(
        python_bot(RANDOM_BOT), seed=4, listener=lambda way, line: said.append((way, line))
    ) as bot:
        play_game(kingup.Game(edition, seats, options, seed=4), {len(seats) - 1: bot})
    return said


def validate(lines: list[tuple[str, bytes]]) -> set[tuple[str, str]]:
    """Validate messages, and return which kinds there were."""
    kinds = set()
    for direction, line in lines:
        message = json.loads(line)
        kinds.add((direction, message["type"]))
        validator(direction).validate(message)
    return kinds


def test_every_message_of_a_game_fits_the_schema() -> None:
    said = conversation("vive-le-roi", (1, 2, 1), ("ambition", "emissary"))
    assert len(said) > 50
    assert len(validate(said)) == 8


@pytest.mark.parametrize("family", each_family())
def test_the_schema_fits_games_of_every_kind(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    # The last view holds the history of all others, and validating is slow.
    said = conversation(*family)
    assert len(validate([*said[:6], *said[-2:]])) == 8


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("place", PLACE_NAMES),
        ("ambition", [card.id for card in AMBITION_CARDS]),
    ],
)
def test_the_schema_knows_all_names(name: str, names: list[str]) -> None:
    assert sorted(SCHEMA["$defs"][name]["enum"]) == sorted(names)


def test_the_schema_knows_all_options() -> None:
    assert SCHEMA["$defs"]["options"]["items"]["enum"] == list(OPTIONS)


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a secret key": lambda m: m.update(hands=[3, 4, 4]),
    "a secret in the view": lambda m: m["view"].update(hands=[3, 4, 4]),
    "no actions": lambda m: m["view"].pop("actions"),
    "no such place": lambda m: m["view"]["castle"].update(A="cellar"),
    "no id": lambda m: m.pop("id"),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_schema_refuses_what_is_wrong(name: str) -> None:
    message = {"type": "choose", "id": 1, "seconds": 5, "view": json.loads(opening().as_json())}
    assert validator(">").is_valid(message)
    WRONG[name](message)
    assert not validator(">").is_valid(message)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text())
)
MESSAGES = st.dictionaries(
    st.sampled_from(["type", "protocol", "name", "author", "options", "id", "action", "x"]),
    st.one_of(st.sampled_from(["hello", "action", "A1", "A2", 1, 1.0]), VALUES),
)


@given(st.one_of(st.binary(max_size=200), MESSAGES.map(lambda m: json.dumps(m).encode())))
def test_any_line_from_a_bot_is_read_or_refused_with_a_reason(line: bytes) -> None:
    try:
        read_hello(line, "bot")
    except BotFailure as failure:
        assert str(failure).isprintable()  # noqa: PT017
    try:
        assert read_action(line, "bot", 1, opening()) in opening().actions
    except BotFailure as failure:
        assert str(failure).isprintable()  # noqa: PT017


@given(MESSAGES)
def test_every_message_that_is_read_fits_the_schema(message: dict[str, Any]) -> None:
    line = json.dumps(message).encode()
    understood = False
    with contextlib.suppress(BotFailure):
        read_hello(line, "bot")
        understood = True
    with contextlib.suppress(BotFailure):
        read_action(line, "bot", 1, opening())
        understood = True
    assert not understood or validator("<").is_valid(json.loads(line))


def test_a_whole_view_fits_into_one_line() -> None:
    game = kingup.Game("vive-le-roi", (2,) * 8, ("banished", "shared-marker"), seed=1)
    play_game(game, {})
    assert len(game.view(0).as_json()) < MOST_LINE
