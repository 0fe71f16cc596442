"""Whole games in the terminal, in every edition with every option."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingup.notation import read_file
from kingup.rules.setup import Setup
from tests.strategies import FAMILIES, FAMILY_NAMES
from tests.terminal.helpers import ESCAPE, Person, play_in, terminal


@pytest.mark.parametrize(
    ("edition", "seats", "options", "people"),
    # People on all seats, on one or on none, with all kinds of games in turn.
    [(*family, (None, 1, 0)[i % 3]) for i, family in enumerate(FAMILIES)],
    ids=FAMILY_NAMES,
)
def test_a_whole_game_can_be_played_through_a_pipe(
    edition: str,
    seats: tuple[int, ...],
    options: tuple[str, ...],
    people: int | None,
    tmp_path: Path,
) -> None:
    setup = Setup.of(edition, seats, options)
    with terminal(Person(3)) as shown:
        status = play_in(shown, setup, tmp_path / "game.json", people=people)
    assert status == 0
    assert read_file(tmp_path / "game.json").is_over
    assert "\x1b" not in shown.output.getvalue()
    assert "kingup replay" in shown.output.getvalue()


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_no_page_is_larger_than_80_columns_and_24_rows(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...], tmp_path: Path
) -> None:
    setup = Setup.of(edition, seats, options)
    person = Person(5, slips=0.05, until="to continue")
    with terminal(person, tty=True, colour=True) as shown:
        assert play_in(shown, setup, tmp_path / "game.json", people=1) == 0
    assert any("Long live" in page for page in shown.output.pages)
    for page in shown.output.pages[:-1]:  # the last one is the farewell on the main screen
        assert len(page.strip("\n").split("\n")) <= 24, page
        assert max(len(line.rstrip()) for line in page.split("\n")) <= 80, page


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_a_whole_game_can_be_played_on_a_full_screen(edition: str, tmp_path: Path) -> None:
    with terminal(Person(5), tty=True, colour=True) as shown:
        assert play_in(shown, Setup.of(edition, 3), tmp_path / "game.json", people=1) == 0
    assert read_file(tmp_path / "game.json").is_over
    assert "Long live" in shown.output.pages[-1]  # it stays when the alternate screen is gone


def test_bots_are_watched_move_by_move_on_a_full_screen(tmp_path: Path) -> None:
    person = Person(1, slips=0)
    with terminal(person, tty=True) as shown:
        assert play_in(shown, Setup.of("kingup", 4), tmp_path / "game.json", people=0) == 0
    assert any("next move" in question for question in person.questions)


def test_the_same_seed_deals_the_same_cards(tmp_path: Path) -> None:
    setup = Setup.of("vive-le-roi", 3, ["ambition", "emissary"])
    for name in ("a", "b"):
        with terminal(Person(3)) as shown:
            play_in(shown, setup, tmp_path / name, seed=9, people=1)
    deals = [[r.deal for r in read_file(tmp_path / name).rounds] for name in ("a", "b")]
    assert deals[0] == deals[1]


def test_no_colour_on_a_terminal_means_no_styles_at_all(tmp_path: Path) -> None:
    with terminal(Person(3), tty=True, colour=False) as shown:
        play_in(shown, Setup.of("vive-le-roi", 3), tmp_path / "game.json", people=1)
    codes = {match[-1] for match in ESCAPE.findall(shown.output.getvalue())}
    assert "m" not in codes


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    with terminal(Person(3), tty=True, kind="dumb") as shown:
        assert play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json") == 0
    assert "\x1b" not in shown.output.getvalue()


def test_a_small_window_gets_a_list_instead_of_a_drawing(tmp_path: Path) -> None:
    with terminal(Person(3), tty=True, width=60, height=20) as shown:
        assert play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json", people=1) == 0
    assert "▟" not in shown.output.getvalue()
    assert "5 Nobles" in shown.output.getvalue()
