"""Talk over HTTP and sockets: who may write, who reads, and what nonsense is answered with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.web.server import HURRIED, Person, running


@pytest.fixture
def cleo(server: str) -> Iterator[Person]:
    """Bring somebody who only watches."""
    with Person(server, "Cleo") as person:
        yield person


def table_for_two(ana: Person, ben: Person, **fields: Any) -> str:
    code = ana.new_table(seats=3, **{"player-2": "page", **fields})
    ben.do(code, "sit", player=1, name="Ben")
    return code


def panel(person: Person, code: str) -> str:
    answer = person.get(f"/t/{code}/talk", accept="application/json")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["html"])


def missed(person: Person, code: str, after: int = 0) -> list[dict[str, Any]]:
    answer = person.get(f"/t/{code}/talk?after={after}", accept="application/json")
    assert answer.status_code == 200, answer.text
    remarks: list[dict[str, Any]] = answer.json()["remarks"]
    return remarks


def test_two_people_talk(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    first = ana.ask(f"/t/{code}/talk", text="hello").json()["remark"]
    assert 0 < first < ben.ask(f"/t/{code}/talk", text="hi").json()["remark"]
    assert "hello" in panel(ben, code)
    assert "hi" in panel(ana, code)
    page = ben.get(f"/t/{code}/talk")
    assert page.headers["content-type"].startswith("text/html")
    assert "hello" in page.text


def test_without_scripts_a_message_leads_back_to_the_page(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    answer = ana.http.post(
        f"/t/{code}/talk",
        data={"text": "hello"},
        headers={"referer": f"{ana.address}/t/{code}/talk"},
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}/talk")
    assert ana.post(f"/t/{code}/talk", text="").status_code == 303
    assert "Write something first." in ana.get(f"/t/{code}/talk").text


def test_a_script_in_a_message_is_text(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="<script>alert(1)</script><img src=x onerror=alert(2)>")
    for html in (panel(ben, code), missed(ben, code)[0]["html"], ben.get(f"/t/{code}/talk").text):
        assert "<script>alert" not in html
        assert "<img" not in html
        assert "&lt;script&gt;alert(1)" in html


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "\u202e\u202d", "y" * 60_000])
def test_an_empty_or_a_long_message_is_answered_with_a_sentence(
    ana: Person, ben: Person, text: str
) -> None:
    code = table_for_two(ana, ben)
    answer = ana.ask(f"/t/{code}/talk", text=text)
    assert answer.status_code == 409
    assert answer.json()["error"]
    assert missed(ana, code) == []


def test_more_than_any_form_ever_holds_is_refused(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    assert ana.ask(f"/t/{code}/talk", text="x" * 70_000).status_code == 413


def test_the_same_form_sent_twice_says_it_once(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    words = {"text": "hello", "key": "k"}
    one, again = (ana.ask(f"/t/{code}/talk", **words).json()["remark"] for _ in range(2))
    assert one == again
    assert len(missed(ben, code)) == 1


def test_who_watches_reads_but_does_not_write_unless_the_host_allows_it(
    ana: Person, ben: Person, cleo: Person
) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="hello")
    assert "hello" in panel(cleo, code)
    assert "Only players at the table can write here." in panel(cleo, code)
    for deed, fields in (("talk", {"text": "me, too"}), ("react", {"reaction": "bravo"})):
        assert cleo.ask(f"/t/{code}/{deed}", name="Cleo", **fields).status_code == 403

    code = table_for_two(ana, ben, talk="everybody")
    assert cleo.ask(f"/t/{code}/talk", text="me, too", name="Ana").status_code == 409
    assert cleo.ask(f"/t/{code}/talk", text="me, too", name="").status_code == 409
    assert cleo.ask(f"/t/{code}/talk", text="me, too", name="Cleo").status_code == 200
    assert cleo.ask(f"/t/{code}/talk", text="again").status_code == 200, "the name is remembered"
    assert [one["said"] for one in missed(ana, code)] == ["Cleo: me, too", "Cleo: again"]


@pytest.mark.parametrize("fields", [{"talk": "off"}, {"screens": "passed", "name-0": "Ana"}])
def test_where_talk_is_off_there_is_no_talk(ana: Person, fields: dict[str, str]) -> None:
    places = {"player-1": "page", "player-2": "page"}
    code = ana.new_table(seats=3, **places, **fields)
    assert ana.get(f"/t/{code}/talk").status_code == 404
    assert ana.ask(f"/t/{code}/talk", text="hello").status_code == 404
    assert ana.ask(f"/t/{code}/react", reaction="bravo").status_code == 404
    assert ana.ask(f"/t/{code}/mute", player=1).status_code in (404, 409)
    assert ana.ask(f"/t/{code}/report", remark=1).status_code == 404
    assert "talk-button" not in ana.get(f"/t/{code}").text


def test_the_button_is_there_as_soon_as_there_is_company(ana: Person, ben: Person) -> None:
    code = ana.new_table(seats=3, **{"player-2": "page"})
    assert "talk-button" not in ana.get(f"/t/{code}").text
    ben.do(code, "sit", player=1, name="Ben")
    assert "talk-button" in ana.get(f"/t/{code}").text
    assert "talk-button" not in ana.get(f"/t/{code}/board").text


def test_nonsense_is_answered_with_a_sentence(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="hello")
    for deed, fields, status in (
        ("react", {"reaction": "<svg>"}, 409),
        ("react", {}, 409),
        ("mute", {}, 400),
        ("mute", {"remark": "x"}, 400),
        ("mute", {"remark": 99}, 404),
        ("mute", {"player": 2}, 409),
        ("mute", {"player": 77}, 409),
        ("report", {}, 400),
        ("report", {"remark": 99}, 404),
        ("talk", {"text": "psst", "to": "mate"}, 409),
    ):
        answer = ben.ask(f"/t/{code}/{deed}", **fields)
        assert (answer.status_code, bool(answer.json()["error"])) == (status, True), (deed, fields)
    assert ben.ask("/t/rook-99999/talk", text="hello").status_code == 404
    assert ben.get("/t/rook-99999/talk").status_code == 404
    assert ben.get(f"/t/{code}/talk?after=-5", accept="application/json").status_code == 200


def test_a_foreign_page_says_nothing_in_our_name(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    for deed in ("talk", "react", "mute", "report"):
        answer = ana.http.post(
            f"/t/{code}/{deed}",
            data={"text": "buy this", "reaction": "bravo"},
            headers={"origin": "https://elsewhere.example", "accept": "application/json"},
        )
        assert answer.status_code == 403
    assert missed(ben, code) == []


def test_a_mute_follows_the_person_and_can_be_undone(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="blah")
    assert ben.ask(f"/t/{code}/mute", remark=1).json() == {"muted": True}
    assert missed(ben, code) == []
    assert "Unmute <bdi>Ana</bdi>" in panel(ben, code)
    other = table_for_two(ana, ben)
    ana.ask(f"/t/{other}/talk", text="blah again")
    assert missed(ben, other) == []
    assert ben.ask(f"/t/{other}/mute", player=0, on=0).json() == {"muted": False}
    assert len(missed(ben, other)) == 1
    assert len(missed(ben, code)) == 1


def test_sockets_bring_messages_apart_from_tables(ana: Person, ben: Person, cleo: Person) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="before")
    with ben.live(code) as mine, cleo.live(code, page="board") as television:
        assert "html" in ben.hear(mine)
        while "talk" not in (news := ben.hear(mine)):
            assert "html" in news
        assert [one["said"] for one in news["talk"]["remarks"]] == ["Ana: before"]
        first = news["talk"]["number"]
        ana.ask(f"/t/{code}/talk", text="now")
        ana.ask(f"/t/{code}/react", reaction="laugh")
        heard: list[dict[str, Any]] = []
        while len(heard) < 2:
            message = ben.hear(mine)
            heard += message.get("talk", {}).get("remarks", [])
        numbers = [one["number"] for one in heard]
        assert first < numbers[0] < numbers[1]
        assert "html" not in message
        while "talk" not in (news := cleo.hear(television)):
            assert "html" in news
        [shown] = news["talk"]["remarks"]
        assert (shown["reaction"], shown["seat"]) == ("laugh", 0)
    with ben.live(code, talk=first) as again:  # after a lost line: what came later, by number
        while "talk" not in (news := ben.hear(again)):
            pass
        assert [one["number"] for one in news["talk"]["remarks"]] == numbers


def test_nobody_is_sent_anybodys_id(ana: Person, ben: Person, cleo: Person) -> None:
    code = table_for_two(ana, ben, talk="everybody")
    ana.ask(f"/t/{code}/talk", text="hello")
    cleo.ask(f"/t/{code}/talk", text="hello", name="Cleo")
    ids = {str(who.cookies["person"]).partition(".")[0]: who for who in (ana, ben, cleo)}
    for person in (ana, ben, cleo):
        panel(person, code)
        missed(person, code)
        ben.ask(f"/t/{code}/mute", remark=2)
        for other, whose in ids.items():
            if whose is not person:
                assert not any(other in text for text in person.received)


def test_messages_are_told_in_the_readers_language(ana: Person, ben: Person, server: str) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/react", reaction="heart")
    for language, words in (("fr", "Bien joué"), ("it", "Ben giocato")):
        with Person(server, "Zoe", language) as guest:
            assert words in json.dumps(missed(guest, code), ensure_ascii=False)
            assert (
                guest.ask(f"/t/{code}/talk", text="x").json()["error"]
                != (ana.ask(f"/t/{code}/talk", text="").json()["error"])
            )


def test_who_writes_without_pause_must_wait(tmp_path: Path) -> None:
    with (
        running(tmp_path, replace(HURRIED, limited=True)) as address,
        Person(address, "Ana") as ana,
        Person(address, "Ben") as ben,
    ):
        code = table_for_two(ana, ben)
        answers = [ana.ask(f"/t/{code}/talk", text=str(i)) for i in range(12)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)
        assert ben.ask(f"/t/{code}/talk", text="my turn").status_code == 200
        reactions = [ana.ask(f"/t/{code}/react", reaction="laugh") for _ in range(12)]
        assert any(answer.status_code == 429 for answer in reactions)
