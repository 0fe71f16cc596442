"""Whether everything on a table's page can be read: nothing is covered, cut or out of view."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.browser import LAPTOP, PHONE, SMALL, TELEVISION

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
  // The sheet may cover the castle's foot, a line for beginners its roofs and, on low screens in a
  // vote, the players; score sheets scroll under the button that goes on.
  const below = {
    sheet: ["castle"], "tip-line": innerHeight < 740 ? ["castle", "seats"] : ["castle"],
  };
  const covers = (a, b) => below[a.layer]?.includes(b.layer)
    || (a.element.closest("#continue") && b.element.closest("#scoring"));
  // A picked character's own number is under the ring of its target.
  const apart = (a, b) => a.element === b.element || covers(a, b) || covers(b, a)
    || [a, b].some(({ element }) => element.closest("#targets"));
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

COVERED = """() => {
  // What a person may tap, and a tip or a note covers.
  const tappable = "#tokens > .is-legal > button, #cards button, #continue:not([hidden]) button";
  return [...document.querySelectorAll(tappable)].filter((button) => button.checkVisibility())
    .flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const cover = document.elementFromPoint(left + width / 2, top + height / 2);
      const free = button.contains(cover) || cover?.contains(button) || !cover;
      const said = button.textContent.trim();
      return free ? [] : [`“${said}” is under ${cover.id || cover.className}`];
    });
}"""

NAMES = ("Maximiliane Wolffrum", "ابن عربي ابن عربي", "👩‍👩‍👧‍👦👑🏰🐌🎺👑🏰🐌🎺", "W" * 20,
         "i", "Jean-Jacques", "אברהם בן שלמה", "王小明王小明")  # fmt: skip


def names_of(players: int) -> list[str]:
    """Return as many long, foreign and odd names, no two the same."""
    return [f"{NAMES[player % 8][:19]}{player // 8 or ''}" for player in range(players)]


def faults_on_all_screens(page: Page, what: str) -> list[str]:
    """Return what cannot be read on any of the screens."""
    found = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        faults = page.evaluate(FAULTS) + page.evaluate(COVERED)
        found += [f"{what}, {width} × {height}: {fault}" for fault in faults]
    return found
