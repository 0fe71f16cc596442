"""Your turn: title, favicon, bell, notification; and the sounds."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import climbing, page_of, prompted, watching

pytestmark = pytest.mark.full

FAKE = """() => {
  window.notes = [];
  const Fake = class { constructor(title, {body}) { notes.push([title, body]); } };
  Fake.permission = "default";
  Fake.requestPermission = async () => (Fake.permission = "granted");
  window.Notification = Fake;
  Object.defineProperty(document, "hidden", {get: () => window.away});
}"""

AWAKE = "import('/static/js/sounds.js').then(({ wake }) => wake())"


def test_title_and_favicon_say_whose_turn_it_is(visits: Visits, fake_server: FakeServer) -> None:
    fake_server.fragment = page_of(climbing())
    page = visits.open(fake_server.table)
    expect(page).to_have_title("● Table rook-1")
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "data:,")
    fake_server.wait_for_socket()
    fake_server.push(2, prompted("Number 2"), title="Inès plays", turn=False)
    expect(page).to_have_title("Inès plays")
    expect(icon).to_have_attribute("href", "data:image/svg+xml,<svg/>")
    fake_server.push(3, prompted("Number 3"), title="Your move", turn=True)
    expect(page).to_have_title("● Your move")


def test_a_hidden_tab_notifies_once_it_is_allowed(visits: Visits, fake_server: FakeServer) -> None:
    fake_server.fragment = page_of(watching())
    page = visits.open(fake_server.table)
    page.evaluate(FAKE)
    fake_server.wait_for_socket()
    page.evaluate("window.away = true")
    fake_server.push(2, prompted("Number 2"), title="Your move", turn=True)
    expect(page).to_have_title("● Your move")
    assert page.evaluate("notes") == []
    page.evaluate("window.away = false")
    page.locator("#notify").click()
    expect(page.locator("#notify")).to_have_attribute("aria-pressed", "true")
    fake_server.push(3, prompted("Number 3"), title="Inès plays", turn=False)
    page.evaluate("window.away = true")
    fake_server.push(4, prompted("Number 4"), title="Your move again", turn=True)
    expect(page).to_have_title("● Your move again")
    assert page.evaluate("notes") == [["Your turn", "Your move again"]]


def test_sounds_are_off_by_default_and_the_choice_is_remembered(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = page_of(watching())
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    page.evaluate(
        "() => { window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (at) { tones++; start.call(this, at); } }"
    )
    fake_server.push(2, prompted("Number 2"), turn=True)
    expect(page.locator("#prompt")).to_have_text("Number 2")
    assert page.evaluate("tones") == 0
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.evaluate(AWAKE)
    fake_server.push(3, prompted("Number 3"), turn=False)
    expect(page.locator("#prompt")).to_have_text("Number 3")
    fake_server.push(4, prompted("Number 4"), turn=True)
    expect(page.locator("#prompt")).to_have_text("Number 4")
    assert page.evaluate("tones") == 3  # one handbell
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")


def test_every_sound_can_be_made(visits: Visits, fake_server: FakeServer) -> None:
    fake_server.fragment = page_of(watching())
    page = visits.open(fake_server.table)
    page.locator("#sound").click()
    made = page.evaluate(
        """async () => {
          const { play, wake } = await import("/static/js/sounds.js");
          const nodes = [];
          for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
            const start = kind.prototype.start;
            kind.prototype.start = function (at) { nodes.push(at); start.call(this, at); };
          }
          const counts = {};
          await wake();
          for (const name of ["climb", "card", "reveal", "no", "belly", "crown", "turn"]) {
            const before = nodes.length;
            play(name);
            counts[name] = nodes.length - before;
          }
          return counts;
        }"""
    )
    assert made == {"climb": 4, "card": 1, "reveal": 3, "no": 6, "belly": 4, "crown": 6, "turn": 3}
