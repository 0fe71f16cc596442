"""Every route of the server, read from the application."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from starlette.routing import Mount, Route, WebSocketRoute

from kingup.server.settings import ServerSettings
from kingup.web.app import create_app


@cache
def all_routes() -> tuple[str, ...]:
    """Return all routes: a method (WS for sockets) and the path with its variables."""
    app = create_app(ServerSettings(database="sqlite+aiosqlite:///unused.sqlite"))
    return tuple(sorted(set(_routes(app.routes, ""))))


def _routes(parts: Iterable[Any], before: str) -> Iterator[str]:
    for part in parts:
        if isinstance(part, WebSocketRoute):
            yield f"WS {before}{part.path}"
        elif isinstance(part, Route):
            methods = part.methods or {"GET"}
            yield from (f"{method} {before}{part.path}" for method in methods - {"HEAD"})
        elif isinstance(part, Mount):
            yield from _routes(part.routes, before + part.path)
        else:  # an included router
            prefix = getattr(part, "prefix", "") or ""
            yield from _routes(part.original_router.routes, before + prefix)
