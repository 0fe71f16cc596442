"""Links to moments have previews; a replay can be shared, and framed by other sites."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.guard.people import ANA, history, set_table, signed
from tests.guard.requests import HERE, Answer, ask
from tests.guard.test_matrix import ServerUnderTest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    opened = ServerUnderTest(tmp_path_factory.mktemp("sharing"))
    yield opened
    opened.close()


def page(server: ServerUnderTest, query: str, *, stage: str = "over") -> tuple[str, Answer]:
    """Return a table's code, and Ana's page of its replay at a moment."""
    code = server.run(set_table(server.app, history(stage)))
    cookies = signed(server.app, ANA)
    answer = server.run(ask(server.app, "GET", f"/t/{code}/replay/r1.3{query}", cookies=cookies))
    return code, answer


def test_the_link_to_a_moment_previews_that_moment_only(server: ServerUnderTest) -> None:
    code, answer = page(server, "?as=2")
    found = dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', answer.text))
    assert found["og:image"] == f"{HERE}/t/{code}/pictures/r1.3.jpg?as=2&amp;lang=en"
    assert found["og:url"] == f"{HERE}/t/{code}/replay/r1.3?as=2"
    assert "Long live" not in found["og:title"] + found["og:description"]
    path = found["og:image"].removeprefix(HERE).replace("&amp;", "&")
    assert server.run(ask(server.app, "GET", path)).status == 200


def test_a_moment_can_be_shared_without_later_ones(server: ServerUnderTest) -> None:
    _code, answer = page(server, "?as=public")
    dialog = answer.text[answer.text.index('<dialog id="share-dialog"') :]
    assert re.findall(r'<option value="(r[^"]+)" selected', dialog) == ["r1.0", "r1.3"]
    assert not re.search(r'<option value="r(1\.[4-9]|[23])', dialog)
    assert answer.header("x-frame-options") == "DENY"


def test_an_embedded_replay_may_be_framed_and_changes_nothing(server: ServerUnderTest) -> None:
    _code, answer = page(server, "?as=public&embed=1")
    assert answer.header("x-frame-options") == ""
    assert "frame-ancestors *" in answer.header("content-security-policy")
    forms = re.findall(r"<form[^>]*>", answer.text)
    assert all('method="dialog"' in form for form in forms)
    assert "share-dialog" not in answer.text


def test_nothing_else_may_be_framed(server: ServerUnderTest) -> None:
    _code, answer = page(server, "?embed=1", stage="playing")
    assert answer.status == 409
    assert answer.header("x-frame-options") == "DENY"
    code = server.run(set_table(server.app, history("over")))
    result = server.run(ask(server.app, "GET", f"/t/{code}?embed=1"))
    assert result.header("x-frame-options") == "DENY"
