"""An analysis uses one thread of NumPy's library, whoever calls it."""

from __future__ import annotations

import pytest
from threadpoolctl import ThreadpoolController, threadpool_limits

from kingup.analysis import AnalysisJob
from tests.analysis.games import QUICK, finished

NUMPY = ThreadpoolController().select(user_api="blas")


def threads() -> set[int]:
    return {library["num_threads"] for library in NUMPY.info()}


@pytest.mark.skipif(not NUMPY.info(), reason="NumPy's matrix library has no threads to limit")
def test_an_analysis_uses_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[int]] = []
    job = AnalysisJob(finished("kingup", 3), seconds=QUICK)

    def run(*_given: object) -> list[object]:
        seen.append(threads())
        return []

    monkeypatch.setattr(job, "run", run)
    monkeypatch.setattr(job, "finish", lambda results: results)
    with threadpool_limits(2, "blas"):
        job.complete()
        assert seen == [{1}, {1}, {1}]
        assert threads() == {2}
