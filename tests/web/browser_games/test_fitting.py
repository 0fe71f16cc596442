"""Tables of every size with odd names: nothing is printed over anything else, nothing is cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from kingup.tables import TableSetting
from tests.web.browser import LAPTOP, PHONE, SMALL, TELEVISION, Visits
from tests.web.browser_games.crafted import Crafted, person_of
from tests.web.browser_games.player import wait_for

pytestmark = pytest.mark.full

SCREENS = (SMALL, PHONE, LAPTOP, TELEVISION)

FAULTS = r"""() => {
  const faults = [];
  const unseen = ".sr, svg, template, #live, dialog:not([open])";
  const visible = (element) => element
    .checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest(unseen)
    && getComputedStyle(element).backfaceVisibility !== "hidden";
  /** The part of a box that the boxes around it do not cut off. */
  const clipped = (box, element) => {
    let { left, right, top, bottom } = box;
    for (let up = element; up && up !== document.documentElement; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const edge = up.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  };
  const layer = (element) => element.closest("#castle, #sheet, #news, #herald")?.id
    ?? element.closest(".seats, .bar, .tip-line")?.className ?? "page";
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.nodeValue.trim() || !visible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const seen = clipped(box, element);
      if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) {
        texts.push({ text: node.nodeValue.trim(), element, layer: layer(element), ...seen });
      }
    }
  }
  // What stands on the castle may cover its drawing, the sheet its foot, and the button that goes
  // on the rows that scroll under it.
  const apart = (a, b) => a.layer === "castle" || b.layer === "castle" || a.element === b.element
    || [a, b].some(({ layer, element }) => layer === "tip-line" || element.closest("#continue"));
  for (const [i, a] of texts.entries()) {
    for (const b of texts.slice(i + 1)) {
      if (apart(a, b)) continue;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) {
        faults.push(`“${a.text}” is printed over “${b.text}” (${a.layer}, ${b.layer})`);
      }
    }
    if (a.right > innerWidth + 1 || a.left < -1) faults.push(`“${a.text}” leaves the screen`);
  }
  // Names may end with an ellipsis; sentences and buttons may not.
  const sentences = "main :is(p, h2, h3, .button, .hint, .cap, .score, .say)";
  for (const element of document.querySelectorAll(sentences)) {
    if (!visible(element) || element.querySelector("bdi")) continue;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const shut = getComputedStyle(element).overflow !== "visible";
    if (shut && (scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 2)) {
      faults.push(`“${element.textContent.trim()}” is cut`);
    }
  }
  const buttons = "#choice .go button, #continue button, #cards button";
  for (const button of document.querySelectorAll(buttons)) {
    const { top, bottom } = button.getBoundingClientRect();
    if (visible(button) && (top < 0 || bottom > innerHeight + 1)) {
      faults.push(`“${button.textContent.trim()}” is out of view`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return faults;
}"""

NAMES = ("Maximiliane Wolffrum", "ابن عربي ابن عربي", "👩‍👩‍👧‍👦👑🏰🐌🎺👑🏰🐌🎺", "W" * 20,
         "i", "Jean-Jacques", "אברהם בן שלמה", "王小明王小明")  # fmt: skip
CROWDS = {
    "two": ((1, 1), ("emissary",)),
    "three": ((1,) * 3, ()),
    "four": ((1,) * 4, ("emissary", "ambition")),
    "five": ((1,) * 5, ()),
    "six": ((1,) * 6, ()),
    "seven": ((1,) * 7, ()),
    "eight": ((1,) * 8, ()),
    "sixteen in teams": ((2,) * 8, ("shared-marker",)),
}


def placing(crafted: Crafted) -> None:
    """Go on until the first player is asked to place somebody."""
    while crafted.game.phase == "ambition" or 0 not in crafted.table.waiting_for():
        player = crafted.table.waiting_for()[0]
        crafted.act(player, crafted.table.view(player).actions[0])


def climbing(crafted: Crafted) -> None:
    crafted.bring(crafted.highest(), turn=0)


def voting(crafted: Crafted) -> None:
    crafted.call_vote(crafted.highest(), mover=0)


def rejected(crafted: Crafted) -> None:
    """Let the last seat before the first player say No, so that it is the first's turn."""
    last = [player for player in range(len(crafted.people)) if crafted.table.seat_of(player) == 0]
    voting(crafted)
    while crafted.game.phase == "vote":
        player = crafted.table.waiting_for()[-1]
        crafted.act(player, "Y" if player in last else "N")


def crowned(crafted: Crafted) -> None:
    voting(crafted)
    crafted.crown()


MOMENTS: dict[str, Callable[[Crafted], None]] = {
    "placing": placing,
    "climbing": climbing,
    "voting": voting,
    "rejected": rejected,
    "crowned": crowned,
}


def faults_on_all_screens(page: Page, what: str) -> list[str]:
    found = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        found += [f"{what}, {width} × {height}: {fault}" for fault in page.evaluate(FAULTS)]
    return found


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("crowd", CROWDS)
def test_nothing_is_printed_over_anything_else(
    server: str, folder: Path, visits: Visits, crowd: str, moment: str
) -> None:
    seats, options = CROWDS[crowd]
    page = visits.open(server)
    others = [f"somebody-{player}" for player in range(1, sum(seats))]
    names = [f"{NAMES[player % 8][:19]}{player // 8 or ''}" for player in range(sum(seats))]
    setting = TableSetting("vive-le-roi", seats, options)
    crafted = Crafted([person_of(page), *others], setting, names)
    MOMENTS[moment](crafted)
    code = crafted.keep(folder)
    page.goto(f"{server}/t/{code}")
    seen = wait_for(page, lambda seen: seen.number >= crafted.table.number)
    faults = faults_on_all_screens(page, moment)
    if seen.actions:
        action = seen.actions[0]
        page.locator(f"#cards [data-action={action}], #token-{action[0]} button").first.click()
        page.wait_for_selector("#choice:not([hidden])")
        faults += faults_on_all_screens(page, f"{moment}, picked")
    page.goto(f"{server}/t/{code}/board")
    wait_for(page, lambda seen: seen.number >= crafted.table.number)
    page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
    faults += [f"{moment}, television: {fault}" for fault in page.evaluate(FAULTS)]
    assert not faults, "\n".join(faults)
