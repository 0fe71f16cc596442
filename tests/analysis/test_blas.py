"""An analysis uses one thread of NumPy's library, whoever calls it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kingup.analysis import AnalysisJob, blas
from tests.analysis.games import QUICK, finished


@pytest.fixture
def two_threads() -> Iterator[None]:
    before = blas.threads()
    if before is None:
        pytest.skip("NumPy uses another library than its own OpenBLAS")
    blas.set_threads(2)
    yield
    blas.set_threads(before)


@pytest.mark.usefixtures("two_threads")
def test_one_thread_is_used_and_the_others_come_back() -> None:
    with blas.one_thread():
        assert blas.threads() == 1
    assert blas.threads() == 2


@pytest.mark.usefixtures("two_threads")
def test_an_analysis_uses_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int | None] = []
    job = AnalysisJob(finished("kingup", 3), seconds=QUICK)
    monkeypatch.setattr(job, "run", lambda *_given: seen.append(blas.threads()) or [])
    monkeypatch.setattr(job, "finish", lambda results: results)
    job.complete()
    assert seen == [1, 1, 1]
    assert blas.threads() == 2
