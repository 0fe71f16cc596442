"""What a replay's page shows at a moment, and how it gets there from the moment before.

Boards are a spectator's, as at every table. What a seat sees besides is made from that seat's
view alone, and what is shown with all cards open from the views of all seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kingup.telling.words import clean, players_of
from kingup.web.pages.common.public_log import public_log
from kingup.web.pages.common.view_context import SPECTATOR, ViewContext
from kingup.web.pages.table.beats import Beat, beats
from kingup.web.pages.table.hand import ambition_card, vote_cards_in_words
from kingup.web.pages.table.scene import (
    Board,
    ContinuePiece,
    HeraldPiece,
    NamePiece,
    OpenCardPiece,
    Own,
    Piece,
    PromptPiece,
    Scene,
    difference,
)
from kingup.web.pages.table.scene_building import board, own
from kingup.web.pages.table.seats import seals
from kingup.web.pages.table.vote import colour_of

if TYPE_CHECKING:
    from kingup.tables.table import Table
    from kingup.web.pages.common.perspective import Perspective
    from kingup.web.pages.replay.replay import Replay


class OpenHandPiece(Piece, frozen=True):
    """A seat's cards, shown when all cards are open."""

    id: str
    flag: str
    names: tuple[NamePiece, ...]
    cards: tuple[OpenCardPiece, ...]
    votes: str
    ambition: str


class ReplayOwn(Own, frozen=True):
    """What one perspective shows besides the board: nobody can do anything."""

    perspective: str = "public"
    hands: tuple[OpenHandPiece, ...] = ()


@dataclass(frozen=True)
class ReplayContext(ViewContext):
    """The context of a replayed table: nothing is asked of anybody."""

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """No actions."""
        return ()


@dataclass(frozen=True, slots=True)
class ShownMoment:
    """A moment as it is shown."""

    public: ViewContext
    scene: Scene


def shown_moment(replay: Replay, table: Table, perspective: Perspective) -> ShownMoment:
    """Return what is seen of a replay's table."""
    public = ReplayContext(table, SPECTATOR, replay.people)
    context = ReplayContext(table, perspective.viewer, replay.people, common=public)
    # The list of moves takes the place of the sentences; only the last one is shown.
    shown = board(public, newest=True)
    seen = _own(context, shown, perspective)
    shown = replace(shown, lines=(), herald=HeraldPiece("", ""))
    return ShownMoment(public, Scene(shown, seen))


@dataclass(frozen=True, slots=True)
class Step:
    """A moment, and the beats that lead there; none to the first of a game."""

    index: int
    scene: Scene
    beats: list[dict[str, Any]]


def steps(replay: Replay, round_: int, perspective: Perspective) -> list[Step]:
    """Return all moments of a round."""
    found = []
    before: Scene | None = None
    for index, table in replay.tables(round_):
        if before is None and index:
            before = shown_moment(replay, replay.table(index - 1), perspective).scene
        moment = shown_moment(replay, table, perspective)
        led = [] if before is None else _beats(before, moment, replay.before(index))
        found.append(Step(index, moment.scene, led))
        before = moment.scene
    return found


def _own(context: ViewContext, shown: Board, perspective: Perspective) -> ReplayOwn:
    plain = own(context, shown)
    news = shown.lines[-1].text if shown.lines and not shown.verdict.shown else ""
    known = {name: getattr(plain, name) for name in plain.__struct_fields__}
    known |= {
        "you_act": "0",
        "prompt": PromptPiece(shown.headline, news, "", plain.prompt.rule),
        "continuing": ContinuePiece(),
        "waiting": "",
        "tips": (),
    }
    hands = _open_hands(context) if perspective.is_open and not context.between_rounds else ()
    return ReplayOwn(**known, perspective=perspective.name, hands=hands)


def _open_hands(context: ViewContext) -> tuple[OpenHandPiece, ...]:
    """Return every seat's cards, each from the view of that seat."""
    hands = []
    for seat in range(len(context.view.seats)):
        view = context.table.view(players_of(context.view, seat)[0])
        held = view.own
        assert held is not None  # noqa: S101 (a player's view)
        names = view.names[seat]
        votes = {"Y": 1, "N": held.no_cards, "B": held.bellyaches}
        kept = [ambition_card(card) for card in held.kept or () if card]
        hands.append(
            OpenHandPiece(
                id=str(seat),
                flag=f"pennant-{colour_of(context, seat)}",
                names=tuple([NamePiece(str(i), clean(name)) for i, name in enumerate(names)]),
                cards=tuple(
                    [
                        OpenCardPiece(str(i), clean(name), seals(view, card))
                        for i, (name, card) in enumerate(zip(names, held.favourites, strict=True))
                    ]
                ),
                votes=vote_cards_in_words(votes),
                ambition=" ".join(f"{card.condition} (+{card.points})" for card in kept),
            )
        )
    return tuple(hands)


def _beats(before: Scene, moment: ShownMoment, number: int) -> list[dict[str, Any]]:
    """Return the beats from one moment to the next; everything else changes with the last."""
    after = moment.scene
    entries = [e for e in public_log(moment.public.table, number) if e.kind != "card"]
    found = beats(before.board, after.board, moment.public, entries)
    if len(found) > 1:  # a vote: all cards are laid at once
        found.insert(0, Beat({"kind": "card"}, found[0].board))
    played: list[dict[str, Any]] = []
    last = before.board
    for beat in found:
        played.append({"cue": beat.cue, "board": difference(last, beat.board)})
        if beat.said:
            played[-1]["said"] = beat.said
        last = beat.board
    changed = difference(before.own, after.own)
    if changed:
        played[-1]["own"] = changed
    return played
