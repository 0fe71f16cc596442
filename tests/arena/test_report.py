from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kingup.arena.report import report
from kingup.arena.report.svg import Scale
from kingup.arena.standings import Standings
from kingup.arena.tournament import play
from kingup.language import LANGUAGES, current_language, use_language
from tests.arena.players import plan_of

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Checker(HTMLParser):
    """Reads a page and notes what is not closed, not open, or from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.texts: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        names = [name for name, _value in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> twice the same attribute")
        for name, value in attrs:
            numbers = re.fullmatch(r"(nan|inf|-inf)", value or "")
            if name in ("href", "src", "xlink:href") or name.startswith("on") or numbers:
                self.faults.append(f"<{tag} {name}>")


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert checker.faults == []
    return checker


@pytest.fixture(scope="module")
def round_robin() -> Standings:
    plan = plan_of(
        ["page", "crash", "yesman", "dice"],
        editions=["kingup", "vive-le-roi"],
        seats=["3"],
        games=24,
    )
    return play(plan)


@pytest.fixture(scope="module")
def gauntlet() -> Standings:
    return play(
        plan_of(
            ["page", "dice", "yesman"],
            editions=["vive-le-roi"],
            seats=["2,1,2"],
            options=["ambition,emissary"],
            games=12,
            gauntlet=True,
        )
    )


def test_a_report_is_well_formed_and_needs_no_network(
    round_robin: Standings, gauntlet: Standings
) -> None:
    for standings in (round_robin, gauntlet):
        page = report(standings, "kingup arena")
        seen = checked(page).seen
        assert not {"script", "link", "img", "iframe", "object"} & set(seen)
        assert "http" not in page
        assert "@import" not in page
        assert set(re.findall(r"url\(([^)]*)\)", page)) == {"#vine"}
        assert "nan" not in re.findall(r'[ "]nan[ "]', page)
        assert seen.count("svg") >= 12


def test_a_report_shows_everything_that_is_asked_of_it(round_robin: Standings) -> None:
    texts = checked(report(round_robin, "kingup arena --bot x")).texts
    page = " ".join(texts)
    for heading in (
        *("Standings", "Win share by bot", "Win share by seat", "Ratings, game by game"),
        *("Final scores", "Length", "No cards", "Failures", "The command"),
    ):
        assert heading in texts
    assert "kingup arena --bot x" in page
    assert "openskill" in page
    assert "ZeroDivisionError: no reason" in page
    for entrant in round_robin.plan.entrants:
        assert entrant.label in texts


def test_names_and_commands_are_escaped() -> None:
    name = "<script>alert('x')</script>&\""
    plan = plan_of(["dice", "dice", "crash"], seats=["3"], games=3)
    first = plan.entrants[0]
    object.__setattr__(first, "label", name)
    checker = checked(report(play(plan), f"kingup arena --bot {name}"))
    assert "script" not in checker.seen
    assert any(name in text for text in checker.texts)


def test_every_language_has_its_report(round_robin: Standings) -> None:
    before = current_language()
    try:
        for language in LANGUAGES:
            use_language(language)
            page = report(round_robin, "kingup arena")
            checked(page)
            assert f'<html lang="{language}">' in page
    finally:
        use_language(before)


def test_an_arena_that_was_stopped_in_its_first_deal_has_a_report(tmp_path: Path) -> None:
    plan = plan_of(["dice", "dice"], games=4)
    whole = play(plan)
    standings = Standings(plan)
    checked(report(standings, "kingup arena"))
    standings.add(whole.outcomes[0])
    assert "No deal has been played out yet." in checked(report(standings, "x")).texts


def test_games_that_all_failed_at_once_have_a_report() -> None:
    checked(report(play(plan_of(["stillborn", "dice"], games=4)), "kingup arena"))


def test_sixteen_bots_have_a_report() -> None:
    checked(report(play(plan_of(["dice"] * 16, seats=["3"], games=16)), "kingup arena"))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 0.07), (-0.31, 0.2), (17, 64), (3, 3)])
def test_ticks_are_few_round_and_on_the_scale(low: float, high: float) -> None:
    ticks = Scale(low, high, 0, 100).ticks(6)
    assert 1 <= len(ticks) <= 6
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)
