"""Two people in two browsers, and how long an action of one takes to reach the other's page."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

VIEWPORT = (390, 844)
NAMES = ("Nora", "Tomasz")
TIMEOUT = 60_000
TABLE = {"edition": "vive-le-roi", "seats": "2", "name": NAMES[0]}
"""Two seats, so that every event is measured; the Emissary adds votes."""

# Times are since 1970, so that two pages can be compared. The observer runs once a message has
# been fully applied to the page.
NOTES = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  const shown = () => Number(document.querySelector("#table")?.dataset.number);
  const noted = [];
  let waiting = () => {};
  let sent;
  addEventListener("submit", () => (sent = now()), true);
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    if (shown() <= (noted.at(-1)?.number ?? 0)) return;
    noted.push({ number: shown(), at: now() });
    waiting();
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-number"] }));
  window.after = async (number) => {
    const found = () => noted.find((note) => note.number > number);
    while (!found()) await new Promise((change) => (waiting = change));
    return found();
  };
  window.rest = async () => {
    while (document.querySelector("#table").dataset.playing !== undefined) {
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  window.act = async (action) => {
    const before = shown();
    const card = document.querySelector(`#act button[data-action="${action}"]`);
    const find = () => document.querySelector(action === "continue" ? "#continue button"
      : `#choice button[name=action][value="${action}"]`);
    if (!find()) (card ?? document.querySelector(`#token-${action[0]} button`)).click();
    find().click();
    return { sent, ...(await window.after(before)) };
  };
})()"""

# Only the buttons of what is picked are drawn: the page's own script knows where characters go.
OFFERED = """async () => {
  if (document.querySelector("#table").dataset.youAct !== "1") return [];
  if (document.querySelector("#continue:not([hidden])")) return ["continue"];
  const picking = performance.getEntriesByType("resource")
    .map(({ name }) => name).find((name) => name.includes("/js/picking."));
  const { targetsOf } = await import(picking);
  return [
    ...[...document.querySelectorAll("#tokens > [data-legal]")]
      .flatMap(({ dataset }) => targetsOf(dataset.who).map(({ id }) => id)),
    ...[...document.querySelectorAll("#act button[data-action]")]
      .map(({ dataset }) => dataset.action),
  ];
}"""


@dataclass(frozen=True, slots=True)
class DuelAction:
    """One action; times are in milliseconds since 1970."""

    number: int
    sent: float
    own: float
    """When the acting player's page showed it."""
    other: float
    """When the other player's page showed it."""


@dataclass(slots=True)
class Duel:
    """A game of two people who take random legal actions."""

    browser: Browser
    address: str
    sizes: list[int] = field(default_factory=list)
    """Bytes of each message to their pages."""
    code: str = ""
    _pages: list[Page] = field(default_factory=list)
    _tools: list[CDPSession] = field(default_factory=list)
    _chance: random.Random = field(default_factory=lambda: random.Random(4))

    def begin(self) -> None:
        """Seat both players at a new table."""
        if not self._pages:
            self._pages = [self._person() for _ in NAMES]
        first, second = self._pages
        self.code = str(self._post(first, "/new", **TABLE)["code"])
        self._post(second, f"/t/{self.code}/sit", player="1", name=NAMES[1])
        for player, page in enumerate(self._pages):
            self._post(page, f"/t/{self.code}/confirm", player=str(player), ready="1")
        for page in self._pages:
            with page.expect_websocket() as socket:
                page.goto(f"{self.address}/t/{self.code}")
            socket.value.on("framereceived", lambda text: self._note(text))
        self._pages[0].wait_for_timeout(1000)

    def play(self) -> Iterator[DuelAction]:
        """Play to the end of the game, yielding one action after the other."""
        while able := [(page, offer) for page in self._pages if (offer := page.evaluate(OFFERED))]:
            page, actions = self._chance.choice(able)
            other = next(one for one in self._pages if one is not page)
            before = page.evaluate("Number(document.querySelector('#table').dataset.number)")
            done: dict[str, Any] = page.evaluate(
                "(action) => window.act(action)", self._chance.choice(actions)
            )
            seen: dict[str, Any] = other.evaluate("(number) => window.after(number)", before)
            yield DuelAction(int(done["number"]), done["sent"], done["at"], seen["at"])

    def wait(self, seconds: float) -> None:
        """Wait some seconds, and until both pages have played what has happened."""
        self._pages[0].wait_for_timeout(1000 * seconds)
        for page in self._pages:
            page.evaluate("window.rest()")

    def computed(self) -> float:
        """Return a page's processor time in seconds since the game began, on average."""
        total = 0.0
        for tools in self._tools:
            metrics = tools.send("Performance.getMetrics")["metrics"]
            total += sum(one["value"] for one in metrics if one["name"] == "TaskDuration")
        return total / len(self._tools)

    def close(self) -> None:
        """Close both browsers."""
        for page in self._pages:
            page.context.close()

    def _person(self) -> Page:
        context = self.browser.new_context(
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]}, reduced_motion="reduce"
        )
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(NOTES)
        page = context.new_page()
        tools = context.new_cdp_session(page)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._tools.append(tools)
        return page

    def _post(self, page: Page, path: str, **fields: str) -> dict[str, Any]:
        headers = {"origin": self.address, "accept": "application/json"}
        answer = page.request.post(f"{self.address}{path}", form=dict(fields), headers=headers)
        if not answer.ok:
            raise RuntimeError(answer.text())
        said: dict[str, Any] = answer.json()
        return said

    def _note(self, text: str | bytes) -> None:
        if isinstance(text, bytes):
            self.sizes.append(len(text))
        elif text.startswith('{"number"'):  # other messages are pongs
            self.sizes.append(len(text.encode()))


def percentiles(values: list[float]) -> tuple[float, float]:
    """Return the 50th and the 99th percentile."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[98]
