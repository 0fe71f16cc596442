"""People who play beside external bots, with forms, from what their pages show."""

from __future__ import annotations

from tests.waiting import PATIENCE
from tests.web.server import Person
from tests.web.staged_page import StagedPage


def play_as_browser(person: Person, code: str, player: int) -> None:
    """Play a whole game using only what the socket shows."""
    page = StagedPage()
    with person.live(code, page="table") as line:
        while True:
            page.receive(person.receive(line, PATIENCE))
            if page.kind == "result":
                return
            if page.kind != "game" or page.scene["own"]["you_act"] == "0":
                continue
            fields = {"player": player, "number": page.number}
            actions = page.actions
            if actions:
                action = "Y" if "Y" in actions else actions[-1]
                answer = person.ask(f"/t/{code}/act", action=action, **fields)
            else:
                answer = person.ask(f"/t/{code}/continue", **fields)
            assert answer.status_code in (200, 409), answer.text
