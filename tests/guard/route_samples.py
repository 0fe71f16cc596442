"""Sample requests for every route: every page, every error, every stream.

A route that is not listed here fails `test_secrets.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kingup.tables import Table
from tests.guard.access_table import PUZZLE, ROWS
from tests.guard.people import TOKEN
from tests.guard.requests import Headers

JSON = (("accept", "application/json"),)
PLAIN: Headers = ()
PACKED = (("accept-encoding", "gzip"),)

PAGE_PATHS: dict[str, tuple[str, ...]] = {
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
    "GET /t/{code}/scene": tuple(
        f"/t/CODE/scene?page={page}&after={after}&kind={kind}"
        for page in ("table", "board", "hand", "watch")
        for after, kind in (("", ""), ("1", "game"), ("LATELY", "game"), ("LATELY", "lobby"))
    ),
    "GET /t/{code}/menu": ("/t/CODE/menu", "/t/CODE/menu?page=hand", "/t/CODE/menu?page=watch"),
    "GET /t/{code}/hint": ("/t/CODE/hint",),
    "GET /t/{code}/qr.svg": ("/t/CODE/qr.svg",),
    "GET /t/{code}/rating": ("/t/CODE/rating",),
    "GET /t/{code}/replay": ("/t/CODE/replay", "/t/CODE/replay?as=open&all=1"),
    "GET /t/{code}/replay/{moment}": ("/t/CODE/replay/r1.3?as=2", "/t/CODE/replay/end?as=open"),
    "GET /t/{code}/replay/rounds/{number}": (
        "/t/CODE/replay/rounds/1?as=open",
        "/t/CODE/replay/rounds/3",
    ),
    "GET /t/{code}/record.json": ("/t/CODE/record.json",),
    "GET /t/{code}/record.txt": ("/t/CODE/record.txt",),
    "GET /t/{code}/analysis": ("/t/CODE/analysis", "/t/CODE/analysis?moment=r1.3&as=2"),
    "GET /t/{code}/analysis.json": ("/t/CODE/analysis.json",),
    "GET /t/{code}/analysis/moment": (
        "/t/CODE/analysis/moment?at=r1.1&as=open",
        "/t/CODE/analysis/moment?at=r1.1&as=2&open=1",
    ),
    "GET /t/{code}/analysis/next": (
        "/t/CODE/analysis/next?at=r1.1&as=2&to=mistake",
        "/t/CODE/analysis/next?at=r1.1&as=public&to=telling",
    ),
    "GET /t/{code}/retry": ("/t/CODE/retry", "/t/CODE/retry?seat=2&number=1&ask=solution"),
    "GET /t/{code}/pictures/{moment}.{form}": (
        "/t/CODE/pictures/r1.0.png",
        "/t/CODE/pictures/r1.1.svg?as=1",
        "/t/CODE/pictures/r1.1.jpg?as=2",
        "/t/CODE/pictures/r1.1.svg?as=open",
    ),
    "GET /t/{code}/clip.{form}": (
        "/t/CODE/clip.webp?from=r1.0&to=r1.1",
        "/t/CODE/clip.gif?from=r1.0&to=r1.1&as=open",
    ),
    "GET /t/{code}/seat/{token}": (f"/t/CODE/seat/{TOKEN}",),
    "GET /t/{code}/talk": ("/t/CODE/talk", "/t/CODE/talk?after=0"),
    "GET /replay": ("/replay",),
    "GET /replay/{record}": ("/replay/abcdefgh23456777",),
    "GET /replay/{record}/{moment}": ("/replay/abcdefgh23456777/r1.0",),
    "GET /replay/{record}/rounds/{number}": ("/replay/abcdefgh23456777/rounds/1",),
    "GET /replay/{record}/pictures/{moment}.{form}": (
        "/replay/abcdefgh23456777/pictures/r1.0.png?as=open",
    ),
    "GET /replay/{record}/clip.{form}": ("/replay/abcdefgh23456777/clip.webp?from=r1.0&to=r1.1",),
    "GET /replay/{record}/analysis": ("/replay/abcdefgh23456777/analysis",),
    "GET /replay/{record}/analysis.json": ("/replay/abcdefgh23456777/analysis.json",),
    "GET /replay/{record}/analysis/moment": ("/replay/abcdefgh23456777/analysis/moment?at=r1.0",),
    "GET /replay/{record}/analysis/next": ("/replay/abcdefgh23456777/analysis/next?at=r1.0",),
    "GET /replay/{record}/retry": ("/replay/abcdefgh23456777/retry?seat=1",),
    "GET /replay/{record}/record.json": ("/replay/abcdefgh23456777/record.json",),
    "GET /replay/{record}/record.txt": ("/replay/abcdefgh23456777/record.txt",),
    "GET /learn": ("/learn",),
    "GET /learn/{lesson}": ("/learn/1",),
    "GET /puzzles": ("/puzzles",),
    "GET /puzzles/today": ("/puzzles/today",),
    "GET /puzzles/{puzzle}": (f"/puzzles/{PUZZLE}",),
    "GET /rules": ("/rules",),
    "GET /rules/summary": ("/rules/summary",),
    "GET /rules/{edition}": ("/rules/kingup",),
    "GET /me": ("/me",),
    "GET /me/statistics": ("/me/statistics",),
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
    "GET /api/me/leagues": ("/api/me/leagues",),
    "GET /api/bots": ("/api/bots",),
    "GET /api/challenges": ("/api/challenges",),
    "GET /api/tables": ("/api/tables",),
    "GET /api/tables/{code}": ("/api/tables/CODE",),
    "GET /api/tables/{code}/record.json": ("/api/tables/CODE/record.json",),
    "GET /api/tables/{code}/record.txt": ("/api/tables/CODE/record.txt",),
}
"""Pages by route: CODE is the table's code, LATELY the number of a recent event."""

LINE_STREAM_PATHS: dict[str, tuple[str, ...]] = {
    "GET /api/stream/events": ("/api/stream/events",),
    "GET /api/stream/games/{code}": (
        "/api/stream/games/CODE",
        "/api/stream/games/CODE?after=LATELY",
    ),
}

SOCKET_PATHS: dict[str, tuple[str, ...]] = {
    "WS /t/{code}/live": tuple(
        f"/t/CODE/live?page={page}&after={after}{packed}"
        for page in ("table", "board", "hand", "watch")
        for after, packed in (("", ""), ("LATELY", "&packed=1"), ("LATELY", "&kind=game&packed=1"))
    ),
    "WS /api/stream/games/{code}": (
        "/api/stream/games/CODE",
        "/api/stream/games/CODE?after=LATELY",
    ),
    "WS /t/{code}/replay/live": ("/t/CODE/replay/live?with=x",),
    "WS /replay/{record}/live": ("/replay/abcdefgh23456777/live?with=x",),
}

REVEALING = (
    "act",
    "continue",
    "confirm",
    "start",
    "abandon",
    "rematch",
    "again",
    "sit",
    "fill",
    "play",
    "together",
    "challenges",
    "analysis",
)
"""Forms that may deal cards, end a game and reveal everything, draw a code or an id, or start a
background job: compared only where they are refused."""


@dataclass(frozen=True)
class FormSample:
    """A form to send."""

    route: str
    fields: tuple[tuple[str, str], ...]

    @property
    def path(self) -> str:
        """Where it is sent, with CODE for the table's code."""
        path = self.route.partition(" ")[2]
        for name, value in (
            ("{code}", "CODE"),
            ("{id}", "x"),
            ("{lesson}", "1"),
            ("{moment}", "r1.0"),
            ("{record}", "abcdefgh23456777"),
            ("{puzzle}", PUZZLE),
        ):
            path = path.replace(name, value)
        return path

    @property
    def is_api(self) -> bool:
        """Whether it is sent with a token, as JSON."""
        return self.path.startswith("/api/")

    @property
    def reveals(self) -> bool:
        """Whether others' cards may be revealed after it, if it is accepted."""
        return self.path.rpartition("/")[2] in REVEALING


def form_samples() -> list[FormSample]:
    """Return every form of the access table that concerns a table or a challenge."""
    return [
        FormSample(row.route, row.fields)
        for row in ROWS
        if row.route.startswith(("POST /t/", "POST /api/tables/", "POST /api/challenges"))
    ]


OTHER_FORMS = tuple(
    FormSample(row.route, row.fields)
    for row in ROWS
    if row.method == "POST"
    and not row.route.startswith(("POST /t/", "POST /api/tables/", "POST /api/challenges"))
)
"""Every form that does not concern an existing table."""


def illegal_actions(table: Table, viewer: int | None) -> Iterator[FormSample]:
    """Yield actions that must be refused: for others' seats, and against the rules."""
    started = table.game is not None and viewer is not None
    allowed = set(table.view(viewer).actions) if started else set()
    tries = ["A", "G2", "Y", "N", "kingmaker", "?"]
    for player in (0, 1, len(table.players) - 1):
        for action in tries:
            if player == viewer and action in allowed:
                continue
            fields = (("player", str(player)), ("action", action))
            yield FormSample("POST /t/{code}/act", fields)
        yield FormSample("POST /t/{code}/act", (*fields, ("number", str(table.number - 2))))
