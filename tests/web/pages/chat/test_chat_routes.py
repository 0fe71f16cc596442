"""Chat over HTTP and sockets: writing, reading, and refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.server import Person, running_with_limits


@pytest.fixture
def cleo(server: str) -> Iterator[Person]:
    """Return a person who only watches."""
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


def messages_after(person: Person, code: str, after: int = 0) -> list[dict[str, Any]]:
    answer = person.get(f"/t/{code}/talk?after={after}", accept="application/json")
    assert answer.status_code == 200, answer.text
    remarks: list[dict[str, Any]] = answer.json()["remarks"]
    return remarks


def test_two_people_chat(ana: Person, ben: Person) -> None:
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
    for html in (
        panel(ben, code),
        messages_after(ben, code)[0]["html"],
        ben.get(f"/t/{code}/talk").text,
    ):
        assert "<script>alert" not in html
        assert "<img" not in html
        assert "&lt;script&gt;alert(1)" in html


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "\u202e\u202d", "y" * 60_000])
def test_an_empty_or_too_long_message_is_refused(ana: Person, ben: Person, text: str) -> None:
    code = table_for_two(ana, ben)
    answer = ana.ask(f"/t/{code}/talk", text=text)
    assert answer.status_code == 409
    assert answer.json()["error"]
    assert messages_after(ana, code) == []


def test_an_oversized_form_is_refused(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    assert ana.ask(f"/t/{code}/talk", text="x" * 70_000).status_code == 413


def test_the_same_form_sent_twice_adds_one_message(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    expected = {"text": "hello", "key": "k"}
    one, again = (ana.ask(f"/t/{code}/talk", **expected).json()["remark"] for _ in range(2))
    assert one == again
    assert len(messages_after(ben, code)) == 1


def test_spectators_read_but_write_only_if_the_host_allows_it(
    ana: Person, ben: Person, cleo: Person
) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="hello")
    assert "hello" in panel(cleo, code)
    assert "Only players at the table can write here." in panel(cleo, code)
    for command, fields in (("talk", {"text": "me, too"}), ("react", {"reaction": "bravo"})):
        assert cleo.ask(f"/t/{code}/{command}", name="Cleo", **fields).status_code == 403

    code = table_for_two(ana, ben, talk="everybody")
    assert cleo.ask(f"/t/{code}/talk", text="me, too", name="Ana").status_code == 409
    assert cleo.ask(f"/t/{code}/talk", text="me, too", name="").status_code == 409
    assert cleo.ask(f"/t/{code}/talk", text="me, too", name="Cleo").status_code == 200
    assert cleo.ask(f"/t/{code}/talk", text="again").status_code == 200, "the name is remembered"
    assert [one["said"] for one in messages_after(ana, code)] == ["Cleo: me, too", "Cleo: again"]


@pytest.mark.parametrize("fields", [{"talk": "off"}, {"screens": "passed", "name-0": "Ana"}])
def test_a_table_with_chat_switched_off_has_no_chat(ana: Person, fields: dict[str, str]) -> None:
    places = {"player-1": "page", "player-2": "page"}
    code = ana.new_table(seats=3, **places, **fields)
    assert ana.get(f"/t/{code}/talk").status_code == 404
    assert ana.ask(f"/t/{code}/talk", text="hello").status_code == 404
    assert ana.ask(f"/t/{code}/react", reaction="bravo").status_code == 404
    assert ana.ask(f"/t/{code}/mute", player=1).status_code in (404, 409)
    assert ana.ask(f"/t/{code}/report", remark=1).status_code == 404
    assert "talk-button" not in ana.get(f"/t/{code}").text


def test_the_chat_button_appears_with_the_second_person(ana: Person, ben: Person) -> None:
    code = ana.new_table(seats=3, **{"player-2": "page"})
    assert "talk-button" not in ana.get(f"/t/{code}").text
    ben.do(code, "sit", player=1, name="Ben")
    assert "talk-button" in ana.get(f"/t/{code}").text
    assert "talk-button" not in ana.get(f"/t/{code}/board").text


def test_invalid_requests_are_refused(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="hello")
    for command, fields, status in (
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
        answer = ben.ask(f"/t/{code}/{command}", **fields)
        assert (answer.status_code, bool(answer.json()["error"])) == (status, True), (
            command,
            fields,
        )
    assert ben.ask("/t/rook-99999/talk", text="hello").status_code == 404
    assert ben.get("/t/rook-99999/talk").status_code == 404
    assert ben.get(f"/t/{code}/talk?after=-5", accept="application/json").status_code == 200


def test_pages_of_other_sites_cannot_write(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    for command in ("talk", "react", "mute", "report"):
        answer = ana.http.post(
            f"/t/{code}/{command}",
            data={"text": "buy this", "reaction": "bravo"},
            headers={"origin": "https://elsewhere.example", "accept": "application/json"},
        )
        assert answer.status_code == 403
    assert messages_after(ben, code) == []


def test_a_mute_follows_the_person_and_can_be_undone(ana: Person, ben: Person) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="blah")
    assert ben.ask(f"/t/{code}/mute", remark=1).json() == {"muted": True}
    assert messages_after(ben, code) == []
    assert "Unmute <bdi>Ana</bdi>" in panel(ben, code)
    other = table_for_two(ana, ben)
    ana.ask(f"/t/{other}/talk", text="blah again")
    assert messages_after(ben, other) == []
    assert ben.ask(f"/t/{other}/mute", player=0, on=0).json() == {"muted": False}
    assert len(messages_after(ben, other)) == 1
    assert len(messages_after(ben, code)) == 1


def test_sockets_send_chat_messages_separately_from_tables(
    ana: Person, ben: Person, cleo: Person
) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/talk", text="before")
    with ben.live(code) as mine, cleo.live(code, page="board") as television:
        assert "page" in ben.receive(mine)
        while "talk" not in (news := ben.receive(mine)):
            assert "number" in news
        assert [one["said"] for one in news["talk"]["remarks"]] == ["Ana: before"]
        first = news["talk"]["number"]
        ana.ask(f"/t/{code}/talk", text="now")
        ana.ask(f"/t/{code}/react", reaction="laugh")
        received: list[dict[str, Any]] = []
        while len(received) < 2:
            message = ben.receive(mine)
            received += message.get("talk", {}).get("remarks", [])
        numbers = [one["number"] for one in received]
        assert first < numbers[0] < numbers[1]
        assert "number" not in message
        while "talk" not in (news := cleo.receive(television)):
            assert "number" in news
        [shown] = news["talk"]["remarks"]
        assert (shown["reaction"], shown["seat"]) == ("laugh", 0)
    with ben.live(
        code, talk=first
    ) as again:  # after a lost connection: the later messages, by number
        while "talk" not in (news := ben.receive(again)):
            pass
        assert [one["number"] for one in news["talk"]["remarks"]] == numbers


def test_no_page_or_message_contains_a_persons_id(ana: Person, ben: Person, cleo: Person) -> None:
    code = table_for_two(ana, ben, talk="everybody")
    ana.ask(f"/t/{code}/talk", text="hello")
    cleo.ask(f"/t/{code}/talk", text="hello", name="Cleo")
    ids = {str(who.cookies["person"]).partition(".")[0]: who for who in (ana, ben, cleo)}
    for person in (ana, ben, cleo):
        panel(person, code)
        messages_after(person, code)
        ben.ask(f"/t/{code}/mute", remark=2)
        for other, whose in ids.items():
            if whose is not person:
                assert not any(other in text for text in person.received)


def test_messages_are_announced_in_the_readers_language(
    ana: Person, ben: Person, server: str
) -> None:
    code = table_for_two(ana, ben)
    ana.ask(f"/t/{code}/react", reaction="heart")
    for language, expected in (("fr", "Bien joué"), ("it", "Ben giocato")):
        with Person(server, "Zoe", language) as reader:
            assert expected in json.dumps(messages_after(reader, code), ensure_ascii=False)
            assert (
                reader.ask(f"/t/{code}/talk", text="x").json()["error"]
                != (ana.ask(f"/t/{code}/talk", text="").json()["error"])
            )


def test_writing_too_often_is_rate_limited(tmp_path: Path) -> None:
    with (
        running_with_limits(tmp_path) as address,
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
