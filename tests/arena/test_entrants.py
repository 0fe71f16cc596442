from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kingup.arena.entrants import entrants_of
from kingup.arena.match import play_game
from kingup.arena.plan import make_plan


def test_the_same_bot_twice_gets_a_number() -> None:
    labels = [entrant.label for entrant in entrants_of(["page", "courtier", "page", "page"])]
    assert labels == ["page", "courtier", "page (2)", "page (3)"]


def test_levels_and_trained_players_are_bots_not_programs() -> None:
    entrants = entrants_of(["seneschal", "chancellor:50", "sovereign", "sovereign+:0.5s"])
    assert not any(entrant.external for entrant in entrants)


@pytest.mark.parametrize(
    ("spec", "label"),
    [
        ("python bots/my_bot.py --bold", "my_bot.py --bold"),
        ("/usr/bin/env python3 /home/me/bot.py", "env python3 bot.py"),
        ("sh -c 'a\x1b[31m\n'", "-c 'a [31m '"),
        ("python " + "x" * 50, "x" * 27 + "…"),
    ],
)
def test_a_program_is_labelled_by_what_distinguishes_it(spec: str, label: str) -> None:
    (entrant,) = entrants_of([spec])
    assert entrant.external
    assert entrant.label == " ".join(label.split())


def test_a_program_plays_and_a_silent_one_loses(tmp_path: Path) -> None:
    silent = tmp_path / "silent.py"
    silent.write_text("print('hello')\n")
    plan = make_plan(["page", f"{sys.executable} {silent}"], seats=["3"], gauntlet=True)
    outcome = play_game(plan, 0, records=False)
    assert outcome.failed is not None
    assert outcome.lineup[outcome.failed] == 1
    assert outcome.reason
    assert "hello" in outcome.reason
