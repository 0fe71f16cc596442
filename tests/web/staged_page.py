"""A page that plays the messages of a table as a browser does, without a browser."""

from __future__ import annotations

import copy
import json
from typing import Any

from tests.web.bound_page import read, scene_in

Scene = dict[str, Any]


def merge(scene: Any, difference: Any) -> None:
    """Bring a scene up to date: lists are whole, or differences by id with additions as "+"."""
    for name, change in difference.items():
        old = scene[name]
        if isinstance(change, dict) and isinstance(old, list):
            items = {item["id"]: item for item in old}
            for id_, changed in change.items():
                if id_ != "+":
                    merge(items[id_], changed)
            old += change.get("+", [])
        elif isinstance(change, dict):
            merge(old, change)
        else:
            scene[name] = change


class StagedPage:
    """What a page shows: its kind, and for a game its scene."""

    def __init__(self) -> None:
        self.kind = ""
        self.number = 0
        self.scene: Scene = {}
        self.said: list[str] = []

    @property
    def actions(self) -> list[str]:
        """What the page offers to do."""
        choices = self.scene["own"]["choices"]
        return [button["id"] for choice in choices for button in choice["buttons"]]

    def receive(self, message: dict[str, Any] | bytes) -> list[tuple[dict[str, Any], Scene]]:
        """Play a message, its beats before its page; return each beat with the scene after it."""
        message = json.loads(message) if isinstance(message, bytes) else message
        self.number = message.get("number", self.number)
        if "scene" in message:
            self.kind, self.scene = "game", message["scene"]
        played = []
        for beat in message.get("beats", ()):
            merge(self.scene["board"], beat.get("board", {}))
            merge(self.scene["own"], beat.get("own", {}))
            self.said += beat.get("said", ())
            played.append((beat, copy.deepcopy(self.scene)))
        if "page" in message:
            main = read(message["page"])
            self.kind = main.attributes["data-kind"]
            self.scene = scene_in(main) if self.kind == "game" else {}
            self.said += message["said"]
        return played
