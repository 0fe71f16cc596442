"""Clips: from moment to moment, with votes in parts."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from kingup import pictures
from kingup.game import Game
from kingup.history import Voted
from kingup.moments import moments_of
from kingup.pictures import PictureError
from kingup.pictures.frames import END_MS, MOST_FRAMES, Frame, frames_of
from tests.pictures.games import recorded, until_the_first_vote


def around_a_vote(game: Game, *, crowned: bool = False) -> tuple[str, str]:
    """Return a moment two moves before a vote, and that vote."""
    names = [moment.name for moment in moments_of(game)]
    votes = []
    for moment in moments_of(game):
        move = game.rounds[moment.round - 1].moves[moment.moves - 1]
        if moment.kind != "vote" or not isinstance(move, Voted):
            continue
        if (move.outcome == "throne") is crowned:
            votes.append(moment.name)
    return names[names.index(votes[0]) - 2], votes[0]


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_a_clip_has_its_frames(form: str) -> None:
    game = recorded("king-up-4")
    packed = pictures.clip(game, "r1.0", "r1.3", form=form)
    image = Image.open(io.BytesIO(packed))
    assert image.format == form.upper()
    assert image.size == (480, 822)
    planned = frames_of(game, "r1.0", "r1.3")
    assert getattr(image, "n_frames", 1) == len(planned) > 10
    assert packed == pictures.clip(game, "r1.0", "r1.3", form=form)


def test_a_clip_may_be_one_moment() -> None:
    game = recorded("king-up-4")
    frames = frames_of(game, "r2.3", "r2.3")
    assert [frame.milliseconds for frame in frames] == [END_MS]
    assert pictures.clip(game, "r2.3", "r2.3")


@pytest.mark.parametrize("crowned", [False, True])
def test_a_vote_has_parts(crowned: bool) -> None:
    game = recorded("king-up-4")
    start, vote = around_a_vote(game, crowned=crowned)
    frames = frames_of(game, start, vote)
    parts = list(dict.fromkeys(frame.strip.votes for frame in frames))
    assert parts[:2] == [None, ""]
    assert len(parts) == 3
    assert set(parts[2] or "") <= set("YNB")
    turned = [frame for frame in frames if frame.strip.votes]
    # The result is told only after the cards were seen.
    assert turned[0].strip.said != turned[-1].strip.said
    assert turned[0].board is next(f.board for f in frames if f.strip.votes == "")


def test_castle_and_strip_never_change_at_once() -> None:
    game = recorded()
    frames = frames_of(game, "r1.0", "r1.33v")
    for before, after in pairwise(frames):
        assert before.board is after.board or before.strip == after.strip


def test_long_clips_have_no_steps_between_moves() -> None:
    game = recorded("king-up-4")
    names = [moment.name for moment in moments_of(game)]
    assert any(frame.board.moving for frame in frames_of(game, names[0], names[20]))
    assert not any(frame.board.moving for frame in frames_of(game, names[0], names[40]))


def test_a_whole_game_is_not_too_long() -> None:
    game = recorded()
    assert len(frames_of(game, "r1.0", moments_of(game)[-1].name)) < MOST_FRAMES


def test_names_can_be_left_out() -> None:
    game = recorded("king-up-4")

    def text(frames: list[Frame]) -> str:
        return " ".join(f"{frame.strip.said} {frame.strip.seats}" for frame in frames)

    names = [name for seat in game.names for name in seat]
    with_names = text(frames_of(game, "r1.0", "r1.9"))
    without = text(frames_of(game, "r1.0", "r1.9", names=False))
    assert all(name in with_names for name in names)
    assert not any(name in without for name in names)


@pytest.mark.parametrize(("start", "end"), [("r2.1", "r1.1"), ("r1.0", "r9.9"), ("x", "r1.1")])
def test_impossible_clips_are_refused(start: str, end: str) -> None:
    with pytest.raises(PictureError):
        frames_of(recorded(), start, end)


def test_another_format_is_refused() -> None:
    with pytest.raises(PictureError, match="WebP or a GIF"):
        pictures.clip(recorded(), "r1.0", "r1.1", form="mp4")


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_nobody_else_s_cards_change_a_clip(form: str) -> None:
    game = until_the_first_vote("vive-le-roi")
    other = until_the_first_vote("vive-le-roi", other_cards=True)
    for viewer in ("public", 1):
        one, two = (
            pictures.clip(played, "r1.0", "r1.3", viewer=viewer, form=form)
            for played in (game, other)
        )
        assert one == two


def test_progress_is_told() -> None:
    shares: list[float] = []
    pictures.clip(recorded("king-up-4"), "r1.0", "r1.1", progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
