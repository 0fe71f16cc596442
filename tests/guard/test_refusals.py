"""Every refusal is a sentence in the language of the request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from kingup.language import LANGUAGES
from tests.guard.access_table import ROWS, Row
from tests.guard.people import ROLES
from tests.guard.requests import HERE, Answer
from tests.guard.test_matrix import JSON, ServerUnderTest, answer_to

ASKED = [row for row in ROWS if row.method in ("GET", "POST") and not row.never_ends]
SILENT = ("GET /health", "GET /ready", "GET /metrics")
"""For machines, which read no sentences."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    opened = ServerUnderTest(tmp_path_factory.mktemp("refusals"))
    yield opened
    opened.close()


def reasons(server: ServerUnderTest, row: Row, role: str) -> list[str]:
    """Return the reasons of a refusal in every language; nothing if it is accepted."""
    found = []
    for language in LANGUAGES:
        code = server.table_for(row)
        headers = (("origin", HERE), JSON, ("accept-language", language))
        answer: Answer = server.run(answer_to(server.app, row, code, role, headers))
        assert answer.status < 500, (row.name, answer.body)
        if answer.status < 400:
            return []
        if b'role="alert">' in answer.body:  # a page that shows the sentence
            text = answer.body.decode().partition('role="alert">')[2].partition("<")[0]
        else:
            text = json.loads(answer.body)["error"]
        found.append(text.replace(code, "CODE"))
    return found


def check(row: Row, sentences: list[str]) -> None:
    """Check that reasons are sentences, and differ between languages."""
    for sentence in sentences:
        assert sentence[:1].isupper() or sentence[:1] in "«“", (row.name, sentence)
        assert sentence.endswith((".", "?", "!")), (row.name, sentence)
        assert "{" not in sentence, (row.name, sentence)
    assert len(set(sentences)) == len(sentences), (row.name, sentences)


@pytest.mark.full
@pytest.mark.parametrize("row", ASKED, ids=lambda row: row.name)
def test_refused_roles_get_a_reason_in_their_language(server: ServerUnderTest, row: Row) -> None:
    if row.route in SILENT:
        return
    for role in ("owner", "other", "stranger", "nobody"):
        if row.status(ROLES.index(role)) >= 400:
            sentences = reasons(server, row, role)
            assert len(sentences) == len(LANGUAGES)
            check(row, sentences)


WRONG: dict[str, Callable[[str], str]] = {
    "nothing at all": lambda value: "",
    "a word": lambda value: "zyx",
    "far too much": lambda value: "W" * 3000,
    "another kind": lambda value: "-1",
}


@pytest.mark.parametrize(
    "wrong", ["a word", *(pytest.param(w, marks=pytest.mark.full) for w in WRONG if w != "a word")]
)
@pytest.mark.parametrize(
    "row", [row for row in ASKED if row.method == "POST" and row.fields], ids=lambda row: row.name
)
def test_wrong_input_is_explained_in_every_language(
    server: ServerUnderTest, row: Row, wrong: str
) -> None:
    for place, (name, value) in enumerate(row.fields):
        fields = [*row.fields]
        fields[place] = (name, WRONG[wrong](value))
        changed = replace(row, fields=tuple(fields))
        check(changed, reasons(server, changed, "owner"))
