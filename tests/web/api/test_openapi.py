"""The OpenAPI document is right: its examples are sent, or compared with answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person

Operation = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module")
def document(server: str) -> dict[str, Any]:
    with ApiBot(server, "") as anybody:  # no token is needed to read it
        return dict(anybody.get("/openapi.json"))


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def schema_of(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Return a self-contained schema, with everything it refers to."""
    return {**schema, "components": document["components"]}


def example_of(document: dict[str, Any], schema: dict[str, Any]) -> Any:
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema["example"]


def test_every_reference_of_the_openapi_document_resolves(
    document: dict[str, Any],
) -> None:
    assert document["openapi"].startswith("3.1")
    text = json.dumps(document)
    for part in text.split('"$ref": "')[1:]:
        name = part.partition('"')[0].rpartition("/")[2]
        assert name in document["components"]["schemas"], name
    assert "x-view" not in text
    assert "x-definitions" not in text
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_route_has_a_description_and_an_answer(document: dict[str, Any]) -> None:
    found = list(operations(document))
    assert len(found) == 28
    for method, path, operation in found:
        assert operation["description"], (method, path)
        assert operation["security"], (method, path)
        assert "4XX" in operation["responses"], (method, path)


def test_every_example_fits_its_own_schema(document: dict[str, Any]) -> None:
    checked = 0
    for name, schema in document["components"]["schemas"].items():
        if "example" in schema:
            jsonschema.validate(schema["example"], schema_of(document, schema))
            checked += 1
            assert name
    assert checked >= 15
    for _, _, operation in operations(document):
        for content in operation["responses"].get("200", {}).get("content", {}).values():
            if isinstance(content.get("example"), str):  # the lines of a stream
                for line in content["example"].splitlines():
                    jsonschema.validate(json.loads(line), schema_of(document, content["schema"]))


def answer_schema(document: dict[str, Any], path: str, method: str) -> dict[str, Any]:
    responses = document["paths"][path][method]["responses"]
    status = "201" if "201" in responses else "200"
    return schema_of(document, responses[status]["content"]["application/json"]["schema"])


def request_example(document: dict[str, Any], path: str) -> dict[str, Any]:
    body = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    schema = body["schema"]
    if "anyOf" in schema:
        schema = schema["anyOf"][0]
    return dict(example_of(document, schema))


def test_every_request_example_works_and_its_answer_matches_the_schema(
    server: str, document: dict[str, Any], ana: Person, ben: Person
) -> None:
    with (
        ApiBot(server, make_token(ana, "Little Python", "Ada")) as host,
        ApiBot(server, make_token(ben, "Robo")) as guest,
    ):
        sent = set()

        def send(who: ApiBot, path: str, code: str = "", **more: Any) -> Any:
            """Send a route's example, with this test's table and bot in it."""
            body = {**request_example(document, path), **more}
            answer = who.http.post(path.format(code=code), json=body)
            assert answer.status_code in (200, 201), (path, answer.text)
            jsonschema.validate(answer.json(), answer_schema(document, path, "post"))
            sent.add(path)
            return answer.json()

        code = send(host, "/tables")["code"]
        send(guest, "/tables/{code}/sit", code)
        assert host.get(f"/tables/{code}")["status"] == "playing"

        code = host.new_table(seats=3, ready=False)
        send(host, "/tables/{code}/bot", code)
        send(host, "/tables/{code}/stand", code)
        send(host, "/tables/{code}/confirm", code)
        asked = send(host, "/challenges", bot=guest.get("/me")["id"], table=code)
        listed = guest.get("/challenges")
        jsonschema.validate(listed, answer_schema(document, "/challenges", "get"))
        assert listed["challenges"] == [asked]

        code = host.new_table(seats=3, bots=["page", "page"])
        while not (table := host.get(f"/tables/{code}"))["view"]["actions"]:
            pass
        action, number = table["view"]["actions"][0], table["number"]
        send(host, "/tables/{code}/act", code, action=action, number=number)
        bodies = {path for method, path, o in operations(document) if "requestBody" in o}
        assert sent == bodies


def test_every_answer_matches_its_schema(
    server: str, document: dict[str, Any], robo: ApiBot
) -> None:
    code = robo.new_table(edition="vive-le-roi", seats=3, private=False,
                          options=["ambition", "emissary"], bots=["page"])  # fmt: skip
    for path in (
        "/me",
        "/me/games",
        "/me/leagues",
        "/tables",
        "/tables/{code}",
        "/bots",
        "/challenges",
    ):
        answer = robo.get(path.format(code=code))
        jsonschema.validate(answer, answer_schema(document, path, "get"))
        example = answer_schema(document, path, "get")
        known = example_of(document, {k: v for k, v in example.items() if k != "components"})
        assert set(known) == set(answer), path
    problem = robo.get("/tables/rook-22222", 404)
    jsonschema.validate(problem, schema_of(document, document["components"]["schemas"]["Problem"]))
    lines = document["paths"]["/stream/games/{code}"]["get"]["responses"]["200"]["content"]
    described = schema_of(document, lines["application/x-ndjson"]["schema"])
    robo.post(f"/tables/{code}/bot", {"player": 1, "level": "page"})
    robo.received.clear()
    robo.play(code)
    tables = [json.loads(text) for text in robo.received if text.startswith('{"type":"table"')]
    assert len(tables) > 30
    for table in [*tables[::10], tables[-1]]:
        jsonschema.validate(table, described)


def test_every_line_of_the_event_stream_matches_its_schema(
    document: dict[str, Any], robo: ApiBot
) -> None:
    lines = document["paths"]["/stream/events"]["get"]["responses"]["200"]["content"]
    described = schema_of(document, lines["application/x-ndjson"]["schema"])
    with robo.stream("events") as events:
        code = robo.new_table(seats=3, bots=["page", "page"])
        other = robo.new_table(seats=3, ready=False)
        assert other
        kinds = set()
        for event in events:
            jsonschema.validate(event, described)
            kinds.add(event["type"])
            if event["type"] == "your-turn":
                robo.post(f"/tables/{code}/abandon")
            if event["type"] == "game-end":
                break
    assert kinds == {"game-start", "your-turn", "game-end"}
