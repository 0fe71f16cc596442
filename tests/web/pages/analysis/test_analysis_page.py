"""The page of an analysis: the library's numbers, a table behind every figure, no spoilers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kingup.analysis.chart import PUBLIC_LINE
from kingup.analysis.report import chapters
from kingup.analysis.report.plots import order_of
from kingup.server.settings import ServerSettings
from kingup.tables import Table, TableSetting, advance, decisions
from kingup.web.live.rendering import Renderer
from kingup.web.pages.analysis.moment import moment_panel
from kingup.web.pages.analysis.view_model import analysis_page
from tests.analysis.games import QUICK, stored_analysis
from tests.waiting import wait_until
from tests.web.pages.analysis.golden import BLUNDER, golden_table, stored
from tests.web.pages.me.finished_games import finish, played
from tests.web.server import HURRIED, Person, running

SETTINGS: ServerSettings = replace(HURRIED, analysis_seconds=QUICK)
RENDERER = Renderer(static=lambda path: f"/static/{path}")


class Outline(HTMLParser):
    """Collects figures, tables with their rows, and links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.figures: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.links: list[str] = []
        self._cell: list[str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag == "svg" and found.get("role") == "img":
            self.figures.append(found.get("aria-label") or "")
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self._cell = []
        elif tag == "a":
            self.links.append(found.get("href") or "")

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell is not None:
            self.tables[-1][-1].append("".join(self._cell))
            self._cell = None


def moment_html(at: str, observer: str, *, is_open: bool) -> str:
    panel = moment_panel(stored_analysis(), golden_table(), at, observer, is_open=is_open)
    return RENDERER.document("analysis/moment.html", panel=panel)


@pytest.mark.full
def test_every_figure_has_words_and_a_table() -> None:
    shown = analysis_page(
        stored_analysis(), golden_table(), None, "public", "/game", lambda name, seat: f"/{name}"
    )
    outline = Outline(RENDERER.document("analysis/page.html", shown=shown))
    assert len(outline.figures) == 4 + 5 + 2  # ledgers, chances, and those of the moment
    assert all(outline.figures)
    assert len(outline.tables) > len(outline.figures)
    assert f"/{BLUNDER}" in outline.links
    assert shown.moment.name == BLUNDER, "the first turning point is shown"


@pytest.mark.parametrize("observer", ["public", "1", "4"])
@pytest.mark.parametrize("at", ["r1.0", "r1.12", "r2.17", BLUNDER])
def test_the_heat_map_is_the_librarys(at: str, observer: str) -> None:
    analysis = stored_analysis()
    index = analysis.beliefs.moments.index(at)
    who = 0 if observer == "public" else int(observer)
    rows = Outline(moment_html(at, observer, is_open=True)).tables[-2][1:]
    for row, shares, known in zip(
        rows, analysis.beliefs.favourites[index][who], analysis.beliefs.known[index], strict=True
    ):
        assert row[1:14] == [f"{part / 1000:.0%}" for part in shares]
        assert row[14] == f"{known:.1f}"


@pytest.mark.parametrize("at", ["r1.5", "r2.17v", BLUNDER])
def test_a_moment_says_nothing_of_later_ones(at: str) -> None:
    html = moment_html(at, "public", is_open=True)
    named = set(re.findall(r"r\d\.\d+v?", html))
    assert named
    assert max(map(order_of, named)) <= order_of(at)


def test_a_moment_without_open_cards_knows_what_its_observer_knew() -> None:
    table, analysis = golden_table(), stored_analysis()
    assert table.game is not None
    public = moment_html("r2.17", "public", is_open=False)
    assert 'class="held"' not in public
    assert "Known" not in public
    third = moment_html("r2.17", "3", is_open=False)
    assert third.count('class="held"') == len(table.game.rounds[1].deal.favourites[2])
    assert moment_html("r2.17", "3", is_open=True).count('class="held"') == 24
    # What a decision lost follows from its player's cards: only they see it.
    assert "What led to this moment" not in public
    assert "What led to this moment" in moment_html("r2.17", "4", is_open=False)
    chances = Outline(public).tables[-1][1:]
    line = analysis.chart.line(PUBLIC_LINE)
    for row, values in zip(chances, line.chances, strict=False):
        assert row[1:] == [f"{value:.0%}" for value in values[:4]]


def test_what_was_better_is_hidden_until_it_is_asked_for() -> None:
    html = moment_html(BLUNDER, "3", is_open=False)
    hidden = html[html.index('<details class="think">') : html.index("</details>")]
    shown = html.replace(hidden, "")
    for told in ("Better", "Lost", "blunder", "the card of 3 decided it in 100% of all possible"):
        assert told in hidden
        assert told not in shown
    assert "What the public believed about 3 moved by 0.7 bits." in shown
    assert "think" not in moment_html("r2.0", "3", is_open=True), "a deal is nobody's decision"


def test_a_ballot_says_how_likely_each_card_was_to_decide() -> None:
    numbers = chapters.votes(stored_analysis()).panels[0].numbers
    assert numbers is not None
    row = next(row for row in numbers.rows if row[0] == "r1.21v")
    assert list(row[3:]) == ["B decisive (100%)", "N wasted (2%)", "Y moot", "N wasted (3%)"]


def test_names_are_text_never_markup() -> None:
    analysis = stored_analysis()
    named = replace(analysis.players[0], names=("<script>alert(1)</script>",))
    twin = replace(analysis, players=(named, *analysis.players[1:]))
    shown = analysis_page(
        twin, golden_table(), None, "public", "/game", lambda name, seat: f"/{name}"
    )
    html = RENDERER.document("analysis/page.html", shown=shown)
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def golden_code(folder: Path) -> str:
    return stored(folder, golden_table(), stored_analysis())


@pytest.fixture(scope="module")
def fresh_code(folder: Path) -> str:
    """A finished game that nobody has analysed."""
    return finish(folder, [("person-of-dora", "Dora")], seed=3)


@pytest.fixture(scope="module")
def server(folder: Path, golden_code: str, fresh_code: str) -> Iterator[str]:
    assert golden_code != fresh_code
    with running(folder, SETTINGS) as address:
        yield address


def test_a_stored_analysis_is_shown(ana: Person, golden_code: str) -> None:
    page = ana.get(f"/t/{golden_code}/analysis")
    assert page.status_code == 200
    assert BLUNDER in page.text
    assert "P2: No. It lost" in page.text, "with the names of the table"
    assert "The game is over: this page shows all cards and the result." in page.text
    assert f'href="/t/{golden_code}/replay/{BLUNDER}?as=3"' in page.text
    data = ana.get(f"/t/{golden_code}/analysis.json")
    assert data.json()["format"] == "kingup-analysis"
    state = ana.get(f"/t/{golden_code}/analysis", accept="application/json").json()
    assert state["state"] == "done"


def test_a_game_that_nobody_has_analysed_offers_it(ana: Person, fresh_code: str) -> None:
    assert f'action="/t/{fresh_code}/analysis"' in ana.get(f"/t/{fresh_code}").text
    for path in ("analysis", "retry"):
        page = ana.get(f"/t/{fresh_code}/{path}")
        assert page.status_code == 200
        assert "Analyse this game" in page.text
        assert 'http-equiv="refresh"' not in page.text
    part = ana.get(f"/t/{fresh_code}/analysis/moment?at=r1.0").text
    assert f'href="/t/{fresh_code}/analysis"' in part


def test_without_scripts_a_form_chooses_the_moment(ana: Person, golden_code: str) -> None:
    page = ana.get(f"/t/{golden_code}/analysis?moment=r2.17&as=3").text
    assert "What P2 could believe at r2.17" in page
    assert '<option value="r2.17" selected>' in page
    wrong = ana.get(f"/t/{golden_code}/analysis?moment=r9.99").text
    assert f"What the public could believe at {BLUNDER}" in wrong
    nobody = ana.get(f"/t/{golden_code}/analysis?as=77")
    assert nobody.status_code == 404
    assert "This game has no seat “77”." in nobody.text


def test_one_moment_is_sent_for_a_part_of_a_page(ana: Person, golden_code: str) -> None:
    part = ana.get(f"/t/{golden_code}/analysis/moment?at=r2.17&as=3").text
    assert part.lstrip().startswith("<p")
    assert part.count('class="held"') == 6
    assert ana.get(f"/t/{golden_code}/analysis/moment?at=r2.99").status_code == 404


def test_an_abandoned_game_gets_a_sentence(ana: Person) -> None:
    code = ana.play_now()
    assert ana.get(f"/t/{code}/analysis").status_code == 409
    ana.do(code, "abandon", sure="1")
    page = ana.get(f"/t/{code}/analysis")
    assert page.status_code == 409
    assert "Only a finished game can be analysed." in page.text
    assert "Analyse this game" not in ana.get(f"/t/{code}").text


@pytest.mark.full
def test_a_game_is_analysed_when_somebody_asks(folder: Path, ana: Person, server: str) -> None:
    """From the result's button to the page, without scripts."""
    setting = TableSetting("vive-le-roi", (1, 1), ("emissary",))
    code = stored(folder, played((("somebody", "Ana"),), 1, setting))
    assert f'action="/t/{code}/analysis"' in ana.get(f"/t/{code}").text
    before = ana.get(f"/t/{code}/analysis").text
    assert "Analyse this game" in before
    assert 'http-equiv="refresh"' not in before
    assert ana.get(f"/t/{code}/analysis.json").status_code == 404
    answer = ana.post(f"/t/{code}/analysis")
    assert answer.headers["location"] == f"/t/{code}/analysis"
    during = ana.get(f"/t/{code}/analysis").text
    assert 'http-equiv="refresh"' in during
    assert "<progress" in during

    def state() -> str:
        found = ana.get(f"/t/{code}/analysis", accept="application/json").json()
        return str(found["state"])

    wait_until(lambda: state() == "done", "the analysis is done")
    assert "Report" in ana.get(f"/t/{code}/analysis").text


def never_begun() -> Table:
    created = decisions.create("host", TableSetting(), "rook-33333", "ab" * 32)
    table, _ = advance(None, created, 1.0)
    return advance(table, decisions.abandon(table, "host"), 2.0)[0]


def test_a_game_that_never_began_gets_a_sentence(folder: Path, ana: Person, server: str) -> None:
    code = stored(folder, never_begun())
    assert "Only a finished game can be analysed." in ana.get(f"/t/{code}/analysis").text
