"""deploy/monitoring: the dashboard and the alerts name metrics that a server has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.guard.requests import ask, serving
from tests.web.server import HURRIED

ROOT = Path(__file__).parents[2]
MONITORING = ROOT / "deploy" / "monitoring"
DASHBOARD: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text(encoding="utf-8"))
METRIC = re.compile(r"\b(?:kingup|process)_\w+")
LABEL = re.compile(r"\b(\w+)=~?\"")
FROM_PROMETHEUS = {"job", "instance", "le"}


def rules() -> list[dict[str, Any]]:
    yaml = pytest.importorskip("yaml")
    read = yaml.safe_load((MONITORING / "alerts.yaml").read_text(encoding="utf-8"))
    return [rule for group in read["groups"] for rule in group["rules"]]


def expressions() -> Iterator[str]:
    """Yield every query of the alerts and of the dashboard."""
    yield from (rule["expr"] for rule in rules())
    yield from (target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"])
    for variable in DASHBOARD["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["query"]["query"]


async def metrics_of_a_server(folder: Path) -> dict[str, set[str]]:
    """Return the names of a server's metrics, each with its labels."""
    async with serving(folder, replace(HURRIED, metrics_for=("127.0.0.1",))) as app:
        await ask(app, "GET", "/health")
        families = list(app.state.services.metrics.registry.collect())
    found: dict[str, set[str]] = {}
    for family in families:
        endings = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}
        for ending in endings.get(family.type, ("",)):
            found[family.name + ending] = set()
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


async def test_every_metric_of_the_dashboard_and_the_alerts_exists(tmp_path: Path) -> None:
    metrics = await metrics_of_a_server(tmp_path)
    named = {name for query in expressions() for name in METRIC.findall(query)}
    assert len(named) > 10
    assert named <= set(metrics)
    labels = {label for query in expressions() for label in LABEL.findall(query)}
    assert labels - FROM_PROMETHEUS <= {"status", "route"} <= metrics["kingup_requests_total"]


async def test_every_metric_is_documented_and_shown(tmp_path: Path) -> None:
    ours = {name for name in await metrics_of_a_server(tmp_path) if name.startswith("kingup_")}
    plain = {
        re.sub(r"_(bucket|count|sum)$", "", name) for name in ours if not name.endswith("_created")
    }
    text = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    assert plain <= set(re.findall(r"`(kingup_\w+)`", text))
    shown = " ".join(expressions())
    assert {name for name in plain if name not in shown} == set()


def test_every_panel_and_every_alert_is_complete() -> None:
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(numbers)) == len(numbers)
    places = [tuple(panel["gridPos"].values()) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places)
    for panel in DASHBOARD["panels"]:
        assert panel["title"]
        assert panel["datasource"]["uid"] == "${source}"
    for rule in rules():
        assert rule["alert"].startswith("Kingup")
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert rule["annotations"]["summary"]


def test_every_query_closes_its_brackets() -> None:
    for query in expressions():
        without_texts = re.sub(r'"[^"]*"', "", query)
        for opening, closing in ("()", "{}", "[]"):
            assert without_texts.count(opening) == without_texts.count(closing), query
