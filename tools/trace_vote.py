"""Count the files, functions and calls of ours that one vote passes: `python tools/trace_vote.py`.

A real server plays a game of four people, each with a page and its socket open. The trace begins
when a vote is sent and ends when every page has been sent what follows. docs/architecture.md has
the figures, and the way that a vote goes.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import httpx2
import uvicorn
from websockets.sync.client import ClientConnection, connect

import kingup
from kingup.commands.addresses import LOOPBACK, listen
from kingup.commands.serve import server_config
from kingup.server.settings import ServerSettings

OURS = str(Path(kingup.__file__).parent)
NAMES = ("Ann", "Ben", "Cleo", "Dora")
BUTTON = re.compile(r'<button[^>]*name="action"[^>]*value="([^"]+)"')
SETTLING = 0.3
"""Seconds after the last message in which the server finishes what follows from it."""


class Trace:
    """Calls of our own functions, in all threads of the server, while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.calls: list[tuple[str, str]] = []

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note the file and the function of a call."""
        code = frame.f_code
        if self.on and event == "call" and code.co_filename.startswith(OURS):
            self.calls.append((code.co_filename.removeprefix(OURS + "/"), code.co_qualname))

    def report(self, title: str) -> None:
        """Print what was counted, and begin anew."""
        files = [file for file, _function in self.calls]
        decided = files.index("server/table_service.py")
        stored = self.calls.index(("server/live_table.py", "LiveTable.changed"))
        templates = sum(not file.endswith(".py") for file in set(files))
        print(f"{title}: {len(set(files))} files, {templates} of them templates,", end=" ")
        print(f"{len(set(self.calls))} functions, {len(files):,} calls")
        for part, name in (
            (files[:decided], "to the table service"),
            (files[decided:stored], "decided and stored"),
            (files[stored:], "answered, drawn and sent"),
        ):
            print(f"  {name}: {len(set(part))} files, {len(part):,} calls")
        if "--files" in sys.argv:
            for file, number in sorted(Counter(files).items()):
                print(f"{number:6} {file}")
        self.calls.clear()


class Player:
    """One person with a page of the table open."""

    def __init__(self, address: str, name: str, player: int) -> None:
        self.address, self.name, self.player = address, name, player
        self.http = httpx2.Client(
            base_url=address,
            headers={"origin": address, "accept": "application/json"},
            verify=False,  # plain http: reading certificates would only take time
        )
        self.http.get("/", headers={"accept": "text/html"})
        self.number = 0

    def post(self, path: str, **fields: Any) -> dict[str, Any]:
        """Send a form as a page's script does."""
        answer = self.http.post(path, data=fields)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    @contextmanager
    def page(self, code: str) -> Iterator[ClientConnection]:
        """Open the page's socket."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.address.replace('http', 'ws')}/t/{code}/live?page=table&packed=1"
        headers = {"cookie": cookies, "origin": self.address}
        with connect(address, additional_headers=headers, open_timeout=20) as socket:
            yield socket

    def hear(self, socket: ClientConnection, number: int) -> None:
        """Read messages until one shows this event."""
        while self.number < number:
            said = socket.recv(20)
            text = said if isinstance(said, str) else gzip.decompress(said).decode()
            message = json.loads(text)
            self.number = max(self.number, message.get("number", 0))

    def actions(self, code: str) -> tuple[list[str], int]:
        """Return what this person may do now, and the number of the last event."""
        shown = self.http.get(f"/t/{code}/scene?page=table").json()
        return BUTTON.findall(shown["page"]), shown["number"]


def vote_of(actions: list[str]) -> str | None:
    """Return a vote for Yes, if a vote is asked for."""
    return "Y" if "Y" in actions else None


def send(socket: ClientConnection, player: int, action: str, number: int) -> int:
    """Act over a socket, and return the number that the server answers."""
    form = [["player", str(player)], ["action", action], ["number", str(number)]]
    socket.send(json.dumps({"do": "act", "id": 1, "form": [*form, ["key", f"{number} {player}"]]}))
    while True:
        said = socket.recv(20)
        message = json.loads(said if isinstance(said, str) else gzip.decompress(said))
        if message.get("id") == 1:
            answered: int = message["answer"]["number"]
            return answered


def play(address: str, trace: Trace) -> None:
    """Play until two votes have been traced: the first of a ballot, and the last."""
    with ExitStack() as stack:
        people = [Player(address, name, player) for player, name in enumerate(NAMES)]
        fields = {"edition": "kingup", "seats": "4", "name": NAMES[0]}
        code = people[0].post("/new", **fields)["code"]
        for person in people[1:]:
            person.post(f"/t/{code}/sit", player=person.player, name=person.name, colour="")
        for person in people:
            person.post(f"/t/{code}/confirm", player=person.player, ready=1)
        sockets = [stack.enter_context(person.page(code)) for person in people]
        voted = 0
        while voted < len(people):
            for person, socket in zip(people, sockets, strict=True):
                actions, number = person.actions(code)
                if not actions:
                    continue
                vote = vote_of(actions)
                for other, line in zip(people, sockets, strict=True):
                    other.hear(line, number)
                time.sleep(SETTLING)
                trace.on = vote is not None and voted in (0, len(people) - 1)
                after = send(socket, person.player, vote or actions[0], number)
                for other, line in zip(people, sockets, strict=True):
                    other.hear(line, after)
                time.sleep(SETTLING if trace.on else 0)
                trace.on = False
                if vote is not None:
                    if voted == 0:
                        trace.report("one vote")
                    elif voted == len(people) - 1:
                        trace.report("the deciding vote")
                    voted += 1


def main() -> int:
    """Serve, play, count."""
    trace = Trace()
    with tempfile.TemporaryDirectory() as folder, listen(LOOPBACK, 0) as listening:
        settings = ServerSettings(database=f"sqlite:///{folder}/t.sqlite", prepare=False)
        server = uvicorn.Server(server_config(settings))
        threading.setprofile(trace)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            play(f"http://{LOOPBACK}:{listening.getsockname()[1]}", trace)
        finally:
            server.should_exit = True
            thread.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
