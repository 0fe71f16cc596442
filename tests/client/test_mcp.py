"""A language model's tools: the SDK's own client plays a whole game on a real server."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client as McpClient
from mcp import StdioServerParameters

from kingup.cli import main
from kingup.client import AsyncClient
from kingup.client.tools import make_server
from tests.waiting import PATIENCE
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person


def result_of(result: Any) -> Any:
    """Return the JSON that a tool answers; an error fails the test."""
    assert not result.is_error, result
    return json.loads(result.content[0].text)


async def play(client: McpClient, code: str) -> dict[str, Any]:
    """Play a game to its end using only tools."""
    for _ in range(500):
        table = result_of(await client.call_tool("wait_for_turn", {"code": code, "seconds": 20}))
        if table["status"] == "over":
            return dict(table)
        actions = table["view"]["actions"]
        if actions:
            action = "Y" if "Y" in actions else actions[-1]
            asked = {"code": code, "action": action, "number": table["number"]}
            await client.call_tool("act", asked)  # another player may have been faster
    raise AssertionError("the game does not end")


async def test_a_game_is_played_over_standard_input_and_output(
    server: str, ana: Person, tmp_path: Path
) -> None:
    token = tmp_path / "token.txt"
    token.write_text(make_token(ana, "Model"), encoding="utf-8")
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "kingup", "mcp", "--server", server, "--token-file", str(token)],
        env=dict(os.environ),
    )

    async def game() -> None:
        async with McpClient(command, read_timeout_seconds=PATIENCE) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert {"set_table", "join_table", "wait_for_turn", "act", "look"} <= tools
            assert result_of(await client.call_tool("who_am_i", {}))["owner"] == "Ana"
            setting = {"edition": "vive-le-roi", "seats": 3, "bots": ["page", "page"]}
            table = result_of(await client.call_tool("set_table", setting))
            last = await play(client, table["code"])
            assert last["view"]["winners"] is not None
            uri = f"kingup://tables/{table['code']}"
            read = await client.read_resource(uri)
            assert json.loads(read.contents[0].text)["status"] == "over"  # type: ignore[union-attr]
            record = await client.read_resource(f"{uri}/record")
            assert json.loads(record.contents[0].text)["rounds"]  # type: ignore[union-attr]

    await asyncio.wait_for(game(), PATIENCE)


async def test_server_errors_reach_the_model(server: str, robo: ApiBot) -> None:
    async def errors() -> list[Any]:
        async with (
            AsyncClient(server, robo.token) as api,
            McpClient(make_server(api)) as client,
        ):
            code = result_of(await client.call_tool("set_table", {"seats": 3}))["code"]
            return [
                await client.call_tool("look", {"code": "rook-22222"}),
                await client.call_tool("act", {"code": code, "action": "A4"}),
                await client.call_tool("set_table", {"seats": 99}),
                await client.call_tool("accept", {"challenge": "x"}),
            ]

    refused = await errors()
    assert all(result.is_error for result in refused)
    said = [result.content[0].text for result in refused]
    assert "There is no table" in said[0]
    assert "The game has not begun yet." in said[1]


async def test_a_model_hosts_a_table_and_challenges_others(
    server: str, robo: ApiBot, gizmo: ApiBot, capfd: pytest.CaptureFixture[str]
) -> None:
    async def drive() -> None:
        async with (
            AsyncClient(server, robo.token) as api,
            McpClient(make_server(api)) as model,
            AsyncClient(server, gizmo.token) as other,
            McpClient(make_server(other)) as other_model,
        ):
            me = result_of(await other_model.call_tool("who_am_i", {}))["id"]
            code = result_of(await model.call_tool("set_table", {"seats": 3}))["code"]
            seated = await model.call_tool(
                "seat_bot", {"code": code, "player": 2, "level": "page"}
            )
            assert result_of(seated)["players"][2]["level"] == "page"
            assert result_of(await model.call_tool("waiting_bots", {}))["bots"] == []
            for answer in ("decline", "accept"):
                asked = result_of(await model.call_tool("challenge", {"code": code, "bot": me}))
                waits = result_of(await other_model.call_tool("challenges", {}))["challenges"]
                assert waits == [asked]
                result_of(await other_model.call_tool(answer, {"challenge": asked["id"]}))
                assert result_of(await other_model.call_tool("challenges", {}))["challenges"] == []
            assert (
                result_of(await other_model.call_tool("look", {"code": code}))["status"]
                == "playing"
            )
            for request, status in (("pause", "paused"), ("resume", "playing")):
                result_of(await model.call_tool("host", {"code": code, "action": request}))
                assert result_of(await model.call_tool("look", {"code": code}))["status"] == status
            wrong = await other_model.call_tool("host", {"code": code, "action": "pause"})
            assert wrong.is_error
            assert (await model.call_tool("host", {"code": code, "action": "cheat"})).is_error
            assert (await model.call_tool("rematch", {"code": code})).is_error  # not yet
            await asyncio.gather(play(model, code), play(other_model, code))
            again = result_of(await model.call_tool("rematch", {"code": code}))
            assert again["code"] != code
            fresh = result_of(await model.call_tool("set_table", {"seats": 3}))["code"]
            result_of(await model.call_tool("stand_up", {"code": fresh}))
            table = result_of(await model.call_tool("look", {"code": fresh}))
            assert (table["you"], table["players"]) == (None, [None] * 3)

    await asyncio.wait_for(drive(), PATIENCE)
    assert capfd.readouterr().err == ""


async def test_waiting_for_a_turn_ends_after_the_given_time(server: str, robo: ApiBot) -> None:
    async def waiting() -> Any:
        async with (
            AsyncClient(server, robo.token) as api,
            McpClient(make_server(api)) as client,
        ):
            code = result_of(await client.call_tool("set_table", {"seats": 3}))["code"]
            asked = {"code": code, "seconds": 0.5}
            lists = [await client.call_tool(name, {}) for name in ("open_tables", "my_games")]
            assert code in lists[1].content[0].text  # type: ignore[union-attr]
            return result_of(await client.call_tool("wait_for_turn", asked))

    assert (await waiting())["status"] == "open"


def test_the_command_explains_what_is_missing(
    server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", "--server", server]) == 2
    assert "token" in capsys.readouterr().err
    monkeypatch.setenv("KINGUP_TOKEN", "kingup_x")
    monkeypatch.setitem(sys.modules, "kingup.client.tools", None)
    assert main(["mcp", "--server", server]) == 2
    assert "kingup[mcp]" in capsys.readouterr().err
