"""The vote as a moment: cards come in face down, a held breath, they turn, a beat, the outcome."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.text import Text

from kingup.history import Move, Voted
from kingup.language import _
from kingup.telling.words import VOTES, players_of, seat_name
from kingup.telling.worth import castle_at
from kingup.terminal import styles
from kingup.terminal.ink import centred, ink
from kingup.view import View

OUT, DOWN = "", "?"
"""A card that is still in a hand, and one that lies face down."""
WIDEST_CARD, CARD_ROWS = 16, 4


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long things last on the screen, in seconds."""

    move: float = 0.7
    """A move of a bot."""
    card: float = 0.25
    """A card that comes in."""
    breath: float = 1.2
    turn: float = 0.35
    """A card that turns."""
    beat: float = 0.9
    outcome: float = 1.6

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ) -> Tempo:
        """Return the usual tempo, or the short one of people who want no motion."""
        if environment.get("NO_MOTION"):
            return cls(move=0, card=0, breath=0, turn=0, beat=0.8, outcome=0)
        return cls()


STILL = Tempo(0, 0, 0, 0, 0, 0)
"""Nothing lasts."""


@dataclass(frozen=True, slots=True)
class BallotFrame:
    """The cards on the table at one moment of a vote."""

    stage: str
    """"card", "breath", "turn", "beat" or "outcome"."""
    cards: tuple[str, ...]
    """For each seat, and then the Emissary: `OUT`, `DOWN`, Y, N or B."""
    seconds: float


def cards_in(view: View) -> tuple[str, ...]:
    """Return the cards during a vote: that a seat has voted is public, what it voted is not."""
    cards = [
        OUT if any(player in view.to_act for player in players_of(view, seat)) else DOWN
        for seat in range(len(view.seats))
    ]
    return (*cards, OUT) if view.emissary is not None else tuple(cards)


def frames(vote: Voted, shown: Sequence[str], tempo: Tempo) -> list[BallotFrame]:
    """Return the moments of a vote after those that are shown already."""
    votes = [*vote.votes, *(vote.emissary or "")]
    cards = [*shown, *[OUT] * len(votes)][: len(votes)]
    told = []
    for i, card in enumerate(cards):
        if card == OUT:
            cards[i] = DOWN
            told.append(BallotFrame("card", tuple(cards), tempo.card))
    told.append(BallotFrame("breath", tuple(cards), tempo.breath))
    for i, card in enumerate(votes):
        cards[i] = card
        told.append(BallotFrame("turn", tuple(cards), tempo.turn))
    told.append(BallotFrame("beat", tuple(cards), tempo.beat))
    return [*told, BallotFrame("outcome", tuple(cards), tempo.outcome)]


def ballots(view: View, cards: Sequence[str], width: int) -> Text:
    """Return a row of cards below their players' names."""
    names = [seat_name(view, seat) for seat in range(len(view.seats))]
    names += [_("Emissary")] if len(cards) > len(names) else []
    column = min(WIDEST_CARD, width // len(cards))
    lines = [Text() for _row in range(CARD_ROWS)]
    for name, card in zip(names, cards, strict=True):
        for line, piece in zip(lines, _card(name, card, column), strict=True):
            line.append_text(piece)
    return Text("\n").join(lines)


def _card(name: str, card: str, column: int) -> list[Text]:
    """Return a name and its card, four rows high."""
    inner = column - 4
    word = "░♛░" if card == DOWN else _(VOTES[card]) if card else ""
    word = word if cell_len(word) <= inner else word[:1]
    style = styles.BALLOTS[card]
    top, middle, bottom = ("╭─╮", "│", "╰─╯") if card else ("┌╌┐", "╎", "└╌┘")
    return [
        ink(centred(name, column - 1) + " ", styles.STRONG if card else styles.QUIET),
        ink(top[0] + top[1] * inner + top[2], style) + Text("  "),
        ink(middle + centred(word, inner) + middle, style) + Text("  "),
        ink(bottom[0] + bottom[1] * inner + bottom[2], style) + Text("  "),
    ]


Seen = tuple[int, int]
"""How far somebody has seen a game: its rounds, and the moves of the last of these."""


def seen_in(view: View) -> Seen:
    """Return how far a view goes."""
    return len(view.rounds), len(view.rounds[-1].moves) if view.rounds else 0


def new_moves(view: View, seen: Seen) -> list[tuple[int, int, Move]]:
    """Return the moves that somebody has not seen, with the indices of their rounds and moves."""
    rounds, moves = seen
    return [
        (number, i, move)
        for number, round_ in enumerate(view.rounds)
        for i, move in enumerate(round_.moves)
        if (number, i) >= (rounds - 1, moves)
    ]


def around_vote(view: View, shown: View, number: int, i: int, vote: Voted) -> tuple[View, View]:
    """Return the views just before and just after a vote of a view's past.

    Points, and what else a vote changes, are those of the view that is `shown` last.
    """
    whole = view.rounds[number]

    def until(end: int) -> View:
        past = replace(
            whole, moves=whole.moves[:end], crownings=(), favourites=None, kept=None, castle=None
        )
        return replace(
            shown,
            rounds=(*view.rounds[:number], past),
            round=number + 1,
            phase="shuffle",
            turn=None,
            candidate=vote.letter if end == i else None,
            castle=castle_at(view, past, len(whole.crownings)),
            to_act=(),
            actions=(),
        )

    before = until(i)
    if shown.candidate == vote.letter:
        before = replace(before, to_act=shown.to_act)  # who had voted already
    return before, until(i + 1)


def at_crowning(view: View, number: int, i: int) -> View:
    """Return a view as it was when a vote of its past had crowned somebody."""
    whole = view.rounds[number]
    count = sum(isinstance(m, Voted) and m.outcome == "throne" for m in whole.moves[: i + 1])
    past = replace(whole, crownings=whole.crownings[:count])
    if count < len(whole.crownings):
        past = replace(past, kept=None, castle=None)
    return replace(view, rounds=(*view.rounds[:number], past), round=number + 1)
