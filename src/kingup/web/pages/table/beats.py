"""Beats: an event divided into what is seen one after the other.

Most events are one beat. The last card of a vote is several: it lies, a breath, all cards turn,
the deciding one stands out, the candidate is crowned or falls, and only then everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from kingup.history import Climbed, Placed, Voted
from kingup.telling.words import label_of
from kingup.web.pages.common.public_log import LogEntry
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.scene import (
    Board,
    ContinuePiece,
    CurtainPiece,
    MarkPiece,
    Own,
    PromptPiece,
    SealPiece,
    SeatPiece,
)
from kingup.web.pages.table.screen_reader import told
from kingup.web.pages.table.vote import laid

Cue = dict[str, str]


@dataclass(frozen=True, slots=True)
class Beat:
    """What everybody sees next."""

    cue: Cue | None
    """How the page plays it; None: at once, without a word."""
    board: Board
    said: tuple[str, ...] = ()
    """What screen readers say."""


def beats(
    before: Board, after: Board, public: ViewContext, entries: Sequence[LogEntry]
) -> list[Beat]:
    """Return the beats of one event that leads from one board to the next."""
    for entry in entries:
        if entry.kind == "voted" and isinstance(entry.move, Voted):
            return _vote(before, after, public, entries, entry.move)
    said = tuple(line for entry in entries for line in told(public, entry))
    cue = next((cue for entry in entries if (cue := _cue(entry))), None)
    return [Beat(cue, after, said)]


def waiting(own: Own) -> Own:
    """Return what a viewer sees while the beats of an event are played: nothing can be done."""
    return replace(
        own,
        asks="wait",
        you_act="0",
        prompt=PromptPiece(own.prompt.title, "", "", own.prompt.rule),
        marks=tuple([_idle(mark) if mark.legal or mark.why else mark for mark in own.marks]),
        choices=(),
        targets=(),
        cards=(),
        ambitions=(),
        continuing=ContinuePiece(),
        curtain=CurtainPiece(),
        tips=(),
    )


def _idle(mark: MarkPiece) -> MarkPiece:
    names = [name for name in mark.cls.split() if name not in ("is-legal", "is-stuck")]
    return replace(mark, cls=" ".join(names), legal=None, why=None)


def _cue(entry: LogEntry) -> Cue | None:
    match entry:
        case LogEntry(kind="dealt"):
            return {"kind": "dealt"}
        case LogEntry(kind="card"):
            return {"kind": "card"}
        case LogEntry(move=Placed(letter=letter)):
            return {"kind": "placed", "who": letter}
        case LogEntry(move=Climbed(letter=letter)):
            return {"kind": "climbed", "who": letter}
    return None


def _vote(
    before: Board,
    after: Board,
    public: ViewContext,
    entries: Sequence[LogEntry],
    move: Voted,
) -> list[Beat]:
    seats = [ballot.id for ballot in after.ballots]
    said = {entry.kind: tuple(told(public, entry)) for entry in entries}
    face_down = laid(seats, ["down"] * len(seats))
    cards = list(move.votes + (move.emissary or ""))
    lying = replace(before, cloth=True, ballots=face_down)
    turned = replace(lying, ballots=laid(seats, cards))
    decided = replace(turned, ballots=after.ballots)
    crowned = move.outcome == "throne"
    if crowned:
        tokens = tuple(
            [
                replace(token, crowned=True) if token.id == move.letter else token
                for token in before.tokens
            ]
        )
        outcome = replace(decided, tokens=tokens)
    else:
        outcome = replace(decided, tokens=after.tokens, boxed=after.boxed)
    played = [
        Beat({"kind": "breath"}, lying),
        Beat({"kind": "reveal"}, turned),
        Beat({"kind": "decide"}, decided, said.get("voted", ())),
        Beat(_outcome(move), outcome),
    ]
    if "card" in said:  # otherwise it lay before the Emissary's pile was shuffled
        played.insert(0, Beat({"kind": "card"}, lying, said["card"]))
    if not crowned:
        return [*played, Beat(None, after)]
    return [*played, *_scores(before, after, public, said.get("crowned", ()))]


def _outcome(move: Voted) -> Cue:
    if move.outcome == "throne":
        return {"kind": "crown", "who": move.letter}
    kind = "bellyache" if "B" in move.votes + (move.emissary or "") else "fall"
    return {"kind": kind, "who": move.letter, "at": move.outcome}


def _scores(before: Board, after: Board, public: ViewContext, said: tuple[str, ...]) -> list[Beat]:
    """Return how a crowning is counted: favourites, then Banished marks, then Ambition cards.

    Totals are told when everything is counted.
    """
    counted = after
    if any(row.ambition for row in after.scoring.rows):
        counted = _without_ambition(before, after)
    shown = replace(counted, seats=tuple([_unbanished(public, seat) for seat in counted.seats]))
    steps = [("scores", shown)]
    steps += [("banished", counted)] if counted != shown else []
    steps += [("ambition", after)] if counted is not after else []
    last = len(steps) - 1
    return [
        Beat({"kind": kind}, board, said if i == last else ())
        for i, (kind, board) in enumerate(steps)
    ]


def _unbanished(public: ViewContext, seat: SeatPiece) -> SeatPiece:
    if seat.id == "emissary":  # whose card has been open all along
        return seat
    cards = tuple(
        [
            replace(card, seals=tuple([_plain(public, seal) for seal in card.seals]))
            for card in seat.cards
        ]
    )
    return replace(seat, cards=cards)


def _plain(public: ViewContext, seal: SealPiece) -> SealPiece:
    return replace(seal, cls="seal-of", name=label_of(public.view, seal.id))


def _without_ambition(before: Board, after: Board) -> Board:
    """Return the board before the Ambition cards are counted."""
    rows = [replace(row, ambition="", ambition_points="", score="") for row in after.scoring.rows]
    seats = [
        replace(seat, score=old.score, score_label=old.score_label, gain=old.gain)
        for old, seat in zip(before.seats, after.seats, strict=True)
    ]
    return replace(after, seats=tuple(seats), scoring=replace(after.scoring, rows=tuple(rows)))
