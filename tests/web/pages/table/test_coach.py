"""The coach over HTTP: one route, one person, one view."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from fastapi import FastAPI

from kingup.notation import read_json
from kingup.server.bot_threads import BotThreads
from kingup.server.coach import Coach
from kingup.server.refusals import Refusal
from kingup.tables import Table, TableSetting, advance, decisions
from kingup.tables.events import Event
from tests.guard.people import ANA, BEN, EVE, SECRET, START, cookies_of, set_table, signed
from tests.guard.requests import HERE, Answer, ask, post, serving
from tests.server.table_services import LEVELS
from tests.web.browser_games.worlds import other_world

FORM = (("origin", HERE),)
JSON = (("origin", HERE), ("accept", "application/json"))


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with serving(tmp_path) as app:
        yield app


def after(table: Table, events: Sequence[Event]) -> Table:
    return advance(table, events, table.updated_at + 1)[0]


def begun(
    *, people: Sequence[str] = (ANA,), coach: bool = True, options: tuple[str, ...] = ()
) -> Table:
    """Return a game of people and bots that has just begun."""
    made = TableSetting("vive-le-roi", (1, 1, 1), options)
    table, _ = advance(None, decisions.create(people[0], made, "rook-22222", SECRET), START)
    for player in range(made.players):
        if player < len(people):
            events = decisions.sit(table, people[player], player, f"P{player}")
        else:
            events = decisions.seat_bot(table, people[0], player, "page", LEVELS)
        table = after(table, events)
    if coach:
        table = after(table, decisions.coach(table, people[0]))
    for player, person in enumerate(people):
        table = after(table, decisions.confirm(table, person, player, "salt"))
    return table


def play(table: Table, chance: random.Random, until: str | None = None) -> Table:
    """Play at random until Ana has to decide something in a phase, or to the end."""
    while table.status == "playing":
        waiting = table.waiting_for()
        if 0 in waiting and table.view(0).phase == until and len(table.view(0).actions) > 1:
            break
        player = chance.choice(waiting)
        who = table.sitter(player).person
        if table.between_rounds:
            events = decisions.continue_(table, who or "", player)
        else:
            action = chance.choice(table.view(player).actions)
            events = decisions.act(table, player, action, table.acting_by(player), person=who)
        table = after(table, events)
    for player in table.reading():
        table = after(table, decisions.continue_(table, ANA, player))
    return table


async def get(app: FastAPI, path: str, person: str = ANA) -> Answer:
    return await ask(app, "GET", path, cookies=signed(app, person))


@pytest.mark.full
async def test_a_hint_names_an_action_that_is_allowed(app: FastAPI) -> None:
    for phase in ("place", "climb", "vote"):
        table = play(begun(), random.Random(3), phase)
        code = await set_table(app, table.numbered)
        answer = await get(app, f"/t/{code}/hint")
        assert answer.status == 200
        assert "Best: " in answer.text
        assert re.search(r"\d+% ± \d", answer.text)
        assert "of your favourites by now" in answer.text
        assert ("Your card decides this vote" in answer.text) == (phase == "vote")
        rows = re.findall(r'<th scope="row">([^<]+)</th>', answer.text)
        assert 1 <= len(rows) <= 5
        assert f"Best: {rows[0]}" in answer.text or "About as good" in answer.text


@pytest.mark.full
async def test_a_hint_says_which_ambition_to_keep(app: FastAPI) -> None:
    table = begun(options=("ambition",))
    code = await set_table(app, table.numbered)
    answer = await get(app, f"/t/{code}/hint")
    assert answer.status == 200
    assert "Best: Ambition +" in answer.text
    assert len(re.findall(r'<th scope="row">Ambition', answer.text)) == 2
    assert "It moves" not in answer.text
    assert "of your favourites by now" not in answer.text


@pytest.mark.full
async def test_a_hint_is_the_same_whatever_others_hold(app: FastAPI, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    async with serving(tmp_path / "other") as other:
        other.state.services.cookie_signer = app.state.services.cookie_signer
        for phase, seed in (("place", 1), ("climb", 2), ("vote", 3)):
            table = play(begun(), random.Random(seed), phase)
            changed = other_world(tuple(table.numbered), (0,))
            assert changed is not None
            assert changed.numbered != table.numbered
            code = await set_table(app, table.numbered)
            await set_table(other, changed.numbered, code)
            answers = [await get(one, f"/t/{code}/hint") for one in (app, other)]
            assert answers[0].status == 200
            assert answers[0].text == answers[1].text


@pytest.mark.parametrize("role", ["mate", "spectator", "stranger", "nobody", "forged"])
async def test_nobody_else_gets_a_hint(app: FastAPI, role: str) -> None:
    table = play(begun(), random.Random(3), "climb")
    code = await set_table(app, table.numbered)
    cookies = cookies_of(app, role)
    answer = await ask(app, "GET", f"/t/{code}/hint", cookies=cookies)
    assert answer.status == 403
    for path in ("", "/watch", "/board", "/menu", "/scene"):
        page = await ask(app, "GET", f"/t/{code}{path}", cookies=cookies)
        assert "/hint" not in page.text
        assert f"/{code}/coach" not in page.text


@pytest.mark.parametrize("people", [(ANA,), (ANA, BEN)], ids=["alone", "with Ben"])
async def test_other_tables_have_no_hints(app: FastAPI, people: tuple[str, ...]) -> None:
    table = play(begun(people=people, coach=False), random.Random(3), "climb")
    code = await set_table(app, table.numbered)
    assert (await get(app, f"/t/{code}/hint")).status == 403
    assert "/hint" not in (await get(app, f"/t/{code}")).text
    offered = f"/{code}/coach" in (await get(app, f"/t/{code}/menu")).text
    assert offered == (len(people) == 1)


async def test_the_menu_switches_the_coach_on(app: FastAPI) -> None:
    table = play(begun(coach=False), random.Random(3), "climb")
    code = await set_table(app, table.numbered)
    sent = await post(app, f"/t/{code}/coach", [], headers=JSON, cookies=signed(app, ANA))
    assert (sent.status, sent.json()["location"]) == (200, f"/t/{code}")
    page = (await get(app, f"/t/{code}")).text
    assert f'href="/t/{code}/hint#hint"' in page
    assert "coached, not rated" in (await get(app, f"/t/{code}/menu")).text
    assert f"/{code}/coach" not in (await get(app, f"/t/{code}/menu")).text
    assert (await get(app, f"/t/{code}/hint")).status == 200
    assert "/hint" not in (await get(app, f"/t/{code}/watch")).text, "a spectator's page"


async def test_a_second_person_ends_the_hints(app: FastAPI) -> None:
    table = play(begun(), random.Random(3), "climb")
    table = after(table, decisions.issue_link(table, ANA, 2, "token"))
    table = after(table, decisions.take_over(table, BEN, "token", "Ben"))
    code = await set_table(app, table.numbered)
    for person in (ANA, BEN, EVE):
        assert (await get(app, f"/t/{code}/hint", person)).status == 403


async def test_hints_are_for_ones_own_turn(app: FastAPI) -> None:
    table = begun()
    assert table.game is not None
    while 0 in table.waiting_for():
        action = table.view(0).actions[0]
        table = after(table, decisions.act(table, 0, action, "person", person=ANA))
    code = await set_table(app, table.numbered)
    answer = await get(app, f"/t/{code}/hint")
    assert answer.status == 409
    assert "on your turn only" in answer.text


async def test_a_coach_that_is_not_compiled_yet_asks_for_patience() -> None:
    threads = BotThreads(1)  # which nobody has woken
    table = play(begun(), random.Random(3), "climb")
    with pytest.raises(Refusal, match="getting ready"):
        await Coach(threads).advise(table, ANA)
    threads.close()


async def test_a_form_seats_bots_and_a_coach(app: FastAPI) -> None:
    fields = [("edition", "kingup"), ("seats", "3"), ("name", "Ana"), ("coach", "1")]
    bots = [("player-1", "page"), ("player-2", "page")]

    async def made(*more: tuple[str, str]) -> Table:
        sent = await post(app, "/new", [*fields, *more], headers=JSON, cookies=signed(app, ANA))
        assert sent.status == 201
        live = await app.state.services.tables.table(sent.json()["code"])
        table: Table = live.table
        return table

    assert (await made(*bots)).coached
    assert not (await made(bots[0])).coached, "a seat is free"
    assert not (await made(*bots, ("screens", "passed"), ("name-0", "Ana"))).coached
    page = (await get(app, "/new?edition=kingup&seats=3&player-1=page&player-2=page")).text
    assert re.search(r'id="coach-1" name="coach" value="1" aria-describedby', page)
    page = (await get(app, "/new?edition=kingup&seats=3&player-1=page&coach=1")).text
    assert re.search(r'id="coach-1" name="coach" value="1" disabled', page)


async def test_the_result_and_the_record_say_so_and_nothing_is_rated(app: FastAPI) -> None:
    services = app.state.services
    for coach in (True, False):
        code = await set_table(app, play(begun(coach=coach), random.Random(1)).numbered)
        await services.accounts.ratings.rate(code)
        page = (await get(app, f"/t/{code}")).text
        record = read_json((await get(app, f"/t/{code}/record.json")).text)
        rated = await services.accounts.ratings.of_person(ANA)
        assert ("Coached: this game does not count for ratings." in page) == coach
        assert ("coached" in record.tags) == coach
        assert bool(rated) != coach
        assert ("rating-change" in page) != coach
