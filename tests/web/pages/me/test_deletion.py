"""Deleting a person: nothing is left in the bytes of the database file."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from sqlalchemy import text

from kingup.store import Store
from kingup.store.erasure import Erasure
from kingup.store.passkeys import Passkey, Passkeys
from kingup.store.profiles import Profiles
from kingup.store.push_subscriptions import PushSubscription, PushSubscriptions
from kingup.store.schemas import whole_schema
from kingup.tables import TableSetting
from tests.store.databases import with_store
from tests.web.api.bots import ApiBot, make_token
from tests.web.pages.me.finished_games import finish, keep, played
from tests.web.pages.me.test_device_transfer import code_of, identity
from tests.web.server import Person
from tests.web.test_routes import sentence

NAME = "Zebulonia"


def bytes_of(folder: Path) -> bytes:
    """Return everything that is on disk."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_the_second_step_lists_what_is_deleted_and_asks_again(ana: Person) -> None:
    ana.play_now()
    page = ana.get("/me/delete")
    assert page.status_code == 200
    assert "Incognito" in page.text
    refused = ana.post("/me/delete")
    assert refused.status_code == 400
    assert 'role="alert"' in refused.text
    assert sentence(ana.ask("/me/delete", sure="maybe"), 400)
    assert "Resume" in ana.get("/me").text  # nothing has happened


def test_nothing_of_a_deleted_person_is_left_in_the_database_file(
    ana: Person, ben: Person, folder: Path, server: str
) -> None:
    ana.get("/me")
    ben.get("/me")
    me, other = identity(ana), identity(ben)
    finished = [
        finish(folder, [(me, NAME), (other, "Ben")], seed=seed,
               setting=TableSetting(title=f"{NAME}'s evening"))
        for seed in range(2)
    ]  # fmt: skip
    second = finish(folder, [(other, "Ben"), (me, f"{NAME} II")], seed=5)
    for code in (*finished, second):
        assert NAME in ana.get(f"/t/{code}").text  # in memory, and rated
    running = ana.new_table(**{"seats": 3, "player-2": "page", "title": f"{NAME} plays"})
    ben.do(running, "sit", player=1, name="Ben")
    ana.do(running, "sit", player=0, name=f"{NAME} III")
    ana.do(running, "confirm", player=0, ready=1)  # without scripts the name is added to chance
    ben.do(running, "confirm", player=1, ready=1)
    waiting = ana.new_table(title=f"{NAME} waits")
    assert ana.ask("/me/name", name=NAME).status_code == 200
    assert ana.ask(f"/t/{running}/talk", text=f"{NAME} speaks").status_code == 200
    code_of(ana)
    before = bytes_of(folder)
    assert me.encode() in before
    assert NAME.encode() in before

    answer = ana.post("/me/delete", sure="1")
    assert answer.status_code == 303
    after = bytes_of(folder)
    assert me.encode() not in after
    assert NAME.encode() not in after
    assert other.encode() in after  # only what is hers has gone

    home = ana.get("/")
    assert "Everything is deleted" in home.text
    assert identity(ana) != me
    assert "No games yet" in ana.get("/me").text

    for code in (*finished, second):
        for page in ("", "/watch", "/record.json", "/record.txt"):
            shown = ben.get(f"/t/{code}{page}").text
            assert NAME not in shown
            assert "Incognito" in shown
    assert "Incognito" not in ben.get("/me").text.partition("Head to head")[2]
    going_on = ben.table(running)["page"]
    assert NAME not in going_on
    assert 'data-phase="place"' in going_on
    assert ben.do(running, "pause")  # the host's tools are Ben's now
    assert NAME not in ben.get(f"/t/{waiting}").text
    assert "abandoned" in ben.get(f"/t/{waiting}").text.lower()


def test_another_device_with_the_old_cookie_opens_an_empty_page(ana: Person, ben: Person) -> None:
    code = ana.play_now()
    assert ben.ask("/me/move", code=code_of(ana)).status_code == 200
    assert code in ben.get("/me").text
    assert ana.ask("/me/delete", sure="1").status_code == 200
    assert "No games yet" in ben.get("/me").text
    refused = ben.ask(f"/t/{code}/act", player=0, action="A1")
    assert refused.status_code in (403, 409)
    assert sentence(refused, refused.status_code)


def test_deleting_nothing_is_no_error(ana: Person) -> None:
    assert ana.post("/me/delete", sure="1").status_code == 303
    assert ana.post("/me/delete", sure="1").status_code == 303


def test_deletion_covers_every_column_with_ids_of_people() -> None:
    """For a new table with ids of people: mark the column with FORGET, or rewrite it there."""
    rewritten = {("tables", "host"), ("people", "person"), ("tokens", "bot")}
    found = [
        (table.name, column.name)
        for table in whole_schema().sorted_tables
        for column in table.columns
        if column.name in ("person", "host", "bot", "reporter", "muted")
        and not column.info.get("forget")
    ]
    assert set(found) == rewritten


@with_store
async def test_deletion_removes_all_rows_of_a_person_and_no_others(store: Store) -> None:
    database = store.database
    code = await keep(store, played([("ana-id", NAME), ("ben-id", "Ben")], 1, TableSetting()))
    for person in ("ana-id", "ben-id"):
        await Profiles(database).choose(person, f"{person} {NAME}")
        await Passkeys(database).add(Passkey(person, f"key of {person}", "x", 0, "localhost"))
        await Passkeys(database).challenge(person, "sign-in", f"challenge of {person}")
        await PushSubscriptions(database).keep(
            PushSubscription(person, f"https://push.example/{person}", "k", "a", "en")
        )
    await Erasure(database).erase("ana-id", {code: "~gone"})
    async with database.engine.connect() as connection:
        for table in whole_schema().sorted_tables:
            rows = (await connection.execute(text(f'select * from "{table.name}"'))).all()
            dump = json.dumps([list(row) for row in rows], default=str)
            assert "ana-id" not in dump, table.name
    assert await Erasure(database).codes("ana-id") == []
    assert await Erasure(database).codes("ben-id") == [code]
    assert await Passkeys(database).count("ben-id") == 1
    assert await store.held("ben-id") == {code: (1,)}


def test_a_rewritten_log_is_still_valid(folder: Path, server: str) -> None:
    with sqlite3.connect(folder / "tables.sqlite") as database:
        (found,) = database.execute("pragma integrity_check").fetchone()
        assert found == "ok"
        gaps = database.execute(
            "select code from events group by code having max(number) != count(*)"
        ).fetchall()
    assert gaps == []


def test_deletion_leaves_paused_games_too(ana: Person, ben: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-2": "page"})
    ben.do(code, "sit", player=1, name="Ben")
    ana.do(code, "confirm", player=0)
    ben.do(code, "confirm", player=1)
    ana.do(code, "pause")
    assert ana.ask("/me/delete", sure="1").status_code == 200
    assert ben.do(code, "resume")


def test_deletion_removes_a_persons_bots_from_games(
    ana: Person, ben: Person, folder: Path, server: str
) -> None:
    name = "Xanthippos"
    with ApiBot(server, make_token(ana, "Xanthibot", owner=name)) as bot:
        code = ben.new_table(**{"seats": 3, "player-2": "page"})
        bot.post(f"/tables/{code}/sit", {"player": 1})
        ben.do(code, "confirm", player=0)
        assert name.encode() in bytes_of(folder)
        assert ana.ask("/me/delete", sure="1").status_code == 200
        bot.get("/me", 401)
    after = bytes_of(folder)
    assert name.encode() not in after
    assert b"Xanthibot" not in after
    assert "Xanthi" not in ben.table(code)["page"]
