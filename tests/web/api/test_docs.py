"""Every request in docs/api.md works and is answered as documented."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2

from kingup.cli import main, make_parser
from kingup.web.api.errors import SLUGS
from tests.documents.blocks import python_of
from tests.waiting import PATIENCE, wait_until
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person

DOCS = Path(__file__).parents[3] / "docs"
TEXT = (DOCS / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^ *```(\w+)\n(.*?)^ *```", TEXT, re.MULTILINE | re.DOTALL)
EXAMPLES = DOCS.parent / "examples"


def curl(words: list[str]) -> httpx2.Response:
    """Do what curl does with the options that the page uses; of a stream, read one line."""
    headers: dict[str, str] = {}
    body: str | None = None
    stream = False
    address = ""
    rest = iter(words[1:])
    for word in rest:
        if word == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name] = value
        elif word == "--json":
            body = next(rest)
            headers["content-type"] = "application/json"
        elif word == "-N":
            stream = True
        else:
            assert not word.startswith("-"), word
            address = word
    with httpx2.Client(timeout=PATIENCE, verify=False) as client:
        if not stream:
            return client.request(
                "POST" if body else "GET", address, headers=headers, content=body
            )
        with client.stream("GET", address, headers=headers) as answer:
            line = next(answer.iter_lines())
            return httpx2.Response(answer.status_code, text=line)


def test_every_documented_request_gets_the_documented_answer(server: str, ana: Person) -> None:
    token = make_token(ana, "Little Python", "Ada")
    known = {"$SERVER": server, "$TOKEN": token, "$CODE": ""}
    last_answer: Any = None
    sent = 0
    for kind, block in BLOCKS:
        if kind == "sh" and block.strip().startswith("curl"):
            text = block.replace("\\\n", " ")
            for name, value in known.items():
                text = text.replace(name, value)
            if "/record." in text:
                with ApiBot(server, token) as bot:
                    bot.play(known["$CODE"])
            if "/act" in text:  # with what the game offers instead of the example's A4
                text = text.replace('"A4"', json.dumps(_offered(server, token, known["$CODE"])))
            answer = curl(shlex.split(text))
            assert answer.status_code in (200, 201), (text, answer.text)
            sent += 1
            plain = answer.text.strip().startswith("{")
            last_answer = json.loads(answer.text) if plain else None
            if last_answer and "code" in last_answer:
                known["$CODE"] = last_answer["code"]
        elif kind == "json" and last_answer is not None:
            assert set(json.loads(block)) == set(last_answer), block
            last_answer = None
    assert sent == 6


def words_of(command: str, server: str, folder: Path) -> list[str]:
    """Return the arguments of a documented command, for a server and a folder."""
    text = command.replace("\\\n", " ").replace("$SERVER", server)
    words = shlex.split(text.replace("python_bot.py", f"{EXAMPLES}/python_bot.py"))
    assert words[0] == "kingup"
    return [str(folder / word) if word == "token.txt" else word for word in words[1:]]


def _offered(server: str, token: str, code: str) -> str:
    with ApiBot(server, token) as bot:
        wait_until(lambda: bot.get(f"/tables/{code}")["view"]["actions"])
        return str(bot.get(f"/tables/{code}")["view"]["actions"][0])


def test_the_walk_through_seats_a_bot(server: str, tmp_path: Path) -> None:
    commands = [block for kind, block in BLOCKS if kind == "sh" and " kingup " in f" {block}"]
    make, play, wait = (words_of(command, server, tmp_path) for command in commands)
    assert main(make) == 0
    assert main(play) == 0  # when its game is over
    assert make_parser().parse_args(wait).wait  # until it is stopped


def test_a_student_enters_a_league_as_documented(server: str, ana: Person, tmp_path: Path) -> None:
    """The commands of docs/course.md, with another address and code."""
    course = (DOCS / "course.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```sh\n(kingup token .*?)^```", course, re.MULTILINE | re.DOTALL)
    form = {"name": "Course", "edition": "kingup", "seats": 3, "seconds": 30}
    found = ana.http.post("/leagues", data=form, headers={"origin": server})
    code = found.headers["location"].rpartition("/")[2]
    block = block.replace("http://192.168.0.10:8000", server).replace("tower-9m4kx", code)
    make, wait = (words_of(line, server, tmp_path) for line in block.splitlines())
    assert main(make) == 0
    assert "My bot" in ana.http.get(f"/league/{code}").text
    (tmp_path / "my_bot.py").write_text(python_of("docs/first-bot.md")[0], encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "kingup", "--language", "en", *wait],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    ) as waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline().startswith("My bot is connected to ")
        waiting.send_signal(signal.SIGINT)
    assert waiting.returncode == 0


def test_the_documented_python_runs(server: str, ana: Person) -> None:
    programs = [block for kind, block in BLOCKS if kind == "python"]
    assert len(programs) == 1
    exec(programs[0], {"SERVER": server, "TOKEN": make_token(ana)})


def test_every_error_code_is_listed() -> None:
    for slug in SLUGS:
        assert f"`{slug}`" in TEXT, slug
