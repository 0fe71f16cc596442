"""The same servers, people and bots as in `tests/web`."""

from tests.web.api.conftest import gizmo, robo
from tests.web.conftest import ana, ben, server

__all__ = ["ana", "ben", "gizmo", "robo", "server"]
