"""The chat of a server: messages reach those who may read them, and are deleted in time."""

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
from tests.waiting import PATIENCE, wait_until_async

PEOPLE = ("ana", "ben", "cleo", "dov")
TEAMS = TableSetting("vive-le-roi", (2, 1, 1))
RENDERER = Renderer(static=lambda path: path)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Socket(Signal):
    """A player's open socket, which waits to be woken."""

    player: int | None = 1
    hover: str | None = None


@asynccontextmanager
async def chat_at(folder: Path) -> AsyncIterator[tuple[TableService, Chat, Clock]]:
    """Open a table service and its chat, on a clock that only the test moves."""
    async with table_service_at(folder) as service:
        clock = Clock()
        service.clock = clock
        chat = Chat(service)
        yield service, chat, clock
        await chat.close()


@asynccontextmanager
async def chat_at_table(
    folder: Path, setting: TableSetting | None = None
) -> AsyncIterator[tuple[Chat, LiveTable, Clock]]:
    """Yield the chat of a table of four."""
    async with chat_at(folder) as (service, chat, clock):
        yield chat, await table_of(service, PEOPLE, setting), clock


async def listen_as(
    chat: Chat, live: LiveTable, person: str | None, after: int = 0
) -> ChatListener:
    opened = ChatListener(RENDERER, live, person, after, chat)
    await opened.open()
    return opened


def new_texts(listener: ChatListener) -> list[str]:
    news = listener.new_remarks()
    return [] if news is None else [one["said"] for one in news["remarks"]]


async def test_every_listener_gets_each_message_once_in_order(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (chat, live, _clock):
        ben, guest = await listen_as(chat, live, "ben"), await listen_as(chat, live, "guest")
        assert not ben.has_news
        await chat.say(live, "ana", "hello")
        assert ben.has_news
        assert new_texts(ben) == new_texts(guest) == ["ana: hello"]
        assert not ben.has_news
        assert ben.new_remarks() is None
        await chat.say(live, "ben", "hi")
        await chat.say(live, "ana", "so?")
        assert new_texts(ben) == ["ben: hi", "ana: so?"]
        assert new_texts(await listen_as(chat, live, "ben", after=2)) == [
            "ana: so?"
        ]  # after a lost connection


async def test_a_message_wakes_sockets_without_redrawing_the_table(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (chat, live, _clock):
        await chat.conversation(live)
        version = live.version
        socket = Socket()
        live.sockets.add(socket)
        with live.watch_for_autoplay() as autoplayer:
            await chat.say(live, "ana", "hello")
            assert await socket.wait(PATIENCE)
            assert not await autoplayer.wait(0.01), "bots are not disturbed"
        assert live.version == version


async def test_a_listener_that_opens_during_a_reload_gets_all_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with chat_at(tmp_path) as (service, chat, _clock):
            live = await table_of(service, PEOPLE)
            await chat.say(live, "ana", "hi")
            is_closed = chat.reports.is_closed

            async def read_anew(code: str) -> bool:
                monkeypatch.undo()
                live.conversation = None  # as the service does when it may have missed a notice
                return await is_closed(code)

            monkeypatch.setattr(chat.reports, "is_closed", read_anew)
            conversation = await chat.conversation(live)
            assert conversation is live.conversation
            assert [remark.text for remark in conversation.remarks] == ["hi"]

    await work()


async def test_messages_from_another_process_arrive(tmp_path: Path) -> None:
    async with (
        chat_at(tmp_path) as (service, chat, _clock),
        chat_at(tmp_path) as (there, other, _),
    ):
        live = await table_of(service, PEOPLE)
        far = await there.table(live.code)
        ben = await listen_as(chat, live, "ben")
        await other.mute(far, "cleo", "ana", on=True)
        await other.say(far, "ana", "from afar")
        assert not ben.has_news
        await chat.catch_up(live)  # what a bus between the processes asks for
        assert new_texts(ben) == ["ana: from afar"]
        assert new_texts(await listen_as(chat, live, "cleo")) == []


async def test_a_message_to_a_teammate_is_private(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path, TEAMS) as (chat, live, _clock):
        await chat.say(live, "ana", "climb!", to_mate=True)
        assert new_texts(await listen_as(chat, live, "ben")) == ["ana: climb!"]
        assert new_texts(await listen_as(chat, live, "ana")) == ["ana: climb!"]
        for person in ("cleo", "dov", "guest", None):
            assert new_texts(await listen_as(chat, live, person)) == []
        with pytest.raises(KingUpError, match="teammate"):
            await chat.say(live, "cleo", "psst", to_mate=True)
        for action in (chat.remark, chat.report):
            with pytest.raises(KingUpError, match="gone"):
                await action(live, "cleo", 1)


async def test_a_mute_hides_messages_and_reactions_from_one_person_at_every_table(
    tmp_path: Path,
) -> None:
    async with chat_at(tmp_path) as (service, chat, _clock):
        live = await table_of(service, PEOPLE)
        await chat.say(live, "ana", "hello")
        await chat.mute(live, "ben", "ana", on=True)
        await chat.say(live, "ana", "again")
        await chat.react(live, "ana", "laugh")
        assert new_texts(await listen_as(chat, live, "ben")) == []
        assert len(new_texts(await listen_as(chat, live, "cleo"))) == 3
        other = await table_of(service, PEOPLE)
        await chat.say(other, "ana", "here, too")
        assert new_texts(await listen_as(chat, other, "ben")) == []
        await chat.mute(other, "ben", "ana", on=False)
        assert new_texts(await listen_as(chat, other, "ben")) == ["ana: here, too"]
        with pytest.raises(KingUpError, match="That is you"):
            await chat.mute(live, "ben", "ben", on=True)


async def test_a_board_screen_shows_only_fresh_reactions(
    tmp_path: Path,
) -> None:
    async with chat_at_table(tmp_path, TEAMS) as (chat, live, clock):
        await chat.say(live, "ana", "hello")
        await chat.react(live, "cleo", "bravo")
        news = (await listen_as(chat, live, None)).new_remarks()
        assert news is not None
        [reaction] = news["remarks"]
        assert (reaction["reaction"], reaction["seat"], reaction["player"]) == ("bravo", 1, 2)
        clock.now += FRESH_SECONDS
        assert (await listen_as(chat, live, None)).new_remarks() is None
        assert new_texts(await listen_as(chat, live, "ben")) == ["ana: hello"]


async def test_no_person_id_is_sent_and_markup_is_escaped(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (chat, live, _clock):
        sitter = live.table.sitter(0)
        live.table.players[0] = replace(sitter, name="Amy")
        await chat.say(live, "ana", '<script>alert(1)</script> & "quotes"')
        message = (await listen_as(chat, live, "ben")).message()
        assert message is not None
        [remark] = json.loads(message)["talk"]["remarks"]
        assert "<script>" not in remark["html"]
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in remark["html"]
        assert "ana" not in message, "only the name is shown: Amy"


async def test_a_report_includes_five_messages_before_and_after(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (chat, live, _clock):
        for i in range(20):
            await chat.say(live, PEOPLE[i % 2], str(i))
        await chat.react(live, "ana", "bravo")
        await chat.report(live, "ben", 11)
        [report] = await chat.reports.reports()
        assert [text for _number, _name, text in report.around] == [str(i) for i in range(5, 16)]
        assert (report.text, report.name) == ("10", "ana")
        for number, why in ((12, "others"), (21, "others"), (99, "gone")):
            with pytest.raises(KingUpError, match=why):
                await chat.report(live, "ben", number)


async def test_closed_chats_and_silenced_people_are_refused(tmp_path: Path) -> None:
    async with chat_at_table(tmp_path) as (chat, live, clock):
        await chat.reports.silence("ana", clock.now + DAY)
        with pytest.raises(KingUpError, match="muted you"):
            await chat.say(live, "ana", "hello")
        with pytest.raises(KingUpError, match="muted you"):
            await chat.react(live, "ana", "bravo")
        await chat.say(live, "ben", "hello")
        clock.now += DAY
        await chat.say(live, "ana", "I am back")
        await chat.reports.close_talk(live.code, clock.now)
        with pytest.raises(KingUpError, match="closed"):
            await chat.say(live, "ben", "hello?")


async def test_chat_is_deleted_a_day_after_the_game_on_disk_and_in_memory(tmp_path: Path) -> None:
    async with chat_at(tmp_path) as (service, chat, clock):
        live = await table_of(service, PEOPLE)
        await chat.say(live, "ana", "good luck")
        clock.now += 30 * DAY
        await chat.sweep()
        assert len(await chat.store.remarks(live.code)) == 1, "the game still goes on"
        await service.change(live.code, lambda table: decisions.abandon(table, "ana"))
        clock.now += DAY - 1
        await chat.sweep()
        await chat.say(live, "ben", "that was fun")
        clock.now += 1
        await chat.sweep()
        assert await chat.store.remarks(live.code) == []
        assert (await chat.conversation(live)).remarks == []
        with pytest.raises(KingUpError, match="closed"):
            await chat.say(live, "ana", "anybody?")


async def test_sweeping_continues_after_an_error_and_logs_no_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with chat_at_table(tmp_path) as (chat, live, _clock):
        await chat.say(live, "ana", "a secret between us")
        swept = 0

        async def sweep(now: float) -> None:
            nonlocal swept
            swept += 1
            if swept == 1:
                raise OSError("the disk is full")

        monkeypatch.setattr(chat.store, "sweep", sweep)
        monkeypatch.setattr(chat.reports, "sweep", sweep)
        monkeypatch.setattr("kingup.server.chat.SWEEP_INTERVAL", 0.001)
        task = asyncio.create_task(chat.keep_sweeping())
        await wait_until_async(lambda: swept >= 2)
        task.cancel()
    assert "deleting old chat failed" in caplog.text
    assert "secret" not in caplog.text
