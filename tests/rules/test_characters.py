"""The cast of both editions, as section 2 of the rules lists it."""

import pytest

from kingup.rules.characters import CAST, EDITIONS, LETTERS, TITLES
from kingup.rules.constants import CHARACTERS, JESTER, MEN, RING, WOMEN

KING_UP = {
    "A": ("Alighiero", "squire"),
    "B": ("Beatrice", "enchantress"),
    "C": ("Clemente", "sergeant"),
    "D": ("Dario", "antiquary"),
    "E": ("Ernesto", "duke"),
    "F": ("Fiorello", "painter"),
    "G": ("Gavino", "paladin"),
    "I": ("Irina", "farmer"),
    "L": ("Leonardo", "messenger"),
    "M": ("Merlino", "seer"),
    "N": ("Natale", "guardian"),
    "O": ("Odessa", "countess"),
    "P": ("Piero", "cook"),
}

VIVE_LE_ROI = {
    "woman": {
        "A": "Anna",
        "B": "Bridget",
        "E": "Éloïse",
        "J": "Jeanne",
        "V": "Victoria",
        "S": "Sofia",
    },
    "man": {
        "F": "Foidvo",
        "L": "Leonardo",
        "M": "Merlin",
        "R": "Roméo",
        "C": "Clovis",
        "G": "Gaspard",
    },
    "neither": {"O": "Ouaf", "X": "Jester"},
}


def test_there_are_two_editions_with_their_printed_titles() -> None:
    assert dict(zip(EDITIONS, TITLES, strict=True)) == {
        "kingup": "King Up!",
        "vive-le-roi": "Vive le Roi",
    }


def test_king_up_has_its_13_characters_by_name_and_trade() -> None:
    assert {c.letter: (c.name, c.epithet) for c in CAST[0]} == KING_UP
    assert len(CAST[0]) == RING == 13


def test_vive_le_roi_has_13_characters_and_the_jester() -> None:
    found = {(c.kind, c.letter, c.name) for c in CAST[1]}
    assert found == {
        (kind, letter, name)
        for kind, members in VIVE_LE_ROI.items()
        for letter, name in members.items()
    }
    assert len(CAST[1]) == CHARACTERS == 14


def test_the_jester_comes_last_and_has_the_letter_x() -> None:
    assert LETTERS[1][JESTER] == "X"
    assert LETTERS[1].index("X") == JESTER


@pytest.mark.parametrize("edition", [0, 1])
def test_every_letter_is_unique_in_its_edition(edition: int) -> None:
    assert len(set(LETTERS[edition])) == len(LETTERS[edition])
    assert all(len(c.letter) == 1 and c.letter.isupper() for c in CAST[edition])


@pytest.mark.parametrize("edition", [0, 1])
def test_every_character_has_a_name_and_an_epithet_of_its_own(edition: int) -> None:
    assert len({c.name for c in CAST[edition]}) == len(CAST[edition])
    assert len({c.epithet for c in CAST[edition]}) == len(CAST[edition])


def test_the_rings_are_those_of_the_rules() -> None:
    assert LETTERS[0] == "ABCDEFGILMNOP"
    assert LETTERS[1][:RING] == "RBCEAGJFMOLSV"


def test_nobody_in_king_up_is_counted_as_woman_or_man() -> None:
    assert {c.kind for c in CAST[0]} == {"neither"}


def test_the_masks_of_women_and_men_share_nobody_and_leave_out_dog_and_jester() -> None:
    assert WOMEN & MEN == 0
    neither = {LETTERS[1][i] for i in range(CHARACTERS) if not (WOMEN | MEN) >> i & 1}
    assert neither == {"O", "X"}
