"""What has happened in a game, as sentences."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from kingup.history import Climbed, Move, Placed, Voted
from kingup.language import _, current_language, ngettext
from kingup.rules.constants import COMPENSATION
from kingup.rules.setup import Setup
from kingup.telling.words import JESTER, VOTES, listed, name_of, seat_name
from kingup.view import View


def narrate(view: View, move: Move, *, with_votes: bool = True) -> str:
    """Return a move as one or two sentences; without votes, only their outcome."""
    # Cached, because screens tell the whole round again after every move.
    return _narrated(current_language(), view.edition, view.seats, view.names, move, with_votes)


@dataclass(frozen=True, slots=True)
class Named:
    """The part of a view that sentences about moves need."""

    edition: str
    seats: tuple[int, ...]
    names: tuple[tuple[str, ...], ...]


@lru_cache(4096)
def _narrated(
    _language: str,
    edition: str,
    seats: tuple[int, ...],
    names: tuple[tuple[str, ...], ...],
    move: Move,
    with_votes: bool,
) -> str:
    view = Named(edition, seats, names)
    if isinstance(move, Placed):
        return _placement(view, move)
    if isinstance(move, Climbed):
        return _climb(view, move)
    return f"{_votes(view, move)} {_outcome(view, move)}" if with_votes else _outcome(view, move)


# A team of two is plural: the same in English, but not in every language.


def _placement(view: Named, move: Placed) -> str:
    return ngettext(
        "{seat} placed {name} on floor {floor}.",
        "{seat} placed {name} on floor {floor}.",
        view.seats[move.seat],
    ).format(seat=seat_name(view, move.seat), name=name_of(view, move.letter), floor=move.floor)


def _climb(view: Named, move: Climbed) -> str:
    people = view.seats[move.seat]
    kind, _dash, floor = move.place.rpartition("-")
    if move.place == "throne":
        template = ngettext(
            "{seat} moved {name} to the throne.", "{seat} moved {name} to the throne.", people
        )
    elif kind == "privy":
        template = ngettext(
            "{seat} moved {name} into the privy beside floor {floor}.",
            "{seat} moved {name} into the privy beside floor {floor}.",
            people,
        )
    elif move.origin.startswith("privy"):
        template = ngettext(
            "{seat} moved {name} out of the privy onto floor {floor}.",
            "{seat} moved {name} out of the privy onto floor {floor}.",
            people,
        )
    else:
        template = ngettext(
            "{seat} moved {name} to floor {floor}.",
            "{seat} moved {name} to floor {floor}.",
            people,
        )
    return template.format(
        seat=seat_name(view, move.seat), name=name_of(view, move.letter), floor=floor
    )


def vote_by(card: str, seats: str) -> str:
    """Return a vote card and whose vote it is; with no seats, only the beginning."""
    return _("{vote}: {seats}").format(vote=_(VOTES[card]), seats=seats).rstrip()


def _votes(view: Named, move: Voted) -> str:
    by_card: dict[str, list[str]] = {}
    for seat, card in enumerate(move.votes):
        by_card.setdefault(card, []).append(seat_name(view, seat))
    if move.emissary:
        by_card.setdefault(move.emissary, []).append(_("the Emissary"))
    if len(by_card) == 1:
        only = _(VOTES[next(iter(by_card))])
        return _("Vote on {name}: everybody said {vote}.").format(
            name=name_of(view, move.letter), vote=only
        )
    # Whole pieces, because languages differ in the spaces around punctuation, too.
    parts = [vote_by(card, ", ".join(by_card[card])) for card in "YNB" if card in by_card]
    votes = parts[0]
    for part in parts[1:]:
        votes = _("{some}; {others}").format(some=votes, others=part)
    return _("Vote on {name}: {votes}.").format(name=name_of(view, move.letter), votes=votes)


def _outcome(view: Named, move: Voted) -> str:
    name = name_of(view, move.letter)
    if move.outcome == "throne":
        return _("Long live {name}!").format(name=name)
    kind, _dash, number = move.outcome.rpartition("-")
    if kind == "dungeon":
        return _("{name} goes to dungeon {number}.").format(name=name, number=number)
    if move.outcome == "box":
        return _("{name} is out of the round.").format(name=name)
    if move.letter == JESTER and not any(
        card == "B" for card in move.votes + (move.emissary or "")
    ):
        return _("Rejected: {name} goes back to floor {number}.").format(name=name, number=number)
    return _("A Bellyache: {name} goes back to floor {number}.").format(name=name, number=number)


def compensation(view: View) -> str | None:
    """Return the sentence about seats that scored for placing one character fewer, or None."""
    placed = Counter(m.seat for m in view.rounds[-1].moves if isinstance(m, Placed))
    setup = Setup.of(view.edition, view.seats, view.options)
    if setup.placements % len(view.seats) == 0 or placed.total() < setup.placements:
        return None
    fewer = [s for s in range(len(view.seats)) if placed[s] < max(placed.values())]
    return _("{seats} placed one character fewer: {points} points each.").format(
        seats=listed([seat_name(view, seat) for seat in fewer]), points=COMPENSATION
    )


def opening(view: View, round_: int | None = None) -> str:
    """Return the sentence that opens a round, by default the current one."""
    number = view.round if round_ is None else round_
    first = view.rounds[number - 1].first
    template = ngettext(
        "Round {number}: {seat} begins.", "Round {number}: {seat} begin.", view.seats[first]
    )
    return template.format(number=number, seat=seat_name(view, first))


def tell_moment(view: View, round_: int, moves: int) -> str:
    """Return what happened last after some moves of a round: the deal, if there are none."""
    if not moves:
        return opening(view, round_)
    return narrate(view, view.rounds[round_ - 1].moves[moves - 1])


def news(view: View, since: int) -> list[str]:
    """Return what happened in the current round after its first `since` moves."""
    moves = view.rounds[-1].moves if view.rounds else ()
    told = [opening(view)] if not since and view.rounds else []
    placements = Setup.of(view.edition, view.seats, view.options).placements
    last_vote = max((i for i, m in enumerate(moves) if isinstance(m, Voted)), default=-1)
    for i, move in enumerate(moves):
        if i >= since:
            told.append(narrate(view, move, with_votes=i == last_vote))
        if i >= since and i == placements - 1:
            told += filter(None, [compensation(view)])
    return told


def log(view: View, *, every_vote: bool) -> list[str]:
    """Return the round so far, one numbered line per move, with all votes or only the last.

    Ruling 13: players who want to know the hands have to remember the votes.
    """
    moves = view.rounds[-1].moves if view.rounds else ()
    last_vote = max((i for i, m in enumerate(moves) if isinstance(m, Voted)), default=-1)
    return [
        f"{i + 1:>3}. {narrate(view, move, with_votes=every_vote or i == last_vote)}"
        for i, move in enumerate(moves)
    ]
