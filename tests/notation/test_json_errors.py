"""A wrong JSON record is refused with a sentence and the path to the error."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from kingup.notation import RecordError, read_json, write_json
from tests.notation.helpers import played, record, record_text, refused

KING_UP = "king-up-4"
SEVEN = "vive-le-roi-7"
TEAM = "vive-le-roi-team-emissary"

LOST = object()


def changed(name: str, path: str, value: object) -> str:
    """Return a record with the value at a path replaced, added, or (LOST) taken out."""
    root = record(name)
    keys: list[Any] = [
        int(key) if key.isdigit() else key for key in re.findall(r"[^.\[\]]+", path)
    ]
    place = root
    for key in keys[:-1]:
        place = place[key]
    if value is LOST:
        del place[keys[-1]]
    elif isinstance(place, list) and keys[-1] == len(place):
        place.append(value)
    else:
        place[keys[-1]] = value
    return json.dumps(root)


# The record, the path to change, the new value, the path of the error, and its sentence.
HEADER = [
    (KING_UP, "format", LOST, None, "A game record has “kingup-game” here."),
    (KING_UP, "format", "pgn", None, "A game record has “kingup-game” here."),
    (KING_UP, "version", LOST, None, "This key is missing."),
    (KING_UP, "version", 2, None, "This program reads version 1 of the record format."),
    (KING_UP, "version", True, None, "This must be a whole number."),
    (KING_UP, "version", 1.0, None, "This must be a whole number."),
    (KING_UP, "version", 10**30, None, "This must be a whole number."),
    (KING_UP, "rules", LOST, None, "This key is missing."),
    (KING_UP, "rules", 1, None, "This must be a text in quotation marks."),
    (
        *(KING_UP, "rules", "2.0.0", None),
        "This game was played under version 2.0.0 of the rules; this program has 1.0.0.",
    ),
    (
        *(KING_UP, "rules", "1.0", None),
        "“1.0” is not a version of the rules: write three numbers, like 1.0.0.",
    ),
    (KING_UP, "rounds", LOST, None, "This key is missing."),
    (KING_UP, "winner", [2], None, "There is no such key here: the keys are format, version,"),
    (KING_UP, "tags", [], None, "This must be an object in curly brackets."),
    (KING_UP, "tags", {"date": 1}, "tags.date", "This must be a text in quotation marks."),
    (KING_UP, "deal", {"method": ""}, "deal.commitment", "This key is missing."),
    (
        *(KING_UP, "edition", "chess", None),
        "There is no edition “chess”: choose kingup / vive-le-roi.",
    ),
    (KING_UP, "edition", "\x1b[2J", None, r"“\u001b[2J” is neither an edition nor an option."),
    (KING_UP, "options", "ambition", None, "This must be a list in square brackets."),
    (
        *(KING_UP, "options", ["wedding"], "options[0]"),
        "“wedding” belongs to Vive le Roi: King Up! has no options.",
    ),
    (SEVEN, "options", ["ambition", "queen"], "options[1]", "There is no option “queen”:"),
    (
        *(SEVEN, "options", ["banished", "ambition"], "options[0]"),
        "“banished” is repeated or out of order: the order is ambition, banished,",
    ),
    (
        *(SEVEN, "options", ["ambition", "banished", "banished"], "options[2]"),
        "“banished” is repeated or out of order:",
    ),
    (KING_UP, "seats", 4, None, "This must be a list in square brackets."),
    (KING_UP, "seats", [], None, "King Up! is for 3 to 6 seats, not 0."),
    (KING_UP, "seats", [["a"]] * 7, None, "King Up! is for 3 to 6 seats, not 7."),
    (KING_UP, "seats[1]", "Simon", None, "This must be a list in square brackets."),
    (KING_UP, "seats[1]", [], None, "A seat is one player or a team of two."),
    (KING_UP, "seats[2]", ["a", "b"], None, "Teams belong to Vive le Roi:"),
    (SEVEN, "seats[3]", ["a", "b", "c"], None, "A seat is one player or a team of two."),
    (KING_UP, "seats[1][0]", None, None, "This must be a text in quotation marks."),
    (KING_UP, "seats[1][0]", "\ud800", None, "“\N{REPLACEMENT CHARACTER}” contains half a char"),
    (KING_UP, "winners", LOST, None, "The game is over, so its winners belong here."),
    (KING_UP, "winners", [1], None, "The winners are [2], not [1]."),
    (KING_UP, "winners", [2, 1], None, "The winners are [2], not [2, 1]."),
    (KING_UP, "winners", ["2"], "winners[0]", "This must be a whole number."),
    (TEAM, "winners", [0], None, "The winners are [], not [0]."),
]

ROUNDS = [
    (KING_UP, "rounds", {}, None, "This must be a list in square brackets."),
    (KING_UP, "rounds[0]", [], None, "This must be an object in curly brackets."),
    (
        KING_UP,
        "rounds[3]",
        record(KING_UP)["rounds"][0],
        None,
        "The game was over after 3 rounds.",
    ),
    (KING_UP, "rounds[0].first", -1, None, "The first seat must be from 0 to 3, not -1."),
    (KING_UP, "rounds[0].first", 4, None, "The first seat must be from 0 to 3, not 4."),
    (KING_UP, "rounds[0].first", False, None, "This must be a whole number."),
    (
        *(KING_UP, "rounds[1].first", 0, None),
        "Seat 3 starts this round, not seat 0 (counting from 0).",
    ),
    (KING_UP, "rounds[1].last", 0, None, "There is no such key here: the keys are first,"),
    (KING_UP, "rounds[0].favourites", LOST, None, "This key is missing."),
    (
        *(KING_UP, "rounds[0].favourites", ["BCDEIO"], None),
        "4 favourites cards are needed, one for each player, not 1.",
    ),
    (
        *(KING_UP, "rounds[0].favourites[2]", "OIEDCB", None),
        "King Up! has no favourites card “OIEDCB”.",
    ),
    (
        *(KING_UP, "rounds[0].favourites[2]", "bcdeio", None),
        "“bcdeio” is not a favourites card: write six letters in alphabetical order.",
    ),
    (
        *(KING_UP, "rounds[0].favourites[2]", "CGMNOP", None),
        "The favourites card CGMNOP was dealt twice.",
    ),
    (
        *(KING_UP, "rounds[2].favourites[3]", "CGMNOP", None),
        "The favourites card CGMNOP was used in an earlier round.",
    ),
    (
        *(TEAM, "rounds[1].emissary.card", "BCFLMV", None),
        "The favourites card BCFLMV was dealt twice.",
    ),
    (KING_UP, "rounds[0].ambitions", [], None, "This game is played without Ambition cards."),
    (KING_UP, "rounds[0].kept", [], None, "This game is played without Ambition cards."),
    (SEVEN, "rounds[0].ambitions", LOST, None, "This key is missing."),
    (SEVEN, "rounds[0].kept", LOST, None, "This key is missing."),
    (
        *(SEVEN, "rounds[0].ambitions", [], None),
        "7 pairs of Ambition cards are needed, one for each player, not 0.",
    ),
    (
        *(SEVEN, "rounds[0].ambitions[3]", ["kingmaker"], None),
        "Each player is dealt two Ambition cards, not 1.",
    ),
    (
        *(SEVEN, "rounds[0].ambitions[3][1]", "two-dungeons", None),
        "There is no Ambition card “two-dungeons”.",
    ),
    (
        *(SEVEN, "rounds[0].ambitions[3][1]", "No Privy", None),
        "There is no Ambition card “No Privy”.",
    ),
    (
        *(SEVEN, "rounds[0].ambitions[3][1]", "two-privy", None),
        "The Ambition card “two-privy” was dealt twice.",
    ),
    (
        SEVEN,
        "rounds[0].kept",
        [],
        None,
        "7 kept Ambition cards are needed, one for each player, not 0.",
    ),
    (
        *(SEVEN, "rounds[0].kept[1]", "two-privy", None),
        "“two-privy” is not one of this player's two Ambition cards: jester-king, empty-hand.",
    ),
    (
        *(SEVEN, "rounds[1].kept[1]", None, "rounds[1].moves[0]"),
        "Not now: Ambition cards are being chosen.",
    ),
    (TEAM, "rounds[0].emissary", LOST, None, "This key is missing."),
    (TEAM, "rounds[0].emissary", "AEGJOR", None, "This must be an object in curly brackets."),
    (TEAM, "rounds[0].emissary.pile", LOST, None, "This key is missing."),
    (TEAM, "rounds[0].emissary.order", "", None, "There is no such key here: the keys are card,"),
    (
        *(TEAM, "rounds[0].emissary.pile", "BYNN", None),
        "The Emissary's pile must hold BNNNY in some order, not BYNN.",
    ),
    (
        *(TEAM, "rounds[0].emissary.pile", "yes", None),
        "“yes” are not vote cards: write Y (Yes), N (No) and B (Bellyache).",
    ),
    (
        *(KING_UP, "rounds[0].emissary", {}, None),
        "This game is played without the Emissary.",
    ),
    (KING_UP, "rounds[0].scores", LOST, None, "The round is over, so its scores belong here."),
    (KING_UP, "rounds[0].scores", [15], None, "4 scores are needed, one for each player, not 1."),
    (KING_UP, "rounds[0].scores[2]", 19, None, "The score after this round is 18, not 19."),
    (KING_UP, "rounds[2].scores[2]", "62", None, "This must be a whole number."),
    (KING_UP, "rounds[0].emissary_score", 9, None, "This game is played without the Emissary."),
    (TEAM, "rounds[1].emissary_score", LOST, None, "The Emissary's score is missing."),
    (TEAM, "rounds[1].emissary_score", 1, None, "The score after this round is 133, not 1."),
]

MOVES = [
    (KING_UP, "rounds[0].moves", LOST, None, "This key is missing."),
    (KING_UP, "rounds[0].moves[1]", 3, None, "This is not a move: write A3 for a placement,"),
    (KING_UP, "rounds[0].moves[1]", "A", None, "Not now: characters are being placed."),
    (KING_UP, "rounds[0].moves[1]", "A33", None, "This is not a move: write A3 for a placement,"),
    (KING_UP, "rounds[0].moves[1]", "A3\n", None, "This is not a move: write A3 for a placement,"),
    (KING_UP, "rounds[0].moves[1]", "B5", None, "Characters are placed on floors 1 to 4, not"),
    (KING_UP, "rounds[0].moves[1]", "X3", None, "King Up! has no character “X”."),
    (KING_UP, "rounds[0].moves[1]", "A3", None, "Alighiero is already in the castle."),
    (KING_UP, "rounds[0].moves[12]", "G4", None, "Not now: characters are climbing."),
    (KING_UP, "rounds[2].moves[9]", "A4", "rounds[2].moves[11]", "Floor 4 is full: Dario cannot"),
    (KING_UP, "rounds[0].moves[12]", {"votes": "YYYY"}, None, "There is no vote here: nobody has"),
    (KING_UP, "rounds[0].moves[3]", {"votes": "YYYY"}, None, "There is no vote here: nobody has"),
    (KING_UP, "rounds[0].moves[19]", "F", None, "Not now: a vote is being held."),
    (KING_UP, "rounds[0].moves[19]", {}, "rounds[0].moves[19].votes", "This key is missing."),
    (
        KING_UP,
        "rounds[0].moves[19].vote",
        "Y",
        None,
        "There is no such key here: the keys are vot",
    ),
    (
        KING_UP,
        "rounds[0].moves[19].votes",
        "YYN",
        None,
        "4 votes are needed, one for each seat, not 3.",
    ),
    (KING_UP, "rounds[0].moves[19].votes", "YYNX", None, "“YYNX” are not vote cards: write Y"),
    (
        *(KING_UP, "rounds[0].moves[19].votes", "YBNY", "rounds[0].moves[19].votes[1]"),
        "King Up! has no Bellyache card.",
    ),
    (
        *(KING_UP, "rounds[0].moves[49].votes", "YNYY", "rounds[0].moves[49].votes[1]"),
        "This seat has no No card left.",
    ),
    (
        *(SEVEN, "rounds[0].moves[30].votes", "BBNYYYN", "rounds[0].moves[30].votes[1]"),
        "This seat has no Bellyache card left.",
    ),
    (
        *(KING_UP, "rounds[0].moves[19].emissary", "Y", None),
        "This game is played without the Emissary.",
    ),
    (
        *(KING_UP, "rounds[0].moves[19].pile", "Y", None),
        "This game is played without the Emissary.",
    ),
    (TEAM, "rounds[0].moves[18].emissary", LOST, None, "The Emissary's vote is missing."),
    (TEAM, "rounds[0].moves[18].emissary", "N", None, "The Emissary votes B here, not N."),
    (
        TEAM,
        "rounds[0].moves[18].emissary",
        "",
        None,
        "“” is not a vote: write Y (Yes), N (No) or B",
    ),
    (
        *(TEAM, "rounds[0].moves[18].pile", "YNNN", None),
        "The Emissary’s pile is reshuffled only after a Yes card comes from it.",
    ),
    (
        *(TEAM, "rounds[0].moves[33].pile", LOST, None),
        "The Emissary's Yes came from its pile: the reshuffled pile is missing.",
    ),
    (
        *(TEAM, "rounds[0].moves[33].pile", "YYN", None),
        "The Emissary's pile must hold NY in some order, not YYN.",
    ),
    (KING_UP, "rounds[0].moves[50]", "A", None, "The round is over: no move can follow."),
    (KING_UP, "rounds[1].moves[44]", "A3", None, "The round is over: no move can follow."),
    (KING_UP, "rounds[2].moves[54]", "A", None, "The round is over: no move can follow."),
    (
        *(KING_UP, "rounds[0].moves", ["A3"], "rounds[0].scores"),
        "The round is not over, so it has no scores yet.",
    ),
]


@pytest.mark.parametrize(("name", "path", "value", "place", "says"), [*HEADER, *ROUNDS, *MOVES])
def test_a_wrong_record_is_refused_at_the_right_place(
    name: str, path: str, value: object, place: str | None, says: str
) -> None:
    error = refused(read_json, changed(name, path, value))
    assert error.path == (place or path)
    assert str(error.cause).startswith(says)
    assert str(error) == f"{error.path}: {error.cause}"
    assert error.line is None


def test_an_unfinished_round_must_be_the_last() -> None:
    root = record(KING_UP)
    root["rounds"][0]["moves"].pop()
    del root["rounds"][0]["scores"]
    error = refused(read_json, json.dumps(root))
    assert str(error) == "rounds[1]: Round 1 is not over, so the next one cannot start."


def test_an_unfinished_game_has_no_winners() -> None:
    root = json.loads(write_json(played("kingup", 3, steps=30)))
    assert read_json(json.dumps(root))
    error = refused(read_json, json.dumps({**root, "winners": [0]}))
    assert str(error) == "winners: The game is not over, so nobody has won yet."


def test_an_unfinished_round_has_no_emissary_score() -> None:
    root = json.loads(write_json(played("vive-le-roi", 3, ("emissary",), steps=30)))
    root["rounds"][0]["emissary_score"] = 40
    error = refused(read_json, json.dumps(root))
    assert error.path == "rounds[0].emissary_score"


def test_a_full_floor_is_reported_with_the_climber_and_the_path() -> None:
    root = json.loads(record_text(KING_UP))
    # A and G stay on floor 4; N is the third there and C the fourth, then B climbs.
    root["rounds"][0]["moves"][4] = "C4"
    root["rounds"][0]["moves"][12] = "B"
    error = refused(read_json, json.dumps(root))
    assert str(error) == "rounds[0].moves[12]: Floor 4 is full: Beatrice cannot climb."


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"format": "kingup-game", "version": 1, "version": 1}', "version"),
        ('{"format": "kingup-game", "format": "pgn"}', "format"),
    ],
)
def test_a_key_written_twice_is_refused(text: str, path: str) -> None:
    error = refused(read_json, text)
    assert str(error) == f"{path}: This key is written twice."


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('"first": 0', '"first": 0, "first": 0', "rounds[0].first"),
        ('{"votes": "YYNY"}', '{"votes": "YYNY", "votes": "YYNY"}', "rounds[0].moves[19].votes"),
        ('"edition"', '"tags": {"a": "b", "a": "b"}, "edition"', "tags.a"),
    ],
)
def test_a_key_written_twice_is_found_at_any_depth(old: str, new: str, path: str) -> None:
    error = refused(read_json, record_text(KING_UP).replace(old, new, 1))
    assert str(error) == f"{path}: This key is written twice."


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "The JSON ends here, unfinished."),
        ('{"format":\n  "kingup-game",\n', 3, 1, "The JSON ends here, unfinished."),
        ('{\n  "format": oops}', 2, 13, "From here on this is not JSON: “oops}”."),
        ('{"a": "\n"}', 1, 8, 'From here on this is not JSON: “"}”.'),
        ("{} {}", 1, 4, "From here on this is not JSON: “{}”."),
    ],
)
def test_invalid_json_is_reported_by_line_and_column(
    text: str, line: int, column: int, says: str
) -> None:
    error = refused(read_json, text)
    assert (error.line, error.column, error.path) == (line, column, None)
    assert str(error.cause) == says


@pytest.mark.parametrize("text", ["[]", "1", '"kingup-game"', "null", "NaN"])
def test_a_record_that_is_not_an_object_is_refused(text: str) -> None:
    error = refused(read_json, text)
    assert str(error) == "This must be an object in curly brackets."
    assert error.path == ""


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(RecordError, match="nested too deeply"):
        read_json("[" * 100_000)


def test_a_record_of_a_later_minor_version_is_read() -> None:
    game = read_json(changed(KING_UP, "rules", "1.7.12"))
    assert json.loads(write_json(game))["rules"] == "1.0.0"


def test_a_long_or_dangerous_text_is_quoted_shortened_and_escaped() -> None:
    error = refused(read_json, changed(KING_UP, "\x1b" * 1000, 1))
    assert error.path == r"\u001b" * 40 + "…"
    assert len(str(error)) < 500


def test_other_orders_of_keys_are_read_and_a_byte_order_mark_is_skipped() -> None:
    root = record(KING_UP)
    turned = json.dumps(dict(reversed(root.items())), indent=4)
    assert write_json(read_json("\ufeff" + turned)) == write_json(read_json(json.dumps(root)))
