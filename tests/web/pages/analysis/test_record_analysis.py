"""Records that people bring are analysed at their own addresses, with the pages of a table's."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator

import pytest

from kingup.analysis import Analysis
from kingup.notation import write_json
from kingup.store.analyses import AnalysisStore
from tests.analysis.games import golden, stored_analysis
from tests.guard.requests import HERE, Answer, post
from tests.web.pages.analysis.golden import BLUNDER
from tests.web.pages.replay.test_records import GAME, bring
from tests.web.pages.replay.test_replay_routes import Server

ANN = "<i>Ann\u202e"
UNKNOWN = "/replay/abcdefgh23456777"
PATHS = ("/analysis", "/analysis.json", "/analysis/moment?at=r1.0", "/analysis/next", "/retry")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("records"))
    running.app.state.services.analyses.claim = nothing  # the tests say what is analysed
    yield running
    running.close()


async def nothing() -> None:
    """Leave what is asked for."""


@pytest.fixture(scope="module")
def analysed(server: Server) -> str:
    """Return the address of the golden game's record, whose analysis is stored."""
    record = json.loads(write_json(golden()))
    record["seats"][0][0] = ANN
    base = bring(server, json.dumps(record)).header("location").removesuffix("/r1.0")
    server.run(keep(server, base.removeprefix("/replay/"), stored_analysis()))
    return base


async def keep(server: Server, id_: str, analysis: Analysis) -> None:
    services = server.app.state.services
    store, method = AnalysisStore(services.tables.store.database), await services.analyses.method()
    assert await store.ask(id_, method, 1.0, is_record=True)
    assert await store.claim(method, "test", 2.0) is not None
    assert await store.finish(id_, "test", analysis.to_json(), analysis.hiding())


def ask_for(server: Server, base: str) -> Answer:
    found: Answer = server.run(
        post(server.app, f"{base}/analysis", [], headers=(("origin", HERE),))
    )
    return found


def test_a_stored_analysis_is_shown(server: Server, analysed: str) -> None:
    answer = server.get(f"{analysed}/analysis")
    assert answer.status == 200
    page = html.unescape(answer.text)
    assert f'href="{analysed}/{BLUNDER}?as=3"' in page
    assert f'href="{analysed}/retry"' in page
    assert f'href="{analysed}">Back to the replay</a>' in page
    assert "/t/" not in page.partition("<main")[2]
    state = server.get(f"{analysed}/analysis", accept="application/json").json()
    assert state["state"] == "done"
    data = server.get(f"{analysed}/analysis.json")
    assert data.json()["judge"] == stored_analysis().judge
    assert analysed.removeprefix("/replay/") in data.header("content-disposition")


def test_names_of_a_record_are_text(server: Server, analysed: str) -> None:
    for path in ("/analysis", "/retry", "/analysis/moment?at=r2.17&as=1"):
        page = server.get(analysed + path).text
        assert "<i>Ann" not in page
        assert "\u202e" not in page
    assert "&lt;i&gt;Ann" in server.get(f"{analysed}/analysis").text


def test_a_moment_is_shown_beside_the_replay(server: Server, analysed: str) -> None:
    part = server.get(f"{analysed}/analysis/moment?at=r2.17&as=3").text
    assert part.count('class="held"') == 6
    assert server.get(f"{analysed}/analysis/moment?at=r2.99").status == 404
    asked = f"{analysed}/analysis/next?to=mistake&at=r2.0"
    assert server.get(f"{asked}&as=3").json() == {"moment": BLUNDER, "words": ""}
    assert server.get(f"{asked}&as=public").json()["moment"] is None, "nobody is at home there"


def test_mistakes_can_be_tried_again(server: Server, analysed: str) -> None:
    assert "How do you vote?" not in server.get(f"{analysed}/retry").text
    page = server.get(f"{analysed}/retry?seat=3&number=2&action=Y").text
    assert "Well chosen." in page
    assert f'action="{analysed}/retry#question"' in page


def test_a_record_is_analysed_when_somebody_asks(server: Server) -> None:
    base = bring(server, write_json(GAME)).header("location").removesuffix("/r1.0")
    page = server.get(f"{base}/analysis").text
    assert "Analyse this game" in page
    assert f'action="{base}/analysis"' in page
    assert f'href="{base}/analysis"' in server.get(f"{base}/analysis/moment?at=r1.0").text
    assert server.get(f"{base}/analysis.json").status == 404
    answer = ask_for(server, base)
    assert (answer.status, answer.header("location")) == (303, f"{base}/analysis")
    state = server.get(f"{base}/analysis", accept="application/json").json()
    assert state["state"] == "waiting"
    assert f'data-from="{base}/analysis"' in server.get(f"{base}/analysis").text


def test_a_table_is_no_record_nor_a_record_a_table(server: Server, analysed: str) -> None:
    """Whoever may not open a replay may not open its analysis."""
    for base in (UNKNOWN, f"/replay/{server.code}", f"/t/{analysed.removeprefix('/replay/')}"):
        assert [server.get(base + path).status for path in PATHS] == [404] * len(PATHS)
        assert ask_for(server, base).status == 404
