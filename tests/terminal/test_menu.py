"""The opening questions."""

from __future__ import annotations

from kingup.terminal.menu import Opening, ask_setup
from tests.terminal.helpers import terminal, typed


def _opened(*lines: str) -> tuple[Opening | None, str]:
    with terminal(typed(*lines)) as shown:
        return ask_setup(shown.console), shown.output.getvalue()


def test_enter_at_every_question_starts_king_up_with_one_person_and_three_bots() -> None:
    opening, _said = _opened("", "", "", "")
    assert opening is not None
    assert opening.setup.edition == "kingup"
    assert opening.setup.seats == (1, 1, 1, 1)
    assert opening.bots == (1, 2, 3)
    assert len({name for seat in opening.names for name in seat}) == 4


def test_bots_take_names_that_no_person_has() -> None:
    opening, _said = _opened("1", "2", "2", "Botolph", "Inès")
    assert opening is not None
    assert opening.names[:2] == [["Botolph"], ["Inès"]]
    assert opening.bots == (2, 3)
    assert len({name for seat in opening.names for name in seat}) == 4


def test_an_impossible_number_of_seats_is_asked_for_again() -> None:
    opening, said = _opened("1", "9", "9", "3", "0", "", "", "")
    assert "King Up! is for 3 to 6 seats, not" in said
    assert opening is not None
    assert opening.setup.seats == (1, 1, 1)
    assert opening.bots == ()


def test_impossible_options_are_asked_for_again() -> None:
    opening, said = _opened("2", "1", "2", "7", "9", "jesting", "ambition, 4", "Ann")
    assert "is for 2 seats, not 3" in said
    assert "The options are numbered from 1 to 7." in said
    assert "There is no option “jesting”" in said
    assert opening is not None
    assert opening.setup.options == ("ambition", "wedding")


def test_two_seats_add_the_emissary() -> None:
    opening, said = _opened("vive le roi", "2", "0", "", "Ann", "Bea")
    assert "Which options? Numbers or names: [3]" in said
    assert opening is not None
    assert opening.setup.options == ("emissary",)


def test_teams_pair_people_with_people_and_bots_with_bots() -> None:
    opening, _said = _opened("2", "3", "4", "oui", "", "Ann", "Bea", "Cy")
    assert opening is not None
    assert opening.setup.seats == (2, 1, 2, 2)
    assert opening.names[:2] == [["Ann", "Bea"], ["Cy"]]
    assert opening.bots == (2, 3)


def test_more_than_eight_players_share_markers() -> None:
    opening, said = _opened("2", "8", "8", "y", "", *"abcdefgh")
    assert "[5]" in said
    assert opening is not None
    assert opening.setup.seats == (2,) * 8
    assert opening.setup.options == ("shared-marker",)


def test_names_are_unique_and_sanitised() -> None:
    opening, said = _opened("", "2", "1", "Ann", "Ann", "B\x1b[31mea")
    assert "Ann is taken" in said
    assert opening is not None
    assert opening.names[1] == ["B[31mea"]


def test_leaving_the_menu_starts_nothing() -> None:
    assert _opened("q")[0] is None
    assert _opened("", "quit")[0] is None
    assert _opened()[0] is None


def test_a_senseless_answer_is_asked_for_again() -> None:
    opening, said = _opened("3", "1", "many", "1", "3", "")
    assert "Type 1 or 2." in said
    assert "Type a number from 0 to 16." in said
    assert opening is not None
