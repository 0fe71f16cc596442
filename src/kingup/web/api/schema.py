"""The API's OpenAPI document: FastAPI's own, with the line protocol's schema for views."""

from __future__ import annotations

import json
import re
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, TypeAdapter

from kingup.bots.external.messages import PROTOCOL, schema
from kingup.web.api import examples, models
from kingup.web.api.ndjson import MEDIA_TYPE

API = 1
"""The version of the API. Keys may be added to responses within a version."""

ABOUT = """
Play King Up! and Vive le Roi with a program of your own. Send a token of yours with every
request, as `Authorization: Bearer …`. docs/api.md is the tour.
"""
EXAMPLES = {
    model.__name__: model.model_config["json_schema_extra"]["example"]  # type: ignore[index]
    for model in vars(models).values()
    if isinstance(model, type) and issubclass(model, BaseModel)
    if model.model_config.get("json_schema_extra")
}
REFERENCES = "#/components/schemas/{model}"
VIEW = {"$ref": REFERENCES.format(model="View")}
PART = re.compile(r'"#/\$defs/([^"]+)"')
"""How the protocol's schema refers to one of its parts."""


def stream_of(line: Any) -> dict[int | str, dict[str, Any]]:
    """Return the documentation of a stream of such lines."""
    written = TypeAdapter(line).json_schema(ref_template=REFERENCES)
    definitions = written.pop("$defs", {})
    is_model = isinstance(line, type) and issubclass(line, BaseModel)
    example = [examples.TABLE] if is_model else examples.EVENTS
    lines = {
        "schema": written,
        "example": "".join(json.dumps(one) + "\n" for one in example),
        "x-definitions": definitions,
    }
    return {200: {"description": "One object a line.", "content": {MEDIA_TYPE: lines}}}


def describe(api: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document."""
    if api.openapi_schema is None:
        document = get_openapi(
            title="kingup",
            version=str(API),
            summary=f"For bots. The view is that of line protocol {PROTOCOL}.",
            description=ABOUT.strip(),
            routes=api.routes,
            servers=[{"url": "/api"}],
        )
        schemas = document["components"]["schemas"]
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        for path in document["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)
                for response in operation["responses"].values():
                    for content in response.get("content", {}).values():
                        schemas.update(content.pop("x-definitions", {}))
        for name, schema in schemas.items():
            if "example" in schema:  # FastAPI leaves out null values
                schema["example"] = EXAMPLES[name]
        document = _with_view(document)
        document["components"]["schemas"].update(_view())
        api.openapi_schema = document
    return api.openapi_schema


def _with_view(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with references to the protocol's schema in place of views."""
    written = json.dumps(document).replace('{"x-view": true}', json.dumps(VIEW))
    replaced: dict[str, Any] = json.loads(written)
    return replaced


def _view() -> dict[str, Any]:
    """Return the protocol's schema of a view and of its parts, under the API's names.

    The API also has views of spectators, and views between two rounds. The line protocol has
    neither, because it asks a player for an action.
    """
    known = schema()["$defs"]
    view = known["view"]
    for key in ("viewer", "own"):
        view["properties"][key] = {"anyOf": [view["properties"][key], {"type": "null"}]}
    view["properties"]["phase"]["enum"].append("deal")
    needed: dict[str, Any] = {}
    missing = ["view"]
    while missing:
        name = missing.pop()
        if name not in needed:
            written = json.dumps(known[name])
            missing += PART.findall(written)
            needed[name] = json.loads(PART.sub(_reference, written))
    return {_named(name): part for name, part in needed.items()}


def _reference(part: re.Match[str]) -> str:
    return json.dumps(REFERENCES.format(model=_named(part[1])))


def _named(name: str) -> str:
    return "View" if name == "view" else f"View.{name}"
