"""Where things stand on a table's page: the castle keeps its place, and nothing is hidden."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from kingup.tables import TableSetting
from kingup.tables.events import Returned
from kingup.tables.setting import Pace
from tests.waiting import wait_until
from tests.web.browser import LAPTOP, PHONE, SMALL, TELEVISION, Visits, pause_of
from tests.web.browser_games.crafted import Crafted, person_of
from tests.web.browser_games.player import do, play_now, wait_for
from tests.web.browser_games.worlds import log_of
from tests.web.server import Person

pytestmark = pytest.mark.full

WEDDING = TableSetting("vive-le-roi", options=("wedding",))
SIZES = {"small": SMALL, "phone": PHONE, "laptop": LAPTOP, "large": TELEVISION}
CLOCKS = TableSetting(pace=Pace("seconds", 300))
LONG = "Maximiliane Wolffrum"

WATCH = """() => {
  window.boxes = new Set();
  const look = () => {
    const { x, y, width, height } = document.querySelector("#castle").getBoundingClientRect();
    window.boxes.add([x, y, width, height].map((value) => value.toFixed(1)).join(" "));
    requestAnimationFrame(look);
  };
  look();
}"""

IN_VIEW = """(element) => {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && top >= 0 && left >= 0
    && bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5;
}"""

CUT = """(element) => element.scrollHeight > element.clientHeight + 1
  || element.scrollWidth > element.clientWidth + 1"""

CROSSED_CLOCKS = """() => [...document.querySelectorAll(".seat .clock[data-until]")]
  .flatMap((clock) => {
    const seat = clock.closest(".seat"), a = clock.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(seat.querySelector(".name"));
    const name = seat.querySelector(".name").getBoundingClientRect();
    const said = text.getBoundingClientRect();
    const boxes = {
      card: seat.querySelector(".mini").getBoundingClientRect(),
      // A long name ends with an ellipsis at the edge of its box.
      name: { left: said.left, right: Math.min(said.right, name.right),
              top: said.top, bottom: said.bottom },
      score: seat.querySelector(".score > span").getBoundingClientRect(),
    };
    return Object.entries(boxes).filter(([, b]) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5).map(([what]) => what);
  })"""


DECIDING = """() => {
  const shown = (element) => element?.checkVisibility({ visibilityProperty: true });
  const at = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  };
  const textOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const said = range.getBoundingClientRect(), box = element.getBoundingClientRect();
    return { left: Math.max(said.left, box.left), right: Math.min(said.right, box.right),
             top: Math.max(said.top, box.top), bottom: Math.min(said.bottom, box.bottom) };
  };
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const texts = [...document.querySelectorAll("#cloth .name, .seat :is(.name, .score > span)")]
    .filter(shown).map((element) => [element.textContent.trim(), textOf(element)]);
  const cards = [...document.querySelectorAll("#cloth .card, .seat .mini .card")].filter(shown);
  const decides = cards.filter((card) => card.closest("[data-decides]"));
  return {
    marked: decides.map((card) => card.dataset.card),
    plain: cards.filter((card) => !decides.includes(card)
      && parseFloat(getComputedStyle(card).outlineWidth)
      && getComputedStyle(card).outlineStyle !== "none").length,
    faults: decides.flatMap((card) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(card);
      const edge = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      const { left, right, top, bottom } = at(card);
      const framed = {
        left: left - edge, right: right + edge, top: top - edge, bottom: bottom + edge,
      };
      const out = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      return [
        ...(outlineStyle === "solid" && parseFloat(outlineWidth) >= 3 ? [] : ["it has no frame"]),
        ...(out ? ["it is out of view"] : []),
        ...texts.filter(([, box]) => meet(framed, box)).map(([text]) => `it covers “${text}”`),
        ...cards.filter((other) => other !== card && meet(framed, at(other)))
          .map(() => "it covers another card"),
      ];
    }),
  };
}"""


class Sitting:
    """A page of the first player at a crafted table; the others play over HTTP."""

    def __init__(
        self,
        visits: Visits,
        server: str,
        people: Sequence[Person],
        viewport: tuple[int, int],
        setting: TableSetting | None = None,
        names: Sequence[str] = ("Ana", "Ben", "Cleo", "Dov"),
        *,
        still: bool = True,
    ) -> None:
        self.server, self.people = server, people
        self.page = visits.open(server, viewport=viewport, still=still)
        identities = [person_of(self.page), *(person.identity for person in people[1:])]
        self.crafted = Crafted(identities, setting or TableSetting(), names)

    def open(self, folder: Path, where: str = "") -> Page:
        """Show the table as it is."""
        code = self.crafted.keep(folder)
        self.page.goto(f"{self.server}/t/{code}{where}")
        wait_for(self.page, lambda seen: seen.number >= self.crafted.table.number)
        return self.page

    def act(self, player: int, action: str, number: int) -> int:
        """Let another player act, wait until the page has shown it, and return its number."""
        fields: dict[str, Any] = {"player": player, "action": action, "number": number}
        number = self.people[player].do(self.crafted.table.code, "act", **fields)
        wait_for(self.page, lambda seen: seen.number >= number)
        return number


@pytest.mark.parametrize("still", [True, False], ids=["still", "moving"])
@pytest.mark.parametrize("viewport", SIZES.values(), ids=SIZES)
def test_the_castle_keeps_its_place_through_a_turn_and_a_vote(
    server: str,
    folder: Path,
    visits: Visits,
    people: list[Person],
    viewport: tuple[int, int],
    still: bool,
) -> None:
    sitting = Sitting(visits, server, people, viewport, still=still)
    crafted = sitting.crafted
    crafted.place_all()
    candidate = crafted.highest()
    crafted.bring(candidate, turn=3)
    castle = crafted.game.view(None).castle
    mover = min(crafted.table.view(3).actions, key=lambda who: castle[who])
    page = sitting.open(folder)
    page.evaluate(f"({WATCH})()")
    number = sitting.act(3, mover, crafted.table.number)  # somebody else's turn
    legal = wait_for(page, lambda seen: seen.acts).actions
    page.click(f"#token-{next(who for who in legal if who != candidate)} button")
    page.wait_for_selector("#choice:not([hidden])")
    page.keyboard.press("Escape")
    number = do(page, candidate)  # a vote is open
    page.click("#cards button[data-action=Y]")
    page.wait_for_selector("#choice:not([hidden])")
    number = do(page, "Y")
    for player, card in ((1, "Y"), (2, "N"), (3, "Y")):
        number = sitting.act(player, card, number)
    page.wait_for_selector("#verdict:not([hidden])")
    boxes = page.evaluate("[...window.boxes]")
    assert len(boxes) == 1, boxes


def test_the_castle_keeps_its_place_on_a_television(
    server: str, folder: Path, visits: Visits, people: list[Person]
) -> None:
    page = visits.open(server, viewport=TELEVISION)
    names = ("Ana", "Ben", "Cleo", "Dov")
    crafted = Crafted([person.identity for person in people], TableSetting(), names)
    crafted.place_all()
    candidate = crafted.highest()
    crafted.bring(candidate, turn=0)
    code = crafted.keep(folder)
    page.goto(f"{server}/t/{code}/board")
    number = crafted.table.number
    wait_for(page, lambda seen: seen.number >= number)
    page.evaluate(f"({WATCH})()")
    for player, action in ((0, candidate), (0, "Y"), (1, "Y"), (2, "N"), (3, "Y")):
        number = people[player].do(code, "act", player=player, action=action, number=number)
        wait_for(page, lambda seen: seen.number >= number)  # noqa: B023
    boxes = page.evaluate("[...window.boxes]")
    assert len(boxes) == 1, boxes


@pytest.mark.parametrize("viewport", [SMALL, LAPTOP], ids=["small", "laptop"])
def test_a_floors_button_keeps_its_place_when_another_floor_is_full(
    server: str, folder: Path, visits: Visits, people: list[Person], viewport: tuple[int, int]
) -> None:
    found = []
    for taken in ("", "2222"):
        sitting = Sitting(visits, server, people, viewport)
        floors = [*taken, *"134"]
        while floors[3:] or 0 not in sitting.crafted.table.waiting_for():
            player, floor = sitting.crafted.table.waiting_for()[0], floors.pop(0)
            actions = sitting.crafted.table.view(player).actions
            sitting.crafted.act(player, next(a for a in actions if a[1] == floor))
        found.append(floor_buttons(sitting.open(folder)))
    empty, full = found
    assert set(empty) == {"1", "2", "3", "4"}
    assert full == {floor: empty[floor] for floor in "134"}


def floor_buttons(page: Page) -> dict[str, list[float]]:
    """Pick somebody to place; return where each floor's button begins, and how wide it is."""
    who = wait_for(page, lambda seen: seen.acts).actions[0][0]
    page.click(f"#token-{who} button")
    page.wait_for_selector("#choice:not([hidden])")
    found: dict[str, list[float]] = page.eval_on_selector_all(
        "#choice .floor",
        """(buttons) => Object.fromEntries(buttons.map((button) => {
          const { x, width } = button.getBoundingClientRect();
          return [button.innerText, [Math.round(x), Math.round(width)]];
        }))""",
    )
    return found


def test_an_open_chat_covers_no_seat_of_four_on_a_laptop(
    server: str, folder: Path, visits: Visits, people: list[Person]
) -> None:
    sitting = Sitting(visits, server, people, LAPTOP)
    sitting.crafted.place_all()
    page = sitting.open(folder)
    page.click("#talk-button")
    page.wait_for_selector("#talk #talk-title")
    seats = page.locator("#seats").bounding_box()
    chat = page.locator("#talk").bounding_box()
    assert seats is not None
    assert chat is not None
    assert chat["y"] >= seats["y"] + seats["height"]
    assert chat["height"] > 250


@pytest.mark.parametrize("viewport", [SMALL, PHONE], ids=["small", "phone"])
def test_after_the_first_monarch_of_a_wedding_a_phone_shows_the_castle_and_the_button(
    server: str, folder: Path, visits: Visits, people: list[Person], viewport: tuple[int, int]
) -> None:
    size = "document.querySelector('#castle').getBoundingClientRect().width"
    before = Sitting(visits, server, people, viewport, WEDDING)
    before.crafted.place_all()
    width = before.open(folder).evaluate(size)
    sitting = Sitting(visits, server, people, viewport, WEDDING)
    sitting.crafted.place_all()
    sitting.crafted.call_vote(sitting.crafted.highest(), mover=3)
    sitting.crafted.crown()
    page = sitting.open(folder)
    seen = wait_for(page, lambda seen: seen.acts and seen.phase == "climb")
    assert page.evaluate(size) == width
    assert not page.locator("#scoring").is_visible()
    page.click(f"#token-{seen.actions[0]} button")
    page.wait_for_selector("#choice:not([hidden])")
    assert page.locator("#choice .go button").evaluate(IN_VIEW)
    assert page.evaluate(size) == width


@pytest.mark.parametrize("viewport", [pytest.param(SMALL), PHONE], ids=["small", "phone"])
def test_clocks_are_seen_on_phones(
    server: str, folder: Path, visits: Visits, people: list[Person], viewport: tuple[int, int]
) -> None:
    sitting = Sitting(visits, server, people, viewport, CLOCKS)
    sitting.crafted.bring(sitting.crafted.highest(), turn=0)
    page = sitting.open(folder)
    for clock in ("#seat-0 .clock", "#prompt .clock"):
        assert page.locator(clock).evaluate(IN_VIEW), clock
        found = re.fullmatch(r"(\d):(\d\d)", page.inner_text(clock))
        assert found, clock
        assert 0 < 60 * int(found[1]) + int(found[2]) <= 300, clock
    assert not page.evaluate(CROSSED_CLOCKS)


@pytest.mark.parametrize(
    ("viewport", "where"),
    [*((size, "") for size in SIZES.values()), (TELEVISION, "/board")],
    ids=[*SIZES, "television"],
)
def test_a_clock_is_printed_over_no_card_and_no_name(
    server: str,
    folder: Path,
    visits: Visits,
    people: list[Person],
    viewport: tuple[int, int],
    where: str,
) -> None:
    names = (LONG, f"{LONG[:-1]}e", "ابن عربي ابن عربي", "👩‍👩‍👧‍👦👑🏰🐌🎺👑🏰🐌🎺")
    sitting = Sitting(visits, server, people, viewport, CLOCKS, names)
    crafted = sitting.crafted
    crafted.place_all()
    crafted.call_vote(crafted.highest(), mover=1)
    crafted.act(1, "Y")
    page = sitting.open(folder, where)
    assert page.locator(".seat .clock[data-until]:visible").count() == 3
    assert not page.evaluate(CROSSED_CLOCKS)


@pytest.mark.parametrize("seats", [4, 8])
def test_the_deciding_no_is_found_by_the_eye_and_covers_nothing(
    server: str, folder: Path, visits: Visits, people: list[Person], seats: int
) -> None:
    names = [f"{LONG[:18]} {seat}" for seat in range(seats)]
    page = visits.open(server)
    others = [f"somebody-{player}" for player in range(1, seats)]
    setting = TableSetting("vive-le-roi", (1,) * seats)
    for decider in (1, seats - 1):
        crafted = Crafted([person_of(page), *others], setting, names)
        crafted.call_vote(crafted.highest(), mover=1)
        for player in range(seats):
            crafted.act(player, "N" if player == decider else "Y")
        code = crafted.keep(folder)
        for where, size in (*(("", size) for size in SIZES.values()), ("/board", TELEVISION)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(f"{server}/t/{code}{where}")
            wait_for(page, lambda seen: seen.number >= crafted.table.number)  # noqa: B023
            found = page.evaluate(DECIDING)
            assert found["marked"], (where, size)
            assert {*found["marked"]} == {"N"}, (where, size)
            assert not found["plain"], (where, size)
            assert not found["faults"], (where, size, decider, found["faults"])


@pytest.mark.parametrize("viewport", [SMALL, PHONE], ids=["small", "phone"])
def test_a_bot_that_plays_for_me_is_announced_on_a_phone_until_i_am_back(
    server: str, folder: Path, visits: Visits, people: list[Person], viewport: tuple[int, int]
) -> None:
    sitting = Sitting(visits, server, people, viewport)
    crafted = sitting.crafted
    crafted.bring(crafted.highest(), turn=1)
    page = sitting.open(folder)
    page.click("#menu")
    page.click("form[action$='/leave'] button")
    page.wait_for_selector("#back:not([hidden])")
    assert page.inner_text("#back p") == "A bot is playing for you."
    for part in ("#back p", "#back button"):
        assert page.locator(part).evaluate(IN_VIEW), part
    page.click("#back button")
    page.wait_for_selector("#back", state="hidden")
    wait_until(
        lambda: any(isinstance(one.event, Returned) for one in log_of(folder, crafted.table.code)),
        pause=pause_of(page),
    )


@pytest.mark.parametrize("viewport", [SMALL, pytest.param(PHONE)], ids=["small", "phone"])
def test_small_phones_show_whole_instructions_and_what_a_candidate_is_worth(
    server: str, folder: Path, visits: Visits, people: list[Person], viewport: tuple[int, int]
) -> None:
    placing = Sitting(visits, server, people, viewport)
    while placing.crafted.table.waiting_for() != (0,):
        player = placing.crafted.table.waiting_for()[0]
        placing.crafted.act(player, placing.crafted.table.view(player).actions[0])
    page = placing.open(folder)
    assert page.inner_text("#prompt p").startswith("Floors 1 to 4")
    for part in ("#prompt .prompt", "#prompt .prompt-box > p", "#prompt .hint"):
        assert page.locator(part).evaluate(IN_VIEW), part
        assert not page.locator(part).evaluate(CUT), part
    voting = Sitting(visits, server, people, viewport)
    voting.crafted.place_all()
    mine = voting.crafted.table.view(0).own
    assert mine is not None
    voting.crafted.call_vote(mine.favourites[0][0], mover=1)
    page = voting.open(folder)
    assert "worth 10 to you" in page.inner_text("#sheet")
    said = page.locator("#prompt .prompt-box > p")
    assert said.evaluate(IN_VIEW)
    assert not said.evaluate(CUT)


def test_screen_readers_hear_names_without_repetitions_or_stray_spaces(
    server: str, folder: Path, visits: Visits, people: list[Person]
) -> None:
    page = visits.open(server, viewport=LAPTOP)
    identities = [person_of(page), people[1].identity, people[2].identity, None]
    crafted = Crafted(identities, TableSetting(), ("Ana", "Ben", "Cleo", ""))
    page.goto(f"{server}/t/{crafted.keep(folder)}")
    wait_for(page, lambda seen: seen.phase == "place")
    seat = page.locator("#seat-3").aria_snapshot()
    assert seat.count("bot: Courtier") == 1, seat
    names = page.locator("#tokens").aria_snapshot()
    assert "aside" in names
    assert " ," not in names, names


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP])
def test_a_screen_reader_is_told_everybodys_name(
    server: str, visits: Visits, viewport: tuple[int, int]
) -> None:
    page = play_now(visits, server, viewport=viewport)
    wait_for(page, lambda seen: seen.acts)
    tokens = re.findall(r'- \'?button "(.*)"', page.locator("#tokens").aria_snapshot())
    named = {token.partition(",")[0] for token in tokens}
    assert len(tokens) == len(named) == 13
    mine = {token.partition(",")[0] for token in tokens if "your favourite" in token}
    favourites = re.findall("listitem: (.*)", page.locator("#hand .favs").aria_snapshot())
    assert {favourite.partition(",")[0] for favourite in favourites} == mine
    assert len(mine) == 6
