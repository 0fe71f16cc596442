"""Everything that can be asked of a server, as data: one place that knows the addresses."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Call:
    """A request."""

    method: str
    path: str
    body: dict[str, Any] | None = None


def me() -> Call:
    """Ask which bot a token plays as."""
    return Call("GET", "/me")


def my_games() -> Call:
    """Ask for one's last tables."""
    return Call("GET", "/me/games")


def bots() -> Call:
    """Ask which bots listen now."""
    return Call("GET", "/bots")


def tables() -> Call:
    """Ask for the open tables of the lobby."""
    return Call("GET", "/tables")


def set_table(**setting: Any) -> Call:
    """Set a table: edition, seats, options, bots…"""
    return Call("POST", "/tables", setting)


def table(code: str) -> Call:
    """Ask how a table stands."""
    return Call("GET", _at(code))


def sit(code: str, player: int | None = None, *, ready: bool = True) -> Call:
    """Take a place at a table; who is ready adds a random text to the deals."""
    body = {"player": player, "ready": ready, "contribution": _random_text()}
    return Call("POST", f"{_at(code)}/sit", body)


def confirm(code: str, *, ready: bool = True) -> Call:
    """Say whether one is ready."""
    return Call("POST", f"{_at(code)}/confirm", {"ready": ready, "contribution": _random_text()})


def stand(code: str) -> Call:
    """Leave one's place before the start."""
    return Call("POST", f"{_at(code)}/stand", {})


def seat_bot(code: str, player: int, level: str) -> Call:
    """Give a free place to a bot of the server's, as the host."""
    return Call("POST", f"{_at(code)}/bot", {"player": player, "level": level})


def act(code: str, action: str, number: int | None = None, key: str | None = None) -> Call:
    """Do what the game asks for."""
    return Call("POST", f"{_at(code)}/act", {"action": action, "number": number, "key": key})


def deed(code: str, name: str) -> Call:
    """Do something that needs no words: leave, return, start, pause, resume, abandon, rematch."""
    return Call("POST", f"{_at(code)}/{quote(name, safe='')}")


def challenge(bot: str, code: str) -> Call:
    """Ask a bot to a table."""
    return Call("POST", "/challenges", {"bot": bot, "table": code})


def challenges() -> Call:
    """Ask what one is asked."""
    return Call("GET", "/challenges")


def accept(challenge_id: str) -> Call:
    """Sit down where one is asked to."""
    return Call("POST", f"/challenges/{quote(challenge_id, safe='')}/accept")


def decline(challenge_id: str) -> Call:
    """Do not come."""
    return Call("POST", f"/challenges/{quote(challenge_id, safe='')}/decline")


def record(code: str) -> Call:
    """Ask for the record of a finished game."""
    return Call("GET", f"{_at(code)}/record.json")


def events() -> Call:
    """Listen to everything that concerns one."""
    return Call("GET", "/stream/events")


def game(code: str, after: int | None = None) -> Call:
    """Listen to everything at a table, after an event."""
    query = "" if after is None else f"?after={after}"
    return Call("GET", f"/stream/games/{quote(code, safe='')}{query}")


def _random_text() -> str:
    """Return what nobody could know before, for deals that nobody can choose."""
    return secrets.token_hex(16)


def _at(code: str) -> str:
    return f"/tables/{quote(code, safe='')}"
