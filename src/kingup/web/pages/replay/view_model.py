"""A replay's page: the stage at one moment, the moves that led there, and where to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingup.bots.levels import LEVELS
from kingup.history import Voted
from kingup.language import _
from kingup.rules.characters import EDITIONS, TITLES
from kingup.telling.narration import tell_moment
from kingup.telling.words import clean, seat_name
from kingup.web.pages.common.perspective import OPEN, PUBLIC, Perspective, moment_address
from kingup.web.pages.replay.replay import END, Replay
from kingup.web.pages.replay.scenes import shown_moment
from kingup.web.pages.table.game_frame import game_frame

SPEEDS = ("0.5", "1", "2", "4")


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A moment in the list of moves."""

    name: str
    kind: str
    """deal, place, climb, vote, or crown."""
    text: str
    address: str

    @property
    def number(self) -> str:
        """The number of a move; votes and deals have none."""
        return self.name.partition(".")[2] if self.kind in ("place", "climb") else ""


@dataclass(frozen=True, slots=True)
class PerspectiveChoice:
    """A perspective to choose."""

    name: str
    text: str
    picture: str
    """The seat's pennant; empty for others."""
    key: str
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A replay at one moment."""

    base: str
    """The address before the moment's name."""
    moment: str
    words: str
    """What happened last."""
    perspective: Perspective
    title: str
    rounds: list[list[MoveLine]]
    """All moments that may be known, by round."""
    choices: list[PerspectiveChoice]
    whole: bool
    """Whether later moments may be known, too."""
    first: str
    back: str | None
    forward: str | None
    last: str | None
    open_address: str
    """The address at which nothing is held back."""
    result: str | None
    """The address of the result, if there is one. The page shows it at the end."""
    leave: str
    """Where the replay is left to."""
    analysed: str
    """The address before the analysis of the game."""

    @property
    def is_end(self) -> bool:
        """Whether this is the last moment."""
        return self.forward is None


@dataclass(frozen=True, slots=True)
class JoinedShowing:
    """The showing in which a replay is watched, and what the viewer does there."""

    invitation: str = ""
    """Empty for somebody who watches alone."""
    leads: bool = False
    link: str = ""
    """The address to send to others."""


ALONE = JoinedShowing()


def replay_page(
    replay: Replay,
    base: str,
    index: int,
    perspective: Perspective,
    *,
    whole: bool,
    code: str = "",
    showing: JoinedShowing = ALONE,
) -> dict[str, Any]:
    """Return the context of a replay's template; `code` is a table's."""
    moment = replay.moments[index]
    shown = shown_moment(replay, replay.table(index), perspective)
    known = replay.last if whole else index

    def at(name: str, as_: str = perspective.name, *, opened: bool = whole) -> str:
        return moment_address(base, name, as_, whole=opened)

    lines = [_line(replay, i, at) for i in range(known + 1)]
    page = ReplayPage(
        base=base,
        moment=moment.name,
        words=lines[index].text,
        perspective=perspective,
        title=title_of(replay),
        rounds=[
            [line for line, one in zip(lines, replay.moments, strict=False) if one.round == number]
            for number in range(1, replay.moments[known].round + 1)
        ],
        choices=_choices(replay, moment.name, perspective, at),
        whole=whole,
        first=at("r1.0"),
        back=at(replay.moments[index - 1].name) if index else None,
        forward=at(replay.moments[index + 1].name) if index < replay.last else None,
        last=at(END) if index < replay.last else None,
        open_address=at(moment.name, opened=True),
        result=f"/t/{code}" if code else None,
        leave=f"/t/{code}" if code else "/replay",
        analysed=f"/t/{code}" if code else base,
    )
    return {
        **game_frame(shown.public),
        "page": "replay",
        "code": code,
        "plays": True,
        "mate": 1 if max(replay.setting.seats) > 1 else None,
        "limit": replay.setting.setup.limit,
        "replay": page,
        "showing": showing,
        "framed": False,
        "preview": None,
        "share": None,
        "speeds": SPEEDS,
        "levels": LEVELS,
        "scene": shown.scene,
        "board": shown.scene.board,
        "own": shown.scene.own,
    }


def title_of(replay: Replay) -> str:
    """Return what a replay is called."""
    game = replay.game
    return clean(game.tags.get("event", "")) or TITLES[EDITIONS.index(game.setup.edition)]


def kind_of(replay: Replay, index: int) -> str:
    """Return what happened last at a moment: deal, place, climb, vote, or crown."""
    moment = replay.moments[index]
    if moment.kind != "vote":
        return moment.kind
    move = replay.game.rounds[moment.round - 1].moves[moment.moves - 1]
    return "crown" if isinstance(move, Voted) and move.outcome == "throne" else "vote"


def text_of(replay: Replay, index: int) -> str:
    """Return what happened last at a moment, in words; votes card by card."""
    moment = replay.moments[index]
    return tell_moment(replay.view, moment.round, moment.moves)


def _line(replay: Replay, index: int, at: Any) -> MoveLine:
    name = replay.moments[index].name
    return MoveLine(name, kind_of(replay, index), text_of(replay, index), at(name))


def _choices(
    replay: Replay, moment: str, perspective: Perspective, at: Any
) -> list[PerspectiveChoice]:
    def choice(name: str, text: str, picture: str, key: str) -> PerspectiveChoice:
        return PerspectiveChoice(
            name, text, picture, key, at(moment, name), name == perspective.name
        )

    seats = [
        choice(str(seat + 1), seat_name(replay.view, seat), replay.pennant(seat), str(seat + 1))
        for seat in range(len(replay.setting.seats))
    ]
    return [
        choice(PUBLIC, _("Everybody"), "", "0"),
        *seats,
        choice(OPEN, _("All cards open"), "", "O"),
    ]
