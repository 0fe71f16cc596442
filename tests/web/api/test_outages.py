"""A database outage ends no stream and no socket of a bot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kingup.store import Store, Unavailable
from kingup.store.challenges import ChallengeStore
from kingup.store.tokens import TokenStore
from kingup.web.api import streams
from tests.web.api.bots import ApiBot, make_token
from tests.web.api.test_sockets import socket_of
from tests.web.server import Person, running


@pytest.fixture
def uncached_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a server that asks the database again all the time."""
    monkeypatch.setattr("kingup.server.api_tokens.CACHE_SECONDS_ALONE", 0.0)
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.1)
    with running(tmp_path) as address:
        yield address


@contextmanager
def outage() -> Iterator[list[str]]:
    """Make database queries about bots fail, and yield the stores that were asked."""
    asked: list[str] = []

    async def fail(one: object, *_given: object, **_named: object) -> None:
        asked.append(type(one).__name__)
        raise Unavailable

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TokenStore, "by_digest", fail)
        patch.setattr(Store, "of_person", fail)
        patch.setattr(Store, "append", fail)
        patch.setattr(ChallengeStore, "of_bot", fail)
        yield asked


def test_streams_and_sockets_outlast_an_outage(uncached_server: str) -> None:
    with (
        Person(uncached_server, "Ana") as ana,
        ApiBot(uncached_server, make_token(ana)) as robo,
    ):
        code = robo.new_table(seats=3, bots=["page", "page"])
        with (
            robo.stream("events") as events,
            robo.stream(f"games/{code}") as lines,
            socket_of(robo, code) as socket,
        ):
            assert next(events)["type"] == "game-start"
            table = next(lines)
            while not table["view"]["actions"]:
                table = next(lines)
            action = {"action": table["view"]["actions"][0], "number": table["number"]}
            with outage() as asked:
                refused = socket.ask(**action, key="once")
                assert (refused["type"], refused["code"]) == ("error", "busy"), refused
                while not {"TokenStore", "Store"} <= set(asked):
                    assert socket.ask(action="nonsense")["type"] == "error"
                answer = robo.http.post(f"/tables/{code}/act", json=action)
                assert answer.status_code == 503
                assert int(answer.headers["retry-after"]) > 0
            assert socket.ask(**action, key="once")["type"] == "done"
            assert next(lines)["number"] > table["number"]
            assert next(events)["type"] == "your-turn"
            robo.post(f"/tables/{code}/abandon")
            assert "game-end" in [event["type"] for event in _until_end(events)]


def _until_end(events: Iterator[dict[str, object]]) -> Iterator[dict[str, object]]:
    for event in events:
        yield event
        if event["type"] == "game-end":
            return
