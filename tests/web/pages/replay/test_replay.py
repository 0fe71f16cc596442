"""Replays show every moment of a game as its table did, and nothing before its time."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import msgspec
import pytest

from kingup import Game
from kingup.analysis.moments import moments_of
from kingup.history import Voted
from kingup.server.refusals import Refusal
from kingup.telling.narration import narrate
from kingup.web.pages.common.perspective import OPEN, PUBLIC, Perspective, read_perspective
from kingup.web.pages.common.view_context import SPECTATOR, ViewContext
from kingup.web.pages.replay.messages import round_message
from kingup.web.pages.replay.replay import Replay, sitters_of
from kingup.web.pages.replay.scenes import shown_moment
from kingup.web.pages.replay.view_model import replay_page
from kingup.web.pages.table.round_lines import lines
from tests.strategies import FAMILIES, each_family
from tests.web.bound_page import Element, faults, read
from tests.web.pages.lobby.lobbies import game_played, renderer
from tests.web.staged_page import StagedPage

RENDERER = renderer()


def replayed(edition: str = "kingup", seats: int = 4, seed: int = 3) -> Replay:
    game = game_played(edition, seats, [], seed)
    return Replay(game, sitters_of(game))


def page_of(replay: Replay, index: int, perspective: str = PUBLIC, *, whole: bool = False) -> str:
    context = replay_page(
        replay, "/t/CODE/replay", index, read_perspective(perspective, replay.setting), whole=whole
    )
    return RENDERER.document("replay/page.html", **context)


def main_of(html: str) -> Element:
    body = html[html.index('<main id="table"') : html.index("</main>") + len("</main>")]
    return read(body)


def scene_at(replay: Replay, index: int, perspective: Perspective) -> object:
    shown = shown_moment(replay, replay.table(index), perspective).scene
    return json.loads(msgspec.json.encode(shown))


@pytest.mark.parametrize(("edition", "seats", "options"), each_family(unpacked=True))
def test_stepping_through_a_game_shows_what_every_moment_shows(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    game = game_played(edition, list(seats), list(options), seed=len(seats))
    replay = Replay(game, sitters_of(game))
    names = [moment.name for moment in moments_of(game)]
    perspective = read_perspective((PUBLIC, "2", OPEN)[len(options) % 3], replay.setting)
    page = StagedPage()
    played: list[str] = []
    for number in range(1, len(game.rounds) + 1):
        message = json.loads(round_message(replay, str(number), perspective))
        assert message["last"] == (number == 3)
        assert message["scene"] == scene_at(replay, replay.index(f"r{number}.0"), perspective)
        for moment in message["moments"]:
            if not played:
                page.receive({"scene": message["scene"]})
            page.receive({"beats": moment["beats"]})
            played.append(moment["name"])
            index = replay.index(moment["name"])
            if index % 7 == 0 or moment["kind"] in ("deal", "crown"):
                assert page.scene == scene_at(replay, index, perspective), moment["name"]
    assert played == names


def test_the_newest_sentence_is_the_last_of_the_round() -> None:
    """Replays tell no other: at every moment the same as the table did."""
    replay = replayed("vive-le-roi", 7)
    for number in range(1, 4):
        for _index, table in replay.tables(number):
            public = ViewContext(table, SPECTATOR)
            every, newest = lines(public), lines(public, newest=True)
            assert newest[-1].text == every[-1].text
            assert len(newest) <= 2


def test_a_vote_is_played_card_by_card_and_everything_else_after_it() -> None:
    replay = replayed()
    message = json.loads(round_message(replay, "1", Perspective(PUBLIC)))
    votes = [moment for moment in message["moments"] if moment["kind"] in ("vote", "crown")]
    assert votes
    for vote in votes:
        kinds = [beat["cue"] and beat["cue"]["kind"] for beat in vote["beats"]]
        assert kinds[:4] == ["card", "breath", "reveal", "decide"]
        assert all(set(beat["board"]) <= {"ballots", "cloth"} for beat in vote["beats"][:3])


def test_moments_have_the_names_of_the_analysis() -> None:
    replay = replayed()
    assert [moment.name for moment in replay.moments] == [m.name for m in moments_of(replay.game)]
    assert replay.index("end") == replay.last == len(replay.moments) - 1
    for wrong in ("r4.0", "r1.999", "R1.1", "", "1"):
        with pytest.raises(Refusal) as refused:
            replay.index(wrong)
        assert refused.value.status == 404


def test_only_a_finished_game_can_be_watched_again() -> None:
    game = Game("kingup", seats=3, seed=1)
    with pytest.raises(Refusal) as refused:
        Replay(game, sitters_of(game))
    assert refused.value.status == 409


@pytest.mark.parametrize("perspective", [PUBLIC, "1", OPEN])
def test_a_page_holds_nothing_later_than_its_moment(perspective: str) -> None:
    replay = replayed("vive-le-roi")
    index = replay.index("r2.9")
    page, whole = (
        page_of(replay, index, perspective),
        page_of(replay, index, perspective, whole=True),
    )
    later = [moment.name for moment in replay.moments[index + 2 :]]
    assert len(later) > 50
    for name in later:
        assert f"/{name}?" not in page
        assert f"/{name}?" in whole
    vote = next(m for m in replay.game.rounds[2].moves if isinstance(m, Voted))
    assert str(narrate(replay.view, vote)) not in page
    assert str(narrate(replay.view, vote)) in whole
    shown = replay.moments[: index + 1]
    assert re.findall(r'data-moment="(r[^"]+)"', page)[1:] == [moment.name for moment in shown]


def test_the_last_moment_holds_nothing_back() -> None:
    replay = replayed()
    page = page_of(replay, replay.last)
    assert 'aria-disabled="true" aria-label="Forward"' in page
    assert 'aria-disabled="true" aria-label="To the end of the game"' in page


@pytest.mark.parametrize("family", each_family(number=True))
def test_every_page_shows_the_scene_that_it_carries(family: int) -> None:
    edition, seats, options = FAMILIES[family]
    game = game_played(edition, list(seats), list(options), seed=family)
    replay = Replay(game, sitters_of(game))
    everybody = [PUBLIC, OPEN, *(str(seat + 1) for seat in range(len(seats)))]
    for number, perspective in enumerate(everybody):
        index = (number * 31 + 5) % len(replay.moments)
        assert faults(main_of(page_of(replay, index, perspective))) == []


def test_a_page_needs_no_script() -> None:
    replay = replayed()
    page = page_of(replay, 7, "2")
    names = [replay.moments[i].name for i in (0, 6, 8)]
    for name in (*names, "end"):
        assert f'href="/t/CODE/replay/{name}?as=2"' in page
    for perspective in (PUBLIC, "1", "4", OPEN):
        assert f'href="/t/CODE/replay/{replay.moments[7].name}?as={perspective}"' in page


def rotated(game: Game, seats: list[int]) -> Game:
    """Return a game in which these seats swapped their cards in the last round."""
    other = game.copy()
    deal = other.rounds[2].deal
    cards = list(deal.favourites)
    for seat, giver in zip(seats, seats[1:] + seats[:1], strict=True):
        cards[seat] = deal.favourites[giver]
    other.rounds[2] = replace(other.rounds[2], deal=replace(deal, favourites=tuple(cards)))
    return other


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_eyes_see_only_their_own_cards(edition: str) -> None:
    game = game_played(edition, 4, [], 8)
    others = rotated(game, [1, 2, 3])
    one, other = Replay(game, sitters_of(game)), Replay(others, sitters_of(game))
    index = one.index("r3.12")
    for perspective in (PUBLIC, "1"):
        assert page_of(one, index, perspective) == page_of(other, index, perspective)
    for perspective in ("2", OPEN):
        assert page_of(one, index, perspective) != page_of(other, index, perspective)


def test_open_eyes_see_all_cards() -> None:
    replay = replayed("vive-le-roi")
    index = replay.index("r2.5")
    scene = shown_moment(replay, replay.table(index), Perspective(OPEN)).scene
    dealt = replay.game.rounds[1].deal.favourites
    hands = scene.own.hands  # type: ignore[attr-defined]
    assert [sorted(seal.id for seal in hand.cards[0].seals) for hand in hands] == [
        sorted(card) for card in dealt
    ]
    assert all("No" in hand.votes for hand in hands)


@pytest.mark.parametrize("name", ["9", "5", "0", "public ", "", "١"])
def test_other_eyes_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_perspective(name, replayed().setting)
    assert refused.value.status == 404
