"""The opening questions on one full screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.pilot import Pilot

from kingup.rules.errors import SetupError
from kingup.terminal.menu import Opening
from kingup.terminal.opening import Draft, SeatChoice
from kingup.terminal.opening_screen import OpeningApp
from tests.terminal.full_screen import check_snapshot
from tests.terminal.screenshot import text_of

VIVE_LE_ROI = ("up", "up", "right")
"""The keys from the first seat to the other edition."""


class Questions:
    """The questions on the screen of an app that is being tested."""

    def __init__(self, app: OpeningApp, pilot: Pilot[Opening | None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def text(self) -> str:
        return text_of(self.app)

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.simulate_key(key)
            await self.pilot.pause(0)

    async def click(self, text: str, in_line: str = "") -> None:
        lines = self.text.splitlines()
        row = next(i for i, line in enumerate(lines) if text in line and in_line in line)
        await self.pilot.click(offset=(lines[row].index(text), row))


@asynccontextmanager
async def questions(
    *names: str, bots: Sequence[str] = ("courtier",), size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Questions]:
    app = OpeningApp(Draft(bots, names))
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0)
        yield Questions(app, pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
async def test_the_screen_is_as_it_was(
    edition: str, size: tuple[int, int], update_snapshots: bool
) -> None:
    async with questions("Ann", size=size) as asked:
        if edition == "vive-le-roi":
            await asked.press(*VIVE_LE_ROI, "down", "right", "down", "f5", *"&Bob")
        name = f"opening-{edition}-{size[0]}x{size[1]}"
        await check_snapshot(name, asked.app, update_snapshots)


async def test_enter_starts_king_up_with_one_person_and_three_bots() -> None:
    async with questions() as asked:
        await asked.press("enter")
    opening = asked.app.return_value
    assert opening is not None
    assert (opening.setup.edition, opening.setup.seats) == ("kingup", (1, 1, 1, 1))
    assert opening.names[0] == ["Player 1"]
    assert (opening.bots, opening.kinds) == ((1, 2, 3), ("courtier",) * 3)


@pytest.mark.parametrize("key", ["escape", "ctrl+c", "ctrl+q"])
async def test_whoever_leaves_plays_nothing(key: str) -> None:
    async with questions() as asked:
        await asked.press(key)
    assert asked.app.return_value is None
    assert not asked.app.is_running


async def test_names_levels_and_seats_are_chosen_by_keys() -> None:
    async with questions(bots=("page", "courtier")) as asked:
        await asked.press(*"Adda", "backspace", "backspace", "a", "down", "right")
        await asked.press("up", "up", "left", "enter")
    opening = asked.app.return_value
    assert opening is not None
    assert opening.names[0] == ["Ada"]
    assert opening.setup.seats == (1, 1, 1)
    assert opening.kinds == ("groom", "courtier")


async def test_people_may_sit_anywhere() -> None:
    async with questions("Ann") as asked:
        await asked.press("right", "down", "down", *["left"] * 14, *"Ben", "enter")
    opening = asked.app.return_value
    assert opening is not None
    assert opening.bots == (0, 1, 3)
    assert opening.kinds == ("page", "courtier", "courtier")
    assert opening.names[2] == ["Ben"]


async def test_everything_is_chosen_by_mouse() -> None:
    async with questions() as asked:
        await asked.click("›", in_line="King Up! ›")
        await asked.click("›", in_line="Seats")
        await asked.click("›", in_line="Seat 5")
        await asked.click("wedding")
        await asked.click("ambition")
        await asked.click("ambition")
        await asked.click("Seat 1")
        await asked.click("Team of two")
        assert "two people" in asked.text
        await asked.click("Play", in_line="Esc")
    opening = asked.app.return_value
    assert opening is not None
    assert opening.setup.edition == "vive-le-roi"
    assert opening.setup.seats == (2, 1, 1, 1, 1)
    assert opening.setup.options == ("wedding",)
    assert opening.kinds == ("courtier", "courtier", "courtier", "seneschal")


async def test_a_game_that_is_not_possible_says_why_and_does_not_begin() -> None:
    async with questions("Ann") as asked:
        await asked.press("down", *["left"] * 14, *"Ann", "enter")
        assert asked.app.is_running
        assert "Ann is taken: choose another name." in asked.text
        await asked.press("a", "enter")
    opening = asked.app.return_value
    assert opening is not None
    assert opening.names[:2] == [["Ann"], ["Anna"]]


async def test_pasted_text_becomes_a_name() -> None:
    async with questions() as asked:
        asked.app.post_message(events.Paste("Ann\x1b[2J"))
        await asked.pilot.pause(0)
        await asked.press("enter")
    assert asked.app.return_value is not None
    assert asked.app.return_value.names[0] == ["Ann[2J"]


def test_two_seats_need_the_emissary_and_king_up_has_no_options() -> None:
    draft = Draft(["page"])
    draft.change("edition", 1)
    draft.change("option-ambition", 1)
    for _seat in range(5):
        draft.change("seats", -1)
    assert draft.opening().setup.options == ("ambition", "emissary")
    draft.pair("place-0")
    draft.change("edition", 1)
    assert draft.opening().setup.seats == (1, 1, 1)
    assert draft.opening().setup.options == ()


def test_sixteen_players_need_the_shared_marker() -> None:
    draft = Draft(["page"])
    draft.change("edition", 1)
    for _seat in range(4):
        draft.change("seats", 1)
    for row in draft.rows:
        draft.pair(row)
    assert draft.seats == (2,) * 8
    assert draft.opening().setup.options == ("shared-marker",)
    assert len({name for seat in draft.names() for name in seat}) == 16


def test_too_long_names_and_terminal_codes_are_cut() -> None:
    draft = Draft(["page"])
    draft.type("place-0", "x" * 60 + "\x1b[2J")
    (name,) = draft.opening().names[0]
    assert name == "x" * 19 + "…"
    draft.places[1] = SeatChoice(typed=name)
    with pytest.raises(SetupError, match="is taken"):
        draft.opening()
