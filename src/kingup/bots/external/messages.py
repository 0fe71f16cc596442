"""The messages of the protocol: written for a bot, and validated when read from one."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kingup.bots.external.failures import BotFailure, printable, printable_bytes
from kingup.view import View

PROTOCOL = 1
"""The version of the protocol. Keys may be added to messages within a version."""

MOST_NAME = 40
"""The most characters shown of a bot's name and author."""

MOST_ACTIONS = 14
"""The most actions that an error lists."""

OptionValue = bool | int | float | str

Message = dict[str, Any]


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of every message in both directions."""
    # Slow to import, and not needed in a game.
    from importlib import resources

    source = resources.files("kingup.bots") / "protocol.schema.json"
    loaded: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return loaded


# Messages to the bot.


def write(message: Message) -> bytes:
    """Return a message as its line.

    It is ASCII without spaces outside strings, so that a bot in a language without JSON can manage
    with a simple search.
    """
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")


def hello() -> Message:
    """Return the first message, which a bot answers with its own `hello`."""
    return {"type": "hello", "protocol": PROTOCOL}


def options(values: Mapping[str, OptionValue]) -> Message:
    """Return the message that sets the bot's options."""
    return {"type": "options", "options": dict(values)}


def new_game(game: int, view: View, seed: int, seconds: float) -> Message:
    """Return the announcement of a game, for the seat of a view."""
    own = seat_players(view)
    return {
        "type": "new-game",
        "game": game,
        "edition": view.edition,
        "options": view.options,
        "seats": view.seats,
        "seat": seat_of(view),
        "players": own,
        "seed": seed,
        "seconds": seconds,
    }


def choose(number: int, view: View, seconds: float) -> Message:
    """Return the request for an action; the view is all that the bot gets to know."""
    return {"type": "choose", "id": number, "seconds": seconds, "view": view.as_dict()}


def game_over(game: int, view: View | None) -> Message:
    """Return the end of a game: its last view, or None if it was aborted."""
    return {
        "type": "game-over",
        "game": game,
        "result": _result(view),
        "view": None if view is None else view.as_dict(),
    }


def bye() -> Message:
    """Return the last message: the bot must exit."""
    return {"type": "bye"}


def seat_of(view: View) -> int:
    """Return the viewer's seat."""
    first = 0
    for seat, size in enumerate(view.seats):
        if view.viewer is not None and first <= view.viewer < first + size:
            return seat
        first += size
    raise ValueError("an external bot needs the view of a player")


def seat_players(view: View) -> tuple[int, ...]:
    """Return the players of the viewer's seat."""
    seat = seat_of(view)
    first = sum(view.seats[:seat])
    return tuple(range(first, first + view.seats[seat]))


def _result(view: View | None) -> str:
    if view is None or view.winners is None:
        return "broken-off"
    if seat_of(view) not in view.winners:
        return "lost"
    return "won" if len(view.winners) == 1 else "shared"


# Messages from the bot.


@dataclass(frozen=True, slots=True)
class Introduction:
    """A bot's description of itself."""

    name: str
    author: str = ""
    options: dict[str, OptionValue] = field(default_factory=dict)
    """The options it offers, with their defaults."""


def read_hello(line: bytes, bot: str) -> Introduction:
    """Parse a bot's introduction; `bot` is its name in errors."""
    message = _read(line, "hello", bot)
    spoken = message.get("protocol")
    if not _is(spoken, PROTOCOL):
        raise BotFailure(
            "“{bot}” speaks version {spoken} of the protocol, but this is version {ours}.",
            bot=bot,
            kind="protocol",
            spoken=_brief(spoken),
            ours=PROTOCOL,
        )
    name, author = message.get("name"), message.get("author", "")
    if not isinstance(name, str) or not name.strip():
        raise _wrong_key(line, bot, "name")
    if not isinstance(author, str):
        raise _wrong_key(line, bot, "author")
    offered = message.get("options", {})
    if not isinstance(offered, dict) or not all(
        _is_option_value(value) for value in offered.values()
    ):
        raise _wrong_key(line, bot, "options")
    return Introduction(
        printable(name.strip(), MOST_NAME), printable(author.strip(), MOST_NAME), offered
    )


def read_action(line: bytes, bot: str, number: int, view: View) -> str:
    """Return the action in a bot's line, one of the view's."""
    message = _read(line, "action", bot)
    if not _is(message.get("id"), number):
        raise BotFailure(
            "“{bot}” was asked question {asked} but answered question {answered}.",
            bot=bot,
            kind="garbage",
            asked=number,
            answered=_brief(message.get("id")),
        )
    action = message.get("action")
    if not isinstance(action, str):
        raise _wrong_key(line, bot, "action")
    if action not in view.actions:
        raise BotFailure(
            "“{bot}” chose “{action}”, but was offered: {actions}.",
            bot=bot,
            kind="illegal",
            action=printable(action),
            actions=_listed(view.actions),
        )
    return action


def _read(line: bytes, kind: str, bot: str) -> Message:
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BotFailure(
            "“{bot}” wrote “{line}”, which is not UTF-8.",
            bot=bot,
            kind="garbage",
            line=printable_bytes(line),
        ) from None
    try:
        message = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BotFailure(
            "“{bot}” wrote “{line}”, which is not JSON.",
            bot=bot,
            kind="garbage",
            line=printable_bytes(line),
        ) from None
    if not isinstance(message, dict) or message.get("type") != kind:
        raise BotFailure(
            "“{bot}” wrote “{line}”, but an object of the type “{type}” was expected.",
            bot=bot,
            kind="garbage",
            line=printable_bytes(line),
            type=kind,
        )
    return message


def _refuse(constant: str) -> None:
    # Python accepts NaN and Infinity, which are not JSON.
    raise ValueError(constant)


def _is(value: object, number: int) -> bool:
    # 1.0 equals 1 in JSON Schema and in languages with one kind of number; true does not.
    return not isinstance(value, bool) and isinstance(value, int | float) and value == number


def _is_option_value(value: object) -> bool:
    # JSON does not limit numbers: 1e999 becomes Python's infinity.
    return isinstance(value, OptionValue) and (
        not isinstance(value, float) or math.isfinite(value)
    )


def _brief(value: object) -> str:
    # Lists may be nested too deeply to be written again.
    return printable(str(value), 20) if isinstance(value, OptionValue) else "–"


def _listed(actions: Sequence[str]) -> str:
    # There can be as many as 52 placements.
    more = [] if len(actions) <= MOST_ACTIONS else ["…"]
    return ", ".join([*actions[:MOST_ACTIONS], *more])


def _wrong_key(line: bytes, bot: str, key: str) -> BotFailure:
    return BotFailure(
        "“{bot}” wrote “{line}”, in which “{key}” is missing or has the wrong type.",
        bot=bot,
        kind="garbage",
        line=printable_bytes(line),
        key=key,
    )
