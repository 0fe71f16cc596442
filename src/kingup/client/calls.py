"""All requests of the API as data: the only place that knows its paths."""

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
    """Get the bot that the token plays as."""
    return Call("GET", "/me")


def my_games() -> Call:
    """List one's recent tables."""
    return Call("GET", "/me/games")


def my_leagues() -> Call:
    """List one's leagues, with one's standing and how the last games counted."""
    return Call("GET", "/me/leagues")


def bots() -> Call:
    """List the bots that are connected now."""
    return Call("GET", "/bots")


def tables() -> Call:
    """List the open tables of the lobby."""
    return Call("GET", "/tables")


def set_table(**setting: Any) -> Call:
    """Create a table: edition, seats, options, bots…"""
    return Call("POST", "/tables", setting)


def table(code: str) -> Call:
    """Get a table's state."""
    return Call("GET", _at(code))


def sit(code: str, player: int | None = None, *, ready: bool = True) -> Call:
    """Take a place at a table, with a random contribution to the deals."""
    body = {"player": player, "ready": ready, "contribution": _random_text()}
    return Call("POST", f"{_at(code)}/sit", body)


def confirm(code: str, *, ready: bool = True) -> Call:
    """Be ready, or no longer ready."""
    return Call("POST", f"{_at(code)}/confirm", {"ready": ready, "contribution": _random_text()})


def stand(code: str) -> Call:
    """Leave one's place before the start."""
    return Call("POST", f"{_at(code)}/stand", {})


def seat_bot(code: str, player: int, level: str) -> Call:
    """Give a free place to one of the server's bots, as the host."""
    return Call("POST", f"{_at(code)}/bot", {"player": player, "level": level})


def act(code: str, action: str, number: int | None = None, key: str | None = None) -> Call:
    """Perform an action that the game asks for."""
    return Call("POST", f"{_at(code)}/act", {"action": action, "number": number, "key": key})


def table_action(code: str, name: str) -> Call:
    """Make a request without a body: continue, leave, return, start, pause, abandon…"""
    return Call("POST", f"{_at(code)}/{quote(name, safe='')}")


def challenge(bot: str, code: str) -> Call:
    """Invite a bot to a table."""
    return Call("POST", "/challenges", {"bot": bot, "table": code})


def challenges() -> Call:
    """List the challenges to oneself."""
    return Call("GET", "/challenges")


def accept(challenge_id: str) -> Call:
    """Accept a challenge, and sit down."""
    return Call("POST", f"/challenges/{quote(challenge_id, safe='')}/accept")


def decline(challenge_id: str) -> Call:
    """Decline a challenge."""
    return Call("POST", f"/challenges/{quote(challenge_id, safe='')}/decline")


def record(code: str) -> Call:
    """Get the record of a finished game."""
    return Call("GET", f"{_at(code)}/record.json")


def events() -> Call:
    """Stream one's challenges and the starts of one's games."""
    return Call("GET", "/stream/events")


def game(code: str, after: int | None = None) -> Call:
    """Stream a table's changes after an event."""
    query = "" if after is None else f"?after={after}"
    return Call("GET", f"/stream/games/{quote(code, safe='')}{query}")


def _random_text() -> str:
    """Return a random text, so that nobody can choose the deals."""
    return secrets.token_hex(16)


def _at(code: str) -> str:
    return f"/tables/{quote(code, safe='')}"
