"""No route of the API sends a byte about other players' secrets."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from kingup.server.api_tokens import digest_of
from kingup.store import Store
from kingup.store.tokens import ApiToken, TokenStore
from kingup.tables import Table, TableSetting
from kingup.tables.listing import summary_of
from kingup.web.api import streams
from tests.server.table_services import url_of
from tests.waiting import PATIENCE
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person, running
from tests.web.test_secrets import (
    PEOPLE,
    SETTINGS,
    difference,
    events_of,
    games,
    hidden_cards,
    know_the_same,
    number_of,
    with_other_cards,
)

TOKENS = {"ana": "kingup_of_ana", "stranger": "kingup_of_a_stranger"}
GETS = ("/me", "/me/games", "/me/leagues", "/tables", "/bots", "/challenges", "/tables/{code}",
        "/tables/{code}/record.json", "/tables/{code}/record.txt", "/openapi.json")  # fmt: skip
STREAMS = ("/stream/events", "/stream/games/{code}", "/stream/games/{code}?after=3")
POSTS = ("sit", "confirm", "stand", "bot", "start", "act", "leave", "return", "pause", "resume",
         "rematch", "abandon")  # fmt: skip


def moments(setting: TableSetting, seed: int) -> list[tuple[Table, Table]]:
    """Return some moments of a game, each with a copy in which others hold other secrets."""
    found: dict[str, tuple[Table, Table]] = {}
    for table in games(setting, seed):
        assert table.game is not None
        mates = table.players_of(table.seat_of(0))
        other = with_other_cards(table, mates)
        if other is not None and know_the_same(table, other, mates):
            found[table.game.phase] = (table, other)  # the last of each phase
    return list(found.values())


async def fill(folder: Path, table: Table) -> None:
    """Store a table, a token of its first player and a token of a stranger."""
    store = await Store.open(url_of(folder))
    await store.create(table.numbered, summary_of(table))
    for bot, text in TOKENS.items():
        token = ApiToken(bot, digest_of(text), "owner", bot, bot.title(), "Ada", 1.0, 1e12)
        await TokenStore(store.database).add(token)
    await store.close()


async def all_bytes(folder: Path, table: Table) -> dict[str, str]:
    """Return everything that the API sends about a table, to a player and to a stranger."""
    folder.mkdir()
    await fill(folder, table)
    answers: dict[str, str] = {}
    with running(folder) as server:
        for bot, text in TOKENS.items():
            with ApiBot(server, text) as client:
                for path in GETS:
                    answers[f"{bot} GET {path}"] = client.http.get(
                        path.format(code=table.code)
                    ).text
        for bot, text in TOKENS.items():
            with ApiBot(server, text) as client:
                for path in STREAMS:
                    with client.http.stream("GET", path.format(code=table.code)) as answer:
                        answers[f"{bot} GET {path}"] = next(answer.iter_lines())
        with ApiBot(server, TOKENS["stranger"]) as client:
            for command in POSTS:
                body = {"action": "A4"} if command == "act" else {"player": 1}
                body = {} if command == "confirm" else body
                answer = client.http.post(f"/tables/{table.code}/{command}", json=body)
                assert answer.status_code in (403, 409), answer.text
                answers[f"stranger POST {command}"] = answer.text
        with ApiBot(server, TOKENS["ana"]) as client:
            # Refusals must not depend on what others hold, either.
            for action in ("A1", "A", "Y", "N", "B", "kingmaker", "?"):
                answer = client.http.post(
                    f"/tables/{table.code}/act", json={"action": action, "number": 0}
                )
                assert answer.status_code == 409, answer.text
                answers[f"ana POST {action}"] = answer.text
    return answers


@pytest.mark.full
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: "-".join(setting.options))
async def test_no_route_depends_on_other_players_secrets(
    tmp_path: Path, setting: TableSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        streams, "KEEP_ALIVE", 0.1
    )  # so that the test does not wait for empty lines
    pairs = moments(setting, seed=4)
    assert len(pairs) >= 2
    for number, (table, other) in enumerate(pairs):
        before = await all_bytes(tmp_path / f"one-{number}", table)
        after = await all_bytes(tmp_path / f"other-{number}", other)
        assert set(before) == set(after)
        for key, text in before.items():
            assert text == after[key], f"{key}: {difference(text, after[key])}"


@pytest.mark.parametrize(
    "setting",
    [
        pytest.param({"edition": "kingup", "seats": 4}, id="kingup"),
        pytest.param(
            {"edition": "vive-le-roi", "seats": 4, "options": ["ambition", "emissary", "wedding"]},
            id="vive-le-roi",
            marks=pytest.mark.full,
        ),
    ],
)
def test_four_bots_play_a_game_without_receiving_others_secrets(
    tmp_path: Path, setting: dict[str, Any]
) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(running(tmp_path))
        people = [stack.enter_context(Person(server, name.title())) for name in PEOPLE]
        tokens = [make_token(person, f"Bot of {person.name}") for person in people]
        bots = [stack.enter_context(ApiBot(server, token)) for token in tokens]
        code = bots[0].new_table(ready=False, **setting)
        for bot in bots[1:]:
            salt = f"salt of {bot.get('/me')['owner']}"
            bot.post(f"/tables/{code}/sit", {"contribution": salt})
        bots[0].post(f"/tables/{code}/confirm", {"contribution": "salt of Ana"})
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda bot: bot.play(code), bots, timeout=PATIENCE))
        received = [list(bot.received) for bot in bots]
        ids = [person.cookies["person"].partition(".")[0] for person in people]
    log = events_of(tmp_path, code)
    secret = next(body["secret"] for _, kind, body in log if kind == "created")
    ids += [body["person"] for _, kind, body in log if kind == "sat"]
    for player, texts in enumerate(received):
        assert len(texts) > 50
        for text in texts:
            for hidden in (*ids, *tokens, secret):
                assert hidden not in text
            assert "salt of" not in text
            number = number_of(text)
            if number is None or '"view"' not in text:
                continue
            # Cards of earlier rounds are open, and may have been dealt again.
            view = json.loads(text)["view"] or {"rounds": []}
            now = json.dumps({**view, "rounds": view["rounds"][-1:]})
            for card in hidden_cards(log, number, player):
                assert card not in now, f"event {number} gave {card} away to player {player}"
