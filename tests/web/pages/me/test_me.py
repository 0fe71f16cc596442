"""The personal page: games, ratings, opponents, the leaderboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import wait_until
from tests.web.pages.me.finished_games import finish
from tests.web.server import Person, running
from tests.web.test_routes import sentence


def person_id(person: Person) -> str:
    person.get("/me")
    return person.cookies["person"].partition(".")[0]


def returning_person(address: str, person: Person) -> Person:
    """Return a person with the same cookie at another server."""
    again = Person(address, person.name)
    again.cookies.set("person", person.cookies["person"], domain="127.0.0.1")
    return again


@pytest.fixture(scope="module")
def opponents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Person, Person]]:
    """Return two people who have finished three games with each other and two bots."""
    folder = tmp_path_factory.mktemp("met")
    with running(folder) as address, Person(address, "Ana") as ana, Person(address, "Ben") as ben:
        people = [(person_id(ana), "Ana"), (person_id(ben), "Ben")]
    for seed in range(3):
        finish(folder, people, seed=seed)
    # A starting server rates the games that ended without one.
    with (
        running(folder) as address,
        returning_person(address, ana) as first,
        returning_person(address, ben) as second,
    ):
        wait_until(lambda: "3 games" in first.get("/me").text)
        yield first, second


def test_the_first_visit_explains_the_empty_page(ana: Person) -> None:
    page = ana.get("/me")
    assert page.status_code == 200
    assert "No games yet" in page.text
    assert page.text.count("no game yet") == 6
    assert "person=" in page.headers["set-cookie"]


def test_a_running_game_says_whose_turn_it_is(ana: Person, ben: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-2": "page", "title": "Sunday"})
    ben.do(code, "sit", player=1, name="Ben")
    ana.do(code, "confirm", player=0, ready=1)
    ben.do(code, "confirm", player=1, ready=1)
    wait_until(lambda: ana.table(code)["turn"] or ben.table(code)["turn"])
    turn, waits = (ana, ben) if ana.table(code)["turn"] else (ben, ana)
    for path in ("/me", "/"):
        assert "Your turn" in turn.get(path).text
        assert "Your turn" not in waits.get(path).text
        assert f"waiting for {turn.name}" in waits.get(path).text


def test_finished_games_are_rated_once_and_opponents_are_counted(
    opponents: tuple[Person, Person],
) -> None:
    ana, ben = opponents
    for me, other in ((ana, "Ben"), (ben, "Ana")):
        page = me.get("/me").text
        assert page.count("3 games") == 3  # against people, bots and both
        row = re.search(rf"<bdi>{other}</bdi></th><td>3</td>((?:<td>\d</td>)+)", page)
        assert row
        assert sum(int(n) for n in re.findall(r"\d", row[1])) == 3
        assert page.count(">Result<") == 3
    places = re.findall(r"you won|place \d of 4", ana.get("/me").text)
    assert len(places) == 3


def test_only_people_who_choose_a_name_are_on_the_leaderboard(
    opponents: tuple[Person, Person],
) -> None:
    ana, ben = opponents
    assert "Nobody is here yet" in ben.get("/leaderboard").text
    assert ana.post("/me/name", name="  Ana the <b>Great  ").status_code == 303
    for query in ("", "?pool=people", "?edition=kingup&pool=bots"):
        board = ben.get(f"/leaderboard{query}").text
        assert "Ana the &lt;b&gt;Great" in board
        assert "<bdi>Ben</bdi>" not in board
        assert person_id(ana) not in board
    assert "Chancellor" in ben.get("/leaderboard?pool=bots").text
    assert "Chancellor" not in ben.get("/leaderboard?pool=people").text
    assert "Nobody is here yet" in ben.get("/leaderboard?edition=vive-le-roi").text
    assert "is-me" in ana.get("/leaderboard").text
    assert "is-me" not in ben.get("/leaderboard").text
    assert ana.post("/me/name", name="").status_code == 303
    assert "Nobody is here yet" in ben.get("/leaderboard").text


def test_an_impossible_name_is_refused_beside_its_field(
    opponents: tuple[Person, Person],
) -> None:
    ana, ben = opponents
    ana.post("/me/name", name="Ana")
    taken = ben.post("/me/name", name="ANA")
    assert taken.status_code == 409
    assert 'value="ANA"' in taken.text
    assert 'aria-invalid="true"' in taken.text
    assert "ana" in sentence(ben.ask("/me/name", name="ana"), 409)
    assert "20 letters" in sentence(ben.ask("/me/name", name="x" * 500), 409)
    assert sentence(ben.ask("/me/name", name="\u200b\u200b"), 409)
    ana.post("/me/name", name="")


@pytest.mark.parametrize("query", ["?edition=chess", "?pool=cats", "?edition=&pool="])
def test_unknown_leaderboards_are_not_found(ana: Person, query: str) -> None:
    assert ana.get(f"/leaderboard{query}").status_code == 404


def test_personal_data_is_changed_from_own_pages_only(ana: Person, server: str) -> None:
    for path in ("/me/name", "/me/code", "/me/move", "/me/delete", "/me/passkey", "/me/push"):
        answer = ana.http.post(
            path, data={}, headers={"origin": "http://evil.example", "accept": "application/json"}
        )
        assert sentence(answer, 403)


@pytest.mark.parametrize(("language", "word"), [("fr", "classement"), ("it", "classifica")])
def test_the_page_is_translated_into_every_language(server: str, language: str, word: str) -> None:
    with Person(server, "Ana", language=language) as ana:
        ana.play_now()
        for path in ("/me", "/leaderboard", "/me/move", "/me/delete"):
            page = ana.get(path)
            assert page.status_code == 200
            assert f'lang="{language}"' in page.text
        assert word in ana.get("/leaderboard").text.lower()
        assert ana.post("/me/code").status_code == 200


def test_a_finished_game_is_rated_at_once(server: str, folder: Path, ana: Person) -> None:
    code = ana.play_now()
    while 'data-phase="over"' not in (html := ana.table(code)["page"]):
        shown = ana.table(code)
        actions = ana.actions(shown["page"])
        if 'data-you-act="1"' not in html:
            continue  # bots play at once
        if actions:
            fields = {"player": 0, "number": shown["number"]}
            ana.ask(f"/t/{code}/act", action="Y" if "Y" in actions else actions[0], **fields)
        else:
            ana.ask(f"/t/{code}/continue", player=0, number=shown["number"])
    wait_until(lambda: ana.get("/me").text.count("1 game<") == 2)
