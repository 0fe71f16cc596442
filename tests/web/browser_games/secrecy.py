"""A check that nobody has received anything about other players' secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kingup.rules.cards import AMBITION_CARDS
from kingup.server.live_table import LiveTable
from kingup.tables import Table
from kingup.tables.events import Confirmed, Numbered
from kingup.web.live.rendering import Renderer
from kingup.web.live.scenes import Scenes
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.common.viewer import viewer_of, wanted_player
from tests.web.browser_games.recording import Received
from tests.web.browser_games.worlds import other_events, sealed_votes, tables_of
from tests.web.test_secrets import difference

AMBITIONS = [card.id for card in AMBITION_CARDS]
TOKEN = re.compile(r'id="token-(\w)"[^>]* class="([^"]*)"')
BALLOT = re.compile(r'id="vote-(\d)"[^>]* data-card="(\w+)"[^>]*>(.*?)</li>', re.DOTALL)
NUMBER = re.compile(r'<main id="table"[^>]* data-number="(\d+)"')
DRAWN = 32
"""Letters of a contribution to chance that a browser has drawn; without one it is a name."""
PAGE = re.compile(r"/t/[^/]+(?:/(board|hand|watch))?")


class Leak(AssertionError):
    """A person received what they may not know."""


class FixedTable(LiveTable):
    """A table that never changes, with the same people present for ever."""

    def __init__(self, table: Table, people: Iterable[str]) -> None:
        super().__init__(table, lambda: 0.0)
        self._people = frozenset(people)

    def present(self) -> frozenset[str]:
        """Return the people who are present."""
        return self._people


@dataclass
class Checked:
    """How much a check has compared, so that a test can see that it did."""

    compared: int = 0
    """Pages that are the same in another world."""
    sealed: int = 0
    """Those of them that were sent while others had sealed their votes."""
    searched: int = 0
    """Texts of any kind that were searched for the secrets themselves."""


@dataclass
class Secrecy:
    """The true events of a table, and what its players must not know of each other."""

    events: Sequence[Numbered]
    address: str
    people: Sequence[str]
    """The identities of the players, by player."""

    def __post_init__(self) -> None:
        self.renderer = Renderer()
        self.scenes = Scenes(self.renderer)
        self.truth = tables_of(self.events)

    def check(self, player: int | None, received: Iterable[Received]) -> Checked:
        """Fail if a player, or a spectator, has received anything about others' secrets."""
        checked = Checked()
        world: list[Table] = []
        for one in received:
            if "/static/" in one.path:
                continue  # the same for everybody, since before anything was dealt
            number = _number(one)
            self._search_for_people(player, one, number)
            checked.searched += 1
            if number is None or self._table(number).status in ("open", "over"):
                continue
            self._search_for_cards(player, one, number)
            if one.method == "POST":
                _refuse(_message(one) != {"number": number}, one, "more than its number")
                continue
            changed = other_events(self._table(number), self._mates(player))
            if changed is not None:
                world = tables_of(changed, world)
                self._compare(player, one, world)
                checked.compared += 1
                sealed = sealed_votes(self._table(number), self.events[:number])
                mates = self._mates(player)
                checked.sealed += any(event.player not in mates for event in sealed.values())
        return checked

    def _table(self, number: int) -> Table:
        return self.truth[number - 1]

    def _mates(self, player: int | None) -> tuple[int, ...]:
        """Return those whose secrets a player shares: the seat's one or two players."""
        table = self.truth[0]
        return () if player is None else table.players_of(table.seat_of(player))

    def _search_for_people(self, player: int | None, one: Received, number: int | None) -> None:
        """Search for others' identities, and for the seed of the coming deals."""
        over = number is not None and self._table(number).status == "over"
        hidden = [person for p, person in enumerate(self.people) if p != player]
        if not over and not one.path.endswith(("record.json", "record.txt")):
            hidden += [self.truth[0].secret]
            hidden += [
                numbered.event.contribution
                for numbered in self.events
                if isinstance(numbered.event, Confirmed)
                and numbered.event.player != player
                and len(numbered.event.contribution) >= DRAWN
            ]
        for secret in hidden:
            _refuse(secret in one.text, one, f"others' {secret}")

    def _search_for_cards(self, player: int | None, one: Received, number: int) -> None:
        """Search for others' cards themselves, however the pages are made."""
        game = self._table(number).game
        assert game is not None
        round_ = game.rounds[-1]
        mates = self._mates(player)
        mine = "".join(round_.deal.favourites[mate] for mate in mates)
        if not round_.crownings:
            for p, card in enumerate(round_.deal.favourites):
                for form in _spellings(card) if p not in mates else ():
                    _refuse(form in one.text, one, f"the favourites of player {p}")
        marked = _marked(one)
        if marked is not None and game.phase in ("place", "climb", "vote", "ambition"):
            _refuse(marked != set(mine), one, f"marks on {marked} for one who holds {mine}")
        if not round_.ended:
            dealt = round_.deal.ambitions
            own = {card for mate in mates if dealt for card in dealt[mate]}
            named = {card for card in AMBITIONS if re.search(rf"\b{card}\b(?!-)", one.text)}
            _refuse(bool(named - own), one, f"the Ambitions {named}")
        self._search_for_votes(player, one, number)

    def _search_for_votes(self, player: int | None, one: Received, number: int) -> None:
        table = self._table(number)
        seats = {
            table.seat_of(event.player)
            for event in sealed_votes(table, self.events[:number]).values()
            if event.player not in self._mates(player)
        }
        shown = {int(seat): (card, rest) for seat, card, rest in BALLOT.findall(_html(one))}
        for seat in seats & shown.keys():
            card, rest = shown[seat]
            tells = card != "down" or re.search(r"card-(yes|no|bellyache)", rest)
            _refuse(bool(tells), one, f"the sealed vote of seat {seat}")

    def _compare(self, player: int | None, one: Received, world: Sequence[Table]) -> None:
        """Compare what was sent with what would have been sent in another world.

        `world` has its table after each event.
        """
        sent = one.text if one.method == "SOCKET" else one.text.partition("\n")[2]
        before = list(_subsets(self.people)) if not one.first else [()]
        for then, now in product(before, _subsets(self.people)):
            if self._drawn(player, one, world, then, now) == sent:
                return
        nearest = self._drawn(player, one, world, self.people, self.people)
        _refuse(True, one, f"in another world it would not say {difference(sent, nearest)}")

    def _drawn(
        self,
        player: int | None,
        one: Received,
        world: Sequence[Table],
        then: Sequence[str],
        now: Sequence[str],
    ) -> str:
        """Return what would have been sent, with some people present then and now."""
        other = world[-1]
        live = FixedTable(other, now)
        query = parse_qs(urlsplit(one.url).query)
        person = "nobody" if player is None else self.people[player]
        wanted = wanted_player(query.get("as", [""])[0])
        kind = PAGE.fullmatch(one.path)
        page = (kind[1] or "table") if kind else query["page"][0]
        viewer = viewer_of(other, person, page, wanted)
        if kind:
            context = ViewContext(other, viewer, live.present())
            drawn = self.scenes.scene(live, viewer)
            return self.renderer.page(context, address=self.address, scene=drawn)
        if one.first:
            after = one.after if one.method == "SOCKET" else int(query["after"][0])
            shows = query["kind"][0]
            known = query.get("scene", [""])[0]
            return self.scenes.first(live, viewer, self.address, shows, after, known)[0].decode()
        earlier = FixedTable(world[one.after - 1], then)
        viewed = viewer_of(earlier.table, person, page, wanted)
        shows = self.renderer.kind(earlier.table, viewed)
        shown = self.scenes.first(earlier, viewed, self.address, shows, one.after)[1]
        return self.scenes.following(live, viewer, self.address, shown)[0].decode()


def _refuse(leak: bool, one: Received, what: str) -> None:
    if leak:
        raise Leak(f"{one.method} {one.url} (after {one.after}): {what}")


def _number(one: Received) -> int | None:
    """Return the event number of a table's page or message; None for anything else."""
    number = _message(one).get("number")
    if number is not None:
        return int(number)
    found = NUMBER.search(_html(one))
    return int(found[1]) if found else None


def _marked(one: Received) -> set[str] | None:
    """Return who is marked as a favourite on a page or in a scene that nothing follows."""
    message = _message(one)
    if message.get("scene") and not message.get("beats"):
        marks = message["scene"]["own"]["marks"]
        return {mark["id"] for mark in marks if "is-fav" in mark["cls"]}
    tokens = TOKEN.findall(_html(one))
    return {who for who, look in tokens if "is-fav" in look} if tokens else None


def _message(one: Received) -> dict[str, Any]:
    """Return a socket's message, or an answer in JSON."""
    body = one.text if one.method == "SOCKET" else one.text.partition("\n")[2]
    message = json.loads(body) if body.startswith("{") else {}
    return message if isinstance(message, dict) and "answer" not in message else {}


def _html(one: Received) -> str:
    """Return the page in something that was received."""
    body = one.text if one.method == "SOCKET" else one.text.partition("\n")[2]
    return str(_message(one).get("page", "")) if body.startswith("{") else body


def _spellings(card: str) -> Iterator[str]:
    """Yield the ways in which a program might write the letters of a card."""
    for letters in (card, card.lower(), card[::-1]):
        for between in ("", ",", ", ", " ", '","', '", "', "','", "', '"):
            yield between.join(letters)


def _subsets(people: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the sets of people who may have been present, the largest first."""
    for number in range(len(people), -1, -1):
        yield from combinations(people, number)
