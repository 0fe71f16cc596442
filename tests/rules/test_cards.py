"""The favourites cards, the Banished marks, the Ambition cards and the vote cards."""

from collections import Counter
from itertools import combinations

import pytest

from kingup.rules.cards import (
    AMBITION_CARDS,
    AMBITION_CODES,
    BANISHED,
    CARD_CODES,
    FAVOURITES,
    VOTE_LETTERS,
)
from kingup.rules.characters import LETTERS
from kingup.rules.constants import BELLYACHE, NO, NOT_VOTED, RING, YES
from kingup.rules.kernel.board import favourites
from kingup.rules.setup import Setup, new_state

SQUARES = {i * i % 13 for i in range(1, 13)}
RINGS = ("ABCDEFGILMNOP", "RBCEAGJFMOLSV")


def design(ring: str) -> set[str]:
    """Return the 26 cards as the rules describe them."""
    others = set(range(1, 13)) - SQUARES
    return {
        "".join(sorted(ring[(p + turn) % 13] for p in pattern))
        for pattern in (SQUARES, others)
        for turn in range(13)
    }


@pytest.mark.parametrize("edition", [0, 1])
def test_the_deck_is_the_design_that_the_rules_describe(edition: int) -> None:
    assert set(FAVOURITES[edition]) == design(RINGS[edition])


@pytest.mark.parametrize("edition", [0, 1])
def test_there_are_26_different_cards_of_six_letters_in_alphabetical_order(edition: int) -> None:
    assert len(set(FAVOURITES[edition])) == 26
    for card in FAVOURITES[edition]:
        assert list(card) == sorted(set(card))
        assert len(card) == 6


@pytest.mark.parametrize("edition", [0, 1])
def test_each_character_is_on_12_cards(edition: int) -> None:
    on_cards = Counter(letter for card in FAVOURITES[edition] for letter in card)
    assert on_cards == dict.fromkeys(RINGS[edition], 12)


@pytest.mark.parametrize("edition", [0, 1])
def test_each_pair_of_characters_is_on_exactly_5_cards(edition: int) -> None:
    pairs = Counter(pair for card in FAVOURITES[edition] for pair in combinations(card, 2))
    every = (tuple(sorted(pair)) for pair in combinations(RINGS[edition], 2))
    assert pairs == dict.fromkeys(every, 5)


@pytest.mark.parametrize("card", ["BCDEIO", "ADEFGM", "EFIMOP", "ACEFNO"])
def test_king_ups_printed_cards_are_in_its_deck(card: str) -> None:
    assert card in FAVOURITES[0]


@pytest.mark.parametrize("card", ["EFJMOV", "ABELOV"])
def test_vive_le_rois_printed_cards_are_in_its_deck(card: str) -> None:
    assert card in FAVOURITES[1]


def test_the_jester_is_on_no_card() -> None:
    assert not any("X" in card for card in FAVOURITES[1])


@pytest.mark.parametrize(("card", "marked"), [("EFJMOV", "V"), ("ABELOV", "L")])
def test_the_banished_marks_are_where_they_are_printed(card: str, marked: str) -> None:
    assert BANISHED[CARD_CODES[1][card]] == marked


def test_each_character_bears_the_banished_mark_on_two_cards() -> None:
    assert Counter(BANISHED) == dict.fromkeys(RINGS[1], 2)


def test_the_banished_character_is_always_on_its_card() -> None:
    assert all(mark in card for mark, card in zip(BANISHED, FAVOURITES[1], strict=True))


def test_the_marks_follow_the_turn_of_the_card() -> None:
    others = set(range(1, 13)) - SQUARES
    for pattern, start in ((SQUARES, 10), (others, 11)):
        for turn in range(13):
            card = "".join(sorted(RINGS[1][(p + turn) % 13] for p in pattern))
            assert BANISHED[CARD_CODES[1][card]] == RINGS[1][(start + turn) % 13]


@pytest.mark.parametrize("edition", [0, 1])
def test_the_rules_read_each_card_as_it_is_written(edition: int) -> None:
    game = new_state(Setup.of(("kingup", "vive-le-roi")[edition], 4))
    for code, letters in enumerate(FAVOURITES[edition]):
        mask = favourites(game, code)
        assert {LETTERS[edition][i] for i in range(RING) if mask >> i & 1} == set(letters)
        assert mask < 1 << RING


def test_with_banished_the_rules_leave_out_the_marked_character() -> None:
    game = new_state(Setup.of("vive-le-roi", 4, ["banished"]))
    for code, letters in enumerate(FAVOURITES[1]):
        mask = favourites(game, code)
        read = {LETTERS[1][i] for i in range(RING) if mask >> i & 1}
        assert read == set(letters) - {BANISHED[code]}
        assert len(read) == 5


def test_the_16_ambition_cards_are_those_of_the_table() -> None:
    assert {card.id: card.points for card in AMBITION_CARDS} == {
        "jester-king": 5,
        "woman-queen": 3,
        "man-king": 3,
        "no-privy": 5,
        "not-2-3": 3,
        "not-0-1": 5,
        "not-4-5": 5,
        "one-dungeon": 3,
        "two-dungeon": 5,
        "three-dungeon": 8,
        "one-privy": 3,
        "two-privy": 5,
        "no-privy-no-dungeon": 8,
        "empty-hand": 3,
        "kingmaker": 3,
        "consolation": 3,
    }
    assert len(AMBITION_CARDS) == 16


def test_ambition_codes_are_the_positions_in_the_table() -> None:
    assert [AMBITION_CODES[card.id] for card in AMBITION_CARDS] == list(range(16))
    assert all(card.condition for card in AMBITION_CARDS)


def test_vote_letters_stand_at_the_codes_of_their_cards() -> None:
    assert VOTE_LETTERS[YES] == "Y"
    assert VOTE_LETTERS[NO] == "N"
    assert VOTE_LETTERS[BELLYACHE] == "B"
    assert VOTE_LETTERS[NOT_VOTED] == "-"
