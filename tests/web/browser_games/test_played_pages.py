"""A page that has played random games is the page that is loaded now: HTML and pictures."""

from __future__ import annotations

import difflib
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute

from kingup.server.live_table import LiveTable
from kingup.tables.table import Table
from kingup.web.live.rendering import renderer
from kingup.web.live.scenes import Scenes, Shown
from kingup.web.pages.common.view_context import ViewContext, Viewer
from tests.strategies import FAMILIES, FAMILY_NAMES
from tests.waiting import wait_until
from tests.web.browser import LAPTOP, PHONE, TELEVISION, Visits, pause_of
from tests.web.browser_games.shots import look_alike, opened
from tests.web.pages.table.tables import DrivenTable, viewer

pytestmark = pytest.mark.full

COMPARED = 8
"""How often the HTML is compared in a game."""
PHOTOGRAPHED = 2
"""How often the pictures are, too."""

HTML = """() => {
  const lines = [];
  // The scene and the menu are what the page was loaded with; a fresh page has no focus.
  const skipped = "#scene, noscript, #menu-dialog";
  const own = ["tabindex", "data-playing", "data-fits"]; // the last follows with the next frame
  const write = (node, depth) => {
    const indent = " ".repeat(depth);
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue.replace(/\\s+/g, " ").trim();
      if (text) lines.push(indent + text);
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skipped)) return;
    const attributes = [...node.attributes]
      .filter(({ name, value }) => !own.includes(name)
        && (value || !["class", "style"].includes(name)))
      .map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).sort();
    lines.push(`${indent}<${node.localName}${attributes.join("")}>`);
    for (const child of node.childNodes) write(child, depth + 1);
  };
  write(document.querySelector("#table"), 0);
  return lines;
}"""

SETTLED = """(number) => {
  const { dataset } = document.querySelector("#table");
  return Number(dataset.number) === number && !("playing" in dataset);
}"""


@dataclass
class Served:
    """A table without a server: its page and its messages are made by the test."""

    server: str
    viewer: Viewer
    live: LiveTable
    scenes: Scenes
    shown: Shown | None = None
    socket: WebSocketRoute | None = None

    @property
    def address(self) -> str:
        page = self.viewer.page
        return f"{self.server}/t/rook-42x7k" + ("" if page == "table" else f"/{page}")

    def answer(self, route: Route) -> None:
        """Answer a request for the page, or for the picture with its address."""
        if route.request.url.endswith(".svg"):
            route.fulfill(body='<svg xmlns="http://www.w3.org/2000/svg"/>', content_type=SVG)
            return
        table = self.live.table
        context = ViewContext(table, self.viewer, self.live.present())
        scene = self.scenes.scene(self.live, self.viewer)
        html = renderer().page(context, address=self.server, scene=scene)
        route.fulfill(body=html, content_type="text/html; charset=utf-8")

    def connect(self, socket: WebSocketRoute) -> None:
        """Keep the first socket, which is that of the page that plays, and answer its pings."""
        if self.socket is None:
            self.socket = socket
            socket.on_message(lambda _ping: socket.send('{"pong": 1}'))
            number = self.live.table.number
            message, self.shown = self.scenes.first(
                self.live, self.viewer, self.server, "game", number
            )
            socket.send(message.decode())

    def send(self, table: Table) -> None:
        """Send what has happened to the page that plays."""
        assert self.socket is not None
        assert self.shown is not None
        self.live.table = table.copy()
        self.live.version += 1
        message, self.shown = self.scenes.following(
            self.live, self.viewer, self.server, self.shown
        )
        self.socket.send(message.decode())


SVG = "image/svg+xml"


def difference(played: list[str], loaded: list[str]) -> str:
    return "\n".join(difflib.unified_diff(loaded, played, "loaded", "played", n=1, lineterm=""))


def catch_up(page: Page, number: int, chance: random.Random) -> None:
    """Let a page play what it was sent, or skip it."""
    wait_until(lambda: page.evaluate("'playing' in document.querySelector('#table').dataset")
               or page.evaluate(SETTLED, number), pause=pause_of(page))  # fmt: skip
    while not page.evaluate(SETTLED, number):
        if chance.random() < 0.5:
            page.keyboard.press("Escape")
        else:
            page.clock.run_for(3_000)


@pytest.mark.parametrize("family", range(len(FAMILIES)), ids=FAMILY_NAMES)
def test_a_page_that_has_played_is_the_page_that_is_loaded_now(
    server: str, visits: Visits, tmp_path: Path, family: int
) -> None:
    edition, seats, options = FAMILIES[family]
    chance = random.Random(family)
    driven = DrivenTable(edition, seats, options, seed=family)
    driven.until("place")
    pages: list[Any] = [*range(sum(seats)), None]
    player = chance.choice(pages)
    who = viewer(player, chance.choice(["table", "table", "hand"]) if player is not None else
                 chance.choice(["board", "watch"]))  # fmt: skip
    screen = TELEVISION if who.page == "board" else chance.choice([PHONE, LAPTOP])
    live = LiveTable(driven.table.copy(), lambda: 0.0)
    served = Served(server, who, live, Scenes(renderer()))
    page = visits.open(f"{server}/health", viewport=screen, own_clock=True)
    page.context.route(re.compile(r"/t/rook-42x7k(/board|/hand|/watch|/qr\.svg)?$"), served.answer)
    page.context.route_web_socket(re.compile("/live"), served.connect)
    # Each line of a first game is shown once: a page that is loaded now has none of them.
    page.evaluate("""localStorage.setItem("kingup.tips", '{"game": "another"}')""")
    page.goto(served.address)
    wait_until(lambda: served.shown is not None, pause=pause_of(page))
    loaded = page.context.new_page()
    loaded.clock.install(time=0)
    events = [table.copy() for table in driven.moments_of_play() if table.status == "playing"]
    stops = sorted(chance.sample(range(5, len(events)), COMPARED))
    photographed = set(chance.sample(stops, PHOTOGRAPHED))
    now = 0
    for stop in stops:
        while now <= stop:
            now = min(stop, now + chance.randrange(12)) + 1
            served.send(events[now - 1])
        catch_up(page, live.table.number, chance)
        loaded.goto(served.address)
        found = difference(page.evaluate(HTML), loaded.evaluate(HTML))
        assert not found, f"event {live.table.number}, {who}:\n{found}"
        if stop in photographed:
            # Without what still moves: styles change in the browser's own time.
            shots = [one.screenshot(animations="disabled") for one in (page, loaded)]
            for name, shot in zip(("played", "loaded"), shots, strict=True):
                (tmp_path / f"{name}.png").write_bytes(shot)
            assert look_alike(*map(opened, shots)), (
                f"event {live.table.number}, {who}: see {tmp_path}"
            )
