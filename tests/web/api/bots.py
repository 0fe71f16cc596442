"""External bots for tests: a token made on its page, and an HTTP client."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

import httpx2

from tests.waiting import PATIENCE
from tests.web.server import Person


def make_token(person: Person, name: str = "Robo", owner: str = "") -> str:
    """Make a token on its page, and return the token, which is shown once."""
    page = person.post("/me/tokens", name=name, owner=owner or person.name)
    assert page.status_code == 200, page.text
    found = re.search(r"<code[^>]*>(kingup_[\w-]{43})</code>", page.text)
    assert found
    return found[1]


class ApiBot:
    """A program with a token, which records every byte it receives."""

    def __init__(self, server: str, token: str) -> None:
        self.token = token
        self.received: list[str] = []
        self.http = httpx2.Client(
            base_url=f"{server}/api",
            headers={"authorization": f"Bearer {token}"} if token else {},
            timeout=PATIENCE,
            # However slow the test is, it never uses a connection that the server is closing.
            limits=httpx2.Limits(max_keepalive_connections=0),
            verify=False,
        )

    def __enter__(self) -> ApiBot:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.http.close()

    def get(self, path: str, status: int = 200) -> Any:
        """Return the answer's JSON, after a check of the status."""
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        self.received.append(answer.text)
        return answer.json()

    def post(self, path: str, body: dict[str, Any] | None = None, status: int = 200) -> Any:
        """Send JSON, and return the answer's JSON, after a check of the status."""
        answer = self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        self.received.append(answer.text)
        return answer.json()

    def new_table(self, **setting: Any) -> str:
        """Create a table and return its code."""
        return str(self.post("/tables", setting, 201)["code"])

    def act(self, code: str, action: str, number: int | None = None) -> httpx2.Response:
        """Send an action, and return the answer, accepted or not."""
        return self.http.post(f"/tables/{code}/act", json={"action": action, "number": number})

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator[dict[str, Any]]]:
        """Open a stream, and yield its lines without the empty ones."""
        with self.http.stream("GET", f"/stream/{path}") as answer:
            assert answer.status_code == 200, answer.read()
            yield self.lines(answer)

    def lines(self, answer: httpx2.Response) -> Iterator[dict[str, Any]]:
        for line in answer.iter_lines():
            if line.strip():
                self.received.append(line)
                yield json.loads(line)

    def play(self, code: str, seed: int = 1) -> dict[str, Any]:
        """Play a whole game at random from its stream, and return the last line."""
        chance = random.Random(seed)
        done = -1
        table: dict[str, Any] = {}
        with self.stream(f"games/{code}") as lines:
            for table in lines:
                view = table["view"]
                if table["status"] != "playing" or table["number"] < done or not view["actions"]:
                    continue
                actions = view["actions"]
                action = (
                    "Y" if "Y" in actions and chance.random() < 0.7 else chance.choice(actions)
                )
                answer = self.act(code, action, table["number"])
                if answer.status_code == 200:
                    done = answer.json()["number"]
                else:  # another player was faster: the next line has the new state
                    assert answer.json()["code"] in ("moved-on", "illegal-action"), answer.text
        assert table["status"] == "over"
        return table
