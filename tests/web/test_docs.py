"""docs/wire-protocol.md lists every route, docs/running.md every option."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Mount, Route, WebSocketRoute

from kingup.commands import serve
from kingup.server.settings import ServerSettings
from kingup.web.app import create_app

DOCS = Path(__file__).parents[2] / "docs"
WIRE = (DOCS / "wire-protocol.md").read_text(encoding="utf-8")
RUNNING = (DOCS / "running.md").read_text(encoding="utf-8")


def routes() -> list[str]:
    app = create_app(ServerSettings(database="sqlite+aiosqlite:///unused.sqlite"))
    found = []
    for prefix, route in all_routes(app.routes):
        path = (prefix + route.path).replace("{code}", "CODE").replace("{token}", "TOKEN")
        path = path.replace("{moment}.{form}", "MOMENT.FORM").replace(".{form}", ".FORM")
        path = path.replace("{path:path}", "…").replace("{id}", "ID")
        path = path.replace("{lesson}", "LESSON").replace("{edition}", "EDITION")
        path = path.replace("{moment}", "MOMENT").replace("{number}", "N")
        path = path.replace("{record}", "RECORD")
        path = path.replace("{puzzle}", "PUZZLE")
        if isinstance(route, WebSocketRoute):
            found.append(f"WS {path}")
        elif isinstance(route, Route):
            found += [f"{method} {path}" for method in route.methods or () if method != "HEAD"]
    return sorted(found)


def all_routes(routes: Iterable[Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield all routes, including those of included routers and mounted applications."""
    for part in routes:
        if isinstance(part, Mount):
            yield from all_routes(part.routes, prefix + part.path)
        elif hasattr(part, "original_router"):
            yield from all_routes(part.original_router.routes, prefix)
        else:
            yield prefix, part


@pytest.mark.parametrize("route", routes())
def test_every_route_is_documented(route: str) -> None:
    assert f"`{route}`" in WIRE


def test_there_are_routes() -> None:
    assert len(routes()) > 30


def test_every_option_is_documented() -> None:
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    options = set(re.findall(r"--[a-z][a-z-]*", parser.format_help()))
    assert len(options) > 5
    for option in options - {"--help"}:
        assert f"`{option}" in RUNNING, option
