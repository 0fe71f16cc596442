"""People who play beside external bots, with forms, from what their pages show."""

from __future__ import annotations

from tests.web.server import Person


def play_as_browser(person: Person, code: str, player: int) -> None:
    """Play a whole game using only what the socket shows."""
    with person.live(code, page="table") as line:
        while True:
            message = person.receive(line, 60)
            html = message["html"]
            if 'data-phase="over"' in html:
                return
            if 'data-you-act="1"' not in html:
                continue
            actions = person.actions(html)
            fields = {"player": player, "number": message["number"]}
            if actions:
                action = "Y" if "Y" in actions else actions[-1]
                answer = person.ask(f"/t/{code}/act", action=action, **fields)
            else:
                answer = person.ask(f"/t/{code}/continue", **fields)
            assert answer.status_code in (200, 409), answer.text
