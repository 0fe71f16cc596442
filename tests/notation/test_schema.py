"""The published JSON Schema accepts every written record, and refuses malformed ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

import kingup
from kingup.notation import schema, write_json
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES
from kingup.rules.characters import EDITIONS
from kingup.rules.setup import OPTIONS
from tests.notation.helpers import NAMES, played, record
from tests.notation.test_json_errors import LOST, changed
from tests.strategies import FAMILIES, FAMILY_NAMES, games

VALIDATOR = Draft202012Validator(schema())

KING_UP, SEVEN, TEAM = NAMES


def accepted(root: Any) -> bool:
    """Return whether the schema accepts a record."""
    return bool(VALIDATOR.is_valid(root))


def test_the_schema_is_a_schema_of_draft_2020_12() -> None:
    assert schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema())


def test_the_schema_lists_the_cards_and_options_of_the_rules() -> None:
    definitions = schema()["$defs"]
    assert definitions["kingupCard"]["enum"] == sorted(FAVOURITES[0])
    assert definitions["viveLeRoiCard"]["enum"] == sorted(FAVOURITES[1])
    assert definitions["ambition"]["enum"] == [card.id for card in AMBITION_CARDS]
    assert schema()["properties"]["options"]["items"]["enum"] == list(OPTIONS)
    assert schema()["properties"]["edition"]["enum"] == list(EDITIONS)


@pytest.mark.parametrize("name", NAMES)
def test_the_sample_records_are_accepted(name: str) -> None:
    assert accepted(record(name))


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_a_whole_game_of_every_kind_is_accepted(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    assert accepted(json.loads(write_json(played(edition, seats, options))))


@given(games())
@settings(max_examples=25)
def test_a_game_stopped_anywhere_is_accepted(game: kingup.Game) -> None:
    assert accepted(json.loads(write_json(game)))


def test_tags_and_proof_are_accepted() -> None:
    game = played("kingup", 3, steps=20)
    game.tags = {"": "", "date": "2026"}
    game.proof = {"method": "", "commitment": "", "secret": "", "contributions": ["a"]}
    assert accepted(json.loads(write_json(game)))
    game.proof["rematch_of"] = "b"
    assert accepted(json.loads(write_json(game)))


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        *[(KING_UP, key, LOST) for key in schema()["required"]],
        (KING_UP, "winners", LOST),
        (KING_UP, "format", "pgn"),
        (KING_UP, "version", 2),
        (KING_UP, "version", True),
        (KING_UP, "rules", "2.0.0"),
        (KING_UP, "rules", "1.0"),
        (KING_UP, "winner", [2]),
        (KING_UP, "tags", {"date": 1}),
        (KING_UP, "deal", {"method": ""}),
        (KING_UP, "deal", {"method": "", "commitment": "", "secret": "", "contributions": ""}),
        (KING_UP, "edition", "vive-le-roi"),
        (KING_UP, "edition", "chess"),
        (KING_UP, "options", ["wedding"]),
        (SEVEN, "options", ["ambition", "ambition"]),
        (SEVEN, "options", ["ambition", "queen"]),
        (SEVEN, "options", ["ambition", "shared-marker"]),
        (SEVEN, "options", ["ambition", "jester-uncounted-in-placement"]),
        (SEVEN, "options", ["banished"]),
        (SEVEN, "options", ["ambition", "emissary"]),
        (TEAM, "options", ["ambition"]),
        (TEAM, "options", ["emissary"]),
        (KING_UP, "seats", [["a"], ["b"]]),
        (KING_UP, "seats[1]", []),
        (KING_UP, "seats[1]", ["a", "b"]),
        (KING_UP, "seats[1]", "Simon"),
        (SEVEN, "seats[1]", ["a", "b", "c"]),
        (KING_UP, "seats[1][0]", 1),
        (KING_UP, "winners", [2, 2]),
        (KING_UP, "winners", ["2"]),
        (KING_UP, "rounds", []),
        (KING_UP, "rounds[3]", record(KING_UP)["rounds"][0]),
        (KING_UP, "rounds[0].first", -1),
        (KING_UP, "rounds[0].first", "0"),
        (KING_UP, "rounds[0].favourites", LOST),
        (KING_UP, "rounds[0].favourites[0]", "ABELOV"),
        (KING_UP, "rounds[0].favourites[0]", "CGMNOP"),
        (KING_UP, "rounds[0].kept", []),
        (KING_UP, "rounds[0].emissary", {"card": "ABELOV", "pile": "YNNB"}),
        (KING_UP, "rounds[0].emissary_score", 4),
        (KING_UP, "rounds[0].last", 4),
        (KING_UP, "rounds[0].scores[0]", -1),
        (KING_UP, "rounds[0].scores[0]", 1.5),
        (KING_UP, "rounds[2].scores", LOST),
        (KING_UP, "rounds[0].moves[0]", "A5"),
        (KING_UP, "rounds[0].moves[0]", "X"),
        (KING_UP, "rounds[0].moves[0]", 3),
        (KING_UP, "rounds[0].moves[19]", {}),
        (KING_UP, "rounds[0].moves[19].votes", "YYX"),
        (KING_UP, "rounds[0].moves[19].emissary", "Y"),
        (KING_UP, "rounds[0].moves[19].voters", "Y"),
        (SEVEN, "rounds[0].ambitions[0]", ["kingmaker"]),
        (SEVEN, "rounds[0].ambitions[0][0]", "queenmaker"),
        (SEVEN, "rounds[0].kept[0]", "queenmaker"),
        (SEVEN, "rounds[0].moves[0]", "X3"),
        (TEAM, "rounds[0].emissary.pile", "YES"),
        (TEAM, "rounds[0].emissary.card", "ABC"),
        (TEAM, "rounds[0].emissary.card", LOST),
        (TEAM, "rounds[0].emissary_score", LOST),
        (TEAM, "rounds[0].scores", LOST),
        (TEAM, "rounds[0].moves[18].emissary", LOST),
        (TEAM, "rounds[0].moves[18].emissary", "YN"),
        (TEAM, "rounds[0].moves[33].pile", ""),
    ],
)
def test_a_malformed_record_is_refused(name: str, path: str, value: object) -> None:
    assert not accepted(json.loads(changed(name, path, value)))


def test_each_call_returns_a_new_schema() -> None:
    schema().clear()
    assert schema()
