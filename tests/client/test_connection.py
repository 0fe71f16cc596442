"""Bots of all kinds at a server's tables, through lost connections and their own failures."""

from __future__ import annotations

import re
import shlex
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from kingup.cli import main
from kingup.client import Client, ServerError, Unreachable, calls
from kingup.client.connection import Behaviour
from kingup.commands.connect import code_in
from tests.bots.external_bots import GOOD, python_bot
from tests.client.browser import play_as_browser
from tests.client.server import connect, connected
from tests.waiting import PATIENCE, wait_until
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person

EXAMPLE = Path(__file__).parents[2] / "examples" / "python_bot.py"
FIRST = shlex.join(python_bot(GOOD))
DYING = shlex.join(python_bot("greet()\nanswer(hear('choose'))\nsys.exit('I am so tired')"))


SETTINGS = [
    {"edition": "kingup", "seats": 3, "player-2": "page"},
    {"edition": "vive-le-roi", "seats": 2, "option": ["emissary"]},
    {"edition": "vive-le-roi", "seats": 2, "team": ["0"], "player-2": "page"},
    {"edition": "vive-le-roi", "seats": 4, "player-2": "page", "player-3": "page",
     "option": ["ambition", "banished", "emissary", "wedding"]},
    {"edition": "kingup", "seats": 3, "player-2": "page", "pace": "seconds-60"},
]  # fmt: skip


def play_games(server: str, token: str, settings: list[dict[str, object]]) -> list[str]:
    """Let a connected bot play several games at once, each with a person in a browser."""
    with Client(server, token) as client:
        id_ = client.ask(calls.me())["id"]
    codes: list[str] = []

    def host(number: int) -> None:
        with Person(server, f"Host {number}") as person:
            with ApiBot(server, make_token(person, "Caller")) as caller:
                code = person.new_table(**settings[number])
                codes.append(code)
                place = caller.get(f"/tables/{code}")["players"].index(None)
                caller.post(f"/tables/{code}/sit", {"player": place})
                caller.post("/challenges", {"bot": id_, "table": code}, 409)  # no seat is free
                caller.post(f"/tables/{code}/stand")
                with ApiBot(server, token) as same:  # the bot may also take the seat itself
                    same.post(f"/tables/{code}/sit", {"player": place})
            person.do(code, "confirm", player=0, ready=1)
            play_as_browser(person, code, 0)

    manners = Behaviour(accepts=True, games=len(settings), at_once=20, pause=0)
    with connected(server, token, "page", manners), ThreadPoolExecutor(5) as pool:
        list(pool.map(host, range(len(settings))))
    return codes


@pytest.mark.full
def test_a_built_in_bot_plays_several_games_with_people_at_once(server: str, ana: Person) -> None:
    token = make_token(ana, "Robo")
    codes = play_games(server, token, [dict(setting) for setting in SETTINGS])
    with Client(server, token) as client:
        for code in codes:
            assert client.ask(calls.table(code))["status"] == "over"
            record = client.ask(calls.record(code))
            assert record["rounds"]


@pytest.mark.full
def test_a_built_in_bot_plays_twenty_games_with_people(server: str, ana: Person) -> None:
    token = make_token(ana, "Robo")
    codes = play_games(server, token, [dict(setting) for setting in 4 * SETTINGS])
    assert len(set(codes)) == 20
    with Client(server, token) as client:
        assert {client.ask(calls.table(code))["status"] for code in codes} == {"over"}


def test_a_waiting_bot_accepts_challenges(server: str, ana: Person, ben: Person) -> None:
    token, other = make_token(ana, "Waiter"), make_token(ben, "Caller")
    with (
        connected(server, token, FIRST, Behaviour(accepts=True, games=2, pause=0)),
        ApiBot(server, other) as caller,
    ):
        wait_until(lambda: any(bot["name"] == "Waiter" for bot in caller.get("/bots")["bots"]))
        codes = [caller.new_table(seats=3, bots=["page"]) for _ in range(2)]
        for code in codes:
            caller.post("/challenges", {"bot": "Waiter", "table": code}, 201)
        for code in codes:
            wait_until(lambda code=code: caller.get(f"/tables/{code}")["status"] == "playing")  # type: ignore[misc]
            last = caller.play(code)
            assert last["players"][1]["name"] == "Waiter"


def test_a_busy_bot_declines_challenges(server: str, ana: Person, ben: Person) -> None:
    token, other = make_token(ana, "Busy"), make_token(ben, "Caller")
    with (
        connected(server, token, "page", Behaviour(accepts=True, games=1, at_once=1, pause=0)),
        ApiBot(server, other) as caller,
        ApiBot(server, token) as same,
    ):
        wait_until(lambda: any(bot["name"] == "Busy" for bot in caller.get("/bots")["bots"]))
        first, second = (caller.new_table(seats=3, bots=["page"]) for _ in range(2))
        caller.post("/challenges", {"bot": "Busy", "table": first}, 201)
        wait_until(lambda: caller.get(f"/tables/{first}")["status"] == "playing")
        caller.post("/challenges", {"bot": "Busy", "table": second}, 201)
        wait_until(lambda: same.get("/challenges")["challenges"] == [])
        assert caller.get(f"/tables/{second}")["players"][1] is None  # it declined
        caller.play(first)


def test_a_stand_in_replaces_a_failed_bot(server: str, ana: Person) -> None:
    token = make_token(ana, "Tired")
    reported: list[str] = []
    with ApiBot(server, token) as bot:
        code = bot.new_table(seats=3, bots=["page", "page"])
        connect(server, token, DYING, Behaviour(games=1), reported.append)
        assert any("I am so tired" in line for line in reported)
        wait_until(lambda: bot.get(f"/tables/{code}")["status"] == "over")


class Proxy:
    """A proxy between a bot and a server whose connections can be cut."""

    def __init__(self, server: str) -> None:
        place = urlsplit(server)
        self._target = (place.hostname or "", place.port or 0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = 0
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut all open connections."""
        for line in self._open:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        self._open.clear()

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
                ahead = socket.create_connection(self._target)
            except OSError:
                return
            self.connections += 1
            self._open += [line, ahead]
            for one, other in ((line, ahead), (ahead, line)):
                threading.Thread(target=_forward, args=(one, other), daemon=True).start()


def _forward(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)


def test_a_bot_plays_on_after_lost_connections(server: str, ana: Person) -> None:
    token = make_token(ana, "Steady")
    proxy = Proxy(server)
    reported: list[str] = []
    try:
        with ApiBot(server, token) as bot, ThreadPoolExecutor(1) as pool:
            code = bot.new_table(seats=3, bots=["page", "page"])
            playing = pool.submit(
                connect, proxy.address, token, "page", Behaviour(games=1), reported.append
            )
            for _ in range(3):
                number = bot.get(f"/tables/{code}")["number"]
                wait_until(lambda n=number: bot.get(f"/tables/{code}")["number"] > n + 12)  # type: ignore[misc]
                proxy.cut()
            playing.result(PATIENCE)
            assert bot.get(f"/tables/{code}")["status"] == "over"
            acted = [p["standing_in"] for p in bot.get(f"/tables/{code}")["players"]]
            assert acted == [False, False, False]  # no stand-in was needed
    finally:
        proxy.close()
    assert any("cannot be reached" in line for line in reported)


# The command.


@pytest.fixture
def token_file(ana: Person, tmp_path: Path) -> Path:
    file = tmp_path / "token.txt"
    file.write_text(make_token(ana, "Little Python") + "\n", encoding="utf-8")
    return file


def test_the_command_plays_a_game_and_exits(
    server: str, token_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["connect", "--bot", shlex.join([sys.executable, str(EXAMPLE)]), "--server", server,
               "--token-file", str(token_file), "--new", "vive-le-roi", "--seats", "3",
               "--options", "ambition", "--bots", "page,page", "--games", "1"]  # fmt: skip
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "Little Python is connected to" in said
    assert f"{server}/t/" in said
    assert "have sat down" not in said
    assert re.search("the game is (won|lost)|the win is shared", said)


def test_the_command_joins_a_table_and_refuses_a_closed_one(
    server: str, token_file: Path, ben: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    code = ben.new_table(**{"seats": 3, "player-2": "page"})
    ben.do(code, "confirm", player=0, ready=1)
    command = ["connect", "--bot", "page", "--server", server, "--token-file", str(token_file),
               "--table", code, "--games", "1", "--pause", "0"]  # fmt: skip
    with ThreadPoolExecutor(1) as pool:
        person = pool.submit(play_as_browser, ben, code, 0)
        assert main(command) == 0
        person.result(PATIENCE)
    assert code in capsys.readouterr().out
    assert main([*command[:-4], "--games", "1"]) == 2  # over: its seats are closed
    assert "closed" in capsys.readouterr().err


def test_the_command_plays_only_the_game_of_its_new_table(
    server: str, token_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ApiBot(server, token_file.read_text(encoding="utf-8").strip()) as bot:
        other = bot.new_table(seats=3, bots=["page", "page"])
        command = ["connect", "--bot", "page", "--server", server, "--token-file", str(token_file),
                   "--new", "kingup", "--seats", "3", "--bots", "page,page"]  # fmt: skip
        playing = threading.Thread(target=main, args=(command,), daemon=True)
        playing.start()
        playing.join(PATIENCE)
        assert not playing.is_alive(), "it waits for another game"
        assert bot.get(f"/tables/{other}")["status"] == "playing"
    said = capsys.readouterr().out
    assert other not in said
    assert said.count("the game starts") == 1
    assert re.search("the game is (won|lost)|the win is shared", said)


def test_the_command_takes_a_tables_address_and_waits_for_its_game(
    server: str, token_file: Path, ben: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    code = ben.new_table(**{"seats": 3, "player-2": "page"})
    command = ["connect", "--bot", "page", "--server", server, "--token-file", str(token_file),
               "--table", f"{server}/t/{code}", "--pause", "0"]  # fmt: skip
    with ThreadPoolExecutor(1) as pool:
        bot = pool.submit(main, command)
        wait_until(lambda: "Little Python" in ben.get(f"/t/{code}").text)
        assert "begins" not in capsys.readouterr().out
        ben.do(code, "confirm", player=0, ready=1)
        play_as_browser(ben, code, 0)
        assert bot.result(PATIENCE) == 0
    assert f"{code}: the game starts." in capsys.readouterr().out


def test_the_command_says_how_many_seats_are_free(
    server: str, token_file: Path, ben: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["connect", "--bot", "page", "--server", server, "--token-file", str(token_file),
               "--new", "--seats", "3", "--bots", "page", "--pause", "0"]  # fmt: skip
    said = ""

    def heard() -> bool:
        nonlocal said
        said += capsys.readouterr().out
        return "The game begins when one more has sat down." in said

    playing = threading.Thread(target=main, args=(command,), daemon=True)
    playing.start()
    wait_until(heard)
    code = code_in(said.split("ready: ")[1].split()[0])
    ben.do(code, "sit", player=1, name="Ben")
    ben.do(code, "confirm", player=1, ready=1)
    play_as_browser(ben, code, 1)
    playing.join(PATIENCE)
    assert not playing.is_alive(), "it does not leave after its game"
    assert "the game starts" in capsys.readouterr().out


@pytest.mark.parametrize(
    "address",
    [
        "rook-22222",
        "https://castle.example/t/rook-22222",
        "https://castle.example/kingup/t/rook-22222/hand?as=1#menu",
        "castle.example/t/rook-22222/",
    ],
)
def test_a_table_is_found_by_its_code_or_any_of_its_addresses(address: str) -> None:
    assert code_in(address) == "rook-22222"


def test_bot_levels_keep_the_commas_of_their_settings(
    server: str, token_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def set_table(*, bots: list[str], **other: Any) -> calls.Call:
        asked.append(bots)
        return calls.me()  # not a table

    monkeypatch.setattr(calls, "set_table", set_table)
    command = ["connect", "--bot", "page", "--server", server, "--token-file", str(token_file)]
    with suppress(KeyError):
        main([*command, "--new", "kingup", "--bots", "sovereign:temperature=0.5,weights=f, page"])
    assert asked == [["sovereign:temperature=0.5,weights=f", "page"]]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"--server": "http://127.0.0.1:9"}, "cannot be reached"),
        ({"--server": "kingup"}, "not the address"),
        ({"--token-file": "nowhere.txt"}, "cannot be read"),
        ({"--bot": "./no-such-bot"}, "neither a bot nor a program"),
        ({"--bot": "chancellor:x"}, "not a budget"),
        ({"--bot": "sovereign:weights=/nope.npz"}, "There is no weights file “/nope.npz”"),
        ({"--bot": "'"}, "quotation mark"),
        ({"--bot": f"{sys.executable} -c pass"}, "exited with status"),
        ({"--table": "rook-22222"}, "There is no table"),
        ({"--seconds": "-1"}, "--seconds"),
        ({"--games": "0"}, "--games"),
        ({"--seats": "3"}, "--seats only goes with --new."),
        ({"--options": "ambition"}, "--options only goes with --new."),
        ({"--table": "rook-22222", "--bots": "page"}, "--bots only goes with --new."),
    ],
    ids=str,
)
def test_errors_are_explained_without_the_token(
    server: str,
    token_file: Path,
    capsys: pytest.CaptureFixture[str],
    changes: dict[str, str],
    sentence: str,
) -> None:
    options = {"--bot": "page", "--server": server, "--token-file": str(token_file)}
    where = {} if "--table" in changes else {"--wait": ""}
    words = [word for pair in {**options, **where, **changes}.items() for word in pair if word]
    assert main(["connect", *words]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert token_file.read_text(encoding="utf-8").strip() not in said


def test_a_token_is_read_from_the_environment(
    server: str, token_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["connect", "--bot", "page", "--server", server, "--table", "rook-22222"]
    assert main(words) == 2
    monkeypatch.setenv("KINGUP_TOKEN", "kingup_wrong")
    assert main(words) == 2


# The clients.


def test_a_client_raises_what_a_server_refuses(server: str, robo: ApiBot) -> None:
    with Client(server, "kingup_wrong") as stranger, pytest.raises(ServerError) as refused:
        stranger.ask(calls.me())
    assert (refused.value.code, refused.value.status) == ("bad-token", 401)
    with Client(server, robo.token) as client:
        code = client.ask(calls.set_table(seats=3, bots=["page", "page"]))["code"]
        with client.listen(calls.game(code)) as lines:
            assert next(lines)["code"] == code
        with pytest.raises(ServerError), client.listen(calls.game("rook-22222")):
            pass


def test_an_address_without_the_api_is_unreachable(server: str) -> None:
    with Client(f"{server}/t", "kingup_x") as client, pytest.raises(Unreachable):
        client.ask(calls.me())


def test_a_stream_ends_when_its_token_is_revoked(server: str, ana: Person) -> None:
    token = make_token(ana, "Gone")
    with Client(server, token) as client:
        me = client.ask(calls.me())
        code = client.ask(calls.set_table(seats=3))["code"]
        with client.listen(calls.game(code)) as lines:
            next(lines)
            ana.post(f"/me/tokens/{me['id']}/revoke")
            with pytest.raises(ServerError) as ended:
                list(lines)
    assert ended.value.code == "bad-token"
