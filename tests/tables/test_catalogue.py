"""Which settings a new table may have, and why others are impossible."""

from __future__ import annotations

import pytest

from kingup.language import use_language
from kingup.rules.errors import SetupError
from kingup.rules.setup import OPTIONS, Setup
from kingup.tables.catalogue import CATALOGUE, impossible, required
from tests.strategies import FAMILIES, FAMILY_NAMES


def test_every_option_is_explained() -> None:
    assert tuple(option.id for option in CATALOGUE[1].options) == OPTIONS
    assert all(option.explanation.endswith(".") for option in CATALOGUE[1].options)


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_exactly_the_options_not_called_impossible_are_possible(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    edition, seats, options = family
    reasons = impossible(edition, seats, options)
    assert not set(reasons) & set(options)
    for option in set(OPTIONS) - set(reasons):
        Setup.of(edition, seats, {*options, option})
    for option in reasons:
        with pytest.raises(SetupError):
            Setup.of(edition, seats, {*options, option})


def test_a_chosen_option_that_became_impossible_is_named() -> None:
    assert set(impossible("vive-le-roi", (1,) * 6, ["emissary", "ambition"])) >= {"emissary"}
    assert "ambition" not in impossible("vive-le-roi", (1,) * 6, ["emissary", "ambition"])


def test_the_reason_is_a_sentence_in_the_readers_language() -> None:
    assert "not 6" in impossible("vive-le-roi", (1,) * 6)["emissary"]
    use_language("fr")
    try:
        assert "not" not in impossible("vive-le-roi", (1,) * 6)["emissary"]
    finally:
        use_language("en")


def test_king_up_has_no_options() -> None:
    assert set(impossible("kingup", (1, 1, 1))) == set(OPTIONS)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ((1, 1, 1), ()),
        ((1, 1), ("emissary",)),
        ((2,) * 5, ("shared-marker",)),
        ((2, 2), ("emissary",)),
    ],
)
def test_some_seats_need_an_option(seats: tuple[int, ...], options: tuple[str, ...]) -> None:
    assert required("vive-le-roi", seats) == options


@pytest.mark.parametrize("seats", [(), (1,), (1,) * 9, (3, 1, 1)])
def test_seats_that_no_option_makes_possible_are_refused(seats: tuple[int, ...]) -> None:
    with pytest.raises(SetupError):
        required("vive-le-roi", seats)
