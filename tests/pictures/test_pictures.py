"""Pictures of moments: whole, small enough, and without anything that the viewer did not know."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import font_caladea
import pytest
from PIL import Image

from kingup import pictures
from kingup.game import Game
from kingup.language import use_language
from kingup.moments import moments_of
from kingup.pictures import PictureError, Sight, sight
from kingup.pictures.castle import ROOM, tokens_of
from kingup.pictures.drawings import SCALE, digest, drawings
from kingup.pictures.lettering import fitted, font, legible, wrapped
from kingup.pictures.seats import seat_lines
from kingup.pictures.sight import Viewer, sights
from kingup.pictures.sprites import stored_digest
from kingup.svg.castle import TOP
from tests.pictures.games import recorded, until_the_first_vote

GAMES = ("vive-le-roi-7", "king-up-4", "vive-le-roi-team-emissary")
DRAWN: tuple[Callable[[Sight], bytes], ...] = (
    lambda seen: pictures.svg(seen).encode(),
    pictures.png,
    pictures.card,
)


def opened(packed: bytes) -> Image.Image:
    return Image.open(io.BytesIO(packed))


def test_sprites_are_drawn_from_the_art_as_it_is() -> None:
    assert digest(drawings()) == stored_digest(), "run `make sprites`"


@pytest.mark.parametrize(
    "name", [GAMES[0], *(pytest.param(name, marks=pytest.mark.full) for name in GAMES[1:])]
)
def test_every_kind_of_moment_can_be_drawn_for_everybody(name: str) -> None:
    game = recorded(name)
    moments = moments_of(game)
    chosen = [next(m for m in moments if m.kind == kind) for kind in ("deal", "place", "vote")]
    for moment in (*chosen, moments[-1]):
        for viewer in ("public", "open", 0, len(game.names) - 1):
            seen = sight(game, moment.name, viewer)
            assert opened(pictures.png(seen)).size == (960, 1296)
            assert len(pictures.svg(seen)) > 10_000


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_a_card_has_the_size_that_previews_need(name: str, language: str) -> None:
    use_language(language)
    packed = pictures.card(sight(recorded(name), None, "public"))
    image = opened(packed)
    assert (image.format, image.size) == ("JPEG", (1200, 630))
    assert len(packed) < 300_000


def test_a_character_is_drawn_where_the_drawing_has_it() -> None:
    game = recorded("king-up-4")
    placed = next(m.name for m in moments_of(game) if m.kind == "place")
    before, after = (opened(pictures.png(sight(game, at, "public"))) for at in ("r1.0", placed))
    letter = game.rounds[0].moves[0].letter
    (x, y), _token = tokens_of(sight(game, placed, "public"))[letter]
    left, top = round(SCALE * (x - ROOM[0] / 2)), round(SCALE * (y - TOP - ROOM[1] / 2))
    box = (left, top, left + SCALE * ROOM[0], top + SCALE * ROOM[1])
    assert before.crop(box).tobytes() != after.crop(box).tobytes()


def test_the_same_moment_has_the_same_bytes() -> None:
    seen = sight(recorded(), "r2.17", 3)
    for draw in DRAWN:
        assert draw(seen) == draw(sight(recorded(), "r2.17", 3))


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
@pytest.mark.parametrize("viewer", ["public", 1])
def test_nobody_else_s_cards_change_a_picture(edition: str, viewer: Viewer) -> None:
    game = until_the_first_vote(edition)
    other = until_the_first_vote(edition, other_cards=True)
    assert game.rounds[0].deal != other.rounds[0].deal
    for moment in (moments_of(game)[0], moments_of(game)[4], moments_of(game)[-1]):
        for draw in DRAWN:
            assert draw(sight(game, moment.name, viewer)) == draw(
                sight(other, moment.name, viewer)
            )


def test_one_s_own_cards_do_change_it() -> None:
    game = until_the_first_vote("kingup")
    other = until_the_first_vote("kingup", other_cards=True)
    for draw in DRAWN:
        assert draw(sight(game, None, 0)) != draw(sight(other, None, 0))


@pytest.mark.parametrize("viewer", ["public", 2])
def test_a_moment_shows_nothing_that_came_later(viewer: Viewer) -> None:
    game = recorded("king-up-4")
    moments = moments_of(game)
    index = next(i for i, m in enumerate(moments) if m.name == "r2.9")
    number = sum(m.kind != "deal" for m in moments[: index + 1])
    shorter = game.at(number)
    for draw in DRAWN:
        assert draw(sight(game, "r2.9", viewer)) == draw(sight(shorter, None, viewer))


def test_all_cards_are_open_only_after_the_end() -> None:
    with pytest.raises(PictureError, match="finished"):
        sight(until_the_first_vote("kingup"), None, "open")
    seen = sight(recorded("king-up-4"), "r1.3", "open")
    favourites = recorded("king-up-4").rounds[0].deal.favourites
    assert {
        letter: tuple(1 + player for player, card in enumerate(favourites) if letter in card)
        for letter in seen.view.castle
    } == seen.pennants


@pytest.mark.parametrize("name", ["r9.1", "r1.0v", "", "../../etc", "r1.999"])
def test_an_unknown_moment_is_refused(name: str) -> None:
    with pytest.raises(PictureError, match="no moment"):
        sight(recorded(), name, "public")


@pytest.mark.parametrize("viewer", [-1, 7])
def test_an_unknown_seat_is_refused(viewer: int) -> None:
    with pytest.raises(PictureError, match="no seat"):
        sight(recorded(), None, viewer)


def test_a_team_sees_the_cards_of_both() -> None:
    game = recorded("vive-le-roi-team-emissary")
    team = next(seat for seat, names in enumerate(game.names) if len(names) == 2)
    seen = sight(game, "r1.1", team)
    assert seen.view.own is not None
    cards = seen.view.own.favourites
    assert len(cards) == 2
    assert {letter for letter, (_at, token) in tokens_of(seen).items() if token.halo} == set(
        "".join(cards)
    )


# Letters.


def test_the_font_is_not_the_system_s() -> None:
    folder = Path(font_caladea.__file__).parent
    assert Path(str(font(20).path)).is_relative_to(folder)


@pytest.mark.parametrize("name", ["Zoë", "Ñandú", "Łukasz", "Œuvre", "Škoda", "Ann & Bén"])
def test_accents_are_written(name: str) -> None:
    assert legible(name, "Player 1") == name


@pytest.mark.parametrize(
    ("name", "written"),
    [("Ann 🎉", "Ann"), ("Анна", "Player 1"), ("安", "Player 1"), ("🎉", "Player 1"),
     ("Ạnn", "Ann"), ("A\u0301nn", "Ánn"), ("", "Player 1")],
)  # fmt: skip
def test_what_the_font_lacks_is_replaced(name: str, written: str) -> None:
    assert legible(name, "Player 1") == written


def test_long_texts_are_shortened_and_wrapped() -> None:
    assert fitted("Ann", 20, 500) == "Ann"
    short = fitted("A" * 80, 20, 200)
    assert short.endswith("…")
    assert font(20).getlength(short) <= 200
    lines = wrapped("one two three four five six seven eight", 20, 120, 2)
    assert len(lines) == 2
    assert all(font(20).getlength(line) <= 120 for line in lines)
    assert wrapped("one", 20, 120, 2) == ["one"]


def test_a_name_in_another_script_becomes_a_number() -> None:
    game = Game("kingup", ["Ann", "Борис", "Cleo"], seed=1)
    seen = sight(game, None, "public")
    assert [line.name for line in seat_lines(seen)] == ["Ann", "Player 2", "Cleo"]
    assert pictures.card(seen)


def test_names_can_be_left_out() -> None:
    seen = next(sights(recorded(), "public", named=False))
    assert [line.name for line in seat_lines(seen)][:2] == ["Player 1", "Player 2"]
