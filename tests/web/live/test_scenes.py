"""Scenes: what is played beat by beat makes exactly what a fresh page shows."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from kingup.language import use_language
from kingup.server.live_table import LiveTable
from kingup.server.presence import Attendee
from kingup.tables.events import Paused, Resumed, Returned, SeatGiven, StoodIn
from kingup.tables.table import Table
from kingup.web.live.rendering import Renderer, digest
from kingup.web.live.scenes import LONGEST_ABSENCE, Scenes, Shown, packed
from kingup.web.pages.common.view_context import Page as PageName
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.common.viewer import viewer_of
from kingup.web.pages.table.scene import Scene
from tests.strategies import each_family
from tests.web.pages.table.tables import DrivenTable, viewer
from tests.web.staged_page import StagedPage

RENDERER = Renderer(static=lambda path: path)
HERE = "http://here"


class Page:
    """A page with a socket at a table."""

    def __init__(self, scenes: Scenes, viewer: Viewer) -> None:
        self.scenes = scenes
        self.viewer = viewer
        self.staged = StagedPage()
        self.shown: Shown | None = None

    def open(self, live: LiveTable) -> None:
        """Load the page, and open its socket."""
        self.staged = StagedPage()
        number = live.table.number
        message, self.shown = self.scenes.first(live, self.viewer, HERE, "game", number)
        self.staged.receive(message)

    def update(self, live: LiveTable) -> None:
        """Receive what has happened."""
        if self.shown is None:
            self.open(live)
            return
        message, self.shown = self.scenes.following(live, self.viewer, HERE, self.shown)
        self.staged.receive(message)

    def reconnect(self, live: LiveTable) -> None:
        """Open a new socket with what the page shows."""
        after = self.staged.number
        message, self.shown = self.scenes.first(live, self.viewer, HERE, "game", after)
        assert ("missed" in json.loads(message)) == (
            0 < live.table.number - after <= LONGEST_ABSENCE
        )
        self.staged.receive(message)


def live_table(table: Table) -> LiveTable:
    return LiveTable(table.copy(), lambda: 0.0)


def move_on(live: LiveTable, table: Table) -> None:
    """Show a live table the state of another."""
    live.table = table.copy()
    live.version += 1


def fresh(live: LiveTable, viewer: Viewer) -> object:
    """Return the scene of a page that is loaded now, without anything that was drawn before."""
    scene = Scenes(RENDERER).scene(live, viewer)
    return json.loads(msgspec.json.encode(scene))


def loaded(scenes: Scenes, live: LiveTable, viewer: Viewer) -> Scene:
    """Return the scene of a game's page."""
    scene = scenes.scene(live, viewer)
    assert scene is not None
    return scene


def viewers_of(table: Table) -> list[Viewer]:
    players = range(table.setting.players)
    playing = [viewer(player, "hand" if player % 3 == 2 else "table") for player in players]
    return [*playing, viewer(None, "board"), viewer(None, "watch")]


@pytest.mark.parametrize(("edition", "seats", "options"), each_family(unpacked=True))
async def test_played_beats_make_the_scene_of_a_fresh_page(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    """Whole games, with pages that sleep, reconnect and see several events at once."""
    chance = random.Random(len(seats) + len(options))
    driven = DrivenTable(edition, seats, options, seed=chance.randrange(100))
    driven.step()
    live, scenes = live_table(driven.table), Scenes(RENDERER)
    pages = [Page(scenes, one) for one in chance.sample(viewers_of(driven.table), 3)]
    for page in pages:
        page.open(live)
    compared = 0
    for table in driven.moments_of_play():
        if chance.random() < 0.05:
            present = chance.sample(range(sum(seats)), chance.randrange(sum(seats)))
            live.presence.set_elsewhere({f"person-{one}": Attendee(0.0) for one in present})
        if chance.random() < 0.1:
            continue  # the next message is about several events
        move_on(live, table)
        page = chance.choice(pages)
        for each in pages:
            if each is not page and chance.random() < 0.9:
                each.update(live)
        if RENDERER.kind(table, page.viewer) == "game":
            (page.reconnect if chance.random() < 0.05 else page.update)(live)
            assert page.staged.scene == fresh(live, page.viewer)
            assert page.staged.number == table.number
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("language", ["fr", "it"])
def test_pages_in_two_languages_do_not_share_texts(language: str) -> None:
    driven = DrivenTable(seed=3)
    table = driven.until("climb")
    live, scenes = live_table(table), Scenes(RENDERER)
    english, other = Page(scenes, viewer(0)), Page(scenes, viewer(0))
    for _ in range(20):
        english.update(live)
        use_language(language)
        other.update(live)
        assert other.staged.scene == fresh(live, viewer(0))
        use_language("en")
        assert english.staged.scene == fresh(live, viewer(0))
        assert other.staged.scene["board"]["headline"] != english.staged.scene["board"]["headline"]
        driven.step()
        move_on(live, table)


async def test_table_events_and_presence_change_only_what_they_concern() -> None:
    driven = DrivenTable("vive-le-roi", seed=5, bots=(3,))
    table = driven.until("climb")
    live, scenes = live_table(table), Scenes(RENDERER)
    everybody = {f"person-{one}": Attendee(0.0) for one in range(3)}
    live.presence.set_elsewhere(everybody)
    page = Page(scenes, viewer(0))
    page.open(live)
    live.presence.set_elsewhere({one: everybody[one] for one in ("person-0", "person-1")})
    message, page.shown = scenes.following(
        live, viewer(0), HERE, page.shown or Shown("", 0, viewer())
    )
    beats = json.loads(message)["beats"]
    assert [beat["cue"] for beat in beats] == [None]
    assert set(beats[0]) == {"cue", "board"}
    assert set(beats[0]["board"]) == {"seats"}
    assert set(beats[0]["board"]["seats"]) == {"2"}
    page.staged.receive(message)
    for event in (StoodIn(2, "away"), Returned(2), Paused(), Resumed()):
        driven.add(event)
        move_on(live, table)
        page.update(live)
        assert page.staged.scene == fresh(live, viewer(0))
    assert page.staged.said[:2] == ["A bot stands in for Inès 2.", "Inès 2 is back."]
    assert page.staged.said[2:4] == ["The game is paused.", "The game resumes."]


def test_a_short_absence_is_played_and_a_long_one_is_not() -> None:
    driven = DrivenTable("vive-le-roi", seed=2)
    driven.until("climb")
    number = driven.table.number
    while driven.table.number < number + LONGEST_ABSENCE:
        driven.step()
    live, scenes = live_table(driven.table), Scenes(RENDERER)
    behind = driven.table.number - LONGEST_ABSENCE
    message, _shown = scenes.first(live, viewer(1), HERE, "game", behind)
    missed = json.loads(message)
    assert missed["missed"]
    assert len(missed["beats"]) >= LONGEST_ABSENCE
    assert missed["scene"]["own"]["you_act"] == "0"
    assert missed["scene"]["own"]["choices"] == []
    for after in (behind - 1, driven.table.number, driven.table.number + 5, 0):
        message, shown = scenes.first(live, viewer(1), HERE, "game", after)
        jumped = json.loads(message)
        assert "beats" not in jumped
        assert "missed" not in jumped
        assert jumped["scene"] == fresh(live, viewer(1))
        assert shown.number == driven.table.number
    asleep, start = (
        Page(scenes, viewer(1)),
        live_table(Table.of(driven.table.numbered[: behind - 1])),
    )
    asleep.open(start)
    message, asleep.shown = scenes.following(
        live, viewer(1), HERE, asleep.shown or Shown("", 0, viewer())
    )
    assert "beats" not in json.loads(message)


def test_a_page_is_not_sent_again_the_scene_that_it_was_loaded_with() -> None:
    driven = DrivenTable("vive-le-roi", seed=2)
    driven.until("climb")
    live, scenes, number = live_table(driven.table), Scenes(RENDERER), driven.table.number
    known = [digest(loaded(scenes, live, one)) for one in (viewer(0), viewer(1), viewer())]
    assert len(set(known)) == 3
    whole, shown = scenes.first(live, viewer(0), HERE, "game", number)
    message, same = scenes.first(live, viewer(0), HERE, "game", number, known[0])
    assert json.loads(message) == {
        key: value for key, value in json.loads(whole).items() if key != "scene"
    } | {"beats": [{"cue": None, "board": {}}]}
    assert same == shown
    others, _ = scenes.first(live, viewer(1), HERE, "game", number, known[0])
    assert "scene" in json.loads(others)
    asked = driven.table.waiting_for()[0]
    driven.step()
    live = live_table(driven.table)
    for player in (0, 1):
        later, _ = scenes.first(live, viewer(player), HERE, "game", number, known[player])
        missed, _ = scenes.first(live, viewer(player), HERE, "game", number)
        assert {**json.loads(later), "scene": 0} == {**json.loads(missed), "scene": 0}
        # Whoever was asked is asked no longer, and nobody is sent anything else.
        assert ("you_act" in json.loads(later).get("scene", {}).get("own", {})) == (
            player == asked
        )


def test_what_was_missed_asks_for_nothing_that_is_past() -> None:
    """Only the present question is asked, not those that others have answered meanwhile."""
    driven = DrivenTable(seed=3)
    driven.until("place", player=0)
    before = driven.table.number
    driven.until("climb", player=0)
    live = live_table(driven.table)
    message, _shown = Scenes(RENDERER).first(live, viewer(0), HERE, "game", before)
    staged = StagedPage()
    staged.receive(message)
    assert [line for line in staged.said if "your turn" in line] == [
        "It is your turn to move somebody."
    ]
    assert staged.said[-1] == "It is your turn to move somebody."


def test_a_page_of_another_kind_is_sent_whole() -> None:
    driven = DrivenTable(seed=3)
    open_ = Table.of(driven.table.numbered[:-1])
    live, scenes = live_table(open_), Scenes(RENDERER)
    for kind in ("", "lobby", "game"):
        message, lobby = scenes.first(live, viewer(0), HERE, kind, 0)
        assert set(json.loads(message)) == {"number", "page", "said", "title", "turn"}
        assert lobby == Shown("lobby", open_.number, viewer(0))
    driven.step()
    move_on(live, driven.table)
    message, game = scenes.following(live, viewer(0), HERE, lobby)
    assert 'data-kind="game"' in json.loads(message)["page"]
    assert isinstance(game.scene, Scene)
    assert json.loads(message)["said"], "the round's opening"
    for table in driven.moments_of_play():
        move_on(live, table)
    message, result = scenes.following(live, viewer(None, "watch"), HERE, game)
    assert 'data-kind="result"' in json.loads(message)["page"]
    assert result.scene is None


@pytest.mark.parametrize("page", ["table", "watch", "board"])
def test_spectators_see_the_last_vote_before_the_result(page: PageName) -> None:
    driven, scenes = DrivenTable(seed=3, bots=range(4)), Scenes(RENDERER)
    driven.until("climb")
    live = live_table(driven.table)
    spectator = viewer(None, page)
    shown = scenes.first(live, spectator, HERE, "game", live.table.number)[1]
    for table in driven.moments_of_play():
        move_on(live, table)
        message, shown = scenes.following(live, spectator, HERE, shown)
        if shown.scene is None:
            break
    else:
        pytest.fail("the game never ended")
    last = json.loads(message)
    cues = [beat["cue"]["kind"] for beat in last["beats"] if beat["cue"]]
    assert cues.index("reveal") < max(cues.index(kind) for kind in cues if kind != "reveal")
    assert 'data-kind="result"' in last["page"]
    said = [line for beat in last["beats"] for line in beat.get("said", ())]
    assert any("Long live Leonardo!" in line for line in said)
    assert not last["said"], "the beats have told everything"


def test_a_page_whose_player_changes_is_sent_whole() -> None:
    """Somebody takes over a seat: the page has another hand, or none any more."""
    driven = DrivenTable(seed=3)
    driven.until("climb")
    live, scenes = live_table(driven.table), Scenes(RENDERER)
    pages = {
        one: Page(scenes, viewer_of(live.table, one, "table")) for one in ("person-1", "guest")
    }
    for page in pages.values():
        page.open(live)
    driven.add(SeatGiven(1, "guest", None, "Guest", 5))
    move_on(live, driven.table)
    for person, seated in (("person-1", False), ("guest", True)):
        page = pages[person]
        now = viewer_of(live.table, person, "table")
        assert page.shown is not None
        message, page.shown = scenes.following(live, now, HERE, page.shown)
        html = json.loads(message)["page"]
        assert ('id="hand"' in html) is seated
        assert ('data-viewer="1"' in html) is seated


def test_only_long_messages_are_packed() -> None:
    assert packed(b'{"number":1}') == '{"number":1}'
    assert isinstance(packed(b"x" * 20_000), bytes)


def test_scenes_of_a_forgotten_table_are_built_anew() -> None:
    table = DrivenTable(seed=3).until("climb")
    live, scenes = live_table(table), Scenes(RENDERER)
    first = scenes.scene(live, viewer(0))
    again = scenes.scene(live, viewer(0))
    assert first is not None
    assert again is not None
    assert again.board is first.board
    scenes.forget(live)
    anew = scenes.scene(live, viewer(0))
    assert anew is not None
    assert anew.board is not first.board
    assert anew == first


def test_everybody_is_sent_the_same_board_made_once() -> None:
    driven = DrivenTable(seed=3)
    table = driven.until("climb")
    live, scenes = live_table(table), Scenes(RENDERER)
    pages = [Page(scenes, viewer(0)), Page(scenes, viewer(1)), Page(scenes, viewer(None, "watch"))]
    for page in pages:
        page.open(live)
    driven.step()
    move_on(live, table)
    for page in pages:
        page.update(live)
    boards = {id(page.shown.scene.board) for page in pages if page.shown and page.shown.scene}
    assert len(boards) == 1
