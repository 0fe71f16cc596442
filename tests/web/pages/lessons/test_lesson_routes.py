"""Lessons over HTTP: they resume, explain refusals, and never fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from kingup.lessons import LESSONS
from tests.waiting import PATIENCE
from tests.web.bound_page import faults, frame, read, scene_in
from tests.web.server import running
from tests.web.staged_page import StagedPage

JSON = {"accept": "application/json"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("tables")
    with running(folder) as address:
        yield address


@pytest.fixture
def client(server: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(
        base_url=server,
        follow_redirects=True,
        headers={"origin": server},
        timeout=PATIENCE,
    ) as client:
        yield client


def step_of(html: str) -> int:
    fields = [one.attributes for one in read(html).find("act").all() if one.tag == "input"]
    return next(int(one["value"]) for one in fields if one["name"] == "step")


def post(client: httpx2.Client, lesson: str, **fields: str) -> str:
    answer = client.post(f"/learn/{lesson}/step", data=fields)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("path", ["/learn", "/rules", "/rules/summary", "/rules/kingup"])
def test_lesson_pages_exist(client: httpx2.Client, path: str) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/learn/9", "/rules/chess"])
def test_missing_lessons_are_not_found(client: httpx2.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "This page does not exist." in answer.text


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_played_with_plain_forms_and_resumes(
    client: httpx2.Client, lesson: str
) -> None:
    steps = LESSONS[lesson].steps
    for number, step in enumerate(steps[:-1]):
        html = client.get(f"/learn/{lesson}").text
        assert step_of(html) == number
        action = step.accepts[0] if step.accepts else ""
        offered = [one.attributes for one in read(html).find("act").all() if one.tag == "button"]
        assert action in [one.get("value") for one in offered if one.get("name") == "action"]
        post(client, lesson, step=str(number), action=action)
    html = client.get(f"/learn/{lesson}").text
    assert 'data-coach="end"' in html
    assert "Done" in client.get("/learn").text
    client.post(f"/learn/{lesson}/again")
    assert step_of(client.get(f"/learn/{lesson}").text) == 0


def test_another_action_is_explained_and_changes_nothing(client: httpx2.Client) -> None:
    for number in range(2):
        post(client, "1", step=str(number), action="")
    html = post(client, "1", step="2", action="P1")
    assert "take him first" in html
    assert step_of(html) == 2
    html = post(client, "1", step="2", action="Q7")
    assert scene_in(read(html))["own"]["coach"]["reply"]
    assert not scene_of(client, "1")["own"]["coach"]["reply"]


def test_the_same_step_sent_twice_counts_once(client: httpx2.Client) -> None:
    post(client, "1", step="0", action="")
    html = post(client, "1", step="0", action="")
    assert step_of(html) == 1


def scene_of(client: httpx2.Client, lesson: str) -> Any:
    """Return what a lesson's page shows when it is loaded."""
    main = read(client.get(f"/learn/{lesson}").text)
    assert faults(main) == []
    return scene_in(main)


def test_scripts_get_the_beats_of_a_step(client: httpx2.Client) -> None:
    for number in range(2):
        post(client, "1", step=str(number), show="1")
    answer = client.post("/learn/1/step", data={"step": "2", "action": "E4"}, headers=JSON).json()
    cues = [beat["cue"]["kind"] for beat in answer["beats"] if beat["cue"]]
    assert cues == ["placed"] * 3
    assert "Floor 4 is full" in " ".join(answer["beats"][-1]["said"])
    back = client.post("/learn/1/back", headers=JSON).json()
    assert back["scene"]["own"]["coach"]["step"] == "2"
    assert [beat["cue"] for beat in back["beats"]] == [None]
    assert back["scene"] == scene_of(client, "1")


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_beats_of_every_step_make_the_scene_of_a_fresh_page(
    client: httpx2.Client, lesson: str
) -> None:
    page = StagedPage()
    page.scene = scene_of(client, lesson)
    first = frame(read(client.get(f"/learn/{lesson}").text))
    for number, step in enumerate(LESSONS[lesson].steps[:-1]):
        fields = {"step": str(number), "action": step.accepts[0] if step.accepts else ""}
        if step.kind == "do":
            wrong = client.post(
                f"/learn/{lesson}/step", data={"step": str(number), "action": "Q"}, headers=JSON
            )
            page.receive(wrong.json())
            assert page.scene["own"]["coach"]["reply"]
        answer = client.post(f"/learn/{lesson}/step", data=fields, headers=JSON).json()
        page.receive(answer)
        assert page.scene == scene_of(client, lesson), step.id
        assert page.said[-1]
        assert frame(read(client.get(f"/learn/{lesson}").text)) == first


def test_nothing_of_others_cards_is_sent_before_the_crowning(client: httpx2.Client) -> None:
    for lesson in LESSONS.values():
        others = [set(card) for card in lesson.deal.favourites[1:]]
        for number, step in enumerate(lesson.steps[:-1]):
            html = client.get(f"/learn/{lesson.id}").text
            scene = scene_in(read(html))
            shown = {mark["id"] for mark in scene["own"]["marks"] if "is-fav" in mark["cls"]}
            assert shown == set(lesson.deal.favourites[0])
            opened = any(seat["cards"] for seat in scene["board"]["seats"])
            assert opened == (step.id == "score"), step.id
            assert shown not in others
            post(client, lesson.id, step=str(number), show="1")


@pytest.mark.parametrize(
    "fields",
    [{}, {"step": "x"}, {"step": "-1", "action": "A"}, {"step": "0", "action": "🃏" * 900}],
)
def test_wrong_forms_change_nothing(client: httpx2.Client, fields: dict[str, str]) -> None:
    answer = client.post("/learn/1/step", data=fields)
    assert answer.status_code == 200
    assert step_of(answer.text) == 0


def test_a_foreign_form_is_refused(client: httpx2.Client) -> None:
    foreign = {"origin": "http://elsewhere.example"}
    for path in ("step", "back", "again"):
        assert client.post(f"/learn/1/{path}", headers=foreign).status_code == 403


def test_an_invalid_cookie_starts_the_lesson_again(server: str) -> None:
    with httpx2.Client(base_url=server, headers={"origin": server}, timeout=PATIENCE) as client:
        client.post("/learn/1/step", data={"step": "0", "action": "A"})
        flash = client.cookies["flash"]  # signed by this server, but not a lesson
    for value in (flash, "garbage", ""):
        with httpx2.Client(
            base_url=server, cookies={"lessons": value}, timeout=PATIENCE
        ) as client:
            assert step_of(client.get("/learn/1").text) == 0


def test_links_at_the_table_lead_to_paragraphs(client: httpx2.Client) -> None:
    form = client.get("/new?edition=vive-le-roi&seats=4").text
    links = set(re.findall(r'href="(/rules/[^"]+)"', form))
    assert "/rules/vive-le-roi#ambition" in links
    table = client.post("/play", data={"edition": "vive-le-roi"}).text
    links |= set(re.findall(r'href="(/rules/[^"]+)"', table))
    assert "/rules/vive-le-roi" in links
    for link in links:
        path, _hash, anchor = link.partition("#")
        book = client.get(path).text
        assert not anchor or f'id="{anchor}"' in book, link
    assert 'href="/learn"' in client.get("/").text
