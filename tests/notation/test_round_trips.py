"""A written game reads back as the same game, in both forms."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingup
from kingup.notation import read, read_json, read_text, write_json, write_text
from tests.notation.helpers import (
    NAMES,
    assert_same,
    played,
    record,
    record_text,
)
from tests.strategies import FAMILIES, FAMILY_NAMES, games

STRANGE = (
    *(
        'Renée "la Reine"',
        "back\\slash",
        "two\nlines",
        "tab\t",
        "",
        " ",
        "*",
        "Emissary",
        "seat 1",
    ),
    *("👩‍👩‍👧", "שלום", "\u202eturned", "\u2028", "\x00", "\x85", "[x]", "; no comment", "]", "’"),
)

TEXTS = st.text() | st.sampled_from(STRANGE)
PROOFS = st.none() | st.fixed_dictionaries(
    {
        "method": TEXTS,
        "commitment": TEXTS,
        "secret": TEXTS,
        "contributions": st.lists(TEXTS, max_size=3),
    },
    optional={"rematch_of": TEXTS},
)


def ordered(text: str) -> list[Any]:
    """Return JSON with objects as pairs, so that the order of keys counts."""
    loaded: list[Any] = json.loads(text, object_pairs_hook=list)
    return loaded


@pytest.mark.parametrize("name", NAMES)
def test_the_sample_records_are_written_as_they_were_read(name: str) -> None:
    assert ordered(write_json(read_json(record_text(name)))) == ordered(record_text(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_sample_records_as_text_are_the_same_games(name: str) -> None:
    game = read(record_text(name))
    assert write_text(game) == record_text(name, "txt")
    assert_same(read_text(record_text(name, "txt")), game)
    assert game.is_over


@pytest.mark.parametrize("name", NAMES)
def test_tags_and_proof_of_a_record_survive_in_their_order(name: str) -> None:
    tags = {"date": "2026-11-15", "event": "kitchen table", "Played at": "home", "a": ""}
    proof = {"method": "m", "commitment": "c", "secret": "s", "contributions": ["1", "", "1"]}
    plain = record(name)
    first = {key: plain[key] for key in ("format", "version", "rules")}
    text = json.dumps({**first, "tags": tags, "deal": proof, **plain})
    game = read(text)
    assert (game.tags, game.proof) == (tags, proof)
    assert ordered(write_json(game)) == ordered(text)
    assert ordered(write_json(read_text(write_text(game)))) == ordered(text)


@given(games(), st.dictionaries(TEXTS, TEXTS, max_size=4), PROOFS, st.data())
def test_a_game_stopped_anywhere_reads_back_in_both_forms(
    game: kingup.Game, tags: dict[str, str], proof: dict[str, object] | None, data: st.DataObject
) -> None:
    game.tags = tags
    game.proof = proof
    game.names = tuple(tuple(data.draw(TEXTS) for _ in range(n)) for n in game.setup.seats)
    from_json, from_text = read(write_json(game)), read(write_text(game))
    assert_same(from_json, game)
    assert_same(from_text, game)
    assert write_json(from_text) == write_json(from_json) == write_json(game)
    assert write_text(from_text) == write_text(from_json) == write_text(game)
    assert write_json(game).encode() == write_json(game).encode("utf-8", "strict")


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_a_whole_game_of_every_kind_reads_back(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    game = played(edition, seats, options)
    assert game.is_over
    assert_same(read(write_json(game)), game)
    assert_same(read(write_text(game)), game)


def test_a_round_stopped_at_any_moment_reads_back() -> None:
    game = kingup.Game("vive-le-roi", (1, 2), ["ambition", "emissary", "wedding"], seed=3)
    kinds = set()
    while game.round == 1:
        assert_same(read(write_json(game)), game)
        assert_same(read(write_text(game)), game)
        kinds.add(game.phase)
        player = game.to_act[-1]
        game.play(player, game.legal_actions(player)[-1])
    assert kinds == {"ambition", "place", "climb", "vote"}


def test_a_vote_in_progress_is_voted_again() -> None:
    game = kingup.Game("kingup", 3, seed=1)
    while game.phase != "vote":
        player = game.to_act[0]
        game.play(player, game.legal_actions(player)[-1])
    game.play(1, "N")
    for again in (read(write_json(game)), read(write_text(game))):
        assert again.phase == "vote"
        assert again.to_act == (0, 1, 2)
        assert again.candidate == game.candidate


def test_a_pending_shuffle_is_left_out_with_its_vote() -> None:
    options = ("emissary",)
    game = next(
        game
        for steps in range(400)
        if (game := played("vive-le-roi", 3, options, steps)).phase == "shuffle"
    )
    for again in (read(write_json(game)), read(write_text(game))):
        assert again.phase == "vote"
        assert again.rounds == game.rounds


def test_a_game_before_its_first_deal_has_no_rounds() -> None:
    game = kingup.Game("kingup", 3, dealer=None)
    assert json.loads(write_json(game))["rounds"] == []
    assert_same(read(write_json(game)), game)
    assert_same(read(write_text(game)), game)


def test_a_game_that_was_read_can_be_played_on() -> None:
    game = played("vive-le-roi", 4, ("ambition", "emissary"), steps=60)
    again = read(write_text(game))
    again.dealer = kingup.RandomDealer(1)
    while not again.is_over:
        player = again.to_act[0]
        again.play(player, again.legal_actions(player)[0])
    assert_same(read(write_json(again)), again)


def test_json_is_written_with_one_line_a_key_and_real_letters() -> None:
    lines = write_json(read(record_text("vive-le-roi-team-emissary"))).splitlines()
    assert lines[:8] == [
        "{",
        '  "format": "kingup-game",',
        '  "version": 1,',
        '  "rules": "1.0.0",',
        '  "edition": "vive-le-roi",',
        '  "options": ["ambition", "emissary", "wedding"],',
        '  "seats": [["Renée"], ["Simon", "Thérèse"], ["Quentin"]],',
        '  "rounds": [',
    ]
    assert lines[-2:] == ['  "winners": []', "}"]


def test_invisible_characters_are_escaped_in_both_forms() -> None:
    game = kingup.Game("kingup", [["a\u202eb"], ["c\u2028d"], ["e\x9bf"]], dealer=None)
    for text in (write_json(game), write_text(game)):
        assert all(code in text for code in (r"\u202e", r"\u2028", r"\u009b"))
        assert text.isascii()
        assert read(text).names == game.names


@pytest.mark.parametrize("where", ["name", "tag", "tag's name", "proof"])
def test_a_lone_surrogate_cannot_be_written(where: str) -> None:
    half = "\ud83d"
    game = kingup.Game("kingup", [[half if where == "name" else "a"], ["b"], ["c"]], seed=1)
    if where == "tag":
        game.tags = {"a": half}
    elif where == "tag's name":
        game.tags = {half: "a"}
    elif where == "proof":
        game.proof = {"method": "", "commitment": "", "secret": "", "contributions": [half]}
    for write in (write_json, write_text):
        with pytest.raises(kingup.KingUpError, match="contains half a character"):
            write(game)


@pytest.mark.parametrize(
    "proof",
    [
        {},
        {"method": "", "commitment": "", "secret": ""},
        {"method": 1, "commitment": "", "secret": "", "contributions": []},
        {"method": "", "commitment": "", "secret": "", "contributions": "abc"},
        {"method": "", "commitment": "", "secret": "", "contributions": [1]},
        {"method": "", "commitment": "", "secret": "", "contributions": [], "more": ""},
        {"method": "", "commitment": "", "secret": "", "contributions": [], "rematch_of": 1},
    ],
)
def test_a_malformed_proof_cannot_be_written(proof: dict[str, object]) -> None:
    game = kingup.Game("kingup", 3, seed=1)
    game.proof = proof
    for write in (write_json, write_text):
        with pytest.raises(kingup.KingUpError, match="A proof of fairly dealt cards"):
            write(game)
