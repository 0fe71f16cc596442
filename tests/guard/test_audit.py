"""`make audit` never calls a package clean that was not checked."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _tool() -> Any:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        return importlib.import_module("audit")
    finally:
        sys.path.remove(str(ROOT / "tools"))


audit = _tool()
FINE = {"name": "one", "version": "1", "vulns": []}
WEAK = {"name": "two", "version": "2", "vulns": [{"id": "X-1"}]}
SKIPPED = {"name": "three", "skip_reason": "not found"}


def answer(*packages: Any) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


@pytest.mark.parametrize(
    ("status", "said", "expected"),
    [
        (0, answer(FINE, FINE), audit.AUDITED),
        (1, answer(FINE, WEAK), audit.WEAK),
        (0, answer(WEAK), audit.WEAK),
        (0, answer(FINE), audit.NOT_AUDITED),
        (0, answer(FINE, SKIPPED), audit.NOT_AUDITED),
        (1, answer(FINE, FINE), audit.NOT_AUDITED),
        (0, answer(), audit.NOT_AUDITED),
        (1, "", audit.NOT_AUDITED),
        (0, "", audit.NOT_AUDITED),
        (0, "null", audit.NOT_AUDITED),
    ],
)
def test_only_a_complete_report_without_findings_is_clean(
    status: int, said: str, expected: int
) -> None:
    found, _, why = audit.verdict(status, said, "ConnectionError: no route\n", 2)
    assert found == expected
    assert bool(why) == (expected != audit.AUDITED)


def test_an_audit_that_cannot_run_is_reported_as_not_audited(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "environment", lambda folder: folder / "no such python")
    assert audit.main() == audit.NOT_AUDITED
    said = capsys.readouterr().out
    assert said.startswith("not audited")
    assert "clean" not in said


def test_every_locked_package_is_audited() -> None:
    assert {lock.name for lock in audit.LOCKS} >= {"play.txt", "test.txt"}
    for lock in audit.LOCKS:
        text = lock.read_text(encoding="utf-8")
        assert audit.locked(lock) > 0
        assert text.count("==") <= text.count("--hash=sha256:"), "a package without a hash"
    assert "pip-audit" not in (ROOT / "requirements" / "test.txt").read_text(encoding="utf-8")
    assert "tools/audit.py" in (ROOT / "Makefile").read_text(encoding="utf-8")
