"""Votes as they are seen: nothing gives the result away before the last card has turned."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from kingup.tables import TableSetting
from tests.waiting import PATIENCE
from tests.web.browser import LAPTOP, PHONE, TELEVISION, Visits
from tests.web.browser_games.crafted import Crafted, person_of
from tests.web.browser_games.player import do, look, tap, wait_for
from tests.web.browser_games.shots import look_alike, opened
from tests.web.browser_games.vote_kinds import (
    KINGUP,
    VARIATIONS,
    VOTES,
    Vote,
    crafted_vote,
)
from tests.web.server import Person

pytestmark = pytest.mark.full

RECORDER = """() => {
  // One batch for each beat: observers are called after all changes of one task.
  window.batches = [];
  const kinds = {
    ballot: "#cloth li[data-card], #seats .mini[data-card]",
    clock: ".clock", token: "#tokens > li", log: "#lines", said: "#live", hand: "#hand",
    score: ".seat .score", seat: "#seats, .seats", verdict: "#verdict", scoring: "#scoring",
    herald: "#herald", button: "#cards, #ambitions, #choice, #continue", prompt: "#prompt",
    headline: "#headline", round: ".round", targets: "#targets", title: "title",
  };
  const changes = ({ type, target, attributeName: name, oldValue }) => {
    const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
    const kind = Object.keys(kinds).find((kind) => element?.closest(kinds[kind])) ?? "";
    // A clock's ticking, the focus and the page's own marks say nothing about the game.
    if (!kind || ["aria-pressed", "tabindex", "aria-busy", "style"].includes(name)) return [];
    if (kind === "clock") return [];
    const what = type === "attributes" ? `${name}=${element.getAttribute(name)}`
      : target.textContent.slice(0, 60);
    if (type === "attributes" && element.getAttribute(name) === oldValue) return [];
    return [{ kind, what, name: type === "attributes" ? name : "" }];
  };
  /** Milliseconds until the last card has turned. */
  const turning = () => Math.max(0, ...document.getAnimations()
    .filter(({ effect }) => effect.target?.matches(".ballot .face"))
    .map(({ startTime, effect }) => startTime === null ? 1e6
      : startTime + effect.getComputedTiming().endTime - performance.now()));
  new MutationObserver((records) => {
    const found = records.flatMap(changes);
    const cards = [...document.querySelectorAll(kinds.ballot)].map(({ dataset }) => dataset.card);
    if (found.length) {
      if (window.revealed) window.turned = true;
      if (cards.some((card) => "YNB".includes(card))) window.revealed = true;
      window.batches.push({ found, cards, turning: turning(), at: performance.now() });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true,
                         attributes: true, attributeOldValue: true });
  // Pictures show what changes at a vote: not pennants in the wind, nor the ballots on the seats.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".flag, .throne-room { animation: none !important } .mini { opacity: 0 }");
  document.adoptedStyleSheets.push(sheet);
}"""

REGIONS = """() => Object.fromEntries(
  [["throne", "#scenery .throne-room"], ["candidate", "#tokens > [data-at=throne]"],
   ["seats", "#seats"]]
  .map(([name, selector]) => [name, document.querySelector(selector).getBoundingClientRect()])
  .map(([name, { left, top, right, bottom }]) => [name, [left, top, right, bottom]]))"""

FACES = {"Y", "N", "B"}
RESULT = {"token", "log", "score", "seat", "verdict", "scoring", "herald", "headline", "round",
          "hand", "title"}  # fmt: skip
"""What shows how a vote has ended."""
LAST = {"log", "score", "seat", "scoring"}
OFFERS = {"button", "prompt", "targets", "said"}
"""What may not change, either, from when all cards lie until the last has turned."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A page, photographed between two moments of its own clock, in milliseconds."""

    begun: float
    ended: float
    png: bytes


@dataclass
class Film:
    """Pictures of a page, one each 100 ms, until the cards of a vote have turned."""

    page: Page
    pictures: list[Picture] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._session: CDPSession = self.page.context.new_cdp_session(self.page)
        self.regions: dict[str, list[float]] = self.page.evaluate(REGIONS)
        self.take()

    def take(self) -> None:
        """Photograph the page."""
        begun = self.page.evaluate("performance.now()")
        shot = self._session.send("Page.captureScreenshot", {"optimizeForSpeed": True})
        ended = self.page.evaluate("performance.now()")
        self.pictures.append(Picture(begun, ended, base64.b64decode(shot["data"])))

    def run(self, done: Callable[[], bool]) -> None:
        """Go on until a condition holds."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, look(self.page)
            self.take()
            rest = 100 - (self.page.evaluate("performance.now()") - self.pictures[-1].begun)
            if rest > 0:
                self.page.wait_for_timeout(rest)

    def faults(self, turned: float) -> list[str]:
        """Return the regions that changed in pictures from before the last card had turned."""
        before = [one for one in self.pictures if one.ended < turned]
        assert before, "the film has begun before the last card"
        first, found = opened(before[0].png), []
        for picture in before[1:]:
            seen = opened(picture.png)
            for name, (left, top, right, bottom) in self.regions.items():
                box = (round(left), round(top), round(right), round(bottom))
                if not look_alike(first.crop(box), seen.crop(box)):
                    early = round(turned - picture.ended)
                    found.append(f"{early} ms before the last card had turned: pixels of {name}")
        return found

    def keep(self, folder: Path) -> None:
        """Write the pictures to a folder."""
        for picture in self.pictures:
            (folder / f"{picture.ended:09.0f}.png").write_bytes(picture.png)


def play_vote(
    vote: Vote, page: Page, crafted: Crafted, code: str, people: Sequence[Person | None]
) -> Film:
    """Let everybody play their cards, None with the page, until it has shown the end."""
    page.evaluate("window.batches.length = 0; window.revealed = window.turned = false")
    number = crafted.table.number
    film: Film | None = None
    for seat in vote.order:
        person = people[seat]
        wait_for(page, lambda seen: seen.number >= number)  # noqa: B023
        if seat == vote.order[-1]:
            film = Film(page)
        if person is not None:
            number = person.do(code, "act", player=seat, action=vote.cards[seat], number=number)
        elif film is not None:
            tap(page, vote.cards[seat])
            number += 1
        else:
            number = do(page, vote.cards[seat])
    assert film is not None
    film.run(lambda: page.evaluate("window.turned"))
    wait_for(page, lambda seen: seen.number >= number)
    return film


def turned_at(batches: Sequence[dict[str, Any]]) -> float:
    """Return when the first change was seen after the cards had begun to turn."""
    reveal = next(i for i, batch in enumerate(batches) if FACES & set(batch["cards"]))
    return float(batches[reveal + 1]["at"])


def faults_of(batches: Sequence[dict[str, Any]]) -> list[str]:
    """Return what was shown too early, or in the wrong order."""
    reveal = next(i for i, batch in enumerate(batches) if FACES & set(batch["cards"]))
    lying = next(i for i, batch in enumerate(batches) if "none" not in batch["cards"])
    assert lying < reveal, "the cards lie before they turn"
    assert {*batches[lying]["cards"]} == {"down"}
    assert "none" not in batches[reveal]["cards"], "all cards turn in one beat"
    found = []
    for i, batch in enumerate(batches[lying : reveal + 1]):
        forbidden = RESULT | (OFFERS if i else set())  # the last card may end what one can do
        changes = [change for change in batch["found"] if change["kind"] in forbidden]
        found += [f"before the cards turned: {change}" for change in changes]
    for batch in batches[reveal + 1 :]:
        if batch["turning"] > 0:
            found.append(
                f"{batch['turning']} ms before the last card had turned: {batch['found']}"
            )
    rest = [{change["kind"] for change in batch["found"]} for batch in batches[reveal + 1 :]]
    first_move = next(i for i, kinds in enumerate(rest) if "token" in kinds)
    for kinds in rest[:first_move]:
        found += [f"before the crown or the fall: {kind}" for kind in kinds & (RESULT - {"token"})]
    later = next((i for i, kinds in enumerate(rest) if kinds & LAST), None)
    if later is None or later <= first_move:
        found.append("totals and log do not come after the crown or the fall")
    return found


SCREENS = {"phone": ("", PHONE), "laptop": ("", LAPTOP), "television": ("/board", TELEVISION)}


@pytest.mark.parametrize("on", SCREENS)
@pytest.mark.parametrize("name", VOTES)
def test_nothing_shows_the_result_before_the_last_card_has_turned(
    server: str,
    folder: Path,
    visits: Visits,
    people: list[Person],
    tmp_path: Path,
    name: str,
    on: str,
) -> None:
    where, screen = SCREENS[on]
    vote = VOTES[name].varied([*SCREENS].index(on))
    page = visits.open(server, viewport=screen, still=False)
    identities = [person.identity for person in people]
    if not where:
        identities[0] = person_of(page)
    crafted = crafted_vote(vote, identities)
    code = crafted.keep(folder)
    page.add_init_script(f"({RECORDER})()")
    page.goto(f"{server}/t/{code}{where}")
    wait_for(page, lambda seen: seen.number == crafted.table.number)
    film = play_vote(vote, page, crafted, code, people if where else [None, *people[1:]])
    batches = page.evaluate("window.batches")
    faults = faults_of(batches) + film.faults(turned_at(batches))
    if faults:
        film.keep(tmp_path)
    assert not faults, "\n".join([*faults, f"pictures: {tmp_path}"])


COUNTED = """() => {
  window.counted = [];
  const shown = {
    "the Emissary's card":
      ":is(#vote-emissary, #seat-emissary .mini):is([data-card=Y], [data-card=N], [data-card=B])",
    "open cards": "#seats .seat:not(#seat-emissary) .open-card",
    "Banished marks": "#seats .seat:not(#seat-emissary) .seal-of.is-banished",
    "Ambition and totals": "#seats .seat:not(#seat-emissary) .gain:not(:empty)",
  };
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(shown)) {
      const there = document.querySelector(selector);
      if (there && !window.counted.includes(name)) window.counted.push(name);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def vote_with_everything(people: Sequence[str]) -> tuple[Vote, Crafted]:
    """Return a vote that ends a round with all that can be counted, and a table before it."""
    setting = TableSetting("vive-le-roi", options=("ambition", "banished", "emissary"))
    for number in range(VARIATIONS):
        vote = Vote("YYYY", setting=setting).varied(number)
        crafted = crafted_vote(vote, people)
        before = crafted.table
        crafted.crown()
        if crafted.game.rounds[-1].crownings:
            crafted.table = before
            return vote, crafted
    raise AssertionError("the Emissary always said No")


@pytest.mark.parametrize("on", SCREENS)
def test_the_emissarys_card_turns_and_banished_marks_come_before_ambition_and_totals(
    server: str, folder: Path, visits: Visits, people: list[Person], on: str
) -> None:
    where, screen = SCREENS[on]
    page = visits.open(server, viewport=screen, still=False)
    identities = [person.identity for person in people]
    if not where:
        identities[0] = person_of(page)
    vote, crafted = vote_with_everything(identities)
    code = crafted.keep(folder)
    page.add_init_script(f"({RECORDER})(); ({COUNTED})()")
    page.goto(f"{server}/t/{code}{where}")
    wait_for(page, lambda seen: seen.number == crafted.table.number)
    page.evaluate("window.counted.length = 0")
    play_vote(vote, page, crafted, code, people if where else [None, *people[1:]])
    assert not faults_of(page.evaluate("window.batches"))
    assert page.evaluate("window.counted") == [
        "the Emissary's card", "open cards", "Banished marks", "Ambition and totals",
    ]  # fmt: skip


def test_spectators_see_the_last_vote_before_the_result(
    server: str, folder: Path, visits: Visits, people: list[Person]
) -> None:
    crafted = Crafted([person.identity for person in people], KINGUP)
    for last in (False, False, True):
        crafted.call_vote(crafted.highest(), mover=1)
        if not last:
            crafted.crown()
            crafted.go_on()
    code = crafted.keep(folder)
    page = visits.open(server, still=False)
    page.add_init_script(f"({RECORDER})()")
    page.goto(f"{server}/t/{code}/watch")
    wait_for(page, lambda seen: seen.number == crafted.table.number)
    play_vote(Vote("YYYY"), page, crafted, code, people)
    page.wait_for_selector("#table[data-kind=result]")
    faults = faults_of(page.evaluate("window.batches"))
    assert not faults, "\n".join(faults)
