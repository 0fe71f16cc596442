"""Somebody deletes everything: first their places at tables, then what is stored."""

from __future__ import annotations

from kingup.server.api_tokens import ApiTokens
from kingup.server.table_service import TableService
from kingup.store.erasure import Erasure
from kingup.tables import Table, decisions
from kingup.tables.erasure import new_nobody
from kingup.tables.events import Event


async def delete_account(
    hall: TableService, forgetting: Erasure, keys: ApiTokens, person: str, level: str
) -> None:
    """Delete all that is known of a person and of their bots; bots of a level play on for them.

    Whatever stops it in the middle, doing it again does the rest.
    """
    for token in await keys.tokens.of_person(person):
        await _leave(hall, forgetting, token.bot, level)
        await keys.revoke(token.id, person)
    await _leave(hall, forgetting, person, level)
    await forgetting.clean_file()


async def _leave(hall: TableService, forgetting: Erasure, person: str, level: str) -> None:
    nobodies: dict[str, str] = {}
    for code in await forgetting.codes(person):
        nobody = nobodies[code] = new_nobody()

        def decide(table: Table, nobody: str = nobody) -> list[Event]:
            return decisions.forget(table, person, nobody, level)

        await hall.do(code, decide)
    for code in await forgetting.forget(person, nobodies):
        await hall.reread(code)
