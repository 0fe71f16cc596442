"""Students' bots for tests: clients with tokens that wait for games and play them."""

from __future__ import annotations

import re
import threading
from types import TracebackType

import httpx2

from tests.waiting import PATIENCE
from tests.web.api.bots import ApiBot
from tests.web.server import Person


def enter(person: Person, code: str, name: str) -> str:
    """Enter a new bot into a league, and return the token that is shown once."""
    page = person.post(f"/league/{code}/enter", name=name, owner=person.name)
    assert page.status_code == 200, page.text
    found = re.search(r"<code[^>]*>(kingup_[\w-]{43})</code>", page.text)
    assert found
    return found[1]


class Student(threading.Thread):
    """A bot that listens to its events, and plays every game that begins."""

    def __init__(self, server: str, token: str) -> None:
        super().__init__(daemon=True)
        self.bot = ApiBot(server, token)
        self.listening = threading.Event()

    def run(self) -> None:
        """Wait for games until the stream is closed."""
        try:
            with self.bot.http.stream("GET", "/stream/events") as answer:
                self.listening.set()
                for event in self.bot.lines(answer):
                    if event["type"] == "game-start":
                        play = threading.Thread(
                            target=self._play, args=(event["table"],), daemon=True
                        )
                        play.start()
        except httpx2.HTTPError:
            return

    def _play(self, code: str) -> None:
        try:
            self.bot.play(code)
        except (httpx2.HTTPError, RuntimeError):
            return

    def __enter__(self) -> Student:
        self.start()
        assert self.listening.wait(PATIENCE)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.bot.http.close()
