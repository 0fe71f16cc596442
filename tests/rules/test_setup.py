"""Which games the rules allow, with which numbers, and what they say to all others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kingup.rules.constants import KING_UP, VIVE_LE_ROI
from kingup.rules.errors import SetupError
from kingup.rules.setup import OPTIONS, Setup, new_state

KING = "kingup"
ROI = "vive-le-roi"


def test_options_are_listed_in_the_order_of_the_records() -> None:
    assert OPTIONS == (
        "ambition",
        "banished",
        "emissary",
        "wedding",
        "shared-marker",
        "jester-returns-to-3",
        "jester-uncounted-in-placement",
    )


@pytest.mark.parametrize(("seats", "no_cards"), [(3, 4), (4, 3), (5, 2), (6, 2)])
def test_king_up_deals_no_cards_by_number_of_seats(seats: int, no_cards: int) -> None:
    assert Setup.of(KING, seats).no_cards == no_cards


@pytest.mark.parametrize(("seats", "each", "rest"), [(3, 4, 1), (4, 3, 1), (5, 2, 3), (6, 2, 1)])
def test_king_up_places_by_number_of_seats(seats: int, each: int, rest: int) -> None:
    placements = Setup.of(KING, seats).placements
    assert placements == seats * each
    assert 13 - placements == rest


@pytest.mark.parametrize(("seats", "no_cards"), [(3, 4), (4, 3), (5, 2), (6, 2), (7, 2), (8, 2)])
def test_vive_le_roi_deals_no_cards_by_number_of_seats(seats: int, no_cards: int) -> None:
    assert Setup.of(ROI, seats).no_cards == no_cards


@pytest.mark.parametrize(("seats", "no_cards"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_the_emissary_changes_the_number_of_no_cards(seats: int, no_cards: int) -> None:
    assert Setup.of(ROI, seats, ["emissary"]).no_cards == no_cards


@pytest.mark.parametrize(
    ("seats", "placements"), [(3, 12), (4, 12), (5, 10), (6, 12), (7, 13), (8, 13)]
)
def test_vive_le_roi_places_by_number_of_seats(seats: int, placements: int) -> None:
    assert Setup.of(ROI, seats).placements == placements


def test_two_seats_place_five_each_or_six_by_the_house_rule() -> None:
    assert Setup.of(ROI, 2, ["emissary"]).placements == 10
    house = ["emissary", "jester-uncounted-in-placement"]
    assert Setup.of(ROI, 2, house).placements == 12


def test_a_floor_holds_four_and_three_with_two_seats() -> None:
    assert Setup.of(ROI, 2, ["emissary"]).limit == 3
    assert {Setup.of(ROI, seats).limit for seats in range(3, 9)} == {4}
    assert {Setup.of(KING, seats).limit for seats in range(3, 7)} == {4}


def test_tables_count_seats_and_not_players() -> None:
    three_teams = Setup.of(ROI, [2, 2, 2])
    assert (three_teams.players, three_teams.teams, three_teams.no_cards) == (6, 3, 4)
    printed = Setup.of(ROI, [2, 2, 2, 1])
    assert (printed.players, printed.no_cards, printed.placements) == (7, 3, 12)
    two_teams = Setup.of(ROI, [2, 2], ["emissary"])
    assert (two_teams.limit, two_teams.no_cards) == (3, 4)


def test_options_given_as_a_text_are_the_one_of_that_name() -> None:
    assert Setup.of(ROI, 4, "ambition").options == ("ambition",)
    assert Setup.of(ROI, 4, "").options == ()
    with pytest.raises(SetupError, match="There is no option “chocolate”"):
        Setup.of(ROI, 4, "chocolate")


def test_options_are_put_in_order_and_said_once() -> None:
    setup = Setup.of(ROI, 3, ["wedding", "ambition", "wedding"])
    assert setup.options == ("ambition", "wedding")


REFUSALS: list[tuple[str, int | Sequence[int], Sequence[str], str]] = [
    ("chess", 4, (), "There is no edition “chess”: choose kingup / vive-le-roi."),
    (KING, 2, (), "King Up! is for 3 to 6 seats, not 2."),
    (KING, 7, (), "King Up! is for 3 to 6 seats, not 7."),
    (KING, 0, (), "King Up! is for 3 to 6 seats, not 0."),
    (KING, -1, (), "King Up! is for 3 to 6 seats, not -1."),
    (KING, [], (), "King Up! is for 3 to 6 seats, not 0."),
    (KING, 10**12, (), "King Up! is for 3 to 6 seats, not 1000000000000."),
    (ROI, 1, (), "Vive le Roi is for 2 to 8 seats, not 1."),
    (ROI, 9, (), "Vive le Roi is for 2 to 8 seats, not 9."),
    (ROI, 16, (), "Vive le Roi is for 2 to 8 seats, not 16."),
    (ROI, [1] * 17, (), "Vive le Roi is for 2 to 8 seats, not 17."),
    (ROI, [1, 3, 1], (), "A seat is one player or a team of two."),
    (ROI, [1, 0, 1], (), "A seat is one player or a team of two."),
    (KING, [1, 1, -1], (), "A seat is one player or a team of two."),
    (KING, 4, ["ambition"], "“ambition” belongs to Vive le Roi: King Up! has no options."),
    (KING, 3, ["wedding"], "“wedding” belongs to Vive le Roi: King Up! has no options."),
    (
        KING,
        [1, 2, 1],
        (),
        "Teams belong to Vive le Roi: in King Up! a seat is one player.",
    ),
    (
        ROI,
        4,
        ["chocolate"],
        "There is no option “chocolate”: choose from ambition, banished, emissary, wedding, "
        "shared-marker, jester-returns-to-3, jester-uncounted-in-placement.",
    ),
    (ROI, 6, ["emissary"], "The Emissary plays with 2 to 5 seats, not 6."),
    (ROI, 2, (), "With 2 seats the Emissary must play: add the option “emissary”."),
    (
        ROI,
        [2, 2],
        ["ambition"],
        "With 2 seats the Emissary must play: add the option “emissary”.",
    ),
    (
        ROI,
        4,
        ["shared-marker"],
        "A shared marker is for teams: make a seat a team of two, or drop the option.",
    ),
    (
        ROI,
        3,
        ["jester-uncounted-in-placement"],
        "“jester-uncounted-in-placement” is for 2 seats, not 3.",
    ),
    (
        ROI,
        [2, 2, 2, 2, 1],
        ["ambition", "shared-marker"],
        "Ambition has cards for 8 players, not 9.",
    ),
    (
        ROI,
        [2, 2, 2, 2, 1],
        (),
        "With a marker each, at most 8 can play, not 9: “shared-marker” allows up to 16 in teams.",
    ),
]


@pytest.mark.parametrize(("edition", "seats", "options", "message"), REFUSALS)
def test_a_wrong_combination_is_refused_in_one_sentence(
    edition: str, seats: int | Sequence[int], options: Sequence[str], message: str
) -> None:
    with pytest.raises(SetupError) as refusal:
        Setup.of(edition, seats, options)
    assert str(refusal.value) == message
    assert message.endswith(".")


def test_a_setup_made_directly_is_checked_as_well() -> None:
    with pytest.raises(SetupError, match="for 3 to 6 seats"):
        Setup("kingup", (1, 1))


def test_an_unknown_edition_is_refused_however_a_setup_is_made() -> None:
    with pytest.raises(SetupError, match="There is no edition “chess”"):
        Setup("chess", (1, 1, 1))  # type: ignore[arg-type]


def test_an_unknown_option_is_refused_however_a_setup_is_made() -> None:
    with pytest.raises(SetupError, match="There is no option “chocolate”"):
        Setup("vive-le-roi", (1, 1, 1), ("chocolate",))


def test_a_setup_made_directly_lists_its_options_in_order_and_once() -> None:
    setup = Setup("vive-le-roi", (1, 1, 1), ("wedding", "ambition", "wedding"))
    assert setup.options == ("ambition", "wedding")
    assert setup == Setup.of(ROI, 3, ["ambition", "wedding"])


def test_equal_games_have_equal_setups() -> None:
    assert Setup.of(ROI, 3, ["wedding", "ambition"]) == Setup.of(
        ROI, [1, 1, 1], ("ambition", "wedding")
    )
    assert len({Setup.of(KING, 4), Setup.of(KING, [1] * 4), Setup.of(KING, 5)}) == 2


def test_a_new_state_holds_the_numbers_of_its_setup() -> None:
    setup = Setup.of(ROI, [1, 2, 1], ["ambition", "emissary", "wedding"])
    state = new_state(setup)
    assert (state.edition, state.seats, state.players, state.characters) == (VIVE_LE_ROI, 3, 4, 14)
    assert (state.limit, state.placements, state.no_start, state.bellyache_start) == (4, 12, 3, 1)
    assert (state.ambition, state.emissary, state.wedding) == (1, 1, 1)
    assert (state.banished, state.shared_marker) == (0, 0)
    assert (state.jester_returns_to_3, state.jester_uncounted) == (0, 0)
    assert state.seat_of[:4] == [0, 1, 1, 2]
    assert state.first_of[:3] == [0, 1, 3]
    assert state.size_of[:3] == [1, 2, 1]
    assert state.score[:5] == [20, 20, 20, 20, 0]
    assert state.emissary_score == 40


def test_king_up_starts_at_nought_and_without_bellyache() -> None:
    state = new_state(Setup.of(KING, 6))
    assert (state.edition, state.characters, state.bellyache_start) == (KING_UP, 13, 0)
    assert state.score[:6] == [0] * 6
    assert state.emissary_score == 0


@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_sets_its_own_field_and_no_other(option: str) -> None:
    with_it = {option, "emissary"}
    if option == "shared-marker":
        state = new_state(Setup.of(ROI, [1, 2], with_it))
    else:
        state = new_state(Setup.of(ROI, 2, with_it))
    fields = ("ambition", "banished", "emissary", "wedding", "shared_marker")
    flags = {name: getattr(state, name) for name in fields}
    flags["jester_returns_to_3"] = state.jester_returns_to_3
    flags["jester_uncounted_in_placement"] = state.jester_uncounted
    assert {name.replace("_", "-") for name, flag in flags.items() if flag} == with_it
