"""Whole games in the terminal, in every edition with every option."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingup.notation import read_file
from kingup.rules.setup import Setup
from tests.strategies import FAMILIES, FAMILY_NAMES
from tests.terminal.helpers import Person, play_in, terminal


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


def test_the_same_seed_deals_the_same_cards(tmp_path: Path) -> None:
    setup = Setup.of("vive-le-roi", 3, ["ambition", "emissary"])
    for name in ("a", "b"):
        with terminal(Person(3)) as shown:
            play_in(shown, setup, tmp_path / name, seed=9, people=1)
    deals = [[r.deal for r in read_file(tmp_path / name).rounds] for name in ("a", "b")]
    assert deals[0] == deals[1]


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    with terminal(Person(3), tty=True, kind="dumb") as shown:
        assert play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json") == 0
    assert "\x1b" not in shown.output.getvalue()
