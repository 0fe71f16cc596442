"""A server without HTTP: starts and stops tables, bots, chat and leagues in order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingup.server.accounts import Accounts
from kingup.server.analysis_service import AnalysisService
from kingup.server.api_tokens import ApiTokens
from kingup.server.autoplay import Autoplayer
from kingup.server.background import BackgroundTasks
from kingup.server.bot_invitations import BotInvitations
from kingup.server.bot_listeners import BotListeners
from kingup.server.bot_threads import BotThreads
from kingup.server.chat import Chat
from kingup.server.coach import Coach
from kingup.server.league_service import LeagueService
from kingup.server.person_statistics import Statistician
from kingup.server.push.reminders import Reminders
from kingup.server.settings import ServerSettings
from kingup.server.showings import Showings
from kingup.server.table_service import TableService
from kingup.store import Store
from kingup.store.analyses import AnalysisStore
from kingup.store.challenges import ChallengeStore
from kingup.store.leagues import LeagueStore
from kingup.store.records import RecordStore
from kingup.store.sqlite_file import only_server
from kingup.store.tokens import TokenStore

if TYPE_CHECKING:
    from kingup.server.cluster.cluster import Cluster


@dataclass(slots=True)
class Runtime:
    """The services of a running server."""

    tables: TableService
    chat: Chat
    accounts: Accounts
    reminders: Reminders | None
    """None if the operator has configured no contact for push services."""
    api_tokens: ApiTokens
    challenges: ChallengeStore
    bot_listeners: BotListeners
    bot_invitations: BotInvitations
    leagues: LeagueService
    records: RecordStore
    showings: Showings
    analyses: AnalysisService
    statistician: Statistician
    coach: Coach


@contextlib.asynccontextmanager
async def running(settings: ServerSettings) -> AsyncIterator[Runtime]:
    """Start a server's services, and stop them when the context ends."""
    async with only_server(settings.database), _services(settings) as runtime:
        yield runtime


@contextlib.asynccontextmanager
async def _services(settings: ServerSettings) -> AsyncIterator[Runtime]:
    store = await Store.open(settings.database)
    threads = BotThreads(settings.bot_threads)
    try:
        tables = TableService(store)
        chat = Chat(tables)
        listeners = BotListeners()
        cluster = await _join_cluster(tables, listeners, threads, settings)
        choose = threads.choose_at if cluster is None else cluster.workers.choose
        autoplayer = Autoplayer(tables, choose, settings)
        background = await BackgroundTasks.start(tables, settings)
        tokens = TokenStore(store.database)
        challenges = ChallengeStore(store.database)
        tables.on_change(listeners.table_changed)
        invitations = BotInvitations(tables, tokens, challenges, listeners)
        leagues = LeagueService(tables, LeagueStore(store.database), lambda: listeners.bots)
        showings = Showings(store.database)
        kept_analyses = AnalysisStore(store.database)
        records = RecordStore(store.database)
        seconds = settings.analysis_seconds
        analyses = AnalysisService(tables, kept_analyses, records, seconds)
        tasks = [
            asyncio.create_task(threads.wake(prepare=settings.prepare)),
            asyncio.create_task(tables.keep_waking()),
            asyncio.create_task(chat.keep_sweeping()),
            asyncio.create_task(leagues.keep_running()),
            asyncio.create_task(analyses.keep_running()),
        ]
        try:
            yield Runtime(
                tables=tables,
                chat=chat,
                accounts=background.accounts,
                reminders=background.reminders,
                api_tokens=ApiTokens(tokens),
                challenges=challenges,
                bot_listeners=listeners,
                bot_invitations=invitations,
                leagues=leagues,
                records=records,
                showings=showings,
                analyses=analyses,
                statistician=Statistician(store, kept_analyses, threads),
                coach=Coach(threads),
            )
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            invitations.close()
            await showings.close()
            await autoplayer.close()
            await background.close()
            if cluster is not None:
                await cluster.leave()
            await chat.close()
            await tables.close()
    finally:
        threads.close()
        await store.close()


async def _join_cluster(
    tables: TableService,
    listeners: BotListeners,
    threads: BotThreads,
    settings: ServerSettings,
) -> Cluster | None:
    """Join the other servers of the same database, if it can be shared."""
    if not tables.shared:
        return None
    # Imported late: it needs packages that a single server does not need.
    from kingup.server.cluster.cluster import Cluster

    return await Cluster.join(tables, listeners, threads, settings)
