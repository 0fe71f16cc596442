"""T7: while a game is played, no route gives anybody a byte of an analysis."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingup.store.analyses import AnalysisStore
from tests.guard.people import ROLES, cookies_of, history, set_table
from tests.guard.requests import ask, post, serving
from tests.guard.route_samples import PAGE_PATHS

PLANTED = "planted-in-the-analysis"
OTHER_STAGES = ("open", "paused", "scoring")
"""Left to the full tests."""
ROUTES = sorted(route for route in PAGE_PATHS if "/t/{code}" in route)


@pytest.mark.parametrize(
    "stage",
    ["playing", *(pytest.param(stage, marks=pytest.mark.full) for stage in OTHER_STAGES)],
)
async def test_no_route_gives_a_byte_of_analysis_during_a_game(tmp_path: Path, stage: str) -> None:
    """Not even if an analysis were stored for the table by mistake."""
    async with serving(tmp_path) as app:
        services = app.state.services
        code = await set_table(app, history(stage))
        store, method = AnalysisStore(services.tables.store.database), "1/judge/0/20.0"
        services.analyses.method = lambda: _given(method)
        await store.ask(code, method, 1.0)
        await store.claim(method, "test", 2.0)
        assert await store.finish(code, "test", f'{{"{PLANTED}": 1}}', [])
        refused = 0
        for route in ROUTES:
            for path in PAGE_PATHS[route]:
                address = path.replace("CODE", code).replace("LATELY", "1")
                for role in ROLES:
                    for accept in ("text/html", "application/json"):
                        answer = await ask(
                            app, "GET", address, headers=(("accept", accept),),
                            cookies=cookies_of(app, role),
                        )  # fmt: skip
                        assert PLANTED.encode() not in answer.body, (address, role)
                        if "/analysis" in route or "/retry" in route:
                            assert answer.status == 409, (address, role)
                            refused += 1
        for role in ROLES:
            answer = await post(app, f"/t/{code}/analysis", (), cookies=cookies_of(app, role))
            assert answer.status == 409
        assert refused == 9 * len(ROLES) * 2
        assert (await store.body(code)) == f'{{"{PLANTED}": 1}}', "nothing was begun anew"


async def _given(text: str) -> str:
    return text
