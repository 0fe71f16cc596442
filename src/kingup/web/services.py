"""The services that routes and sockets use: one typed object for the whole application."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from kingup.server.runtime import Runtime

if TYPE_CHECKING:
    from kingup.server.settings import ServerSettings
    from kingup.web.http.limits import Limits
    from kingup.web.http.signed_cookies import CookieSigner
    from kingup.web.live.rendering import Renderer
    from kingup.web.live.scenes import Scenes
    from kingup.web.observability.metrics import Metrics
    from kingup.web.observability.request_log import RequestLog
    from kingup.web.observability.shutdown import Shutdown
    from kingup.web.pages.sharing.picture_maker import PictureMaker


@dataclass(slots=True)
class Services(Runtime):
    """A running server, with what serving HTTP needs besides. `web/app.py` creates it."""

    settings: ServerSettings
    metrics: Metrics
    request_log: RequestLog
    shutdown: Shutdown
    limits: Limits
    cookie_signer: CookieSigner
    renderer: Renderer
    scenes: Scenes
    pictures: PictureMaker
    open_pages: Counter[str] = field(default_factory=Counter)
    """How many sockets each person has open."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the application that serves a connection."""
    services: Services = connection.app.state.services
    return services
