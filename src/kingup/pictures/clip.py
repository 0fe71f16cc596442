"""A part of a game as a moving picture: WebP or GIF."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from PIL import Image

from kingup.game import Game
from kingup.pictures.frames import Frame, draw_castle, draw_strip, frames_of, paper
from kingup.pictures.sight import PictureError, Viewer

FORMS = ("webp", "gif")

Progress = Callable[[float], None]


def clip(
    game: Game,
    start: str,
    end: str,
    *,
    viewer: Viewer = "public",
    names: bool = True,
    form: str = "webp",
    colours: Sequence[int] = (),
    progress: Progress | None = None,
) -> bytes:
    """Return a game from one moment to another as an animation, webp or gif.

    It is drawn as `viewer` sees it, with names or with the players' numbers. `progress` is told
    which share is done.
    """
    if form not in FORMS:
        raise PictureError("A clip is a WebP or a GIF.")
    frames = frames_of(game, start, end, viewer=viewer, names=names, colours=colours)
    film = _Film(frames, has_palette=form == "gif", progress=progress)
    packed = io.BytesIO()
    times = [frame.milliseconds for frame in frames]
    if form == "gif":
        film.save(packed, "GIF", save_all=True, duration=times, loop=0, optimize=False)
    else:
        # No frame is stored whole but the first: frames differ little, and nobody winds back.
        film.save(
            packed, "WEBP", save_all=True, duration=times, loop=0,
            quality=75, method=0, kmin=2**30, kmax=2**30 + 1,
        )  # fmt: skip
    return packed.getvalue()


class _Film(Image.Image):
    """An image of many frames, each drawn only when it is wanted: all would take much memory."""

    def __init__(
        self, frames: Sequence[Frame], *, has_palette: bool, progress: Progress | None
    ) -> None:
        super().__init__()
        self._frames, self._progress = frames, progress
        self._page = paper().copy()
        self._drawn: Frame | None = None
        self._palette = self._make_palette() if has_palette else None
        self._at = -1
        self.seek(0)

    @property
    def n_frames(self) -> int:
        """How many frames there are."""
        return len(self._frames)

    @property
    def is_animated(self) -> bool:
        """Whether there is more than one."""
        return len(self._frames) > 1

    def tell(self) -> int:
        """Return the number of the frame that is drawn."""
        return self._at

    def seek(self, frame: int) -> None:
        """Draw a frame; EOFError after the last."""
        if frame == self._at:
            return
        if frame >= len(self._frames):
            raise EOFError
        drawn = self._draw(self._frames[frame]).copy()
        if self._palette is not None:
            drawn = drawn.quantize(palette=self._palette, dither=Image.Dither.NONE)
            self.palette = drawn.palette
        self._mode, self._size, self.im = drawn.mode, drawn.size, drawn.im
        # When all is saved, an image is wound back to where it was.
        if self._progress is not None and frame > self._at:
            self._progress((frame + 1) / len(self._frames))
        self._at = frame

    def _draw(self, frame: Frame) -> Image.Image:
        """Draw what differs from the frame before."""
        before = self._drawn
        if before is None or before.board is not frame.board:
            draw_castle(self._page, frame.board)
        if before is None or before.strip != frame.strip:
            draw_strip(self._page, frame.strip)
        self._drawn = frame
        return self._page

    def _make_palette(self) -> Image.Image:
        """Return the colours of the first frame and of a vote's cards."""
        voted = [frame for frame in self._frames if frame.strip.votes]
        first, last = self._frames[0], (voted or self._frames)[-1]
        both = Image.new("RGB", (self._page.width, 2 * self._page.height))
        both.paste(self._draw(first), (0, 0))
        both.paste(self._draw(last), (0, self._page.height))
        return both.quantize(255, dither=Image.Dither.NONE)
