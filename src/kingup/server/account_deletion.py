"""Deletes an account: first its seats at tables, then everything that is stored about it."""

from __future__ import annotations

from kingup.server.api_tokens import ApiTokens
from kingup.server.table_service import TableService
from kingup.store.erasure import Erasure
from kingup.tables import Table, decisions
from kingup.tables.erasure import new_anonymous_id
from kingup.tables.events import Event


async def delete_account(
    tables: TableService, erasure: Erasure, tokens: ApiTokens, person: str, level: str
) -> None:
    """Delete everything about a person and their API bots; bots of `level` take over their seats.

    An interrupted deletion is finished by calling this again.
    """
    for token in await tokens.store.of_person(person):
        await _erase(tables, erasure, token.bot, level)
        await tokens.revoke(token.id, person)
    await _erase(tables, erasure, person, level)
    await erasure.clean_file()


async def _erase(tables: TableService, erasure: Erasure, person: str, level: str) -> None:
    anonymous_ids: dict[str, str] = {}
    for code in await erasure.codes(person):
        anonymous = anonymous_ids[code] = new_anonymous_id()

        def decide(table: Table, anonymous: str = anonymous) -> list[Event]:
            return decisions.forget(table, person, anonymous, level)

        await tables.change(code, decide)
    for code in await erasure.erase(person, anonymous_ids):
        await tables.reload(code)
