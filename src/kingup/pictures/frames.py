"""The frames of a clip: what is seen from one moment to another, and how it is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice

from PIL import Image, ImageDraw

from kingup.game import Game
from kingup.history import Voted
from kingup.pictures.card import headline
from kingup.pictures.castle import Point, Token, draw_tokens, empty_castle, size_at, tokens_of
from kingup.pictures.drawings import CARDS
from kingup.pictures.lettering import GOLD_INK, INK, fitted, write
from kingup.pictures.seats import SeatLine, seat_lines
from kingup.pictures.sight import PictureError, Sight, Viewer, moment_index, sights
from kingup.pictures.sprites import sprite
from kingup.svg.art import variables
from kingup.view import View

MOST_FRAMES = 500
"""What a clip may have; a whole game has about 350."""
SMOOTH = 24
"""Up to so many moments characters are seen moving; in longer clips they only arrive."""
STEPS = 4
TELL_MS, STEP_MS, HOLD_MS, VOTE_MS, END_MS = 40, 60, 600, 1000, 2500
"""How long these are shown: a new sentence before its move, a step of a movement, a move, a part
of a vote, and the end."""

SCALE = 0.875
WIDTH, CASTLE_HEIGHT = size_at(SCALE)
SKY = 26
"""The height above the highest flag."""
STRIP = 148
"""The height of what is below the castle: the sentence, and the seats with their cards."""

Places = dict[str, tuple[Point, Token]]


@dataclass(frozen=True, slots=True)
class CastlePicture:
    """The castle and everybody in it."""

    view: View
    tokens: Places
    moving: str = ""
    """The letters of those who move, and so are in front."""


@dataclass(frozen=True, slots=True)
class Strip:
    """What is told below the castle."""

    said: str
    seats: tuple[SeatLine, ...]
    votes: str | None
    """The cards on the table by seat, as Y, N and B; "" are cards face down, None is no vote."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a clip, and how long it is seen."""

    board: CastlePicture
    strip: Strip
    milliseconds: int


def frames_of(
    game: Game,
    start: str,
    end: str,
    *,
    viewer: Viewer = "public",
    names: bool = True,
    colours: Sequence[int] = (),
) -> list[Frame]:
    """Return the frames of a clip, undrawn; refuse what is too long."""
    first, last = moment_index(game, start), moment_index(game, end)
    if last < first:
        raise PictureError(
            "The clip’s end, {end}, is before its start, {start}.", start=start, end=end
        )
    seen = list(islice(sights(game, viewer, colours, named=names), first, last + 1))
    frames = list(_told_first(_frames(seen)))
    if len(frames) > MOST_FRAMES:
        raise PictureError("This clip is too long: choose an end nearer to its start.")
    return [*frames[:-1], replace(frames[-1], milliseconds=END_MS)]


def _frames(seen: Sequence[Sight]) -> Iterator[Frame]:
    smooth = len(seen) <= SMOOTH
    before: CastlePicture | None = None
    strip: Strip | None = None
    for sight in seen:
        board = CastlePicture(sight.view, tokens_of(sight))
        voted = _vote(sight)
        if before is not None and strip is not None and voted is not None:
            cards = voted.votes + (voted.emissary or "")
            yield Frame(before, replace(strip, votes=""), VOTE_MS)
            strip = replace(strip, votes=cards)
            yield Frame(before, strip, VOTE_MS)
            if smooth:
                yield from _moving(before, board, strip)
            strip = replace(_strip(sight), votes=cards)
            yield Frame(board, strip, VOTE_MS)
        else:
            strip = _strip(sight)
            if smooth and before is not None and sight.moment.kind != "deal":
                yield from _moving(before, board, strip)
            yield Frame(board, strip, HOLD_MS)
        before = board


def _told_first(frames: Iterator[Frame]) -> Iterator[Frame]:
    """Yield the same frames, but never change castle and strip at once.

    A clip stores of each frame the rectangle around all that differs: two small ones are stored
    faster and shorter than one from the top to the bottom.
    """
    before: Frame | None = None
    for frame in frames:
        if before is not None and before.board is not frame.board and before.strip != frame.strip:
            yield Frame(before.board, frame.strip, TELL_MS)
        yield frame
        before = frame


def _vote(sight: Sight) -> Voted | None:
    """Return the vote that a moment is the end of."""
    moves = sight.view.rounds[sight.moment.round - 1].moves
    last = moves[-1] if moves else None
    return last if isinstance(last, Voted) else None


def _strip(sight: Sight) -> Strip:
    return Strip(f"{sight.moment.round} · {headline(sight)}", tuple(seat_lines(sight)), None)


def _moving(before: CastlePicture, after: CastlePicture, strip: Strip) -> Iterator[Frame]:
    """Yield the steps of whoever changes place."""
    start, end = before.tokens, after.tokens
    moved = [letter for letter in end if start[letter][0] != end[letter][0]]
    for step in range(1, STEPS) if moved else ():
        share = step / STEPS
        share = share * share * (3 - 2 * share)
        places = dict(start)
        for letter in moved:
            (x, y), token = start[letter]
            (to_x, to_y), _token = end[letter]
            places[letter] = ((x + share * (to_x - x), y + share * (to_y - y)), token)
        yield Frame(CastlePicture(before.view, places, "".join(moved)), strip, STEP_MS)


@cache
def paper() -> Image.Image:
    """Return an empty frame. Never draw on it."""
    values = variables("light")
    image = Image.new("RGB", (WIDTH, SKY + CASTLE_HEIGHT + STRIP), values["--sky-top"])
    below = SKY + CASTLE_HEIGHT
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, below, WIDTH, image.height), fill=values["--vellum"])
    draw.line((0, below, WIDTH, below), fill=INK, width=3)
    return image


def draw_castle(page: Image.Image, board: CastlePicture) -> None:
    """Draw the castle and everybody in it onto a frame."""
    castle = paper().crop((0, SKY, WIDTH, SKY + CASTLE_HEIGHT))
    empty = empty_castle(board.view, SCALE)
    castle.paste(empty, (0, 0), empty)
    draw_tokens(castle, board.tokens, SCALE, board.moving)
    page.paste(castle, (0, SKY))


def draw_strip(page: Image.Image, strip: Strip) -> None:
    """Draw what is told below the castle onto a frame."""
    page.paste(_strip_image(strip), (0, SKY + CASTLE_HEIGHT))


@lru_cache(16)
def _strip_image(strip: Strip) -> Image.Image:
    image = paper().crop((0, SKY + CASTLE_HEIGHT, WIDTH, SKY + CASTLE_HEIGHT + STRIP))
    write(image, fitted(strip.said, 18, WIDTH - 24), (WIDTH / 2, 26), 18, anchor="ms")
    width = WIDTH / len(strip.seats)
    for index, seat in enumerate(strip.seats):
        middle = width * (index + 0.5)
        if strip.votes is None:
            piece = sprite(f"pennant-{seat.colour}", 1.5)
        else:
            piece = sprite(CARDS[strip.votes[index : index + 1]], SCALE)
        image.paste(piece, (round(middle - piece.width / 2), 40 + (72 - piece.height) // 2), piece)
        write(image, fitted(seat.name, 15, width - 6), (middle, 128), 15, anchor="ms")
        write(image, str(seat.points), (middle, 144), 14, GOLD_INK, anchor="ms")
    return image
