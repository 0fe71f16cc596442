"""Playing on from a moment: a table of one's own against bots, marked, and never rated."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kingup.tables import Table, advance, decisions
from tests.guard.people import signed
from tests.guard.requests import HERE, Answer, post
from tests.tables.test_recorded import ME, finished
from tests.web.pages.lobby.lobbies import page_of, viewer
from tests.web.pages.replay.test_replay_routes import BEN, Server

EVE = "eve-identityidentityid"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("what if"))
    yield running
    running.close()


def play_on(server: Server, path: str, person: str, **fields: str) -> Answer:
    headers = (("origin", HERE), ("accept", "application/json"))
    cookies = signed(server.app, person)
    answer: Answer = server.run(
        post(server.app, path, list(fields.items()), headers=headers, cookies=cookies)
    )
    return answer


def made(server: Server, answer: Answer) -> Table:
    assert answer.status == 201, answer.text
    live = server.run(server.app.state.services.tables.table(answer.json()["code"]))
    table: Table = live.table
    return table


@pytest.mark.parametrize("person", [BEN, EVE], ids=["a player", "a visitor"])
def test_anybody_may_play_on_as_any_seat(server: Server, person: str) -> None:
    path = f"/t/{server.code}/replay/r2.4/play"
    table = made(server, play_on(server, path, person, seat="3", level="page"))
    assert table.code != server.code
    assert table.player_of(person) == (2,)
    assert table.branch == f"/t/{server.code}/replay/r2.4?as=3"
    assert table.setting.private
    game = server.table.game
    assert game is not None
    own = table.view(2).own
    assert own is not None
    assert own.favourites == (game.rounds[1].deal.favourites[2],)
    page = server.get(f"/t/{table.code}", person).text
    assert "What if?" in page
    for other in (0, 1, 3):
        assert game.rounds[1].deal.favourites[other] not in page


def test_the_same_form_twice_is_one_table(server: Server) -> None:
    path = f"/t/{server.code}/replay/r1.9/play"
    one, two = (
        made(server, play_on(server, path, EVE, seat="1", level="page", key="once")).code
        for _ in range(2)
    )
    assert one == two


@pytest.mark.parametrize(
    ("moment", "seat", "level", "status"),
    [
        ("end", "1", "page", 409),
        ("r1.2", "0", "page", 404),
        ("r1.2", "open", "page", 404),
        ("r1.2", "", "page", 404),
        ("r1.2", "1", "nobody", 409),
        ("r9.2", "1", "page", 404),
    ],
)
def test_what_cannot_be_played_is_refused(
    server: Server, moment: str, seat: str, level: str, status: int
) -> None:
    path = f"/t/{server.code}/replay/{moment}/play"
    assert play_on(server, path, EVE, seat=seat, level=level).status == status


def test_the_result_says_that_it_was_a_what_if(server: Server) -> None:
    path = f"/t/{server.code}/replay/r3.1/play"
    table = made(server, play_on(server, path, ME, seat="1", level="page"))
    ended = finished(table, 3)
    ended, _stored = advance(ended, decisions.continue_(ended, ME, 0), ended.updated_at)
    page = page_of(ended, viewer(0, person=ME))
    assert "A what-if" in page
    assert f'href="{table.branch}"'.replace("&", "&amp;") in page
    assert 'id="rating"' not in page
