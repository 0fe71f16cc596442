"""The highlights of a game, computed from its public history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from markupsafe import Markup

from kingup.history import Climbed
from kingup.language import _, ngettext
from kingup.rules.constants import THIRD_ROUND_ZERO
from kingup.telling.words import JESTER, label_of, name_of, player_names, seat_name
from kingup.view import RoundView, View
from kingup.web.pages.common.markup import fill
from kingup.web.pages.result.score_sheet import votes_of

MOST_HIGHLIGHTS = 4
"""How many highlights the page shows."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A memorable fact, with a picture."""

    picture: str
    """A character's letter, or the name of another drawing: no, bellyache, crown, snail."""
    title: Markup
    about: Markup


def highlights(view: View) -> list[Highlight]:
    """Return the highlights of a game, the rarest first."""
    found = chain(
        _scored_zero(view),
        _jester_reigned(view),
        _longest_way(view),
        _alone_against_all(view),
        _said_no_most(view),
        _kingmaker(view),
        _finest_round(view),
        _bellyaches(view),
        _longest_round(view),
    )
    return list(islice(found, MOST_HIGHLIGHTS))


def _scored_zero(view: View) -> Iterator[Highlight]:
    if view.edition != "kingup" or len(view.rounds) < 3 or not view.rounds[-1].crownings:
        return
    points = view.rounds[-1].crownings[-1].points
    for player, name in enumerate(player_names(view)):
        if points[player] == THIRD_ROUND_ZERO and _is_really_nothing(view, player):
            title = _("{name} made {points} out of nothing")
            about = _("Not one favourite was worth a point in the last round.")
            yield Highlight("crown", fill(title, name=name, points=THIRD_ROUND_ZERO), fill(about))
            return


def _is_really_nothing(view: View, player: int) -> bool:
    round_ = view.rounds[-1]
    castle, cards = round_.castle, round_.favourites
    if not castle or not cards:
        return False
    return all(castle[letter] in ("0", "box") for letter in cards[player])


def _jester_reigned(view: View) -> Iterator[Highlight]:
    for number, round_ in enumerate(view.rounds, start=1):
        if any(crowned.letter == JESTER for crowned in round_.crownings):
            about = _("In round {number} dungeons paid and floors cost.")
            yield Highlight(JESTER, fill(_("The jester reigned")), fill(about, number=number))
            return


def _longest_way(view: View) -> Iterator[Highlight]:
    """The crowned character that climbed the most steps from floor 0 or 1."""
    ways = []
    for number, round_ in enumerate(view.rounds, start=1):
        climbs = [move for move in round_.moves if isinstance(move, Climbed)]
        for crowned in round_.crownings:
            steps = [move for move in climbs if move.letter == crowned.letter]
            if steps and steps[0].origin in ("0", "1"):
                ways.append((len(steps), number, crowned.letter))
    if ways:
        # Of equals, the earliest.
        steps_taken, number, letter = max(ways, key=lambda one: one[0])
        about = ngettext(
            "{name} climbed {steps} step to the throne in round {number}.",
            "{name} climbed {steps} steps to the throne in round {number}.",
            steps_taken,
        )
        name = label_of(view, letter)
        filled = fill(about, name=name, steps=steps_taken, number=number)
        yield Highlight(letter, fill(_("All the way up")), filled)


def _alone_against_all(view: View) -> Iterator[Highlight]:
    """The last single No that rejected a candidate at a table of four or more."""
    if len(view.seats) < 4:
        return
    for number, round_ in reversed(list(enumerate(view.rounds, start=1))):
        for vote in reversed(votes_of(round_)):
            cards = vote.votes + (vote.emissary or "")
            if cards.count("N") == 1 and "B" not in cards and "N" in vote.votes:
                about = fill(
                    _("In round {number} only {seat} said No to {name}."),
                    number=number,
                    seat=seat_name(view, vote.votes.index("N")),
                    name=name_of(view, vote.letter),
                )
                yield Highlight(vote.letter, fill(_("One against the whole table")), about)
                return


def _said_no_most(view: View) -> Iterator[Highlight]:
    counted = _cards_played(view, "N")
    for seat, most in _leader(counted):
        more = most > counted.total() - most
        about = _("More than the rest of the table put together.")
        title = fill(_("{seat} said No {number} times"), seat=seat_name(view, seat), number=most)
        yield Highlight("no", title, fill(about if more else _("Nobody said it more often.")))


def _kingmaker(view: View) -> Iterator[Highlight]:
    movers = Counter(crowned.seat for round_ in view.rounds for crowned in round_.crownings)
    for seat, most in _leader(movers):
        title = fill(_("{seat}, kingmaker"), seat=seat_name(view, seat))
        about = _("{number} of the {all} crownings came from this hand.")
        yield Highlight("crown", title, fill(about, number=most, all=movers.total()))


def _leader(counted: Counter[int]) -> Iterator[tuple[int, int]]:
    """Yield the seat that did something more often than any other, at least twice; or nobody."""
    first, second = (*counted.most_common(2), (0, 0), (0, 0))[:2]
    if first[1] >= 2 and first[1] > second[1]:
        yield first


def _finest_round(view: View) -> Iterator[Highlight]:
    rounds = [
        (points, number, player)
        for number, round_ in enumerate(view.rounds, start=1)
        for crowned in round_.crownings
        for player, points in enumerate(crowned.points)
    ]
    # Of equals, the earliest.
    points, number, player = max(rounds, key=lambda one: one[0], default=(0, 0, 0))
    if points >= 1:
        about = _("{name}’s six favourites, in round {number}.")
        if "banished" in view.options:
            about = _("{name}’s five favourites, in round {number}.")
        title = fill(_("The best round: {points} points"), points=points)
        name = player_names(view)[player]
        yield Highlight("crown", title, fill(about, name=name, number=number))


def _bellyaches(view: View) -> Iterator[Highlight]:
    played = _cards_played(view, "B").total()
    if played >= 2:
        about = fill(_("The kitchen has been asked for an explanation."))
        yield Highlight("bellyache", fill(_("{number} bellyaches"), number=played), about)


def _longest_round(view: View) -> Iterator[Highlight]:
    steps = [(_climbs(round_), number) for number, round_ in enumerate(view.rounds, start=1)]
    most, number = max(steps, default=(0, 0))
    if most >= 1:
        about = ngettext("{number} step on the stairs.", "{number} steps on the stairs.", most)
        title = fill(_("Round {number} took its time"), number=number)
        yield Highlight("snail", title, fill(about, number=most))


def _climbs(round_: RoundView) -> int:
    return sum(isinstance(move, Climbed) for move in round_.moves)


def _cards_played(view: View, card: str) -> Counter[int]:
    """Return how often each seat played a vote card in the whole game."""
    return Counter(
        seat
        for round_ in view.rounds
        for vote in votes_of(round_)
        for seat, played in enumerate(vote.votes)
        if played == card
    )
