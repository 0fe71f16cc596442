"""A scene: everything a game's page shows after an event, as two typed structures.

`Board` is made from the spectator's view and is the same for everybody in a language; `Own` is
made from one viewer's view. A page is sent the difference between one scene and the next.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Path = str
"""A field of a scene, like `board.tokens.A.at`; items of lists go by their ids."""


class Piece(Struct, frozen=True, gc=False):
    """A part of a scene. Lists are tuples of pieces that have an `id`."""


class TokenPiece(Piece, frozen=True):
    """A character on the board, as everybody sees it."""

    id: str
    at: str
    slot: int | None
    label: str
    """Name and place in words."""
    crowned: bool


class LockPiece(Piece, frozen=True):
    """The lock at a floor."""

    id: str
    shut: bool
    """Whether the floor is full and keeps somebody below from climbing."""


class NamePiece(Piece, frozen=True):
    """The name of a seat's player."""

    id: str
    text: str


class SealPiece(Piece, frozen=True):
    """A character on an open favourites card."""

    id: str
    cls: str
    name: str
    picture: str


class OpenCardPiece(Piece, frozen=True):
    """An open favourites card."""

    id: str
    owner: str
    seals: tuple[SealPiece, ...]


class SeatPiece(Piece, frozen=True):
    """A seat."""

    id: str
    cls: str
    flag: str
    """The symbol of its pennant."""
    names: tuple[NamePiece, ...]
    score: str
    score_label: str
    say: str
    cards: tuple[OpenCardPiece, ...]
    current: str | None = None
    """"true" while the seat is to move."""
    gain: str = ""
    bot: bool = False
    bot_label: str = ""
    crown: bool = False
    """Whether the seat moved the last candidate to the throne."""
    away: bool = False
    until: str | None = None
    pile: str = ""


class BallotPiece(Piece, frozen=True):
    """A seat's card in a vote."""

    id: str
    card: str
    """none, down, Y, N or B."""
    picture: str | None
    word: str
    word_cls: str
    state: str
    """The same in words."""
    decides: bool


class VerdictPiece(Piece, frozen=True):
    """The result of a vote."""

    shown: bool = False
    cls: str = "verdict"
    picture: str | None = None
    title: str = ""
    detail: str = ""


class ScoredPiece(Piece, frozen=True):
    """A favourite on the score sheet."""

    id: str
    picture: str
    name: str
    points: str


class ScoreRowPiece(Piece, frozen=True):
    """A player's row of the score sheet."""

    id: str
    name: str
    favourites: tuple[ScoredPiece, ...] = ()
    points: str = ""
    ambition: str = ""
    ambition_points: str = ""
    score: str = ""


class ScoringPiece(Piece, frozen=True):
    """The score sheet of a crowning that ends a round."""

    shown: bool = False
    title: str = ""
    detail: str = ""
    rows: tuple[ScoreRowPiece, ...] = ()


class LinePiece(Piece, frozen=True):
    """A sentence about the round."""

    id: str
    move: int
    """The index of its move; −1 for the opening."""
    text: str


class HeraldPiece(Piece, frozen=True):
    """What the herald says on a television."""

    title: str
    detail: str


class Board(Piece, frozen=True):
    """What everybody sees."""

    cls: str
    """The classes of <main>."""
    phase: str
    headline: str
    round: int
    round_label: str
    castle_cls: str
    boxed: bool
    tokens: tuple[TokenPiece, ...]
    locks: tuple[LockPiece, ...]
    seats: tuple[SeatPiece, ...]
    cloth: bool
    """Whether there are ballots."""
    ballots: tuple[BallotPiece, ...]
    verdict: VerdictPiece
    scoring: ScoringPiece
    lines: tuple[LinePiece, ...]
    herald: HeraldPiece


class MarkPiece(Piece, frozen=True):
    """What only the viewer sees of a character."""

    id: str
    cls: str
    label: str
    """The same in words."""
    worth: str
    worth_cls: str
    legal: str | None
    """"1" if the viewer may move it."""
    why: str | None
    """Why it cannot be moved, if the viewer may wonder."""
    step: str
    """The target of a legal climb in words, for a page without a castle."""


class TargetPiece(Piece, frozen=True):
    """A place to which the viewer may move a character; its id is the action."""

    id: str
    who: str
    at: str
    slot: int | None
    label: str
    number: str


class ButtonPiece(Piece, frozen=True):
    """A button; its id is the action."""

    id: str
    text: str
    short: str
    """The text of a button in a row: a floor's number."""


class ChoicePiece(Piece, frozen=True):
    """What may be done with a character or a card: one action, or one of several."""

    id: str
    who: str
    title: str
    detail: str
    buttons: tuple[ButtonPiece, ...]


class CardPiece(Piece, frozen=True):
    """A vote card that may be played; its id is the action."""

    id: str
    picture: str
    name: str
    word_cls: str
    effect: str
    count: str
    label: str | None


class AmbitionPiece(Piece, frozen=True):
    """An Ambition card that may be kept; its id is the action."""

    id: str
    condition: str
    points: str


class FavouritePiece(Piece, frozen=True):
    """A character on one's favourites card."""

    id: str
    cls: str
    picture: str
    name: str
    place: str
    points: str


class HandCardPiece(Piece, frozen=True):
    """A favourites card in the hand, with the Ambition card that its player kept."""

    id: str
    cls: str
    owner: str
    favourites: tuple[FavouritePiece, ...]
    points: str
    note: str
    ambition: str
    """The condition of the Ambition card; empty without one."""
    ambition_points: str


class VotePiece(Piece, frozen=True):
    """A vote card in the hand."""

    id: str
    picture: str
    word: str
    word_cls: str


class HandPiece(Piece, frozen=True):
    """The cards that only one seat may see."""

    shown: bool = False
    cards: tuple[HandCardPiece, ...] = ()
    votes: tuple[VotePiece, ...] = ()
    count: int = 0
    """How many vote cards."""
    label: str = ""


class PromptPiece(Piece, frozen=True):
    """What the game asks the viewer."""

    title: str
    detail: str
    hint: str
    rule: str
    """The address of the rule that explains it."""


class PlayerPiece(Piece, frozen=True):
    """A player, by number."""

    id: str


class ContinuePiece(Piece, frozen=True):
    """The button that puts the score sheet away."""

    shown: bool = False
    text: str = ""
    players: tuple[PlayerPiece, ...] = ()


class CurtainHandPiece(Piece, frozen=True):
    """A player who may take the device."""

    id: str
    text: str
    picture: str
    address: str


class CurtainPiece(Piece, frozen=True):
    """What covers a device that is passed around."""

    shown: bool = False
    headline: str = ""
    about: str = ""
    wanted: tuple[CurtainHandPiece, ...] = ()
    """The players that the game waits for."""
    others: tuple[CurtainHandPiece, ...] = ()
    """The players who may look at their cards meanwhile."""


class TipPiece(Piece, frozen=True):
    """A short line for somebody's first game."""

    id: str
    text: str


class CoachPiece(Piece, frozen=True):
    """The coach's part of a lesson."""

    kind: str = ""
    title: str = ""
    text: str = ""
    reply: str = ""
    """The reply to an action that did not complete the step; empty if there is none."""
    step: str = ""
    number: str = ""
    progress: str = ""
    rule: str = ""
    """The address of the rule that explains more."""
    points: str = ""
    """The letters of the characters that the text is about, separated by spaces."""
    attempt: str = ""
    """An illegal action that the lesson asks the learner to try."""
    attempt_text: str = ""


class Own(Piece, frozen=True):
    """What one viewer sees besides."""

    asks: str
    """What the viewer is asked: ambition, place, climb, vote, or wait."""
    you_act: str
    """"1" or "0"."""
    prompt: PromptPiece
    marks: tuple[MarkPiece, ...]
    choices: tuple[ChoicePiece, ...]
    targets: tuple[TargetPiece, ...]
    cards: tuple[CardPiece, ...]
    ambitions: tuple[AmbitionPiece, ...]
    hand: HandPiece
    continuing: ContinuePiece
    waiting: str
    """Whom the table waits for, while the score sheet is shown."""
    resumes: bool
    """Whether the viewer may resume a paused game."""
    replaced: bool
    """Whether a bot stands in for the viewer."""
    player: str
    """The viewer's number; empty for spectators and behind a curtain."""
    until: str | None
    """When the viewer's time runs out."""
    since: int
    """The index of the first move that is new to the viewer."""
    curtain: CurtainPiece = CurtainPiece()
    tips: tuple[TipPiece, ...] = ()
    """The lines that fit the moment: the page shows the first that is new to its browser."""
    coach: CoachPiece = CoachPiece()


class Scene(Piece, frozen=True):
    """A whole page of one moment."""

    board: Board
    own: Own


def difference(before: Piece, after: Piece) -> dict[str, Any]:
    """Return the fields of `after` that differ, nested as they are there.

    A list that keeps its items is an object of their differences by id, with added items under
    "+"; any other list is sent whole.
    """
    changes: dict[str, Any] = {}
    for name in after.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is new or old == new:
            continue
        if isinstance(new, Piece):
            changes[name] = difference(old, new)
        elif isinstance(new, tuple):
            changes[name] = _list_difference(old, new)
        else:
            changes[name] = new
    return changes


def _list_difference(before: tuple[Any, ...], after: tuple[Any, ...]) -> Any:
    kept = len(before)
    if not kept or len(after) < kept:
        return after
    changes: dict[str, Any] = {}
    for old, new in zip(before, after, strict=False):
        if old is new or old == new:
            continue
        if old.id != new.id:
            return after
        changes[new.id] = difference(old, new)
    if len(after) > kept:
        changes["+"] = after[kept:]
    return changes
