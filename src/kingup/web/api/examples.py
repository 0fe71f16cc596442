"""One example of every request and response of the API. Tests send and compare them all."""

from __future__ import annotations

from typing import Any

CODE = "rook-7k2fm"

PROBLEM: dict[str, Any] = {
    "error": "The game has moved on: check the table before you decide.",
    "code": "moved-on",
}
NEW_TABLE: dict[str, Any] = {
    "edition": "vive-le-roi",
    "seats": 4,
    "options": ["ambition"],
    "bots": ["courtier", "page"],
    "private": False,
}
SIT: dict[str, Any] = {"player": 1, "contribution": "9f2c51"}
CONFIRM: dict[str, Any] = {"ready": True, "contribution": "9f2c51"}
STAND: dict[str, Any] = {"player": 1}
SEAT_BOT: dict[str, Any] = {"player": 1, "level": "courtier"}
ACT: dict[str, Any] = {"action": "A4", "number": 12, "key": "9f2c51"}
NEW_CHALLENGE: dict[str, Any] = {"bot": "4h7kmpqz", "table": CODE}
ME: dict[str, Any] = {"id": "4h7kmpqz", "name": "Little Python", "owner": "Ada"}
BOTS: dict[str, Any] = {"bots": [ME]}
DONE: dict[str, Any] = {"number": 13}
MADE: dict[str, Any] = {"code": CODE, "number": 6}
_PACE = {"kind": "none", "amount": 0}
_ADA = {
    "seat": 0,
    "name": "Little Python",
    "colour": 1,
    "level": None,
    "owner": "Ada",
    "ready": True,
    "standing_in": False,
}
_COURTIER = {
    "seat": 2,
    "name": "Wilfreda",
    "colour": 2,
    "level": "courtier",
    "owner": "",
    "ready": True,
    "standing_in": False,
}
TABLE: dict[str, Any] = {
    "type": "table",
    "code": CODE,
    "number": 4,
    "status": "open",
    "title": "",
    "edition": "kingup",
    "seats": [1, 1, 1],
    "options": [],
    "pace": _PACE,
    "host": True,
    "you": 0,
    "players": [_ADA, None, _COURTIER],
    "waiting_for": [],
    "deadline": None,
    "next": None,
    "commitment": "187b8e29c784d7a1d7041814e04fc01585b3995ae3752a4e4a26181755fd6ede",
    "view": None,
}
TABLES: dict[str, Any] = {
    "tables": [
        {
            "code": CODE,
            "status": "open",
            "title": "",
            "edition": "kingup",
            "seats": [1, 1, 1],
            "options": [],
            "pace": _PACE,
            "players": [
                {"name": "Little Python", "level": None, "owner": "Ada", "ready": True},
                None,
                {"name": "Wilfreda", "level": "courtier", "owner": "", "ready": True},
            ],
            "scores": None,
            "winners": None,
        }
    ]
}
LEAGUES: dict[str, Any] = {
    "leagues": [
        {
            "code": "tower-9m4kx",
            "name": "Bots 101",
            "place": 2,
            "games": 2,
            "share": 0.5,
            "missed": 1,
            "last": [
                {"round": 1, "number": 1, "table": CODE, "share": 1.0, "missed": False},
                {"round": 1, "number": 2, "table": None, "share": 0.0, "missed": True},
            ],
        }
    ]
}
CHALLENGE: dict[str, Any] = {
    "id": "9f2c51ab34de77c0",
    "table": CODE,
    "by": "Robo",
    "at": 1763193600.0,
}
CHALLENGES: dict[str, Any] = {"challenges": [CHALLENGE]}
EVENTS: list[dict[str, Any]] = [
    {"type": "challenge", "challenge": CHALLENGE},
    {
        "type": "game-start",
        "table": CODE,
        "number": 9,
        "player": 1,
        "edition": "kingup",
        "seats": [1, 1, 1],
        "options": [],
    },
    {"type": "your-turn", "table": CODE, "number": 12, "player": 1},
    {"type": "game-end", "table": CODE, "number": 145, "result": "won"},
]
