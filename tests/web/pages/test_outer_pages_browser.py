"""Pages outside the game in a real browser: accessible on every screen."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Route

from tests.web.browser import (
    LAPTOP,
    PHONE,
    SMALL,
    TELEVISION,
    Visits,
    browser,
    visits,
    wait_for_script,
)
from tests.web.server import Person

pytestmark = pytest.mark.full

__all__ = ["browser", "visits"]

SCREENS = (SMALL, PHONE, LAPTOP, TELEVISION)

ODD_NAMES = (
    "Kunigunde",
    "W" * 20,
    "ابن عربي ابن عربي",
    "👩‍👩‍👧‍👦👑🏰🐌🎺👩‍👩‍👧‍👦👑🏰🐌🎺",
    "i" * 20,
)

END_BESIDE_NAME = """() => {
  const name = [...document.querySelector("h1 bdi").getClientRects()].at(-1);
  const end = document.querySelector("h1 .end").getBoundingClientRect();
  return end.top < name.bottom && end.bottom > name.top;
}"""

IN_VIEW = """(element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""

OVERLAPS = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((element) =>
    [element, element.getBoundingClientRect()]);
  const found = [];
  for (const [i, [one, a]] of boxes.entries()) {
    for (const [two, b] of boxes.slice(i + 1)) {
      if (one.contains(two) || two.contains(one)) continue;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) {
        found.push(`${one.textContent} / ${two.textContent}`);
      }
    }
  }
  return found;
}"""


def check(page: Page) -> None:
    """Check that a page is accessible and does not scroll sideways."""
    page.wait_for_load_state()  # a click only waits until the next page begins
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def create_table(page: Page, **players: str) -> None:
    if page.locator("#name").count():
        page.fill("#name", "Nora")
    for player, sitter in players.items():
        page.select_option(f"#{player.replace('_', '-')}", sitter)
    page.click("button.seal.big")
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("dark", [False, True])
def test_home_and_new_tables_are_accessible(server: str, visits: Visits, dark: bool) -> None:
    page = visits.open(server, dark=dark)
    check(page)
    page.goto(f"{server}/new?edition=vive-le-roi&seats=5&team=1&option=ambition&screens=passed")
    page.click("summary")
    check(page)
    page.goto(f"{server}/new")
    check(page)


@pytest.mark.parametrize("dark", [False, True])
def test_the_table_before_the_game_is_accessible(server: str, visits: Visits, dark: bool) -> None:
    host = visits.open(f"{server}/new", dark=dark)
    create_table(host, player_1="seneschal")
    visitor = visits.open(host.url, dark=dark, viewport=LAPTOP)
    visitor.fill("#sit-name", "ابن عربي 👑")
    visitor.check(".pennants input[value='7']", force=True)
    visitor.click(".sit .seal")
    wait_for_script(host, "document.querySelector('.seating').textContent.includes('ابن عربي')")
    check(visitor)
    check(host)
    for dialog in ("menu", "help"):
        host.click(f"#{dialog}")
        wait_for_script(host, f"document.querySelector('#{dialog}-dialog').open")
        check(host)
        host.keyboard.press("Escape")


@pytest.mark.parametrize("dark", [False, True])
def test_the_result_is_accessible(server: str, visits: Visits, dark: bool) -> None:
    page = visits.open(f"{server}/new", dark=dark)
    create_table(page, player_0="page", player_1="page", player_2="page", player_3="page")
    page.click(".ready .seal")
    wait_for_script(page, "document.querySelector('#table').dataset.phase === 'over'")
    check(page)
    assert page.locator(".podium .step").count() == 4
    assert page.locator(".score-sheet .seal-row li").count() == 4 * 3 * 6
    for name in ODD_NAMES:
        page.evaluate("(name) => { document.querySelector('h1 bdi').textContent = name; }", name)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(END_BESIDE_NAME), (name, width)


def test_the_theme_is_chosen_with_and_without_scripts(server: str, visits: Visits) -> None:
    for scripts in (True, False):
        page = visits.open(server, scripts=scripts)
        with page.expect_response("**/theme"):
            page.click(".to-dark")
        page.wait_for_selector(":root[data-theme='dark'] .to-light")
        page.reload()
        assert page.locator("html").get_attribute("data-theme") == "dark"
        assert not page.locator(".to-dark").is_visible()


def test_a_table_is_created_without_scripts(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/new", scripts=False)
    for choice in ("#edition-vive-le-roi", "input[name='seats'][value='2']"):
        page.check(choice, force=True)
        page.click("button[formmethod='get']")
    assert page.is_checked("#option-emissary")
    assert page.is_disabled("#option-emissary")
    create_table(page)
    assert "Emissary" in page.inner_text(".chips")
    page.click(".ready .seal")
    assert "1 seat is free." in page.inner_text(".ready")
    assert page.locator(".ready button[value='0']").is_visible()


def in_view(page: Page, selector: str) -> bool:
    return bool(page.locator(selector).first.evaluate(IN_VIEW))


def test_a_game_is_continued_with_the_first_button(server: str, visits: Visits) -> None:
    page = visits.open(server, viewport=SMALL)
    page.select_option("#level", "courtier")
    page.click(".start-game button[value='kingup']")
    page.wait_for_url("**/t/*")
    table = page.url
    page.goto(server)
    assert page.locator(".start-game > :first-child").get_attribute("href") == table.removeprefix(
        server
    )
    assert "Round 1" in page.inner_text(".continue")
    assert "With " in page.inner_text(".continue")
    assert page.input_value("#level") == "courtier"
    check(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert in_view(page, ".continue"), width
    page.click(".continue")
    page.wait_for_url(table)


def test_a_strength_is_chosen_without_scripts(server: str, visits: Visits) -> None:
    page = visits.open(server, scripts=False)
    assert page.input_value("#level") == "mine"
    page.select_option("#level", "page")
    page.click(".start-game button[value='vive-le-roi']")
    page.wait_for_url("**/t/*")
    page.goto(server)
    assert page.input_value("#level") == "page"
    assert page.locator(".continue").is_visible()


@pytest.mark.parametrize("viewport", [LAPTOP, TELEVISION], ids=["laptop", "television"])
def test_the_hill_fades_out_as_a_whole(
    server: str, visits: Visits, viewport: tuple[int, int]
) -> None:
    page = visits.open(server, viewport=viewport)
    assert page.evaluate("""() => {
      const box = document.querySelector(".hero-castle").getBoundingClientRect();
      return [...document.querySelectorAll(".hero-castle :is(.road, .road-2)")].every((hill) => {
        const { left, right, bottom } = hill.getBoundingClientRect();
        return left >= box.left && right <= box.right && bottom <= box.bottom;
      });
    }""")
    assert page.evaluate("getComputedStyle(document.querySelector('.hero-castle')).maskClip") == (
        "border-box"
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_refused_name_is_answered_beside_its_field_in_view(
    server: str, visits: Visits, scripts: bool
) -> None:
    visits.expect(r"status of 409")
    for viewport in (SMALL, LAPTOP):
        page = visits.open(f"{server}/new", viewport=viewport, scripts=scripts)
        page.check("input[name='seats'][value='5']", force=True)
        page.fill("#name", "x" * 30)
        page.click("button.seal.big")
        page.wait_for_selector("#name-error")
        assert page.inner_text("#name-error") == "A name can have at most 20 letters."
        assert in_view(page, "#name-error")
        assert in_view(page, "#name")
        assert page.input_value("#name") == "x" * 30
        assert page.locator("#name").get_attribute("aria-describedby") == "name-error"
        assert page.is_checked("input[name='seats'][value='5']")
        if scripts:
            check(page)
        page.fill("#name", "Nora")
        page.click("button.seal.big")
        page.wait_for_url("**/t/*")


def test_a_late_preview_leaves_the_error_at_its_field(server: str, visits: Visits) -> None:
    visits.expect(r"status of 409")
    page = visits.open(f"{server}/new")
    previews: list[Route] = []
    page.route("**/new?*", lambda route: previews.append(route))
    page.fill("#name", "x" * 30)
    page.click("button.seal.big")  # leaves the field first, which asks for a preview
    page.wait_for_selector("#name-error")
    page.evaluate("document.querySelector('form#new').dataset.old = ''")
    assert previews
    for preview in previews:
        preview.continue_()
    page.wait_for_selector("form#new:not([data-old])")
    assert page.locator("#name").get_attribute("aria-invalid") == "true"
    assert page.locator("#name").get_attribute("aria-describedby") == "name-error"
    assert page.is_visible("#name-error")


def test_a_refused_title_opens_its_fold(server: str, visits: Visits) -> None:
    visits.expect(r"status of 409")
    page = visits.open(f"{server}/new", viewport=SMALL)
    page.fill("#name", "Nora")
    page.evaluate("""() => {
      const title = document.querySelector("#title");
      title.removeAttribute("maxlength");
      title.value = "x".repeat(50);
    }""")
    page.click("button.seal.big")
    page.wait_for_selector("#title-error")
    assert in_view(page, "#title-error")


def test_a_new_table_asks_three_questions_and_its_button_stays_in_reach(
    server: str, visits: Visits
) -> None:
    page = visits.open(f"{server}/new", viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollHeight") < 1_500
    assert page.locator("fieldset:visible").count() == 2
    for query in ("", "?edition=vive-le-roi&seats=8&screens=passed"):
        page.goto(f"{server}/new{query}")
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for at in (0, 500, 100_000):
                page.evaluate("(at) => scrollTo(0, at)", at)
                assert in_view(page, "button.seal.big"), (query, width, at)
    shown = page.locator(".more-settings summary small")
    assert shown.inner_text() == "Private · No clock · Bots: Calm"


def test_one_device_seats_somebody_here_and_a_television_nobody(
    server: str, visits: Visits
) -> None:
    page = visits.open(f"{server}/new", viewport=PHONE)
    page.check("#screens-passed", force=True)
    page.wait_for_selector("#name-3")
    assert [page.input_value(f"#player-{player}") for player in range(4)] == ["me"] * 4
    page.check("#screens-board", force=True)
    page.wait_for_selector("#here-tv")
    assert page.is_checked("#here-tv")
    assert page.locator("#name").count() == 0
    check(page)
    page.click("button.seal.big")
    page.wait_for_url("**/t/*/board")
    assert page.locator(".chair.is-free").count() == 4


def test_the_invitation_comes_first_and_is_shared(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/new", viewport=PHONE)
    page.context.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    page.reload()
    create_table(page)
    assert in_view(page, "[data-share]")
    page.click("[data-share]")
    wait_for_script(page, f"window.shared?.url === '{page.url}'")
    visitor = visits.open(page.url, viewport=PHONE)
    assert not visitor.locator("[data-share]").is_visible()
    assert visitor.locator("[data-copy]").first.is_visible()
    visitor.fill("#sit-name", "Ben")
    visitor.click(".sit .seal")
    # The button is still there after the lobby has been rendered again.
    wait_for_script(page, "document.querySelector('.seating').textContent.includes('Ben')")
    assert page.locator("[data-share]").is_visible()
    check(page)


def test_the_host_fills_the_table_in_one_tap(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/new?edition=vive-le-roi&seats=8", viewport=SMALL)
    create_table(page)
    assert in_view(page, ".ready button[formaction$='/fill']")
    page.click(".ready button[formaction$='/fill']")
    wait_for_script(page, "document.querySelector('#table').dataset.phase !== 'open'")


def full_table(server: str, seats: int, *, teams: bool, free: int) -> str:
    """Create a table for a television where people with odd names sit; return its code."""
    players = seats * (2 if teams else 1)
    with Person(server, "Television") as television:
        code: str = television.ask(
            "/new",
            edition="vive-le-roi",
            seats=seats,
            screens="board",
            here="tv",
            title="The very long title of our table here",
            option=["shared-marker"] if players > 8 else [],
            team=[str(seat) for seat in range(seats)] if teams else [],
        ).json()["code"]
    for player in range(players - free):
        with Person(server) as person:
            name = ODD_NAMES[player % len(ODD_NAMES)][:18] + str(player)
            person.do(code, "sit", player=player, name=name)
    return code


@pytest.mark.parametrize(
    ("seats", "teams"),
    [
        pytest.param(2, False, marks=pytest.mark.full),
        (4, False),
        pytest.param(5, False, marks=pytest.mark.full),
        pytest.param(8, False, marks=pytest.mark.full),
        (8, True),
    ],
    ids=lambda value: str(value),
)
def test_the_lobby_fits_a_television(server: str, visits: Visits, seats: int, teams: bool) -> None:
    for free in (1, 0):
        code = full_table(server, seats, teams=teams, free=free)
        page = visits.open(f"{server}/t/{code}/board", viewport=TELEVISION)
        for width, height in (LAPTOP, TELEVISION):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for chair in page.locator(".chair").all():
                assert chair.evaluate(IN_VIEW)
            assert page.evaluate(OVERLAPS, ".chair, .lobby .invite, .lobby > header") == []
            assert page.evaluate(OVERLAPS, ".chair .name, .chair .what, .chair .state") == []
        assert page.locator(".qr").count() == (1 if free else 0)


def test_the_focus_is_never_behind_the_pinned_button(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/new?edition=vive-le-roi&seats=6", viewport=SMALL)
    page.focus("#edition-vive-le-roi")
    for _ in range(14):
        page.keyboard.press("Tab")
        assert page.evaluate("""() => {
          const focused = document.activeElement.getBoundingClientRect();
          const button = document.querySelector(".set .seal").getBoundingClientRect();
          return document.activeElement.closest(".set") || focused.bottom <= button.top;
        }"""), page.evaluate("document.activeElement.id")
