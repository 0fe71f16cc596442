"""No page or message contains a byte about other players' secrets."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kingup.rules.deals import Deal
from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.tables import Table, TableSetting, advance, decisions, from_json
from kingup.tables.dealing import KEY, NO_ORIGIN, PART
from kingup.tables.events import Acted, Dealt, Numbered
from kingup.tables.play import follow_ups
from kingup.web.api.stream_json import table_line
from kingup.web.live.rendering import Renderer
from kingup.web.live.scenes import Scenes
from kingup.web.pages.common.viewer import PAGES, viewer_of
from tests.server.table_services import ready, sitting
from tests.web.server import Person, running
from tests.web.staged_page import StagedPage

Log = list[tuple[int, str, dict[str, Any]]]
"""A table's events as the store has them: number, kind, body."""

RENDERER = Renderer(static=lambda path: path)
"""Files that are edited while the test runs must not look like leaks."""
HERE = "http://here"

PEOPLE = ("ana", "ben", "cleo", "dov")
SETTINGS = (
    TableSetting(),
    TableSetting("vive-le-roi", (1, 1, 1, 1), ("ambition", "banished", "emissary", "wedding")),
    TableSetting("vive-le-roi", (2, 1, 1), ("ambition",), show_votes=True),
)


def games(setting: TableSetting, seed: int) -> Iterator[Table]:
    """Yield a table of four people after every event of a game that is played at random."""
    chance = random.Random(seed)
    secret = chance.randbytes(KEY + PART * len(PEOPLE)).hex() + NO_ORIGIN
    table, _ = advance(None, decisions.create("ana", setting, "rook-22222", secret), 1.0)
    for player, person in enumerate(PEOPLE):
        table, _ = advance(table, sitting(person, player)(table), 2.0)
    for person in PEOPLE:
        table, _ = advance(table, ready(person)(table), 3.0)
    yield table
    while table.status == "playing":
        player = chance.choice(table.waiting_for())
        if table.between_rounds:
            events = decisions.continue_(table, PEOPLE[player], player)
        else:
            action = chance.choice(table.view(player).actions)
            events = decisions.act(table, player, action, "person", person=PEOPLE[player])
        table, _ = advance(table, events, table.updated_at + 1)
        yield table


def with_other_cards(table: Table, viewers: Sequence[int]) -> Table | None:
    """Return the table with other cards, Ambitions and sealed votes for the other players."""
    game = table.game
    assert game is not None
    if not game.rounds or game.rounds[-1].crownings:
        return None  # favourites are open now
    others = [p for p in range(len(PEOPLE)) if p not in viewers]
    last = max(i for i, one in enumerate(table.numbered) if isinstance(one.event, Dealt))
    events: list[Numbered] = []
    for i, one in enumerate(table.numbered):
        event = one.event
        if i == last and isinstance(event, Dealt):
            event = Dealt(_rotated(event.deal, others))
        elif i > last and isinstance(event, Acted) and event.player in others:
            event = _other_secret(table, event, events, i)
        events.append(Numbered(one.number, one.at, event))
    try:
        return Table.of(events)
    except KingUpError:
        return None  # the rules do not allow these secrets


def _rotated(deal: Deal, others: Sequence[int]) -> Deal:
    cards, ambitions = list(deal.favourites), list(deal.ambitions)
    for p, q in zip(others, (*others[1:], others[0]), strict=True):
        cards[p] = deal.favourites[q]
        if ambitions:
            ambitions[p] = deal.ambitions[q]
    pile = deal.pile and deal.pile[::-1]
    return replace(deal, favourites=tuple(cards), ambitions=tuple(ambitions), pile=pile)


def _other_secret(table: Table, event: Acted, before: Sequence[Numbered], index: int) -> Acted:
    """Return the action with another sealed vote, or another kept Ambition card."""
    if "-" in event.action or event.action in ("kingmaker", "consolation"):
        dealt = next(o.event for o in reversed(before) if isinstance(o.event, Dealt))
        return replace(event, action=dealt.deal.ambitions[event.player][0])
    sealed = table.game is not None and table.game.phase == "vote"
    if sealed and event.action in "YNB" and index > _last_open(table):
        return replace(event, action="N" if event.action == "Y" else "Y")
    return event


def _last_open(table: Table) -> int:
    """Return the log index of the last action that everybody has seen."""
    acts = [i for i, one in enumerate(table.numbered) if isinstance(one.event, Acted)]
    asked = set(table.view().to_act)
    seats = range(len(table.setting.seats))
    sealed = sum(not asked.intersection(table.players_of(seat)) for seat in seats)
    return acts[-1 - sealed] if sealed else acts[-1]


def difference(one: str, other: str) -> str:
    """Return where two texts begin to differ."""
    at = next((i for i, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1), 0)
    return f"…{one[max(0, at - 80) : at + 80]}…"


def know_the_same(one: Table, other: Table, viewers: Sequence[int]) -> bool:
    """Return whether viewers, and everybody, may know the same about two tables."""
    return all(one.view(viewer) == other.view(viewer) for viewer in (None, *viewers))


def _previous_state(table: Table) -> Table:
    """Return the table as it was shown before its last event."""
    log = table.numbered[:-1]
    while follow_ups(Table.of(log)):  # automatic follow-ups come with what they follow
        log = log[:-1]
    return Table.of(log)


def messages_for(table: Table, person: str) -> dict[str, str]:
    """Return every message a person can receive about a table: pages, scenes, and beats."""
    live = LiveTable(table, lambda: 0.0)
    scenes = Scenes(RENDERER)
    earlier = LiveTable(_previous_state(table), lambda: 0.0)
    shown = {}
    for page in PAGES:
        viewer = viewer_of(table, person, page)
        for kind, after in (
            ("", 0),
            ("", table.number - 3),
            ("game", 0),
            ("game", table.number - 3),
        ):
            message, _shown = scenes.first(live, viewer, HERE, kind, after)
            shown[f"{page} {kind} after {after}"] = message.decode()
        before = scenes.first(earlier, viewer, HERE, "game", earlier.table.number)[1]
        shown[f"{page} in beats"] = scenes.following(live, viewer, HERE, before)[0].decode()
    shown["api"] = table_line(live.table, person).decode()
    return shown


@pytest.mark.parametrize(
    "setting",
    [
        pytest.param(
            setting,
            id=f"{setting.edition} {' '.join(setting.options)}",
            marks=[] if "wedding" in setting.options else pytest.mark.full,
        )
        for setting in SETTINGS
    ],
)
def test_pages_do_not_depend_on_other_players_secrets(setting: TableSetting) -> None:
    compared = sealed = 0
    for step, table in enumerate(games(setting, seed=4)):
        sealing = table.game is not None and table.game.phase in ("vote", "ambition")
        if step % (6 if sealing else 40):
            continue  # a sample, larger for sealed choices
        for person, viewers in (("ana", _mates(table, 0)), ("nobody", ())):
            other = with_other_cards(table, viewers)
            if other is None or not know_the_same(table, other, viewers):
                continue
            assert other.game is not None
            assert table.game is not None
            assert other.game.rounds[-1].deal != table.game.rounds[-1].deal
            before = messages_for(table, person)
            for key, text in messages_for(other, person).items():
                assert text == before[key], f"{key}: {difference(text, before[key])}"
            compared += 1
            sealed += table.game.phase == "vote"
    assert compared > 10
    assert sealed


def _mates(table: Table, player: int) -> tuple[int, ...]:
    return table.players_of(table.seat_of(player))


# Over HTTP and sockets, with the bytes that clients really receive.


def play(people: Sequence[Person], code: str) -> None:
    """Let four people play a whole game from their sockets' messages alone."""
    with ExitStack() as stack:
        lines = [stack.enter_context(person.live(code, page="table")) for person in people]
        pages = [StagedPage() for _ in people]
        for person, line, page in zip(people, lines, pages, strict=True):
            page.receive(person.receive(line))
        idle = 0
        while not all(page.kind == "result" for page in pages):
            acted = False
            for player, (person, line, page) in enumerate(zip(people, lines, pages, strict=True)):
                with contextlib.suppress(TimeoutError):
                    while True:
                        page.receive(person.receive(line, 0.001))
                if page.kind != "game" or page.scene["own"]["you_act"] == "0":
                    continue
                actions = page.actions
                fields = {"player": player, "number": page.number}
                if actions:
                    yes = "Y" if "Y" in actions else actions[-1]
                    answer = person.ask(f"/t/{code}/act", action=yes, **fields)
                else:
                    answer = person.ask(f"/t/{code}/continue", **fields)
                assert answer.status_code in (200, 409), answer.text
                acted = True
            idle = 0 if acted else idle + 1
            assert idle < 2000, "nobody can act"


@pytest.mark.full
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"edition": "kingup"}, id="kingup"),
        pytest.param(
            {"edition": "vive-le-roi", "option": ["ambition", "emissary", "wedding"]},
            id="vive-le-roi",
        ),
    ],
)
def test_four_people_play_a_game_without_receiving_others_secrets(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(running(tmp_path))
        people = [stack.enter_context(Person(server, name.title())) for name in PEOPLE]
        code = people[0].new_table(seats=4, **options)
        for player, person in enumerate(people[1:], start=1):
            person.do(code, "sit", player=player, name=person.name, colour="")
        for player, person in enumerate(people):
            person.do(code, "confirm", player=player, contribution=f"salt of {person.name}")
        play(people, code)
        ids = [person.cookies["person"].partition(".")[0] for person in people]
        received = [list(person.received) for person in people]
    log = events_of(tmp_path, code)
    secret = next(body["secret"] for _, kind, body in log if kind == "created")
    for player, texts in enumerate(received):
        assert len(texts) > 50
        for text in texts:
            number = number_of(text)
            for other, name in enumerate(PEOPLE):
                if other == player:
                    continue
                assert ids[other] not in text
                assert f"salt of {name.title()}" not in text or number is None or is_over(text)
            if number is None:
                continue
            if not is_over(text):
                assert secret not in text
            for card in hidden_cards(log, number, player):
                assert card not in text, f"event {number} gave {card} away to player {player}"


def events_of(folder: Path, code: str) -> Log:
    database = sqlite3.connect(folder / "tables.sqlite")
    rows = database.execute(
        "select number, kind, body from events where code = ? order by number", (code,)
    ).fetchall()
    database.close()
    return [(number, kind, json.loads(body)) for number, kind, body in rows]


def number_of(text: str) -> int | None:
    try:
        return int(json.loads(text)["number"])
    except (ValueError, KeyError, TypeError):
        return None


def is_over(text: str) -> bool:
    return 'data-kind=\\"result\\"' in text


def hidden_cards(
    log: Sequence[tuple[int, str, dict[str, Any]]], number: int, player: int
) -> set[str]:
    """Return others' favourites at the time of an event, unless a crowning has revealed them."""
    hidden: set[str] = set()
    table = Table()
    for at, kind, body in log:
        if at > number:
            break
        table.apply(Numbered(at, 1.0, from_json(kind, body)))
    game = table.game
    if game is not None and game.rounds and not game.rounds[-1].crownings:
        cards = game.rounds[-1].deal.favourites
        hidden = {card for p, card in enumerate(cards) if p != player}
    return hidden
