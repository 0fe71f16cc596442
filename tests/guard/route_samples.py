"""Everything that somebody can fetch from a server: every page, every error, every stream.

A route that is not listed here fails `test_secrets.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kingup.tables import Table
from tests.guard.access_table import ROWS
from tests.guard.people import TOKEN
from tests.guard.requests import Headers

JSON = (("accept", "application/json"),)
PLAIN: Headers = ()
PACKED = (("accept-encoding", "gzip"),)

LOOKS: dict[str, tuple[str, ...]] = {
    "GET /": ("/",),
    "GET /new": ("/new", "/new?edition=vive-le-roi&seats=5"),
    "GET /health": ("/health",),
    "GET /ready": ("/ready",),
    "GET /metrics": ("/metrics",),
    "GET /favicon.ico": ("/favicon.ico",),
    "GET /robots.txt": ("/robots.txt",),
    "GET /static/{path:path}": ("/static/css/theme.css",),
    "GET /t/{code}": ("/t/CODE", "/t/CODE?as=0", "/t/CODE?as=1"),
    "GET /t/{code}/board": ("/t/CODE/board",),
    "GET /t/{code}/hand": ("/t/CODE/hand", "/t/CODE/hand?as=1"),
    "GET /t/{code}/watch": ("/t/CODE/watch",),
    "GET /t/{code}/fragment": tuple(
        f"/t/CODE/fragment?page={page}&after={after}"
        for page in ("table", "board", "hand", "watch")
        for after in ("", "1", "LATELY")
    ),
    "GET /t/{code}/qr.svg": ("/t/CODE/qr.svg",),
    "GET /t/{code}/record.json": ("/t/CODE/record.json",),
    "GET /t/{code}/record.txt": ("/t/CODE/record.txt",),
    "GET /t/{code}/seat/{token}": (f"/t/CODE/seat/{TOKEN}",),
    "GET /t/{code}/talk": ("/t/CODE/talk", "/t/CODE/talk?after=0"),
    "GET /learn": ("/learn",),
    "GET /learn/{lesson}": ("/learn/1",),
    "GET /rules": ("/rules",),
    "GET /rules/summary": ("/rules/summary",),
    "GET /rules/{edition}": ("/rules/kingup",),
    "GET /me": ("/me",),
    "GET /me/move": ("/me/move",),
    "GET /me/delete": ("/me/delete",),
    "GET /leaderboard": ("/leaderboard",),
    "GET /sw.js": ("/sw.js",),
    "GET /leagues": ("/leagues",),
    "GET /league/{code}": ("/league/rook-zzzzz",),
    "GET /league/{code}/handout": ("/league/rook-zzzzz/handout",),
    "GET /league/{code}/qr.svg": ("/league/rook-zzzzz/qr.svg",),
    "GET /league/{code}/records.zip": ("/league/rook-zzzzz/records.zip",),
    "GET /me/tokens": ("/me/tokens",),
    "GET /api/openapi.json": ("/api/openapi.json",),
    "GET /api/me": ("/api/me",),
    "GET /api/me/games": ("/api/me/games",),
    "GET /api/bots": ("/api/bots",),
    "GET /api/challenges": ("/api/challenges",),
    "GET /api/tables": ("/api/tables",),
    "GET /api/tables/{code}": ("/api/tables/CODE",),
    "GET /api/tables/{code}/record.json": ("/api/tables/CODE/record.json",),
    "GET /api/tables/{code}/record.txt": ("/api/tables/CODE/record.txt",),
}
"""What there is to look at, by route: CODE is the table's, LATELY a number of some events ago."""

LINES: dict[str, tuple[str, ...]] = {
    "GET /api/stream/events": ("/api/stream/events",),
    "GET /api/stream/games/{code}": (
        "/api/stream/games/CODE",
        "/api/stream/games/CODE?after=LATELY",
    ),
}

STREAMS: dict[str, tuple[str, ...]] = {
    "WS /t/{code}/live": tuple(
        f"/t/CODE/live?page={page}&after={after}{packed}"
        for page in ("table", "board", "hand", "watch")
        for after, packed in (("", ""), ("LATELY", "&packed=1"), ("LATELY", "&parts=1&packed=1"))
    ),
    "WS /api/stream/games/{code}": (
        "/api/stream/games/CODE",
        "/api/stream/games/CODE?after=LATELY",
    ),
}

OPENING = ("act", "continue", "confirm", "start", "abandon", "rematch", "sit", "challenges")
"""Deeds that may deal cards, or end a game and open all, or draw a code or an id: compared
where they are refused."""


@dataclass(frozen=True)
class Deed:
    """A form that somebody sends."""

    route: str
    fields: tuple[tuple[str, str], ...]

    @property
    def path(self) -> str:
        """Where it is sent, with CODE for the table's code."""
        path = self.route.partition(" ")[2]
        for name, value in (("{code}", "CODE"), ("{id}", "x"), ("{lesson}", "1")):
            path = path.replace(name, value)
        return path

    @property
    def is_api(self) -> bool:
        """Whether it is sent with a token, as JSON."""
        return self.path.startswith("/api/")

    @property
    def opens(self) -> bool:
        """Whether others' cards may be open after it, if it is granted."""
        return self.path.rpartition("/")[2] in OPENING


def deeds() -> list[Deed]:
    """Return every form of the matrix, and then those that can only be wrong."""
    return [
        Deed(row.route, row.fields)
        for row in ROWS
        if row.route.startswith(("POST /t/", "POST /api/tables/", "POST /api/challenges"))
    ]


ELSEWHERE = tuple(
    Deed(row.route, row.fields)
    for row in ROWS
    if row.method == "POST"
    and not row.route.startswith(("POST /t/", "POST /api/tables/", "POST /api/challenges"))
)
"""Every form that is not about a table that there is already."""


def illegal(table: Table, viewer: int | None) -> Iterator[Deed]:
    """Yield actions that must be refused: for others' seats, and against the rules."""
    begun = table.game is not None and viewer is not None
    allowed = set(table.view(viewer).actions) if begun else set()
    tries = ["A", "G2", "Y", "N", "kingmaker", "?"]
    for player in (0, 1, len(table.players) - 1):
        for action in tries:
            if player == viewer and action in allowed:
                continue
            fields = (("player", str(player)), ("action", action))
            yield Deed("POST /t/{code}/act", fields)
        yield Deed("POST /t/{code}/act", (*fields, ("number", str(table.number - 2))))
