"""The API answers every input as its description says: never a 5xx, and nothing is lost.

Schemathesis reads `/api/openapi.json` and calls every operation, with what the schema allows
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
from tests.guard.requests import HERE, ask, read_lines
from tests.guard.test_matrix import ServerUnderTest

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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    opened = ServerUnderTest(tmp_path_factory.mktemp("schema"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def description(server: ServerUnderTest) -> dict[str, Any]:
    """Return the server's description of its API."""
    description = server.run(ask(server.app, "GET", "/api/openapi.json")).json()
    assert isinstance(description, dict)
    return description


def send_case(server: ServerUnderTest, case: Any, code: str) -> int:
    """Send a case of Schemathesis, check the answer, and return its status."""
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
    before = server.counted()
    sender = (read_lines if STREAMING in made.path_url else ask) if made.method == "GET" else ask
    given: dict[str, Any] = {"headers": (*headers, bearer(CLEO))}
    if sender is ask:
        given["body"] = body.encode() if isinstance(body, str) else body
        answer = server.run(ask(server.app, str(made.method), made.path_url, **given))
    else:
        answer = server.run(read_lines(server.app, made.path_url, quiet=0.01, **given))
    context = (made.method, made.path_url, body, answer.status, answer.body[:300])
    assert answer.status < 500, context
    documented = {str(status) for status in case.operation.definition.raw["responses"]}
    assert {str(answer.status), f"{answer.status // 100}XX"} & documented, context
    if answer.status >= 400:
        assert server.counted() == before, context
        problem = json.loads(answer.body)
        assert set(problem) == {"error", "code"}, context
    return int(answer.status)


def _fuzz(
    server: ServerUnderTest, cases: Any, code: str, number: int, statuses: Counter[int]
) -> None:
    @seed(number)
    @FUZZ
    @given(case=cases)
    def send(case: Any) -> None:
        statuses[send_case(server, case, code) // 100] += 1

    send()


@pytest.mark.full
@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value
)
def test_every_operation_answers_as_described(
    server: ServerUnderTest, description: dict[str, Any], mode: GenerationMode
) -> None:
    schema = schemathesis.openapi.from_dict(description)
    statuses: Counter[int] = Counter()
    asked = set()
    operations: list[Any] = list(schema.get_all_operations())
    for number, found in enumerate(operations):
        operation = found.ok()
        code = server.run(set_table(server.app, history(EVERY[number % len(EVERY)])))
        asked.add((operation.method, operation.path))

        _fuzz(server, operation.as_strategy(generation_mode=mode), code, number, statuses)
    assert len(asked) == sum(len(path) for path in description["paths"].values())
    assert statuses[4] > 20, statuses
    assert mode is GenerationMode.NEGATIVE or statuses[2] > 50, statuses
