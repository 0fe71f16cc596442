"""Replays in a real browser: by key and by finger, without spoilers, offline, and together."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Route, expect

from kingup.analysis.report.plots import order_of
from kingup.game import Game
from kingup.notation import write_text
from kingup.tables import TableSetting
from kingup.web.pages.analysis.retry import mistakes_of
from kingup.web.pages.replay.replay import Replay, sitters_of
from kingup.web.pages.replay.view_model import text_of
from tests.analysis.games import QUICK, golden, stored_analysis
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
from tests.web.pages.analysis.golden import BLUNDER, golden_table, stored
from tests.web.pages.lobby.lobbies import game_played
from tests.web.pages.me.finished_games import keep_in, played
from tests.web.server import HURRIED, running

pytestmark = pytest.mark.full

__all__ = ["browser", "visits"]

PEOPLE = [("ana-identityidentityid", "Ana"), ("ben-identityidentityid", "Ben")]
TABLE = played(PEOPLE, 5, TableSetting("vive-le-roi", (1, 1, 1, 1), ("ambition",)))


@pytest.fixture(scope="module")
def game() -> Game:
    assert TABLE.game is not None
    return TABLE.game


@pytest.fixture(scope="module")
def replay(game: Game) -> Replay:
    return Replay(game, sitters_of(game))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Return the address of the replay of a finished table."""
    with running(folder, replace(HURRIED, analysis_seconds=QUICK)) as server:
        code = keep_in(folder, TABLE)
        yield f"{server}/t/{code}/replay"


@pytest.fixture(scope="module")
def analysed(folder: Path, address: str) -> str:
    """Return the address of the replay of a game that has been analysed."""
    server = address.partition("/t/")[0]
    return f"{server}/t/{stored(folder, golden_table(), stored_analysis())}/replay"


def at(page: Page, moment: str) -> None:
    """Wait until a page shows a moment, and nothing plays any more."""
    selector = f"#moves a[data-moment='{moment}'][aria-current=step]"
    expect(page.locator(selector)).to_be_attached()
    wait_for_script(page, "document.querySelector('#table').dataset.playing === undefined")


def drawn(page: Page) -> list[str]:
    """Return everything on the stage and beside it, whatever the order of its attributes."""
    script = """(id) => {
      const told = [];
      for (const element of document.querySelectorAll(`${id}, ${id} *`)) {
        const attributes = [...element.attributes]
          .filter(({ name, value }) => name !== "style" && (name !== "class" || value));
        told.push(element.tagName, attributes.map(({ name, value }) => `${name}=${value}`).sort());
      }
      return JSON.stringify([told, document.querySelector(id).textContent]);
    }"""
    return [
        page.evaluate(script, id_) for id_ in ("#castle", "#seats", "#panel", "#hand", "#hands")
    ]


def test_stepping_shows_what_the_server_shows(
    address: str, visits: Visits, replay: Replay
) -> None:
    """By keyboard through a vote: forward it is played, backward it is a jump."""
    names = [moment.name for moment in replay.moments]
    vote = next(i for i, moment in enumerate(replay.moments) if moment.kind == "vote")
    page = visits.open(f"{address}/{names[vote - 2]}?as=1", viewport=LAPTOP)
    at(page, names[vote - 2])
    for step in (vote - 1, vote, vote + 1):
        page.keyboard.press("ArrowRight")
        at(page, names[step])
    page.keyboard.press("ArrowLeft")
    at(page, names[vote])
    assert page.url == f"{address}/{names[vote]}?as=1"
    stepped = drawn(page)
    page.reload()
    at(page, names[vote])
    assert drawn(page) == stepped


def test_nothing_later_is_in_the_page_until_it_is_reached(
    address: str, visits: Visits, replay: Replay
) -> None:
    names = [moment.name for moment in replay.moments]
    page = visits.open(f"{address}/r2.3", viewport=LAPTOP)
    at(page, "r2.3")
    here = names.index("r2.3")
    slider = page.locator("#slider")

    def known() -> list[str]:
        script = "[...document.querySelectorAll('#moves a')].map((a) => a.dataset.moment)"
        return [str(name) for name in page.evaluate(script)]

    assert known() == names[: here + 1]
    assert slider.get_attribute("max") == str(here)
    page.keyboard.press("ArrowRight")
    at(page, names[here + 1])
    page.keyboard.press("Home")
    at(page, "r1.0")
    assert known() == names[: here + 2], "what was reached stays known"
    page.click("#whole")
    expect(page.locator("#moves a")).to_have_count(len(names))
    assert slider.get_attribute("max") == str(len(names) - 1)
    at(page, "r1.0")
    page.keyboard.press("End")
    at(page, names[-1])
    expect(page.locator("#result")).to_be_visible()


def test_eyes_votes_and_help_have_keys(address: str, visits: Visits, replay: Replay) -> None:
    page = visits.open(f"{address}/r1.0?as=public", viewport=LAPTOP)
    page.evaluate(
        "document.addEventListener('kingup:moment', ({detail: {name, as}}) =>"
        " { document.body.dataset.seen = (document.body.dataset.seen ?? '') + ` ${name}/${as}`; })"
    )
    expect(page.locator("#hand")).to_be_hidden()
    page.keyboard.press("2")
    expect(page.locator("#hand")).to_be_visible()
    page.keyboard.press("o")
    expect(page.locator("#hands > li")).to_have_count(4)
    page.keyboard.press("7")  # no such seat
    page.keyboard.press("0")
    expect(page.locator("#hands > li")).to_have_count(0)
    assert page.url == f"{address}/r1.0?as=public"
    votes = [moment.name for moment in replay.moments if moment.kind == "vote"]
    page.keyboard.press("Shift+ArrowRight")
    at(page, votes[0])
    page.keyboard.press("Shift+ArrowRight")
    at(page, votes[1])
    page.keyboard.press("Shift+ArrowLeft")
    at(page, votes[0])
    seen = str(page.evaluate("document.body.dataset.seen")).split()
    assert seen[0] == "r1.0/2"
    assert f"{votes[1]}/public" in seen
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()


def test_keys_lead_to_mistakes_and_to_the_most_telling_move(analysed: str, visits: Visits) -> None:
    mistakes = [decision.moment for decision in mistakes_of(stored_analysis(), 2)]
    assert BLUNDER in mistakes
    page = visits.open(f"{analysed}/r1.0?as=3", viewport=LAPTOP)
    at(page, "r1.0")
    for moment in mistakes:
        page.keyboard.press("m")
        at(page, moment)
        assert page.locator("#moves a").last.get_attribute("data-moment") == moment
    page.keyboard.press("m")
    expect(page.locator("#ribbon")).to_have_text("No mistake comes later.")
    page.keyboard.press("t")
    at(page, str(stored_analysis().most_telling))
    expect(page.locator("#ribbon")).to_be_hidden()
    page.keyboard.press("0")
    page.keyboard.press("m")
    expect(page.locator("#ribbon")).to_contain_text("See with a player’s eyes")
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_contain_text("the most telling move of the game")


def test_keys_say_that_a_game_has_not_been_analysed(address: str, visits: Visits) -> None:
    page = visits.open(f"{address}/r1.0?as=1", viewport=PHONE)
    page.keyboard.press("m")
    expect(page.locator("#ribbon")).to_have_text("This game has not been analysed yet.")
    page.keyboard.press("ArrowRight")
    at(page, "r1.1")
    expect(page.locator("#ribbon")).to_be_hidden()


def test_a_round_that_has_come_needs_no_server(
    address: str, visits: Visits, replay: Replay
) -> None:
    page = visits.open(f"{address}/r1.2", viewport=PHONE)
    with page.expect_response("**/rounds/1?as=public"):
        page.reload()
    at(page, "r1.2")
    page.keyboard.press("ArrowRight")
    at(page, "r1.3")
    page.context.set_offline(True)
    for name in ("r1.4", "r1.5", "r1.6"):
        page.keyboard.press("ArrowRight")
        at(page, name)
    page.keyboard.press("Home")
    at(page, "r1.0")
    visits.expect("ERR_INTERNET_DISCONNECTED")
    page.keyboard.press("o")
    expect(page.locator("#ribbon")).to_be_visible()
    assert page.url == f"{address}/r1.0?as=public"
    page.context.set_offline(False)
    page.keyboard.press("o")
    expect(page.locator("#hands > li")).to_have_count(4)
    expect(page.locator("#ribbon")).to_be_hidden()


def test_a_step_taken_while_a_perspective_is_fetched_shows_that_perspective(
    address: str, visits: Visits
) -> None:
    page = visits.open(f"{address}/r1.2", viewport=LAPTOP)
    at(page, "r1.2")

    def step_meanwhile(route: Route) -> None:
        page.keyboard.press("ArrowRight")
        route.continue_()

    page.route("**/rounds/1?as=open", step_meanwhile, times=1)
    page.keyboard.press("o")
    at(page, "r1.3")
    stepped = drawn(page)
    page.reload()
    at(page, "r1.3")
    assert drawn(page) == stepped


def test_it_plays_by_itself_to_the_end_of_the_game(
    address: str, visits: Visits, replay: Replay
) -> None:
    last = [moment.name for moment in replay.moments][-3:]
    page = visits.open(f"{address}/{last[0]}", viewport=PHONE)
    at(page, last[0])
    page.select_option("#speed", "4")
    page.click("#play")
    at(page, last[2])
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-go=forward]")).to_have_attribute("aria-disabled", "true")


def test_others_follow_the_leader(address: str, visits: Visits, replay: Replay) -> None:
    leader = visits.open(f"{address}/r1.2", viewport=LAPTOP)
    leader.click("#together button")
    leader.wait_for_url("**&with=*")
    link = str(leader.locator(".together [data-copy]").get_attribute("data-copy"))
    follower = visits.open(link, viewport=PHONE)
    expect(follower.locator("#following")).to_be_visible()
    leader.keyboard.press("ArrowRight")
    at(follower, "r1.3")
    leader.keyboard.press("o")
    expect(follower.locator("#hands > li")).to_have_count(4)
    leader.keyboard.press("End")
    at(follower, replay.moments[-1].name)
    follower.keyboard.press("Home")
    at(follower, "r1.0")
    leader.keyboard.press("ArrowLeft")
    at(leader, replay.moments[-2].name)
    at(follower, "r1.0")
    follower.click("#follow")
    at(follower, replay.moments[-2].name)
    leader.keyboard.press("Home")
    at(follower, "r1.0")
    follower.click("#play")
    follower.click("#follow")
    at(follower, "r1.0")
    assert follower.locator("#play").get_attribute("aria-pressed") == "false"


def test_an_open_analysis_says_nothing_of_later_moments(analysed: str, visits: Visits) -> None:
    """T8, on the replay itself: in the whole document, whatever is asked of its panel."""
    game = golden()
    replay = Replay(game, sitters_of(game))
    page = visits.open(f"{analysed}/r3.36?as=3", viewport=LAPTOP)
    at(page, "r3.36")
    page.click("#tab-analysis")
    told = page.locator("#panel-analysis .told")

    def later(moment: str) -> list[str]:
        """Return what the document says that is known only after a moment."""
        expect(told).to_contain_text(f"{moment} ")
        page.click("[data-open='#share-dialog']")
        expect(page.locator("#share-dialog input[readonly]")).to_have_value(
            re.compile(rf"/{re.escape(moment)}\?")
        )
        page.keyboard.press("Escape")
        document, here = html.unescape(page.content()), replay.index(moment)
        named = set(re.findall(r"\br[1-3]\.\d+v?\b", document))
        assert moment in named
        texts = [text_of(replay, index) for index in range(replay.last + 1)]
        after = set(texts[here + 1 :]) - set(texts[: here + 1])
        assert len(after) > 3
        return [
            *(name for name in named if order_of(name) > order_of(moment)),
            *(text for text in after if text in document),
        ]

    assert later("r3.36") == []
    assert "blunder" not in page.content(), "the label of the next decision"
    page.keyboard.press("ArrowRight")
    at(page, BLUNDER)
    assert later(BLUNDER) == []
    row = page.locator("#panel-analysis tr", has_text="blunder")
    expect(row).to_be_hidden()
    page.click("#panel-analysis .think summary")
    expect(row).to_be_visible()
    expect(page.locator("#panel-analysis .think")).to_contain_text("decided it in 100% of all")


def test_the_dialog_follows_the_moment_and_asks_once(address: str, visits: Visits) -> None:
    page = visits.open(f"{address}/r1.0", viewport=PHONE)
    page.keyboard.press("ArrowRight")
    at(page, "r1.1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(2):
        page.click("[data-open='#share-dialog']")
        expect(page.locator("#share-dialog input[readonly]")).to_have_value(re.compile("/r1.1"))
        page.keyboard.press("Escape")
        expect(page.locator("#share-dialog")).to_be_hidden()
    assert [url for url in asked if "/static/" not in url] == [page.url]


def test_a_browser_shows_the_preview_of_a_link(
    address: str, visits: Visits, tmp_path: Path
) -> None:
    brought = bring(visits, address, game_played("kingup", 4, [], 8), tmp_path)
    for page in (visits.open(f"{address}/r2.3?as=2", viewport=PHONE), brought):
        source = page.locator("meta[property='og:image']").get_attribute("content")
        size = page.evaluate(
            """async (source) => {
              const image = document.body.appendChild(new Image());
              image.src = source;
              await image.decode();
              return [image.naturalWidth, image.naturalHeight];
            }""",
            source,
        )
        assert size == [1200, 630]


def test_a_moment_prints_on_one_page(address: str, visits: Visits, tmp_path: Path) -> None:
    """The longest round of eight seats, with the other tab open, all cards open, and by night."""
    game = game_played("vive-le-roi", 8, [], 3)
    replay = Replay(game, sitters_of(game))
    page = bring(visits, address, game, tmp_path, locale="fr-FR")
    longest = max(range(1, 4), key=lambda number: len(game.rounds[number - 1].moves))
    those = [moment.name for moment in replay.moments if moment.round == longest]
    page.goto(page.url.replace("/r1.0", f"/{those[-2]}").partition("?")[0] + "?as=open&all=1")
    at(page, those[-2])
    page.click("#tab-analysis")
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 695, "height": 1024})  # A4 within its margins
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1
    for hidden in ("#tab-moves", "#slider", "#panel", ".bar .icon-button", "analysis-moment"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("#here")).to_have_text(f"{those[-2]} {page_words(page)}")
    for shown in ("#here", "#castle", "#seat-7 .name", "#seat-7 .score"):
        expect(page.locator(shown)).to_be_visible()
    lines = page.locator("#moves li:visible a")
    names = [line.get_attribute("data-moment") for line in lines.all()]
    assert names == those[:-1], "the round until then"


def page_words(page: Page) -> str:
    """Return what the list of moves says of the moment that is shown."""
    return page.locator("#moves a[aria-current] .text").text_content() or ""


def bring(
    visits: Visits, address: str, game: Game, folder: Path, *, locale: str = "en-GB"
) -> Page:
    """Bring a record, and return its page."""
    record = folder / "game.txt"
    record.write_text(write_text(game), encoding="utf-8")
    page = visits.open(f"{address.partition('/t/')[0]}/replay", viewport=PHONE, locale=locale)
    page.set_input_files("#file", record)
    expect(page.locator("#record")).not_to_have_value("")
    page.click("form .button.seal")
    page.wait_for_url("**/replay/*/r1.0*")
    at(page, "r1.0")
    return page


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_pages_are_accessible_and_fit(
    address: str, visits: Visits, replay: Replay, dark: bool
) -> None:
    moments = ("r1.0?as=open", "r2.5?as=1", f"{replay.moments[-1].name}?as=public")
    for moment in moments:
        page = visits.open(f"{address}/{moment}", viewport=LAPTOP, dark=dark)
        for width, height in (LAPTOP, SMALL, PHONE, TELEVISION):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if (width, height) in (LAPTOP, SMALL):
                results = Axe().run(page)
                assert results.violations_count == 0, results.generate_report()


def test_it_works_without_scripts(address: str, visits: Visits, replay: Replay) -> None:
    page = visits.open(f"{address}/r1.0?as=2", viewport=PHONE, scripts=False)
    page.click("[data-go=forward]")
    assert page.url == f"{address}/r1.1?as=2"
    page.click("a[data-as=open]")
    assert page.url == f"{address}/r1.1?as=open"
    page.click("[data-go=last]")
    expect(page.locator(f"#moves a[data-moment='{replay.moments[-1].name}']")).to_be_visible()
    page.click("#moves a[data-moment='r2.0']")
    assert "/r2.0?" in page.url


def test_a_file_is_watched_and_played_on(address: str, visits: Visits, tmp_path: Path) -> None:
    page = bring(visits, address, game_played("kingup", 4, [], 8), tmp_path)
    assert "most telling" in page.content(), "a record can be analysed, too"
    page.keyboard.press("ArrowRight")
    at(page, "r1.1")
    page.click("#what-if summary")
    page.select_option("#what-if-seat", "3")
    page.select_option("#what-if-level", "page")
    page.click("#what-if form .button")
    page.wait_for_url("**/t/*")
    expect(page.locator("#hand")).to_be_visible()
