"""The API does what its own description says, whatever it is sent: never a 5xx, nothing lost.

Schemathesis reads `/api/openapi.json` and asks every operation, with what the schema allows
and with what it forbids.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode

from tests.guard.people import CLEO, bearer, history, set_table
from tests.guard.requests import HERE, ask, lines
from tests.guard.test_matrix import Stage

FUZZ = settings(
    max_examples=12,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
EVERY = ("playing", "open", "over")
STREAMING = "/stream/"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    opened = Stage(tmp_path_factory.mktemp("schema"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def described(stage: Stage) -> dict[str, Any]:
    """Return what the server says of its API."""
    told = stage.run(ask(stage.app, "GET", "/api/openapi.json")).json()
    assert isinstance(told, dict)
    return told


def sent(stage: Stage, case: Any, code: str) -> int:
    """Send what Schemathesis has thought of, look at the answer, and return its status."""
    if "code" in (case.path_parameters or {}):
        case.path_parameters["code"] = code
    kwargs = case.as_transport_kwargs(base_url=f"{HERE}/api")
    kwargs = {name: kwargs[name] for name in ("method", "url", "params", "headers", "json", "data")
              if name in kwargs}  # fmt: skip
    made = requests.Request(**kwargs).prepare()
    body = made.body or b""
    headers = [
        (name.lower(), str(value))
        for name, value in made.headers.items()
        if name.lower() not in ("content-length", "authorization", "accept-encoding")
    ]
    before = stage.counted()
    asking = (lines if STREAMING in made.path_url else ask) if made.method == "GET" else ask
    given: dict[str, Any] = {"headers": (*headers, bearer(CLEO))}
    if asking is ask:
        given["body"] = body.encode() if isinstance(body, str) else body
        answer = stage.run(ask(stage.app, str(made.method), made.path_url, **given))
    else:
        answer = stage.run(lines(stage.app, made.path_url, quiet=0.01, **given))
    said = (made.method, made.path_url, body, answer.status, answer.body[:300])
    assert answer.status < 500, said
    documented = {str(status) for status in case.operation.definition.raw["responses"]}
    assert {str(answer.status), f"{answer.status // 100}XX"} & documented, said
    if answer.status >= 400:
        assert stage.counted() == before, said
        problem = json.loads(answer.body)
        assert set(problem) == {"error", "code"}, said
    return int(answer.status)


def _fuzz(stage: Stage, cases: Any, code: str, number: int, statuses: Counter[int]) -> None:
    @seed(number)
    @FUZZ
    @given(case=cases)
    def send(case: Any) -> None:
        statuses[sent(stage, case, code) // 100] += 1

    send()


@pytest.mark.parametrize(
    "mode",
    [GenerationMode.POSITIVE, pytest.param(GenerationMode.NEGATIVE, marks=pytest.mark.full)],
    ids=lambda mode: mode.value,
)
def test_every_operation_answers_as_it_is_described(
    stage: Stage, described: dict[str, Any], mode: GenerationMode
) -> None:
    schema = schemathesis.openapi.from_dict(described)
    statuses: Counter[int] = Counter()
    asked = set()
    operations: list[Any] = list(schema.get_all_operations())
    for number, found in enumerate(operations):
        operation = found.ok()
        code = stage.run(set_table(stage.app, history(EVERY[number % len(EVERY)])))
        asked.add((operation.method, operation.path))

        _fuzz(stage, operation.as_strategy(generation_mode=mode), code, number, statuses)
    assert len(asked) == sum(len(path) for path in described["paths"].values())
    assert statuses[4] > 20, statuses
    assert mode is GenerationMode.NEGATIVE or statuses[2] > 50, statuses
