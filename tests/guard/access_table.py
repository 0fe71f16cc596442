"""Who may do what: one row for each kind of request to a route, one status for each role.

A route without a row fails `test_matrix.py`: say here who may use a new one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kingup.puzzles import load_puzzles
from tests.guard.people import PASSKEY, REVOCABLE, TOKEN

PUZZLE = load_puzzles().puzzles[0].id

Fields = tuple[tuple[str, str], ...]
Stage = Literal[
    "none", "open", "bots", "playing", "paused", "linked", "left", "scoring", "over", "league",
    "asked", "whispered", "alone", "coached",
]  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A request, the stage of the game that its table must be at, and the status for each role."""

    route: str
    stage: Stage
    statuses: str
    """For owner, mate, other, spectator, stranger, nobody and forged; or one for all of them."""
    fields: Fields = ()
    query: str = ""

    @property
    def name(self) -> str:
        """What a report calls it."""
        said = "&".join(f"{key}={value}" for key, value in self.fields)
        return " ".join(filter(None, (self.route, self.stage, self.query, said)))

    def status(self, role: int) -> int:
        """Return the status that a role gets."""
        words = self.statuses.split()
        return int(words[role] if len(words) > 1 else words[0])

    @property
    def method(self) -> str:
        """GET, POST, WS…"""
        return self.route.partition(" ")[0]

    @property
    def is_api(self) -> bool:
        """Whether it needs a token instead of a cookie."""
        return " /api/" in self.route

    @property
    def never_ends(self) -> bool:
        """Whether the answer is a stream of lines."""
        return "/stream/" in self.route

    def path(self, code: str) -> str:
        """Return the address to request, for a table."""
        path = self.route.partition(" ")[2]
        for name, value in (
            ("pictures/{moment}.{form}", "pictures/r1.1.png"),
            ("clip.{form}", "clip.webp"),
            ("{code}", code),
            ("{token}", TOKEN),
            ("{id}", REVOCABLE),
            ("{lesson}", "1"),
            ("{puzzle}", PUZZLE),
            ("{edition}", "vive-le-roi"),
            ("{moment}", "r1.0"),
            ("{number}", "1"),
            ("{record}", "abcdefgh23456777"),
            ("{path:path}", "css/theme.css"),
        ):
            path = path.replace(name, value)
        return path + self.query


def _row(route: str, stage: Stage, statuses: str, query: str = "", **fields: str) -> Row:
    return Row(route, stage, statuses, tuple(fields.items()), query)


FINISHED = (Path(__file__).parents[1] / "records" / "king-up-4.json").read_text(encoding="utf-8")
"""A record of a finished game."""

OWNER = "200 403 403 403 403 403 403"
MATE = "403 200 403 403 403 403 403"
OTHER = "403 403 200 403 403 403 403"
OWNER_OR_OTHER = "200 403 200 403 403 403 403"
SEATED = "200 200 200 403 403 403 403"

PAGES = [
    _row("GET /", "none", "200"),
    _row("GET /new", "none", "200"),
    _row("GET /health", "none", "200"),
    _row("GET /ready", "none", "200"),
    _row("GET /metrics", "none", "404"),
    _row("GET /favicon.ico", "none", "307"),
    _row("GET /robots.txt", "none", "200"),
    _row("GET /static/{path:path}", "none", "200"),
    _row("GET /t/{code}", "open", "200"),
    _row("GET /t/{code}", "playing", "200"),
    _row("GET /t/{code}", "playing", OWNER, "?as=0"),
    _row("GET /t/{code}/board", "playing", "200"),
    _row("GET /t/{code}/hand", "playing", "200 200 200 303 303 303 303"),
    _row("GET /t/{code}/hand", "playing", OTHER, "?as=2"),
    _row("GET /t/{code}/watch", "playing", "200"),
    _row("GET /t/{code}/scene", "playing", "200"),
    _row("GET /t/{code}/scene", "playing", "200", "?kind=game&after=9"),
    _row("GET /t/{code}/scene", "playing", MATE, "?page=hand&as=1"),
    _row("GET /t/{code}/menu", "open", "200"),
    _row("GET /t/{code}/menu", "playing", "200"),
    _row("GET /t/{code}/menu", "playing", MATE, "?page=hand&as=1"),
    _row("GET /t/{code}/hint", "playing", "403"),
    _row("GET /t/{code}/hint", "alone", "403"),
    _row("GET /t/{code}/hint", "coached", OWNER),
    _row("GET /t/{code}/qr.svg", "playing", "200"),
    _row("GET /t/{code}/rating", "playing", "200"),
    _row("GET /t/{code}/rating", "over", "200"),
    _row("GET /t/{code}/replay", "open", "409"),
    _row("GET /t/{code}/replay", "playing", "409"),
    _row("GET /t/{code}/replay", "paused", "409"),
    _row("GET /t/{code}/replay", "scoring", "409"),
    _row("GET /t/{code}/replay", "over", "200"),
    _row("GET /t/{code}/replay", "over", "404", "?as=9"),
    _row("GET /t/{code}/replay", "over", "404", "?with=x"),
    _row("GET /t/{code}/replay/{moment}", "playing", "409"),
    _row("GET /t/{code}/replay/{moment}", "playing", "409", "?as=open&all=1"),
    _row("GET /t/{code}/replay/{moment}", "scoring", "409", "?as=open&all=1"),
    _row("GET /t/{code}/replay/{moment}", "over", "200"),
    _row("GET /t/{code}/replay/{moment}", "over", "200", "?as=open&all=1"),
    _row("GET /t/{code}/replay/rounds/{number}", "playing", "409"),
    _row("GET /t/{code}/replay/rounds/{number}", "playing", "409", "?as=1"),
    _row("GET /t/{code}/replay/rounds/{number}", "scoring", "409", "?as=open"),
    _row("GET /t/{code}/replay/rounds/{number}", "over", "200"),
    _row("GET /t/{code}/replay/rounds/{number}", "over", "200", "?as=open"),
    _row("GET /t/{code}/record.json", "playing", "409"),
    _row("GET /t/{code}/record.json", "over", "200"),
    _row("GET /t/{code}/record.txt", "playing", "409"),
    _row("GET /t/{code}/record.txt", "over", "200"),
    _row("GET /t/{code}/analysis", "playing", "409"),
    _row("GET /t/{code}/analysis", "scoring", "409"),
    _row("GET /t/{code}/analysis", "over", "200"),
    _row("GET /t/{code}/analysis.json", "playing", "409"),
    _row("GET /t/{code}/analysis.json", "over", "404"),
    _row("GET /t/{code}/analysis/moment", "playing", "409", "?at=r1.0&as=open"),
    _row("GET /t/{code}/analysis/moment", "over", "200", "?at=r1.0&as=1"),
    _row("GET /t/{code}/analysis/next", "playing", "409", "?at=r1.0&as=1&to=mistake"),
    _row("GET /t/{code}/analysis/next", "over", "200", "?at=r1.0&as=1&to=mistake"),
    _row("GET /t/{code}/retry", "playing", "409", "?seat=1"),
    _row("GET /t/{code}/retry", "over", "200"),
    _row("GET /t/{code}/pictures/{moment}.{form}", "playing", "409", "?as=public"),
    _row("GET /t/{code}/pictures/{moment}.{form}", "playing", "409", "?as=1"),
    _row("GET /t/{code}/pictures/{moment}.{form}", "playing", "409", "?as=open"),
    _row("GET /t/{code}/pictures/{moment}.{form}", "over", "200", "?as=1"),
    _row("GET /t/{code}/pictures/{moment}.{form}", "over", "200", "?as=open"),
    _row("GET /t/{code}/clip.{form}", "playing", "409", "?from=r1.0&to=r1.1"),
    _row("GET /t/{code}/clip.{form}", "playing", "409", "?from=r1.0&to=r1.1&as=open"),
    _row("GET /t/{code}/clip.{form}", "over", "200", "?from=r1.0&to=r1.1&names=0"),
    _row("GET /t/{code}/seat/{token}", "linked", "200"),
    _row("GET /t/{code}/seat/{token}", "playing", "409"),
    _row("GET /t/{code}/talk", "playing", "200"),
]

LEARNING = [
    _row("GET /learn", "none", "200"),
    _row("GET /learn/{lesson}", "none", "200"),
    _row("POST /learn/{lesson}/step", "none", "200", step="0", show="1"),
    _row("POST /learn/{lesson}/back", "none", "200"),
    _row("POST /learn/{lesson}/again", "none", "303"),
    _row("GET /puzzles", "none", "200"),
    _row("GET /puzzles/today", "none", "303"),
    _row("GET /puzzles/{puzzle}", "none", "200"),
    _row("POST /puzzles/{puzzle}", "none", "303 303 303 303 303 200 200", option="0"),
    _row("POST /puzzles/{puzzle}", "none", "400", option="7"),
    _row("GET /rules", "none", "303"),
    _row("GET /rules/summary", "none", "200"),
    _row("GET /rules/{edition}", "none", "200"),
]

RECORDS = [
    _row("GET /replay", "none", "200"),
    _row("POST /replay", "none", "303", record=FINISHED),
    _row("POST /replay", "none", "409", record="Not a record"),
    _row("GET /replay/{record}", "none", "404"),
    _row("GET /replay/{record}/{moment}", "none", "404"),
    _row("GET /replay/{record}/rounds/{number}", "none", "404"),
    _row("GET /replay/{record}/pictures/{moment}.{form}", "none", "404"),
    _row("GET /replay/{record}/clip.{form}", "none", "404", "?from=r1.0&to=r1.1"),
    _row("GET /replay/{record}/record.json", "none", "404"),
    _row("GET /replay/{record}/record.txt", "none", "404"),
    _row("GET /replay/{record}/analysis", "none", "404"),
    _row("GET /replay/{record}/analysis.json", "none", "404"),
    _row("GET /replay/{record}/analysis/moment", "none", "404", "?at=r1.0&as=open"),
    _row("GET /replay/{record}/analysis/next", "none", "404", "?at=r1.0&as=1&to=mistake"),
    _row("GET /replay/{record}/retry", "none", "404", "?seat=1"),
    _row("POST /replay/{record}/analysis", "none", "404"),
    _row("POST /replay/{record}/{moment}/play", "none", "404", seat="1", level="page"),
    _row("POST /replay/{record}/{moment}/together", "none", "404"),
    _row("WS /replay/{record}/live", "none", "4404", "?with=x"),
]
"""What people bring belongs to nobody: whoever knows its address may watch it."""

OUTSIDE = [
    _row("POST /play", "none", "201", edition="kingup"),
    _row("POST /new", "none", "201", edition="kingup", seats="4", name="Zoe"),
    _row("POST /join", "playing", "303", code="CODE"),
    _row("POST /language", "none", "200", language="fr"),
    _row("POST /theme", "none", "200", theme="dark"),
]

BEFORE = [
    _row("POST /t/{code}/sit", "open", "200", player="3", name="Zoe"),
    _row("POST /t/{code}/sit", "open", "200 409 409 409 409 409 409", player="0", name="Zoe"),
    _row("POST /t/{code}/stand", "open", OWNER_OR_OTHER, player="2"),
    _row("POST /t/{code}/bot", "open", OWNER, player="3", level="page"),
    _row("POST /t/{code}/confirm", "open", OTHER, player="2"),
    _row("POST /t/{code}/challenge", "open", SEATED, bot="dov-identi"),
    _row("POST /t/{code}/challenge", "open", "404", bot="nobody"),
    _row("POST /t/{code}/start", "bots", OWNER),
    _row("POST /t/{code}/fill", "open", OWNER),
    _row("POST /t/{code}/fill", "playing", "409 403 403 403 403 403 403"),
]

PLAYING = [
    _row("POST /t/{code}/act", "playing", OWNER, player="0", action="A2"),
    _row("POST /t/{code}/act", "playing", MATE, player="1", action="A2"),
    _row("POST /t/{code}/act", "playing", "403 403 409 403 403 403 403", player="2", action="A2"),
    _row("POST /t/{code}/continue", "scoring", OTHER, player="2"),
    _row("POST /t/{code}/leave", "playing", OTHER, player="2"),
    _row("POST /t/{code}/return", "left", OTHER, player="2"),
    _row("POST /t/{code}/away", "playing", OWNER, player="2"),
    _row("POST /t/{code}/pause", "playing", OWNER),
    _row("POST /t/{code}/resume", "paused", OWNER),
    _row("POST /t/{code}/abandon", "playing", OWNER, sure="1"),
    _row("POST /t/{code}/pace", "playing", OWNER, bot_pace="swift"),
    _row("POST /t/{code}/coach", "playing", "409 409 409 403 403 403 403"),
    _row("POST /t/{code}/coach", "alone", OWNER),
    _row("POST /t/{code}/give", "playing", OWNER, player="2", level="page"),
    _row("POST /t/{code}/give", "playing", OWNER_OR_OTHER, player="2", to="person"),
    _row("POST /t/{code}/link", "playing", OWNER_OR_OTHER, player="2"),
    _row("POST /t/{code}/reclaim", "linked", "409 409 200 200 200 200 200", token=TOKEN),
    _row("POST /t/{code}/reclaim", "playing", "409", token=TOKEN),
    _row("POST /t/{code}/take", "linked", "409 409 200 200 200 200 200", token=TOKEN, name="Zoe"),
    _row("POST /t/{code}/take", "playing", "409", token=TOKEN, name="Zoe"),
    _row("POST /t/{code}/replay/{moment}/play", "playing", "409", seat="1", level="page"),
    _row("POST /t/{code}/replay/{moment}/play", "scoring", "409", seat="1", level="page"),
    _row("POST /t/{code}/replay/{moment}/play", "over", "201", seat="2", level="page"),
    _row("POST /t/{code}/replay/{moment}/play", "over", "404", seat="9", level="page"),
    _row("POST /t/{code}/replay/{moment}/together", "playing", "409"),
    _row("POST /t/{code}/replay/{moment}/together", "over", "303"),
    _row("POST /t/{code}/rematch", "over", SEATED),
    _row("POST /t/{code}/rematch", "playing", "409 409 409 403 403 403 403"),
    _row("POST /t/{code}/again", "over", "201 201 201 403 403 403 403"),
    _row("POST /t/{code}/again", "playing", "409 409 409 403 403 403 403"),
    _row("POST /t/{code}/analysis", "playing", "409"),
    _row("POST /t/{code}/analysis", "over", "303"),
]

CHAT = [
    _row(
        "POST /t/{code}/talk",
        "playing",
        SEATED,
        text="Good evening",
        name="Zoe",
    ),
    _row(
        "POST /t/{code}/talk",
        "playing",
        "200 200 409 409 409 409 409",
        text="Ours",
        to="mate",
        name="Zoe",
    ),
    _row(
        "POST /t/{code}/react",
        "playing",
        SEATED,
        reaction="laugh",
        name="Zoe",
    ),
    _row("POST /t/{code}/mute", "playing", "200", player="3"),
    _row("POST /t/{code}/report", "playing", "404", remark="1"),
    _row("POST /t/{code}/report", "whispered", "409 200 404 404 404 404 404", remark="1"),
    _row("POST /t/{code}/mute", "whispered", "409 200 404 404 404 404 404", remark="1"),
]
"""At the stage "whispered", Ana has sent Ben a private remark: for others it does not exist."""

ACCOUNT = [
    _row("GET /me", "none", "200"),
    _row("GET /me/statistics", "none", "200"),
    _row("GET /me/move", "none", "200"),
    _row("GET /me/delete", "none", "200"),
    _row("GET /leaderboard", "none", "200"),
    _row("GET /sw.js", "none", "200"),
    _row("POST /me/name", "none", "200", name=""),
    _row("POST /me/code", "none", "200"),
    _row("POST /me/move", "none", "404", code="wrong"),
    _row("POST /me/passkey/options", "none", "200"),
    _row("POST /me/passkey", "none", "400", credential="{}"),
    _row("POST /me/passkey/remove", "none", "404", passkey="unknown"),
    _row("POST /me/passkey/remove", "none", "200 404 404 404 404 404 404", passkey=PASSKEY),
    _row("POST /me/sign-in/options", "none", "200"),
    _row("POST /me/sign-in", "none", "400", credential="{}", leave="1"),
    _row("POST /me/push", "none", "404", endpoint="https://push.example/"),
    _row("POST /me/push/remove", "none", "200", endpoint="https://push.example/"),
    _row("POST /me/delete", "none", "400"),
]

LEAGUES = [
    _row("GET /leagues", "none", "200"),
    _row("POST /leagues", "none", "303", name="Course", edition="kingup", seats="3", seconds="10"),
    _row("POST /leagues/find", "league", "303", code="CODE"),
    _row("POST /leagues/find", "none", "404", code="CODE"),
    _row("GET /league/{code}", "league", "200"),
    _row("GET /league/{code}", "none", "404"),
    _row("GET /league/{code}/handout", "league", "200"),
    _row("GET /league/{code}/qr.svg", "league", "200"),
    _row("GET /league/{code}/records.zip", "league", "200"),
    _row("POST /league/{code}/enter", "league", "200", name="Robo", owner="Zoe"),
    _row("POST /league/{code}/enter", "league", "404", token=TOKEN),
    _row("POST /league/{code}/enter", "league", "303 404 404 404 404 404 404", token=REVOCABLE),
    _row("POST /league/{code}/leave", "league", "303 403 303 403 403 403 403", token=TOKEN),
    _row("POST /league/{code}/round", "league", "303 403 403 403 403 403 403"),
    _row("POST /league/{code}/automatic", "league", "303 403 403 403 403 403 403", on="1"),
]
"""Ana runs the league, and Cleo has a bot in it."""

SOCKETS = [
    _row("WS /t/{code}/live", "playing", "101", "?page=table"),
    _row("WS /t/{code}/live", "playing", "101", "?page=board"),
    _row("WS /t/{code}/live", "playing", "101", "?page=watch&packed=1"),
    _row("WS /t/{code}/live", "playing", "101 101 101 4403 4403 4403 4403", "?page=hand"),
    _row("WS /t/{code}/live", "playing", "4403 4403 101 4403 4403 4403 4403", "?as=2"),
    _row("WS /t/{code}/live", "none", "4404"),
    _row("WS /t/{code}/replay/live", "none", "4404"),
    _row("WS /t/{code}/replay/live", "playing", "1008", "?with=x"),
    _row("WS /t/{code}/replay/live", "over", "4404", "?with=x"),
]

SOCKET_ACTIONS = [
    Row("WS /t/{code}/live", row.stage, row.statuses, (("do", name), *row.fields), "?page=watch")
    for row in PLAYING
    for name in ("act", "continue")
    if row.route == f"POST /t/{{code}}/{name}"
]
"""What may also be sent over a socket: `do`, and then the fields of the form."""

TOKENS = [
    _row("GET /me/tokens", "none", "200"),
    _row("POST /me/tokens", "none", "200", name="Robot", owner="Ada"),
    _row("POST /me/tokens/{id}/revoke", "none", "303 404 404 404 404 404 404"),
]

BOTS = "200 200 200 200 200 401 401"
API_OWNER = "200 403 403 403 403 401 401"
API_SEATED = "200 200 200 403 403 401 401"
API = [
    _row("GET /api/openapi.json", "none", "200"),
    _row("GET /api/me", "none", BOTS),
    _row("GET /api/me/games", "none", BOTS),
    _row("GET /api/me/leagues", "none", BOTS),
    _row("GET /api/bots", "none", BOTS),
    _row("GET /api/challenges", "none", BOTS),
    _row("GET /api/tables", "open", BOTS),
    _row("GET /api/tables/{code}", "playing", BOTS),
    _row("GET /api/tables/{code}/record.json", "over", BOTS),
    _row("GET /api/tables/{code}/record.json", "playing", "409 409 409 409 409 401 401"),
    _row("GET /api/tables/{code}/record.txt", "over", BOTS),
    _row("GET /api/tables/{code}/record.txt", "playing", "409 409 409 409 409 401 401"),
    _row("GET /api/stream/events", "playing", BOTS),
    _row("GET /api/stream/games/{code}", "playing", BOTS),
    _row("POST /api/tables", "none", BOTS.replace("200", "201"), edition="kingup"),
    _row("POST /api/tables/{code}/sit", "open", BOTS),
    _row("POST /api/tables/{code}/confirm", "open", API_SEATED),
    _row("POST /api/tables/{code}/stand", "open", API_SEATED),
    _row("POST /api/tables/{code}/stand", "open", "200 403 200 403 403 401 401", player="2"),
    _row("POST /api/tables/{code}/bot", "open", API_OWNER, player="3", level="page"),
    _row("POST /api/tables/{code}/start", "bots", API_OWNER),
    _row("POST /api/tables/{code}/act", "playing", "200 200 409 403 403 401 401", action="A2"),
    _row("WS /api/stream/games/{code}", "playing", "101 101 101 101 101 401 401"),
    _row("WS /api/stream/games/{code}", "none", "404 404 404 404 404 401 401"),
    _row("WS /api/stream/games/{code}", "playing", "200 200 409 403 403 401 401", action="A2"),
    _row("POST /api/tables/{code}/continue", "scoring", API_SEATED),
    _row("POST /api/tables/{code}/leave", "playing", API_SEATED),
    _row("POST /api/tables/{code}/return", "left", API_SEATED),
    _row("POST /api/tables/{code}/pause", "playing", API_OWNER),
    _row("POST /api/tables/{code}/resume", "paused", API_OWNER),
    _row("POST /api/tables/{code}/abandon", "playing", API_OWNER),
    _row("POST /api/tables/{code}/rematch", "over", API_SEATED),
    _row(
        "POST /api/challenges",
        "open",
        "201 201 201 403 403 401 401",
        table="CODE",
        bot="dov-identi",
    ),
    _row("POST /api/challenges/{id}/accept", "none", "404 404 404 404 404 401 401"),
    _row("POST /api/challenges/{id}/decline", "none", "404 404 404 404 404 401 401"),
    _row("POST /api/challenges/{id}/accept", "asked", "404 404 404 200 404 401 401"),
    _row("POST /api/challenges/{id}/decline", "asked", "404 404 404 200 404 401 401"),
]
"""At the stage "asked", Eve, a spectator, has been challenged."""

ROWS = [
    *PAGES,
    *LEARNING,
    *OUTSIDE,
    *RECORDS,
    *BEFORE,
    *PLAYING,
    *CHAT,
    *ACCOUNT,
    *LEAGUES,
    *SOCKETS,
    *SOCKET_ACTIONS,
    *TOKENS,
    *API,
]
