"""A step of a replay, on the server and in a browser: `python -m bench.replay`.

The server's figures are processor time: of a page without scripts, of a round that a page fetches,
and of a game of which there is no replay yet. The browser's are elapsed, and without a server: the
rounds have been loaded, and the browser is offline. Part of `make bench`, where that is left out
if no Chromium is installed.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from bench.games import play
from bench.table import TableRow, below_ms, print_table
from bench.web.chromium import FLAGS, installed_chromium
from bench.web.server import running, url_of
from kingup import Game
from kingup.notation import write_json
from kingup.server.settings import ServerSettings
from kingup.web.live.rendering import renderer
from kingup.web.pages.common.perspective import OPEN, PUBLIC, Perspective
from kingup.web.pages.replay.messages import round_message
from kingup.web.pages.replay.replay import Replay, sitters_of
from kingup.web.pages.replay.view_model import replay_page

GOAL_MS = 50
TABLES = (("kingup", 4), ("vive-le-roi", 4), ("vive-le-roi", 8))
PAGES = 6
"""How many moments are shown as pages; the last one is among them."""

STEPS = """async () => {
  const slider = document.querySelector("#slider");
  const times = [];
  for (let at = Number(slider.max); at >= 0; at--) {
    const shown = new Promise((done) =>
      document.addEventListener("kingup:moment", done, { once: true }));
    const start = performance.now();
    slider.value = String(at);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await shown;
    document.body.getBoundingClientRect(); // style and layout
    times.push(performance.now() - start);
  }
  return times;
}"""
"""Goes back through all known moments; returns the milliseconds until each is laid out."""


def measure() -> list[TableRow]:
    """Measure steps of replays."""
    games = {table: play(table[0], ("page",) * table[1], 3) for table in TABLES}
    _page(_replay(games[TABLES[0]]), 0)  # templates are compiled
    rows: list[TableRow] = []
    for (edition, seats), game in games.items():
        rows += _on_the_server(f"replay, {edition}, {seats} seats", game)
    return rows + _in_a_browser(games[TABLES[-1]])


def _on_the_server(what: str, game: Game) -> list[TableRow]:
    replay = _replay(game)
    built = min(_seconds(partial(_replay, game)) for _ in range(3))
    moments = [replay.last * i // (PAGES - 1) for i in range(PAGES)]
    page = max(_seconds(partial(_page, replay, index)) for index in moments)
    rounds = [
        _seconds(partial(round_message, replay, str(number), Perspective(name)))
        for number in range(1, len(game.rounds) + 1)
        for name in (PUBLIC, OPEN)
    ]
    return [
        below_ms(f"{what}: a page, the slowest of {PAGES}", 1000 * page, GOAL_MS),
        below_ms("  building the replay, once", 1000 * built, GOAL_MS),
        below_ms("  a round as JSON, in a thread, the slowest", 1000 * max(rounds), GOAL_MS),
        below_ms("    the event loop waits for it at most", asyncio.run(_halt(game)), GOAL_MS),
    ]


async def _halt(game: Game) -> float:
    """Return the most processor time, in ms, between two turns of the loop meanwhile."""
    drawing = asyncio.create_task(
        asyncio.to_thread(round_message, _replay(game), "1", Perspective(OPEN)),
    )
    longest, last = 0.0, time.process_time()
    while not drawing.done():
        await asyncio.sleep(0)
        now = time.process_time()
        longest, last = max(longest, now - last), now
    await drawing
    return 1000 * longest


def _replay(game: Game) -> Replay:
    return Replay(game, sitters_of(game))


def _page(replay: Replay, index: int) -> str:
    """Return the page of a moment as HTML."""
    page = replay_page(
        replay, "/replay/game", index, Perspective(OPEN), whole=index == replay.last
    )
    return renderer().document("replay/page.html", error=None, path="/", **page)


def _seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def _in_a_browser(game: Game) -> list[TableRow]:
    what = "replay in a browser, offline, a step"
    chromium = installed_chromium()
    if chromium is None:
        return [TableRow(what, "no Chromium")]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = ServerSettings(url_of(Path(folder)), limited=False, prepare=False)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        with running(settings) as server:
            times = _steps(browser, server.address, game)
        browser.close()
    return [
        below_ms(f"{what}, the median of {len(times)}", median(times), GOAL_MS),
        below_ms("  the slowest", max(times), GOAL_MS),
    ]


def _steps(browser: Browser, address: str, game: Game) -> list[float]:
    """Return the milliseconds of every step of a whole game."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{address}/replay")
    page.fill("textarea[name=record]", write_json(game))
    page.click("main form button")
    page.wait_for_url("**/replay/*/r1.0*")
    page.click("#whole")
    page.wait_for_selector("#whole", state="hidden")
    context.set_offline(True)
    times: list[float] = page.evaluate(STEPS)
    context.close()
    return times


if __name__ == "__main__":
    print_table(measure())
