"""The services that routes and sockets use: one typed object for the whole application."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

if TYPE_CHECKING:
    from kingup.server.accounts import Accounts
    from kingup.server.analysis_service import AnalysisService
    from kingup.server.api_tokens import ApiTokens
    from kingup.server.bot_invitations import BotInvitations
    from kingup.server.bot_listeners import BotListeners
    from kingup.server.chat import Chat
    from kingup.server.coach import Coach
    from kingup.server.league_service import LeagueService
    from kingup.server.person_statistics import Statistician
    from kingup.server.push.reminders import Reminders
    from kingup.server.settings import ServerSettings
    from kingup.server.showings import Showings
    from kingup.server.table_service import TableService
    from kingup.store.challenges import ChallengeStore
    from kingup.store.records import RecordStore
    from kingup.web.http.limits import Limits
    from kingup.web.http.signed_cookies import CookieSigner
    from kingup.web.live.rendering import Renderer
    from kingup.web.live.scenes import Scenes
    from kingup.web.observability.metrics import Metrics
    from kingup.web.observability.request_log import RequestLog
    from kingup.web.observability.shutdown import Shutdown
    from kingup.web.pages.sharing.picture_maker import PictureMaker


@dataclass(slots=True)
class Services:
    """The services of a running server. `web/app.py` creates it."""

    settings: ServerSettings
    metrics: Metrics
    request_log: RequestLog
    shutdown: Shutdown
    limits: Limits
    cookie_signer: CookieSigner
    renderer: Renderer
    scenes: Scenes
    pictures: PictureMaker
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
    open_pages: Counter[str] = field(default_factory=Counter)
    """How many sockets each person has open."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the application that serves a connection."""
    services: Services = connection.app.state.services
    return services
