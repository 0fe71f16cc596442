"""Leagues over HTTP: founding, entering, playing, standings, records, hand-out."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from kingup.notation import read_json
from kingup.tables.dealing import verify
from tests.waiting import wait_until
from tests.web.pages.leagues.students import Student, enter
from tests.web.server import Person


@pytest.fixture
def teacher(server: str) -> Iterator[Person]:
    """Return a person who runs a course."""
    with Person(server, "Teacher") as person:
        yield person


def found(teacher: Person, **fields: str) -> str:
    answer = teacher.post(
        "/leagues",
        **{"name": "Bots 101", "edition": "kingup", "seats": "3", "seconds": "10"} | fields,
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


@pytest.mark.full
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param("2", [], id="two"),
        pytest.param("4", ["ambition", "banished", "emissary", "wedding"], id="everything"),
        pytest.param("8", ["wedding"], id="eight"),
    ],
)
def test_every_number_of_seats_and_every_option_is_played(
    server: str, teacher: Person, ana: Person, ben: Person, seats: str, options: list[str]
) -> None:
    code = found(teacher, edition="vive-le-roi", seats=seats, option=options)  # type: ignore[arg-type]
    with ExitStack() as stack:
        for person in (ana, ben):
            token = enter(person, code, f"{person.name}bot {seats}")
            stack.enter_context(Student(server, token))
        wait_until(lambda: teacher.get(f"/league/{code}").text.count("dot is-on") == 2)
        teacher.post(f"/league/{code}/round")
        wait_until(lambda: "Round 1 is over." in teacher.get(f"/league/{code}").text)
    page = teacher.get(f"/league/{code}").text
    assert f"<li>{seats} seats</li>" in page
    for title in ("Ambition", "Banished", "Royal wedding"):
        assert (f"<li>{title}</li>" in page) == (title.split()[-1].lower() in options)
    with zipfile.ZipFile(io.BytesIO(teacher.get(f"/league/{code}/records.zip").content)) as zipped:
        record = read_json(zipped.read("records/round-001-game-001.json").decode())
        verify(record)
    forced = ["emissary"] if seats == "2" else []
    assert sorted(record.setup.options) == sorted([*options, *forced])


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seats": "2"}, "King Up! is for 3 to 6 seats, not 2."),
        ({"seats": "99"}, "seats"),
        ({"option": "ambition"}, "Vive le Roi"),
        ({"edition": "vive-le-roi", "option": "shared-marker"}, "A league has no teams"),
        ({"edition": "vive-le-roi", "seats": "7", "option": "emissary"}, "Emissary"),
        ({"edition": "vive-le-roi", "option": "nonsense"}, "There is no option"),
        ({"seconds": "1"}, "seconds"),
    ],
    ids=str,
)
def test_an_impossible_league_is_explained_and_keeps_the_input(
    teacher: Person, fields: dict[str, str], sentence: str
) -> None:
    usual = {"name": "My course", "edition": "kingup", "seats": "3", "seconds": "30"}
    answer = teacher.post("/leagues", **{**usual, **fields})
    assert answer.status_code in (400, 409)
    errors = re.findall(r'id="found-error" role="alert">([^<]+)<', answer.text)
    assert len(errors) == 1
    assert sentence in errors[0]
    assert 'value="My course"' in answer.text


def test_the_form_shows_which_settings_fit_together(teacher: Person) -> None:
    page = teacher.get("/leagues?name=Bots&edition=vive-le-roi&seats=2&seconds=60").text
    assert 'value="Bots"' in page
    assert re.search(r'value="emissary" checked disabled', page)
    assert "every bot plays for itself" in page
    page = teacher.get("/leagues?edition=kingup&seats=4").text
    assert "King Up! has no options" in page
    assert "King Up! is for 3 to 6 seats." in page


def test_a_league_plays_a_round_and_the_page_shows_it(
    server: str, teacher: Person, ana: Person, ben: Person
) -> None:
    code = found(teacher)
    with ExitStack() as stack:
        cleo = stack.enter_context(Person(server, "Cleo"))
        for person in (ana, ben, cleo):
            token = enter(person, code, f"{person.name}bot")
            stack.enter_context(Student(server, token))
        wait_until(lambda: teacher.get(f"/league/{code}").text.count("dot is-on") == 3)
        assert teacher.post(f"/league/{code}/round").status_code == 303
        wait_until(lambda: "Round 1 is over." in teacher.get(f"/league/{code}").text)
    page = teacher.get(f"/league/{code}").text
    assert "Round 1, game 3" in page
    shares = [int(share) for share in re.findall(r'class="share"><b>(\d+)%</b>', page)]
    assert sum(shares) in (99, 100, 101)

    answer = ana.get(f"/league/{code}/records.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as zipped:
        names = zipped.namelist()
        assert names == ["standings.csv", "games.csv"] + [
            f"records/round-001-game-00{n}.json" for n in (1, 2, 3)
        ]
        rows = list(csv.DictReader(io.StringIO(zipped.read("standings.csv").decode())))
        assert {row["bot"] for row in rows} == {"Anabot", "Benbot", "Cleobot"}
        assert [row["games"] for row in rows] == ["3", "3", "3"]
        for name in names[2:]:
            verify(read_json(zipped.read(name).decode()))
        assert len(zipped.read("games.csv").decode().splitlines()) == 10


def test_no_page_contains_a_persons_id_or_token(
    server: str, teacher: Person, ana: Person, ben: Person
) -> None:
    code = found(teacher)
    token = enter(ana, code, "Anabot")
    with Student(server, token) as student:
        me = student.bot.get("/me")
        for person in (teacher, ben):
            for path in ("", "/handout", "/records.zip"):
                person.get(f"/league/{code}{path}")
            seen = "".join(person.received)
            assert token not in seen
            for other in (teacher, ana, ben):
                if other is not person and "person" in other.cookies:
                    assert str(other.cookies["person"]).partition(".")[0] not in seen
        assert me["name"] == "Anabot"
    assert token not in ana.get(f"/league/{code}").text, "it is shown once"


def test_only_the_host_begins_rounds(teacher: Person, ana: Person) -> None:
    code = found(teacher)
    for command in ("round", "automatic"):
        assert ana.post(f"/league/{code}/{command}", on="1").status_code == 403
    assert teacher.post(f"/league/{code}/round").status_code == 303
    assert "A round needs at least two bots." in teacher.get(f"/league/{code}").text
    enter(ana, code, "One")
    enter(ana, code, "Two")
    teacher.post(f"/league/{code}/round")
    assert "No bot is connected." in teacher.get(f"/league/{code}").text
    teacher.post(f"/league/{code}/automatic", on="1")
    assert 'aria-pressed="true"' in teacher.get(f"/league/{code}").text


def test_an_existing_bot_can_be_entered_and_withdrawn(
    teacher: Person, ana: Person, ben: Person
) -> None:
    code = found(teacher)
    enter(ana, code, "Anabot")
    other = found(teacher)
    page = ana.get(f"/league/{other}").text
    [token_id] = re.findall(r'<option value="([^"]+)">Anabot</option>', page)
    assert ana.post(f"/league/{other}/enter", token=token_id).status_code == 303
    assert "Anabot" in ben.get(f"/league/{other}").text
    assert ben.post(f"/league/{other}/enter", token=token_id).status_code == 404
    assert ben.post(f"/league/{other}/leave", token=token_id).status_code == 403
    assert ana.post(f"/league/{other}/leave", token=token_id).status_code == 303
    assert "No bots yet." in ben.get(f"/league/{other}").text
    assert "Bots 101" in ana.get("/leagues").text
    assert "Bots 101" not in ben.get("/leagues").text


def test_invalid_requests_are_refused_and_change_nothing(teacher: Person, ana: Person) -> None:
    for fields in (
        {"name": ""},
        {"name": "Course", "seats": "99"},
        {"name": "Course", "seats": "x"},
        {"name": "Course", "edition": "go"},
        {"name": "Course", "seconds": "1"},
        {"name": "x" * 60},
    ):
        answer = teacher.post(
            "/leagues", **{"edition": "kingup", "seats": "3", "seconds": "10"} | fields
        )
        assert 400 <= answer.status_code < 500, fields
        assert 'role="alert"' in answer.text
        assert f'value="{fields["name"]}"' in answer.text
    code = found(teacher)
    answer = ana.post(f"/league/{code}/enter", name="", owner="Ana")
    assert 400 <= answer.status_code < 500
    assert 'value="Ana"' in answer.text
    enter(ana, code, "Anabot")
    twice = ana.post(f"/league/{code}/enter", name="anabot", owner="Ana")
    assert twice.status_code == 409
    assert "kingup_" not in twice.text
    assert ana.get("/me/tokens").text.count("Revoke") == 1, "the second token was taken back"
    for path in ("", "/handout", "/records.zip", "/qr.svg"):
        assert ana.get(f"/league/rook-99999{path}").status_code == 404
    assert ana.post("/leagues/find", code="nothing").status_code == 404
    assert ana.post("/leagues/find", code=code.upper()).headers["location"] == f"/league/{code}"


def test_pages_of_other_sites_cannot_change_a_league(teacher: Person) -> None:
    code = found(teacher)
    for path in ("/leagues", "/leagues/find", *(f"/league/{code}/{d}" for d in
                 ("enter", "leave", "round", "automatic"))):  # fmt: skip
        answer = teacher.http.post(
            path, data={"name": "x"}, headers={"origin": "https://elsewhere.example"}
        )
        assert answer.status_code == 403, path


def test_the_handout_has_the_code_the_address_and_the_commands(
    server: str, teacher: Person
) -> None:
    code = found(teacher)
    page = teacher.get(f"/league/{code}/handout").text
    assert f"{server}/league/{code}" in page
    assert f"kingup connect --bot &#34;python3 my_bot.py&#34; --server {server}" in page
    assert teacher.get(f"/league/{code}/qr.svg").headers["content-type"] == "image/svg+xml"
    for language, words in (("fr", "Écrivez un bot"), ("it", "Scrivi un bot")):
        with Person(server, "X", language) as student:
            assert words in student.get(f"/league/{code}/handout").text


def test_the_handouts_bot_plays(server: str, teacher: Person, tmp_path: object) -> None:
    """The program that students save is a complete bot."""
    import html
    import subprocess
    import sys

    code = found(teacher)
    page = teacher.get(f"/league/{code}/handout").text
    source = html.unescape(re.findall(r"<pre[^>]*><code>(import json.*?)</code>", page, re.S)[0])
    choose = {"type": "choose", "id": 7, "view": {"actions": ["A1"]}}
    lines = [{"type": "hello"}, choose, {"type": "bye"}]
    done = subprocess.run(
        [sys.executable, "-c", source],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
    )
    hello, action = (json.loads(line) for line in done.stdout.splitlines())
    assert hello["type"] == "hello"
    assert action == {"type": "action", "id": 7, "action": "A1"}
