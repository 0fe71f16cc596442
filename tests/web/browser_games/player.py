"""People at a table in real browsers: what their pages offer, and how they act."""

from __future__ import annotations

import contextlib
import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error, Page

from tests.waiting import wait_until
from tests.web.browser import Visits, answers_to, pause_of, read

PATIENCE = 180.0
"""Seconds: the machines that run tests are often busy."""

LOOK = """async () => {
  const main = document.querySelector("#table");
  if (!main || document.readyState !== "complete") return null;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const open = (selector) => all(selector).filter((element) => !element.closest("[hidden]"));
  // What the page's own script knows about the characters: it draws only the picked one's buttons.
  const script = performance.getEntriesByType("resource")
    .map(({ name }) => name).find((name) => name.includes("/js/picking."));
  const { targetsOf } = script ? await import(script) : { targetsOf: () => [] };
  const letters = main.dataset.asks === "wait" ? [] : all("#tokens > [data-legal]");
  return {
    number: Number(main.dataset.number),
    phase: main.dataset.phase,
    acts: main.dataset.youAct === "1",
    down: "down" in main.dataset,
    busy: Boolean(document.querySelector("form[aria-busy]")),
    playing: "playing" in main.dataset,
    actions: [
      ...letters.flatMap(({ dataset }) => targetsOf(dataset.who).map(({ id }) => id)),
      ...all("#act button[data-action]").map(({ dataset }) => dataset.action),
    ],
    places: Object.fromEntries(all("#tokens > [data-who]").map(
      ({ dataset }) => [dataset.who, dataset.at])),
    continues: open("form#continue").length > 0,
    hands: open("main .hands a[data-as].seal").map(({ dataset }) => dataset.as),
  };
}"""

TAP = """(action) => {
  const card = document.querySelector(`#act button[data-action="${action}"]`);
  const who = document.querySelector(`#token-${action[0]} button`);
  const find = () => document.querySelector(`#choice button[name=action][value="${action}"]`);
  if (!find()) (card ?? who).click();
  find().click();
}"""


GO_ON = "document.querySelector('#continue button').click()"


@dataclass(frozen=True, slots=True)
class Seen:
    """A page as it is just now."""

    number: int
    phase: str
    acts: bool
    down: bool
    busy: bool
    playing: bool
    """Whether something that has happened is still being shown."""
    actions: tuple[str, ...]
    places: dict[str, str]
    continues: bool
    hands: tuple[str, ...]


def look(page: Page) -> Seen:
    """Return what a page shows and offers, once it has loaded."""

    def shown() -> dict[str, Any] | None:
        with contextlib.suppress(Error):  # the page was being replaced
            return page.evaluate(LOOK)  # type: ignore[no-any-return]
        return None

    seen = wait_until(shown, "the page has loaded", pause=pause_of(page))
    assert seen is not None
    return Seen(**{**seen, "actions": tuple(seen["actions"]), "hands": tuple(seen["hands"])})


def wait_for(page: Page, what: Callable[[Seen], bool]) -> Seen:
    """Wait until nothing plays and a page fulfils a condition, and return what it shows."""

    def shown() -> Seen | None:
        seen = look(page)
        return seen if not seen.playing and what(seen) else None

    found = wait_until(shown, pause=pause_of(page))
    assert found is not None
    return found


Choose = Callable[[Seen], str]


@dataclass
class Hasty:
    """Keeps games short: places high, moves the highest character, and mostly votes Yes."""

    chance: random.Random = field(default_factory=lambda: random.Random(4))
    refusals: float = 0.15

    def __call__(self, seen: Seen) -> str:
        """Return an action of those on offer."""
        if seen.phase == "place":
            return max(seen.actions, key=lambda action: (action[1], self.chance.random()))
        if seen.phase == "climb":
            return max(seen.actions, key=lambda who: (_height(seen.places[who]), who))
        if seen.phase == "vote" and self.chance.random() > self.refusals:
            return "Y"
        return self.chance.choice(seen.actions)


@dataclass
class Climber(Hasty):
    """Votes No until it has moved a character itself, so that a round has every kind of turn.

    The others can call one vote each at most before that: the No cards of three or four seats
    are enough.
    """

    climbed: bool = False

    def __call__(self, seen: Seen) -> str:
        """Return an action of those on offer."""
        self.climbed |= seen.phase == "climb"
        return "N" if seen.phase == "vote" and not self.climbed else super().__call__(seen)


@dataclass
class RandomChoice:
    """Chooses any legal action at random."""

    chance: random.Random = field(default_factory=lambda: random.Random(4))

    def __call__(self, seen: Seen) -> str:
        """Return an action of those on offer."""
        return self.chance.choice(seen.actions)


def _height(place: str) -> float:
    return float(place) if place.isdigit() else 2.5 if place.startswith("privy") else -1


def tap(page: Page, action: str) -> None:
    """Do an action as a person does: pick, then confirm."""
    page.evaluate(TAP, action)


def do(page: Page, action: str) -> int:
    """Do an action, and return its event number once the page shows it."""
    return accepted(page, lambda: tap(page, action))


def go_on(page: Page) -> int:
    """Close a round's scoring."""
    return accepted(page, lambda: page.evaluate(GO_ON))


def accepted(page: Page, doing: Callable[[], None]) -> int:
    """Do something, and return its event number once the page has shown it."""
    answers = answers_to(page)
    before = len(answers)
    doing()
    wait_until(lambda: len(answers) > before, f"{page.url} is answered", pause=pause_of(page))
    status, answer = read(answers[before])
    assert status == 200, answer
    number = int(answer["number"])
    wait_for(page, lambda seen: seen.number >= number)
    return number


def is_asked(seen: Seen) -> bool:
    """Whether a page waits for its player."""
    return seen.acts and not (seen.down or seen.busy or seen.playing)


def take_turn(page: Page, choose: Choose) -> bool:
    """Act for a page if it is its turn; return whether it was."""
    seen = look(page)
    return is_asked(seen) and answer(page, seen, choose)


def answer(page: Page, seen: Seen, choose: Choose) -> bool:
    """Act for a page that waits for its player; return whether it offers anything."""
    if seen.continues:
        go_on(page)
    elif seen.actions:
        do(page, choose(seen))
    else:
        return False
    return True


def play_until(
    pages: Sequence[Page],
    done: Callable[[], bool],
    choose: Choose | None = None,
    before_each: Callable[[Page], bool] = lambda page: False,
) -> None:
    """Let people play until a condition holds.

    `before_each` may change a page that waits for its player, and returns whether it did.
    """
    choose = choose or Hasty()
    idle = time.monotonic()
    while not done():
        for page in pages:
            if done():
                return
            seen = look(page)
            if not is_asked(seen):
                continue
            acted = take_turn(page, choose) if before_each(page) else answer(page, seen, choose)
            if acted:
                idle = time.monotonic()
                _wait_for_all(pages, look(page).number)
        assert time.monotonic() - idle < PATIENCE, [look(page) for page in pages]


def _wait_for_all(pages: Sequence[Page], number: int) -> None:
    """Wait until all connected pages show an event: nobody may answer what a teammate has."""
    for page in pages:
        wait_for(page, lambda seen: seen.down or seen.number >= number)


def play_to_the_end(pages: Sequence[Page], choose: Choose | None = None) -> None:
    """Let people play a game to its result pages."""
    play_until(pages, lambda: all(look(page).phase == "over" for page in pages), choose)


def code_of(page: Page) -> str:
    """Return the code of the table that a page shows."""
    found = re.search(r"/t/([^/?#]+)", page.url)
    assert found, page.url
    return found[1]


def patient(page: Page) -> Page:
    """Give a page the time that a busy machine needs."""
    page.context.set_default_timeout(PATIENCE * 1000)
    return page


def play_now(visits: Visits, server: str, edition: str = "kingup", **how: Any) -> Page:
    """Play against three bots, after one click."""
    page = patient(visits.open(server, **how))
    page.click(f".start-game button[value='{edition}']")
    page.wait_for_url("**/t/*")
    return page


def set_table(page: Page, server: str, query: str = "", name: str = "Ana") -> str:
    """Create the table that a query describes, with the form, and return its address."""
    # The host plays, too: this is not the television.
    patient(page).goto(f"{server}/new?{query}&here=phone")
    page.fill("#name", name)
    page.click("button.seal.big")
    page.wait_for_url("**/t/*")
    return page.url


def sit_down(page: Page, address: str, name: str, player: int | None = None) -> None:
    """Take a seat by the invitation link."""
    patient(page)
    if page.url != address:
        page.goto(address)
    page.fill("#sit-name", name)
    if player is not None and page.locator("#sit-player").count():
        page.select_option("#sit-player", str(player))
    page.click(".sit .seal")
    page.wait_for_selector(".ready .seal")


def be_ready(page: Page) -> None:
    """Confirm that a player is ready."""
    page.click(".ready .seal")
