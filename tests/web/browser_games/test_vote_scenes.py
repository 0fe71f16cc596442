"""Votes as they are seen: nothing gives the result away before the last card has turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from kingup.tables import TableSetting
from tests.web.browser import LAPTOP, PHONE, TELEVISION, Visits
from tests.web.browser_games.crafted import Crafted, person_of
from tests.web.browser_games.player import do, wait_for
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
    if (found.length) window.batches.push({ found, cards, turning: turning() });
  }).observe(document, { subtree: true, childList: true, characterData: true,
                         attributes: true, attributeOldValue: true });
}"""

FACES = {"Y", "N", "B"}
RESULT = {"token", "log", "score", "seat", "verdict", "scoring", "herald", "headline", "round",
          "hand", "title"}  # fmt: skip
"""What shows how a vote has ended."""
LAST = {"log", "score", "seat", "scoring"}
OFFERS = {"button", "prompt", "targets", "said"}
"""What may not change, either, from when all cards lie until the last has turned."""


KINGUP = TableSetting()


@dataclass(frozen=True)
class Vote:
    """A vote, and the order in which the seats play their cards."""

    cards: str
    """By seat."""
    order: tuple[int, ...] = (0, 1, 2, 3)
    mover: int = 1
    setting: TableSetting = KINGUP
    candidate: str = ""
    """Empty for whoever is highest."""
    crowned_before: bool = False


VIVE = TableSetting("vive-le-roi")
WEDDING = TableSetting("vive-le-roi", options=("wedding",))
EMISSARY = TableSetting("vive-le-roi", options=("emissary", "ambition"))
VOTES = {
    "rejected by the last voter": Vote("YYYN"),
    "rejected by the first voter": Vote("YNYY", order=(1, 2, 3, 0)),
    "rejected by me": Vote("NYYY", order=(1, 2, 0, 3)),
    "rejected, and my turn": Vote("YYNY", mover=3),
    "rejected by the last voter, me, and my turn": Vote("NYYY", order=(1, 2, 3, 0), mover=3),
    "crowned": Vote("YYYY"),
    "crowned by me": Vote("YYYY", order=(3, 2, 1, 0)),
    "bellyache": Vote("YYBY", setting=VIVE),
    "bellyache, and my turn": Vote("YBNY", mover=3, setting=VIVE),
    "jester crowned": Vote("YYYY", setting=VIVE, candidate="X"),
    "jester rejected": Vote("YYYN", setting=VIVE, candidate="X"),
    "first monarch of a wedding": Vote("YYYY", setting=WEDDING),
    "second monarch of a wedding": Vote("YYYY", setting=WEDDING, crowned_before=True),
    "second monarch rejected": Vote("YYYN", setting=WEDDING, crowned_before=True),
    "with the Emissary": Vote("YYYY", setting=EMISSARY),
}


def crafted_vote(vote: Vote, people: Sequence[str]) -> Crafted:
    """Return a table in which a candidate has just come to the throne."""
    crafted = Crafted(people, vote.setting, ("Ana", "Ben", "Cleo", "Dov"))
    crafted.place_all()
    if vote.crowned_before:
        crafted.call_vote(crafted.highest(), vote.mover)
        crafted.crown()
    crafted.call_vote(vote.candidate or crafted.highest(), vote.mover)
    return crafted


def play_vote(
    vote: Vote, page: Page, crafted: Crafted, code: str, people: Sequence[Person | None]
) -> None:
    """Let everybody play their cards, None with the page, and wait until it has shown the end."""
    page.evaluate("window.batches.length = 0")
    number = crafted.table.number
    for seat in vote.order:
        person = people[seat]
        wait_for(page, lambda seen: seen.number >= number)  # noqa: B023
        if person is None:
            number = do(page, vote.cards[seat])
        else:
            number = person.do(code, "act", player=seat, action=vote.cards[seat], number=number)
    wait_for(page, lambda seen: seen.number >= number)


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
    server: str, folder: Path, visits: Visits, people: list[Person], name: str, on: str
) -> None:
    vote, (where, screen) = VOTES[name], SCREENS[on]
    page = visits.open(server, viewport=screen, still=False)
    identities = [person.identity for person in people]
    if not where:
        identities[0] = person_of(page)
    crafted = crafted_vote(vote, identities)
    code = crafted.keep(folder)
    page.add_init_script(f"({RECORDER})()")
    page.goto(f"{server}/t/{code}{where}")
    wait_for(page, lambda seen: seen.number == crafted.table.number)
    play_vote(vote, page, crafted, code, people if where else [None, *people[1:]])
    faults = faults_of(page.evaluate("window.batches"))
    assert not faults, "\n".join(faults)


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
