"""What SQLite accepts and PostgreSQL refuses: NULs, and numbers beyond its integers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from kingup.web.app import create_app
from tests.guard.access_table import ROWS, Row
from tests.guard.people import DOV, PERSONS, bearer_of, cookies_of, give_tokens
from tests.guard.requests import PATIENT, Answer, ask, post, post_json, read_lines
from tests.guard.test_matrix import table_for, typed

ODD = ("\x00", "king\x00", "2147483648", "9" * 30)
EVERYWHERE = ("key", "number")
"""Fields that any form may have."""
VARIABLES = ("{code}", "{token}", "{id}", "{lesson}", "{edition}", "{path:path}")


def wrong_fields(row: Row, code: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the fields of a form, one of them wrong."""
    good = [(name, value.replace("CODE", code)) for name, value in row.fields]
    for name in dict.fromkeys((*dict(good), *EVERYWHERE)):
        for odd in ODD:
            yield [*((other, value) for other, value in good if other != name), (name, odd)]


def wrong_paths(row: Row, code: str) -> Iterator[str]:
    """Yield addresses of a route, one of their variables wrong."""
    for variable in VARIABLES:
        if variable in row.route:
            for odd in ODD:
                yield replace(row, route=row.route.replace(variable, odd)).path(code)


async def send_as_owner(
    app: FastAPI, row: Row, path: str, fields: list[tuple[str, str]]
) -> Answer:
    """Send a request as the owner of a table."""
    headers, cookies = bearer_of("owner"), cookies_of(app, "owner")
    if row.never_ends:
        return await read_lines(app, path, headers=headers, quiet=0.01)
    if row.method == "GET":
        return await ask(app, "GET", path, headers=headers, cookies=cookies)
    if row.is_api:
        return await post_json(app, path, typed(fields), headers)
    return await post(app, path, fields, cookies=cookies)


@pytest.mark.full
async def test_values_that_postgresql_refuses_are_no_server_errors(postgresql_url: str) -> None:
    async def run() -> int:
        requests = 0
        app = create_app(replace(PATIENT, database=postgresql_url))
        async with app.router.lifespan_context(app):
            await give_tokens(app, (*PERSONS.values(), DOV), time.time() + 1e6)
            for row in ROWS:
                if row.method == "WS":
                    continue
                code = await table_for(app, row)
                tries: list[tuple[str, Any]] = [
                    (path, list(row.fields)) for path in wrong_paths(row, code)
                ]
                if row.method == "POST":
                    tries += [(row.path(code), fields) for fields in wrong_fields(row, code)]
                for path, fields in tries:
                    answer = await send_as_owner(app, row, path, fields)
                    assert answer.status < 500, (row.name, path, fields)
                    requests += 1
        return requests

    assert await run() > 800
