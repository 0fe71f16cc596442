"""The server's answers and refusals: an explanation, the right status, no lost data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx2
import pytest

from kingup.notation import read_json
from tests.waiting import PATIENCE, wait_until
from tests.web.server import Person

EVIL = "<script>alert(1)</script>"


def sentence(answer: httpx2.Response, status: int) -> str:
    """Return the sentence of a JSON error, after a check of its status."""
    assert answer.status_code == status, answer.text
    error: str = answer.json()["error"]
    assert error[0].isupper()
    assert error.endswith(".")
    return error


def test_one_click_begins_a_game_with_three_bots(ana: Person) -> None:
    answer = ana.post("/play", edition="vive-le-roi")
    assert answer.status_code == 303
    page = ana.get(answer.headers["location"])
    assert page.status_code == 200
    assert '<main id="table"' in page.text
    assert ana.get("/").text.count(answer.headers["location"])  # among my games


def levels_at(person: Person, code: str) -> list[str]:
    """Return the levels of a table's bots, as the host's menu tells them."""
    return re.findall(r"<small>Bot: (\w+)</small>", person.get(f"/t/{code}").text)


def test_a_strength_is_chosen_and_remembered(ana: Person) -> None:
    assert re.search(r'<option value="mine" selected>', ana.get("/").text)
    assert levels_at(ana, ana.play_now()) == ["Page"] * 3  # the operator's level
    code = ana.ask("/play", edition="kingup", level="courtier").json()["code"]
    assert levels_at(ana, code) == ["Courtier"] * 3
    assert re.search(r'<option value="courtier" selected>', ana.get("/").text)
    assert levels_at(ana, ana.play_now()) == ["Courtier"] * 3
    # Somebody without a rated game has the operator's level.
    code = ana.ask("/play", edition="kingup", level="mine").json()["code"]
    assert levels_at(ana, code) == ["Page"] * 3
    assert "Your level now: Page. It follows your results." in ana.get("/").text
    assert "wizard" in sentence(ana.ask("/play", edition="kingup", level="wizard"), 400)


def test_a_running_game_can_be_continued_from_the_home_page(ana: Person, ben: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-2": "page", "title": "Sunday"})
    assert 'class="button big seal continue"' not in ana.get("/").text  # nobody plays yet
    ben.do(code, "sit", player=1, name="Ben <b>")
    ana.do(code, "confirm", player=0)
    ben.do(code, "confirm", player=1)
    wait_until(lambda: ana.table(code)["turn"] or ben.table(code)["turn"])
    turn, waits = (ana, ben) if ana.table(code)["turn"] else (ben, ana)
    for person, told in ((turn, "Your turn"), (waits, "waiting for ")):
        page = person.get("/").text
        button = re.search(r'<a class="button big seal continue" href="([^"]+)">.*?</a>', page)
        assert button
        assert button[1] == f"/t/{code}"
        assert "Sunday" in button[0]
        assert "Round 1" in button[0]
        assert told in button[0]
        assert page.index(button[0]) < page.index('action="/play"')
        assert "<b>" not in button[0]


def test_the_host_fills_a_table_with_bots_and_starts(ana: Person, ben: Person) -> None:
    code = ana.new_table(seats=5)
    sentence(ben.ask(f"/t/{code}/fill"), 403)
    assert "wizard" in sentence(ana.ask(f"/t/{code}/fill", level="wizard"), 409)
    ana.do(code, "fill", contribution="made here")
    assert 'data-phase="open"' not in ana.table(code)["page"]
    assert levels_at(ana, code) == ["Page"] * 4


def test_a_television_hosts_without_a_seat(ana: Person, ben: Person) -> None:
    made = ana.ask("/new", screens="board", seats=3).json()
    assert made["location"] == f"/t/{made['code']}/board"
    board = ana.get(made["location"]).text
    assert board.count('class="chair is-free"') == 3
    assert "qr.svg" in board
    ben.do(made["code"], "sit", player=0, name="Ben")
    assert "Fill with bots and start" in ben.get(f"/t/{made['code']}").text
    ben.do(made["code"], "fill")
    assert 'data-phase="open"' not in ben.table(made["code"])["page"]


def test_playing_again_against_bots_begins_at_once(ana: Person, ben: Person) -> None:
    code = ana.play_now()
    ana.do(code, "abandon", sure=1)
    sentence(ben.ask(f"/t/{code}/again"), 403)
    made = ana.ask(f"/t/{code}/again", wait="1")
    assert made.status_code == 201
    assert made.json()["waiting"] == [0]
    assert made.json()["commitment"] in ana.get(made.json()["location"]).text
    plain = ana.post(f"/t/{code}/again")  # without scripts, or pressed twice
    assert plain.headers["location"] == made.json()["location"]
    assert 'data-phase="open"' not in ana.table(made.json()["code"])["page"]
    assert ana.ask(f"/t/{code}/again").json()["waiting"] == []


def test_bots_alone_play_again_at_once(ana: Person) -> None:
    bots = {f"player-{player}": "page" for player in range(3)}
    code = ana.new_table(seats=3, bot_pace="swift", **bots)
    ana.do(code, "start")
    ana.do(code, "abandon", sure=1)
    made = ana.ask(f"/t/{code}/again", wait="1").json()
    assert 'data-phase="open"' not in ana.table(made["code"])["page"]


def test_play_now_commits_the_server_before_the_browser_contributes(ana: Person) -> None:
    made = ana.ask("/play", edition="kingup", wait="1").json()
    assert made["waiting"] == [0]
    assert 'data-phase="open"' in ana.table(made["code"])["page"]
    assert made["commitment"] in ana.get(made["location"]).text
    ana.do(made["code"], "confirm", player=0, contribution="made here")
    assert 'data-phase="open"' not in ana.table(made["code"])["page"]
    ana.do(made["code"], "abandon", sure="1")
    proof = ana.get(f"/t/{made['code']}/record.json").json()["deal"]
    assert proof["commitment"] == made["commitment"]
    assert proof["contributions"][0] == "made here"
    assert all(text.startswith("bot:") for text in proof["contributions"][1:])


@pytest.mark.parametrize("path", ["/play", "/new"])
def test_a_repeated_create_request_returns_the_same_table(
    ana: Person, ben: Person, path: str
) -> None:
    fields = {"edition": "kingup", "name": "Ana", "seats": "4", "key": f"once at {path}"}
    codes = [ana.ask(path, **fields).json()["code"] for _ in range(3)]
    assert len(set(codes)) == 1
    assert ana.post(path, **fields).headers["location"] == f"/t/{codes[0]}"
    assert ben.ask(path, **fields).json()["code"] != codes[0]
    assert ana.ask(path, **{**fields, "key": "another"}).json()["code"] != codes[0]


def test_a_new_table_waits_for_no_particular_player(ana: Person) -> None:
    fields = {"edition": "kingup", "seats": 3, "name": "Ana", "wait": "1"}
    assert ana.ask("/new", **fields).json()["waiting"] == []


def test_a_table_for_friends_begins_when_all_are_ready(ana: Person, ben: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-2": "page", "private": "0", "title": "Sunday"})
    assert "Sunday" in ben.get("/").text  # it is in the lobby
    ben.do(code, "sit", player=1, name="Ben", colour=5)
    ana.do(code, "confirm", player=0, ready=1)
    assert 'data-phase="open"' in ben.table(code)["page"]
    ben.do(code, "confirm", player=1, ready=1)
    assert 'data-phase="place"' in ben.table(code)["page"]


def test_every_page_of_a_table_can_be_loaded_at_any_time(ana: Person, ben: Person) -> None:
    code = ana.play_now()
    for person in (ana, ben):
        for page in ("", "/board", "/watch", "/scene", "/scene?page=board", "/qr.svg"):
            assert person.get(f"/t/{code}{page}").status_code == 200
    assert ana.get(f"/t/{code}/hand").status_code == 200
    assert ben.get(f"/t/{code}/hand").headers["location"] == f"/t/{code}"
    assert ana.get(f"/t/{code.upper()}/watch").headers["location"] == f"/t/{code}/watch"


@pytest.mark.parametrize("path", ["/", "/new", "/nothing", "/t/rook-22222", "/health"])
def test_every_response_has_security_headers(ana: Person, path: str) -> None:
    headers = ana.get(path).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_no_page_has_inline_scripts_or_styles(ana: Person) -> None:
    code = ana.play_now()
    for path in ("/", "/new", "/nothing", f"/t/{code}", f"/t/{code}/board"):
        html = ana.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", html)
        assert not re.search(r"<[^>]+\s(style|on\w+)=", html), path


def test_pages_and_files_are_compressed_and_files_cached_for_good(ana: Person) -> None:
    page = ana.get("/")
    assert page.headers["content-encoding"] == "gzip"
    sheet = re.search(r'href="(/static/[^"]+\.css)"', page.text)
    assert sheet
    answer = ana.get(sheet[1])
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert "set-cookie" not in answer.headers
    plain = re.sub(r"/v[0-9a-f]{10}/", "/", sheet[1])
    answer = ana.get(plain)
    assert answer.headers["cache-control"] == "no-cache"
    again = ana.get(plain, **{"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["etag"] == answer.headers["etag"]
    assert ana.get("/static/nothing.css").status_code == 404


# Bad input.


def test_an_unknown_table_is_explained_to_people_and_scripts(ana: Person) -> None:
    page = ana.get("/t/rook-22222")
    assert page.status_code == 404
    assert "rook-22222" in page.text
    assert "<html" in page.text
    assert "rook-22222" in sentence(ana.ask("/t/rook-22222/act"), 404)
    assert sentence(ana.get("/t/rook-22222/scene", accept="application/json"), 404)
    assert sentence(ana.get("/nowhere", accept="application/json"), 404)
    assert sentence(ana.ask("/"), 405)


def test_a_wrong_code_is_explained_beside_its_field(ana: Person) -> None:
    answer = ana.post("/join", code="Rook 99999<b>")
    assert answer.status_code == 404
    assert "Rook 99999&lt;b&gt;" in answer.text
    assert '<form class="join"' in answer.text
    assert sentence(ana.ask("/join", code=""), 404)


def test_a_code_or_a_whole_link_leads_to_the_table(ana: Person, ben: Person) -> None:
    code = ana.new_table()
    for typed in (code, code.upper().replace("-", " "), f"http://192.168.1.7:8000/t/{code}?as=1"):
        assert ben.post("/join", code=typed).headers["location"] == f"/t/{code}"


def test_taken_and_missing_seats_are_refused(ana: Person, ben: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-1": "page"})
    assert "is already sitting there" in sentence(
        ben.ask(f"/t/{code}/sit", player=0, name="Ben", colour=2), 409
    )
    sentence(ben.ask(f"/t/{code}/sit", player=1, name="Ben", colour=2), 409)
    sentence(ben.ask(f"/t/{code}/sit", player=7, name="Ben", colour=2), 409)
    sentence(ben.ask(f"/t/{code}/sit", player=-1, name="Ben", colour=2), 400)
    sentence(ben.ask(f"/t/{code}/sit", player="x", name="Ben", colour=2), 400)
    sentence(ben.ask(f"/t/{code}/sit", player=2, name="Ana", colour=2), 409)
    sentence(ben.ask(f"/t/{code}/sit", player=2, name=" ", colour=2), 409)
    sentence(ben.ask(f"/t/{code}/sit", player=2, name="B" * 21, colour=2), 409)
    sentence(ben.ask(f"/t/{code}/sit", player=2, name="Ben", colour=9), 409)
    ben.do(code, "sit", player=2, name="Ben", colour="")


@pytest.mark.parametrize(
    "name", ["👩‍👩‍👧‍👦 Ω", "שלום", "\u202eevil", EVIL[:20], "';--", "{{7*7}}"]
)
def test_a_name_is_shown_as_plain_text(ana: Person, ben: Person, name: str) -> None:
    code = ana.new_table(seats=3)
    ben.do(code, "sit", player=1, name=name, colour="")
    for page in ("table", "board", "watch"):
        html = ana.table(code, page)["page"]
        assert "<script>" not in html
        assert "\u202e" not in html
        assert name != "{{7*7}}" or name in html
    assert ben.get(f"/t/{code}").status_code == 200
    assert ben.get("/new").status_code == 200  # remembers the name


def test_a_title_is_shown_as_plain_text(ana: Person) -> None:
    ana.new_table(title=EVIL, private="0")
    assert EVIL not in ana.get("/").text
    assert ana.ask("/new", name="Ana", title="x" * 1000).status_code in (201, 400, 409)


def test_a_stale_action_is_refused_and_nothing_is_lost(ana: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-0": "me", "player-1": "page", "player-2": "page"})
    wait_for_turn(ana, code)
    shown = ana.table(code)
    action = ana.actions(shown["page"])[0]
    fields = {"player": 0, "action": action, "number": shown["number"]}
    ana.do(code, "act", **fields)
    wait_for_turn(ana, code)
    answer = ana.ask(f"/t/{code}/act", **fields)
    assert sentence(answer, 409)
    assert answer.json()["number"] >= shown["number"]
    # Without scripts the next page shows the sentence once.
    back = ana.post(f"/t/{code}/act", **fields)
    assert back.headers["location"] == f"/t/{code}"
    flashed = sentence(answer, 409)
    assert flashed.split(":")[0] in ana.get(f"/t/{code}").text
    assert flashed not in ana.get(f"/t/{code}").text


def wait_for_turn(person: Person, code: str) -> None:
    wait_until(lambda: bool(person.table(code)["turn"]))


def test_the_same_form_sent_twice_acts_once(ana: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-1": "page", "player-2": "page"})
    wait_for_turn(ana, code)
    shown = ana.table(code)
    action = ana.actions(shown["page"])[0]
    fields = {"player": 0, "action": action, "number": shown["number"], "key": "abc"}
    assert ana.do(code, "act", **fields)
    assert ana.do(code, "act", **fields)
    acted = ana.table(code, kind="game", after=shown["number"])["beats"]
    assert sum(beat["cue"] == {"kind": "placed", "who": action[0]} for beat in acted) == 1


@pytest.mark.parametrize("action", ["", "Z9", "A", "A9", "Y", "x" * 5000, EVIL, "\x00"])
def test_an_invalid_action_is_refused(ana: Person, action: str) -> None:
    code = ana.play_now()
    wait_for_turn(ana, code)
    answer = ana.ask(f"/t/{code}/act", player=0, action=action)
    assert answer.status_code in (400, 409)
    assert answer.json()["error"]


def test_players_cannot_act_for_others_or_use_host_tools(ana: Person, ben: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-1": "page", "player-2": "page"})
    sentence(ben.ask(f"/t/{code}/act", player=0, action="A3"), 403)
    for command in ("pause", "resume", "start"):
        assert ben.ask(f"/t/{code}/{command}").status_code in (403, 409)
    sentence(ben.ask(f"/t/{code}/abandon", sure=1), 403)
    sentence(ben.ask(f"/t/{code}/link", player=0), 403)
    sentence(ben.ask(f"/t/{code}/give", player=0, to="bot", level="page"), 403)
    sentence(ben.ask(f"/t/{code}/away", player=0), 403)
    sentence(ben.ask(f"/t/{code}/pace", bot_pace="swift"), 403)
    sentence(ben.get(f"/t/{code}/scene?as=0", accept="application/json"), 403)
    assert ben.get(f"/t/{code}?as=0").status_code == 403
    assert ben.get(f"/t/{code}?as=banana").status_code == 403


def test_an_abandoned_table_refuses_actions_and_publishes_its_record(
    ana: Person, ben: Person
) -> None:
    code = ana.play_now()
    sentence(ana.get(f"/t/{code}/record.json", accept="application/json"), 409)
    assert ana.get(f"/t/{code}/record.txt").status_code == 409
    sentence(ana.ask(f"/t/{code}/abandon"), 400)
    ana.do(code, "abandon", sure=1)
    for command, fields in (
        ("act", {"player": 0, "action": "A3"}),
        ("sit", {"player": 0, "name": "Ana", "colour": 1}),
        ("pause", {}),
        ("link", {"player": 0}),
    ):
        assert ana.ask(f"/t/{code}/{command}", **fields).status_code == 409
    record = ben.get(f"/t/{code}/record.json")
    assert f"kingup-{code}.json" in record.headers["content-disposition"]
    assert read_json(record.text).proof
    assert ben.get(f"/t/{code}/record.txt").text.strip()
    again = ana.ask(f"/t/{code}/rematch").json()
    assert ana.get(again["location"]).status_code == 200
    sentence(ben.ask(f"/t/{code}/rematch"), 403)


def test_a_lost_phone_gets_its_seat_back_by_a_link(server: str, ana: Person, ben: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-2": "page"})
    ben.do(code, "sit", player=1, name="Ben", colour="")
    for person, player in ((ana, 0), (ben, 1)):
        person.do(code, "confirm", player=player)
    link = ana.ask(f"/t/{code}/link", player=1).json()["link"]
    token = link.rpartition("/")[2]
    with Person(server, "Ben") as phone, Person(server, "Cleo") as cleo:
        assert "Ben" in phone.get(link).text
        assert phone.get(link).status_code == 200  # opening the link does not use it up
        phone.do(code, "reclaim", token=token)
        assert phone.table(code, "hand")["number"]
        assert ben.get(f"/t/{code}/hand").status_code == 303  # the old phone is out
        sentence(cleo.ask(f"/t/{code}/reclaim", token=token), 409)
        assert cleo.get(link).status_code == 409
        # Somebody else takes over.
        link = ana.ask(f"/t/{code}/give", player=1, to="person").json()["link"]
        cleo.do(code, "take", token=link.rpartition("/")[2], name="Cleo")
        assert "Cleo" in ana.table(code)["page"]
        assert phone.get(f"/t/{code}/hand").status_code == 303
        ana.do(code, "give", player=1, to="bot", level="courtier")
        assert "Cleo" not in ana.table(code, "board")["page"]


def test_forms_from_other_sites_are_refused(ana: Person) -> None:
    code = ana.play_now()
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "", "referer": "http://evil.example/"},
    ):
        answer = ana.http.post(f"/t/{code}/pause", headers=headers)
        assert answer.status_code == 403
        assert "<html" in answer.text
        sentence(ana.http.post("/play", headers={**headers, "accept": "application/json"}), 403)
    with httpx2.Client(base_url=ana.address, timeout=PATIENCE) as silent:
        assert silent.post("/play", data={"edition": "kingup"}).status_code == 403


def test_oversized_forms_are_refused(ana: Person) -> None:
    code = ana.play_now()
    path = f"/t/{code}/act"
    json_ = {"accept": "application/json"}
    sentence(ana.http.post(path, json={"player": 0}, headers=json_), 415)
    sentence(ana.http.post(path, files={"player": b"0"}, headers=json_), 415)
    sentence(ana.http.post(path, content=b"player=0", headers=json_), 415)
    sentence(ana.ask(path, player=0, action="A" * 100_000), 413)

    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b"a" * 1024

    form = {**json_, "content-type": "application/x-www-form-urlencoded"}
    sentence(ana.http.post(path, content=chunks(), headers=form), 413)
    many = "&".join(f"f{i}=1" for i in range(1000))
    sentence(ana.http.post(path, content=many, headers=form), 400)
    sentence(ana.http.post(path, content=b"player=%ff%fe&=&&&%", headers=form), 400)


def test_garbage_cookies_do_no_harm(server: str) -> None:
    with httpx2.Client(base_url=server, timeout=PATIENCE) as client:
        for cookie in ("person=x; flash=y; name=z; theme=q; language=w", "=;=;;,,", "é" * 50):
            for path in ("/", "/new", "/t/rook-22222"):
                answer = client.get(path, headers={b"cookie": cookie.encode()})
                assert answer.status_code in (200, 404)


def test_language_and_theme_are_remembered(ana: Person) -> None:
    answer = ana.post("/language", language="fr", next="/new?edition=kingup")
    assert answer.headers["location"] == "/new?edition=kingup"
    assert ana.get("/").headers["content-language"] == "fr"
    sentence(ana.ask("/language", language="tlh"), 400)
    ana.post("/theme", theme="dark")
    assert 'data-theme="dark"' in ana.get("/").text
    assert ana.ask("/theme", theme="system").json() == {}
    assert "data-theme" not in re.findall("<html[^>]*>", ana.get("/").text)[0]


@pytest.mark.parametrize("path", ["//evil.example", "http://evil.example", "/\\evil", "x", "\n/x"])
def test_redirects_never_leave_the_site(ana: Person, path: str) -> None:
    assert ana.post("/theme", theme="dark", next=path).headers["location"] == "/"


def test_an_impossible_table_is_explained_on_its_form(ana: Person) -> None:
    answer = ana.post("/new", edition="kingup", seats="2", name="Ana")
    assert answer.status_code in (303, 400)
    fields = {"edition": "vive-le-roi", "seats": "8", "name": "Ana", "option": "emissary"}
    for wrong, anchor, words in (
        (fields, "#option", "Emissary"),
        ({"name": "x" * 50}, "#name", "at most 20 letters"),
        ({"name": "Ana", "title": "x" * 50}, "#title", "at most 40 letters"),
        ({"screens": "passed", "seats": "3", "name-0": "Ana", "name-1": "ANA"}, "#name-1", "Ana"),
    ):
        answer = ana.post("/new", **wrong)
        assert answer.status_code == 303
        form = ana.get(answer.headers["location"])
        assert answer.headers["location"].endswith(anchor)
        assert re.search(rf'id="{anchor[1:]}-error" role="alert"[^>]*>[^<]*{words}', form.text)
        for name, value in wrong.items():
            assert f'name="{name}"' in form.text
            assert value in form.text
        told = ana.ask("/new", **wrong)
        assert told.status_code in (400, 409)
        assert told.json()["field"] == anchor[1:]
        assert words in told.json()["error"]


def test_a_long_impossible_form_is_answered_without_a_long_address(ana: Person) -> None:
    names = {f"name-{player}": "👑" * 60 for player in range(16)}
    teams = [str(seat) for seat in range(8)]
    answer = ana.post(
        "/new", edition="vive-le-roi", seats="8", team=teams, screens="passed", **names
    )
    assert answer.status_code == 409
    assert answer.text.count("at most 20 letters") == 16


def test_an_unknown_edition_is_refused(ana: Person) -> None:
    assert ana.ask("/play", edition="chess").status_code == 400
    strange = "/new?seats=99&seats=x&team=9&option=zzz&pace=q&player-0=zz&colour=-1&title=" + EVIL
    assert EVIL not in ana.get(strange).text


def test_an_unchanged_table_is_not_sent_again(ana: Person) -> None:
    playing = ana.play_now()
    ana.do(playing, "pause")
    for code, kind in ((ana.new_table(), "lobby"), (playing, "game")):
        path = f"/t/{code}/scene?kind={kind}"
        first = ana.get(path)
        again = ana.get(path, **{"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")


def test_a_game_of_bots_alone_is_started_by_its_host(ana: Person) -> None:
    fields = {f"player-{i}": "page" for i in range(3)}
    code = ana.new_table(**{"seats": 3, **fields})
    ana.do(code, "start")
    wait_until(lambda: 'data-phase="over"' in ana.table(code, "watch")["page"])


def test_json_answers_are_json(ana: Person) -> None:
    assert json.loads(ana.get("/health").text) == {"status": "ok"}
    assert ana.get("/robots.txt").text
    assert ana.get("/favicon.ico").headers["location"].endswith("favicon.svg")
