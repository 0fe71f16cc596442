"""The highlights of a game, computed from its public history."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

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
    found = [
        *_scored_zero(view),
        *_jester_reigned(view),
        *_longest_way(view),
        *_alone_against_all(view),
        *_said_no_most(view),
        *_kingmaker(view),
        *_finest_round(view),
        *_bellyaches(view),
        *_longest_round(view),
    ]
    return found[:MOST_HIGHLIGHTS]


def _scored_zero(view: View) -> list[Highlight]:
    if view.edition != "kingup" or len(view.rounds) < 3 or not view.rounds[-1].crownings:
        return []
    points = view.rounds[-1].crownings[-1].points
    lucky = [p for p, scored in enumerate(points) if scored == THIRD_ROUND_ZERO]
    return [
        Highlight(
            "crown",
            fill(_("{name} made {points} out of nothing"), name=name, points=THIRD_ROUND_ZERO),
            fill(_("Not one favourite was worth a point in the last round.")),
        )
        for player, name in enumerate(player_names(view))
        if player in lucky and _is_really_nothing(view, player)
    ][:1]


def _is_really_nothing(view: View, player: int) -> bool:
    round_ = view.rounds[-1]
    castle, cards = round_.castle, round_.favourites
    return bool(castle and cards) and all(
        (castle or {})[letter] in ("0", "box") for letter in (cards or ())[player]
    )


def _jester_reigned(view: View) -> list[Highlight]:
    for number, round_ in enumerate(view.rounds, start=1):
        if any(crowned.letter == JESTER for crowned in round_.crownings):
            return [
                Highlight(
                    JESTER,
                    fill(_("The jester reigned")),
                    fill(
                        _("In round {number} dungeons paid and floors cost."),
                        number=number,
                    ),
                )
            ]
    return []


def _longest_way(view: View) -> list[Highlight]:
    """The crowned character that climbed the most steps from floor 0 or 1."""
    best: tuple[int, int, str] | None = None
    for number, round_ in enumerate(view.rounds, start=1):
        for crowned in round_.crownings:
            steps = [
                move
                for move in round_.moves
                if isinstance(move, Climbed) and move.letter == crowned.letter
            ]
            if steps and steps[0].origin in ("0", "1"):
                way = (len(steps), number, crowned.letter)
                best = max(best or way, way)
    if best is None:
        return []
    steps_taken, number, letter = best
    return [
        Highlight(
            letter,
            fill(_("All the way up")),
            fill(
                ngettext(
                    "{name} climbed {steps} step to the throne in round {number}.",
                    "{name} climbed {steps} steps to the throne in round {number}.",
                    steps_taken,
                ),
                name=label_of(view, letter),
                steps=steps_taken,
                number=number,
            ),
        )
    ]


def _alone_against_all(view: View) -> list[Highlight]:
    """A single No that rejected a candidate at a table of four or more."""
    if len(view.seats) < 4:
        return []
    for number, round_ in reversed(list(enumerate(view.rounds, start=1))):
        for vote in reversed(votes_of(round_)):
            cards = vote.votes + (vote.emissary or "")
            if cards.count("N") == 1 and "B" not in cards and "N" in vote.votes:
                return [
                    Highlight(
                        vote.letter,
                        fill(_("One against the whole table")),
                        fill(
                            _("In round {number} only {seat} said No to {name}."),
                            number=number,
                            seat=seat_name(view, vote.votes.index("N")),
                            name=name_of(view, vote.letter),
                        ),
                    )
                ]
    return []


def _said_no_most(view: View) -> list[Highlight]:
    counted = _cards_played(view, "N")
    (seat, most), *others = counted.most_common() or [(0, 0)]
    if most < 2 or (others and others[0][1] == most):
        return []
    rest = sum(number for _seat, number in others)
    if most > rest:
        about = fill(_("More than the rest of the table put together."))
    else:
        about = fill(_("Nobody said it more often."))
    title = fill(_("{seat} said No {number} times"), seat=seat_name(view, seat), number=most)
    return [Highlight("no", title, about)]


def _kingmaker(view: View) -> list[Highlight]:
    movers = [crowned.seat for round_ in view.rounds for crowned in round_.crownings]
    (seat, most), *others = Counter(movers).most_common() or [(0, 0)]
    if most < 2 or (others and others[0][1] == most):
        return []
    return [
        Highlight(
            "crown",
            fill(_("{seat}, kingmaker"), seat=seat_name(view, seat)),
            fill(
                _("{number} of the {all} crownings came from this hand."),
                number=most,
                all=len(movers),
            ),
        )
    ]


def _finest_round(view: View) -> list[Highlight]:
    best: tuple[int, int, int] | None = None
    for number, round_ in enumerate(view.rounds, start=1):
        for crowned in round_.crownings:
            for player, points in enumerate(crowned.points):
                if best is None or points > best[0]:
                    best = (points, number, player)
    if best is None or best[0] < 1:
        return []
    points, number, player = best
    return [
        Highlight(
            "crown",
            fill(_("The best round: {points} points"), points=points),
            fill(
                _("{name}’s six favourites, in round {number}.")
                if "banished" not in view.options
                else _("{name}’s five favourites, in round {number}."),
                name=player_names(view)[player],
                number=number,
            ),
        )
    ]


def _bellyaches(view: View) -> list[Highlight]:
    played = _cards_played(view, "B").total()
    if played < 2:
        return []
    return [
        Highlight(
            "bellyache",
            fill(_("{number} bellyaches"), number=played),
            fill(_("The kitchen has been asked for an explanation.")),
        )
    ]


def _longest_round(view: View) -> list[Highlight]:
    steps = [(_climbs(round_), number) for number, round_ in enumerate(view.rounds, start=1)]
    most, number = max(steps, default=(0, 0))
    if most < 1:
        return []
    return [
        Highlight(
            "snail",
            fill(_("Round {number} took its time"), number=number),
            fill(
                ngettext("{number} step on the stairs.", "{number} steps on the stairs.", most),
                number=most,
            ),
        )
    ]


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
