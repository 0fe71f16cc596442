"""The talk of a server: what is said reaches who may hear it, and is forgotten in time."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kingup.rules.errors import KingUpError
from kingup.server.chat import Chat
from kingup.server.live_table import LiveTable, Signal
from kingup.server.table_service import TableService
from kingup.tables import TableSetting, decisions
from kingup.tables.setting import DAY
from kingup.web.live.rendering import Renderer
from kingup.web.pages.chat.listener import FRESH_SECONDS, ChatListener
from tests.server.table_services import table_of, table_service_at
from tests.waiting import wait_until_async

PEOPLE = ("ana", "ben", "cleo", "dov")
TEAMS = TableSetting("vive-le-roi", (2, 1, 1))
RENDERER = Renderer(static=lambda path: path)


class Clock:
    """A clock that somebody moves."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Socket(Signal):
    """An open socket of a player's, which waits to be woken."""

    player: int | None = 1
    hover: str | None = None


@asynccontextmanager
async def talk_at(folder: Path) -> AsyncIterator[tuple[TableService, Chat, Clock]]:
    """Open a table service and its chat, on a clock that stands still."""
    async with table_service_at(folder) as service:
        clock = Clock()
        service.clock = clock
        talk = Chat(service)
        yield service, talk, clock
        await talk.close()


@asynccontextmanager
async def chat_at_table(
    folder: Path, setting: TableSetting | None = None
) -> AsyncIterator[tuple[Chat, LiveTable, Clock]]:
    """Give the chat of a table of four."""
    async with talk_at(folder) as (service, talk, clock):
        yield talk, await table_of(service, PEOPLE, setting), clock


async def listen_as(
    talk: Chat, live: LiveTable, person: str | None, after: int = 0
) -> ChatListener:
    opened = ChatListener(RENDERER, live, person, after, talk)
    await opened.open()
    return opened


def told(heard: ChatListener) -> list[str]:
    news = heard.new_remarks()
    return [] if news is None else [one["said"] for one in news["remarks"]]


async def test_everybody_hears_what_is_said_once_and_by_number(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (talk, live, _clock):
        ben, guest = await listen_as(talk, live, "ben"), await listen_as(talk, live, "guest")
        assert not ben.has_news
        await talk.say(live, "ana", "hello")
        assert ben.has_news
        assert told(ben) == told(guest) == ["ana: hello"]
        assert not ben.has_news
        assert ben.new_remarks() is None
        await talk.say(live, "ben", "hi")
        await talk.say(live, "ana", "so?")
        assert told(ben) == ["ben: hi", "ana: so?"]
        assert told(await listen_as(talk, live, "ben", after=2)) == [
            "ana: so?"
        ]  # after a lost line


async def test_a_message_wakes_who_listens_and_redraws_no_table(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (talk, live, _clock):
        await talk.conversation(live)
        version = live.version
        socket = Socket()
        live.sockets.add(socket)
        with live.watch_for_autoplay() as keeper:
            await talk.say(live, "ana", "hello")
            assert await socket.wait(60)
            assert not await keeper.wait(0.01), "bots are not disturbed"
        assert live.version == version


async def test_who_begins_to_listen_while_the_table_is_read_anew_hears_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with talk_at(tmp_path) as (service, talk, _clock):
            live = await table_of(service, PEOPLE)
            await talk.say(live, "ana", "hi")
            is_closed = talk.reports.is_closed

            async def read_anew(code: str) -> bool:
                monkeypatch.undo()
                live.conversation = None  # as the service does when it may have missed something
                return await is_closed(code)

            monkeypatch.setattr(talk.reports, "is_closed", read_anew)
            said = await talk.conversation(live)
            assert said is live.conversation
            assert [remark.text for remark in said.remarks] == ["hi"]

    await work()


async def test_what_is_said_in_another_process_is_heard_here(tmp_path: Path) -> None:
    async with (
        talk_at(tmp_path) as (service, talk, _clock),
        talk_at(tmp_path) as (there, other, _),
    ):
        live = await table_of(service, PEOPLE)
        far = await there.table(live.code)
        ben = await listen_as(talk, live, "ben")
        await other.mute(far, "cleo", "ana", on=True)
        await other.say(far, "ana", "from afar")
        assert not ben.has_news
        await talk.catch_up(live)  # what a bus between the processes asks for
        assert told(ben) == ["ana: from afar"]
        assert told(await listen_as(talk, live, "cleo")) == []


async def test_a_line_to_a_teammate_is_for_the_two_of_them(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path, TEAMS) as (talk, live, _clock):
        await talk.say(live, "ana", "climb!", to_mate=True)
        assert told(await listen_as(talk, live, "ben")) == ["ana: climb!"]
        assert told(await listen_as(talk, live, "ana")) == ["ana: climb!"]
        for person in ("cleo", "dov", "guest", None):
            assert told(await listen_as(talk, live, person)) == []
        with pytest.raises(KingUpError, match="teammate"):
            await talk.say(live, "cleo", "psst", to_mate=True)
        for deed in (talk.remark, talk.report):
            with pytest.raises(KingUpError, match="gone"):
                await deed(live, "cleo", 1)


async def test_a_mute_hides_lines_and_reactions_for_one_person_at_every_table(
    tmp_path: Path,
) -> None:
    async with talk_at(tmp_path) as (service, talk, _clock):
        live = await table_of(service, PEOPLE)
        await talk.say(live, "ana", "hello")
        await talk.mute(live, "ben", "ana", on=True)
        await talk.say(live, "ana", "again")
        await talk.react(live, "ana", "laugh")
        assert told(await listen_as(talk, live, "ben")) == []
        assert len(told(await listen_as(talk, live, "cleo"))) == 3
        other = await table_of(service, PEOPLE)
        await talk.say(other, "ana", "here, too")
        assert told(await listen_as(talk, other, "ben")) == []
        await talk.mute(other, "ben", "ana", on=False)
        assert told(await listen_as(talk, other, "ben")) == ["ana: here, too"]
        with pytest.raises(KingUpError, match="yourself"):
            await talk.mute(live, "ben", "ben", on=True)


async def test_a_reaction_is_shown_for_a_moment_and_a_television_shows_nothing_else(
    tmp_path: Path,
) -> None:
    async with chat_at_table(tmp_path, TEAMS) as (talk, live, clock):
        await talk.say(live, "ana", "hello")
        await talk.react(live, "cleo", "bravo")
        news = (await listen_as(talk, live, None)).new_remarks()
        assert news is not None
        [reaction] = news["remarks"]
        assert (reaction["reaction"], reaction["seat"], reaction["player"]) == ("bravo", 1, 2)
        clock.now += FRESH_SECONDS
        assert (await listen_as(talk, live, None)).new_remarks() is None
        assert told(await listen_as(talk, live, "ben")) == ["ana: hello"]


async def test_no_id_of_anybody_is_sent_and_markup_is_text(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (talk, live, _clock):
        sitter = live.table.sitter(0)
        live.table.players[0] = replace(sitter, name="Amy")
        await talk.say(live, "ana", '<script>alert(1)</script> & "quotes"')
        message = (await listen_as(talk, live, "ben")).message()
        assert message is not None
        [remark] = json.loads(message)["talk"]["remarks"]
        assert "<script>" not in remark["html"]
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in remark["html"]
        assert "ana" not in message, "only the name is shown: Amy"


async def test_a_report_holds_five_lines_before_and_after(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (talk, live, _clock):
        for i in range(20):
            await talk.say(live, PEOPLE[i % 2], str(i))
        await talk.react(live, "ana", "bravo")
        await talk.report(live, "ben", 11)
        [report] = await talk.reports.reports()
        assert [text for _number, _name, text in report.around] == [str(i) for i in range(5, 16)]
        assert (report.text, report.name) == ("10", "ana")
        for number, why in ((12, "others"), (21, "others"), (99, "gone")):
            with pytest.raises(KingUpError, match=why):
                await talk.report(live, "ben", number)


async def test_a_closed_talk_and_a_silenced_person_say_nothing(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (talk, live, clock):
        await talk.reports.silence("ana", clock.now + DAY)
        with pytest.raises(KingUpError, match="muted you"):
            await talk.say(live, "ana", "hello")
        with pytest.raises(KingUpError, match="muted you"):
            await talk.react(live, "ana", "bravo")
        await talk.say(live, "ben", "hello")
        clock.now += DAY
        await talk.say(live, "ana", "I am back")
        await talk.reports.close_talk(live.code, clock.now)
        with pytest.raises(KingUpError, match="closed"):
            await talk.say(live, "ben", "hello?")


async def test_talk_is_forgotten_a_day_after_the_end_on_disk_and_in_memory(tmp_path: Path) -> None:
    async with talk_at(tmp_path) as (service, talk, clock):
        live = await table_of(service, PEOPLE)
        await talk.say(live, "ana", "good luck")
        clock.now += 30 * DAY
        await talk.sweep()
        assert len(await talk.store.remarks(live.code)) == 1, "the game still goes on"
        await service.change(live.code, lambda table: decisions.abandon(table, "ana"))
        clock.now += DAY - 1
        await talk.sweep()
        await talk.say(live, "ben", "that was fun")
        clock.now += 1
        await talk.sweep()
        assert await talk.store.remarks(live.code) == []
        assert (await talk.conversation(live)).remarks == []
        with pytest.raises(KingUpError, match="any more"):
            await talk.say(live, "ana", "anybody?")


async def test_sweeping_goes_on_after_a_fault_and_logs_nothing_that_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with chat_at_table(tmp_path) as (talk, live, _clock):
        await talk.say(live, "ana", "a secret between us")
        swept = 0

        async def sweep(now: float) -> None:
            nonlocal swept
            swept += 1
            if swept == 1:
                raise OSError("the disk is full")

        monkeypatch.setattr(talk.store, "sweep", sweep)
        monkeypatch.setattr(talk.reports, "sweep", sweep)
        monkeypatch.setattr("kingup.server.chat.SWEEP_INTERVAL", 0.001)
        task = asyncio.create_task(talk.keep_sweeping())
        await wait_until_async(lambda: swept >= 2)
        task.cancel()
    assert "swept" in caplog.text
    assert "secret" not in caplog.text
