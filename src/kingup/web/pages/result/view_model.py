"""The result page: podium, score sheet, highlights, chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from kingup.language import _, ngettext
from kingup.rules.errors import sentence
from kingup.tables import Table
from kingup.telling.result import final_points, tie_break
from kingup.telling.words import listed, players_of, seat_name
from kingup.view import View
from kingup.web.pages.common.markup import fill
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.result.chart import ScoreChart, chart
from kingup.web.pages.result.highlights import Highlight, highlights
from kingup.web.pages.result.score_sheet import SheetEntry, score_sheet, start_score
from kingup.web.pages.sharing.view_model import Share, share_result

PLACES = (
    sentence("Winner"),
    sentence("Second"),
    sentence("Third"),
    sentence("Fourth"),
    sentence("Fifth"),
    sentence("Sixth"),
    sentence("Seventh"),
    sentence("Eighth"),
    sentence("Ninth"),
)
TOWERS = 4
"""How many places have a tower; the others are listed below."""
SHORT_SHEET = 15
"""A score sheet with at most this many lines is no taller than the podium beside it."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A seat or the Emissary on the podium."""

    rank: int
    """From 1; equal points share a rank."""
    place: str
    name: str
    colour: int
    points: int
    letter: str | None
    """The favourite that scored most."""
    won: bool


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The result page of a table."""

    edition: str
    headline: Markup
    about: tuple[Markup, ...]
    towers: tuple[PodiumStep, ...] = ()
    others: tuple[PodiumStep, ...] = ()
    sheet: tuple[SheetEntry, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    chart: ScoreChart | None = None
    start_text: str = ""
    """The sentence about the scores at the start."""
    abandoned: bool = True
    address: str = ""
    """The address prefix of the table's forms."""
    share: Share | None = None
    """What can be shown to others; None unless the game is finished."""
    next: str | None = None
    """The address of the rematch."""
    may_rematch: bool = False
    alone: bool = False
    """Whether nobody but the viewer has to be ready for a rematch: it begins at once."""
    rated: bool = False
    """Whether the game counts for a rating of the viewer."""
    coached: bool = False
    branch: str = ""
    """Where the moment can be watched from which this game was played on; empty for most."""

    @property
    def is_long(self) -> bool:
        """Whether the sheet is taller than the podium beside it."""
        return (
            sum(1 + len(line.notes) for entry in self.sheet for line in entry.lines) > SHORT_SHEET
        )


def result(table: Table, viewer: Viewer, address: str = "") -> ResultPage:
    """Return the result page of a closed table; `address` is the server's public address."""
    if table.game is None:
        found = _never_begun(table.setting.edition)
    else:
        colours = [table.sitter(player).colour for player in range(len(table.players))]
        found = result_of(table.view(None), colours)
    may_rematch = bool(viewer.holds) or (viewer.person is not None and viewer.person == table.host)
    unrated = table.setting.passed or table.branch or table.coached
    return replace(
        found,
        address=f"/t/{table.code}",
        share=share_result(table, address),
        next=None if table.next_code is None else f"/t/{table.next_code}",
        may_rematch=may_rematch,
        alone=may_rematch and _is_alone(table, viewer),
        rated=bool(viewer.holds) and table.status == "over" and not unrated,
        branch=table.branch,
        coached=table.coached,
    )


def _is_alone(table: Table, viewer: Viewer) -> bool:
    """Return whether all other players are bots; external ones are ready by themselves."""
    return (
        all(
            player in viewer.holds or sitter.is_bot or sitter.is_from_outside
            for player, sitter in enumerate(table.players)
            if sitter is not None
        )
        and None not in table.players
    )


def _never_begun(edition: str) -> ResultPage:
    about = fill(_("The game had not started. Nobody has won, and nobody has lost."))
    return ResultPage(edition, fill(_("This game was abandoned")), (about,))


def result_of(view: View, colours: Sequence[int]) -> ResultPage:
    """Return the result of a game that is over or was abandoned; `colours` are by player."""
    seat_colours = [colours[players_of(view, seat)[0]] for seat in range(len(view.seats))]
    sheet = score_sheet(view, colours)
    steps = _steps(view, seat_colours, sheet)
    over = view.winners is not None
    scored = any(entry.lines for entry in sheet)
    return ResultPage(
        view.edition,
        _headline(view),
        _about(view, steps),
        tuple(steps[:TOWERS]) if over else (),
        tuple(steps[TOWERS:] if over else steps),
        tuple(sheet) if scored else (),
        tuple(highlights(view)) if over else (),
        chart(view, seat_colours) if any(r.castle for r in view.rounds) else None,
        _start_text(view),
        not over,
    )


def _start_text(view: View) -> str:
    score = start_score(view, 0)
    if view.emissary is None:
        return _("Everybody started with {points} points.").format(points=score)
    return _("Everybody started with {points} points, the Emissary with {emissary}.").format(
        points=score, emissary=start_score(view, None)
    )


def _steps(view: View, colours: Sequence[int], sheet: Sequence[SheetEntry]) -> list[PodiumStep]:
    winners = view.winners or ()
    entrants = [
        (
            seat in winners,
            final_points(view, seat),
            seat_name(view, seat),
            colours[seat],
            _best_favourite([sheet[player] for player in players_of(view, seat)]),
        )
        for seat in range(len(view.seats))
    ]
    if view.emissary is not None:
        won = view.winners == ()
        best = _best_favourite([sheet[-1]])
        entrants.append((won, view.emissary.score, _("Emissary"), 0, best))
    entrants.sort(key=lambda entrant: (not entrant[0], -entrant[1]))
    steps = []
    for won, points, name, colour, letter in entrants:
        # A winner by tie-break ranks above others with the same points.
        rank = 1 + sum((w, p) > (won, points) for w, p, *_rest in entrants)
        place = _(PLACES[rank - 1]) if view.winners is not None else ""
        steps.append(PodiumStep(rank, place, name, colour, points, letter, won))
    return steps


def _best_favourite(entries: Sequence[SheetEntry]) -> str | None:
    """Return the favourite that scored most for these players; of equals, the latest."""
    points: dict[str, int] = {}
    for entry in entries:
        for line in entry.lines:
            for seal in line.seals:
                points[seal.letter] = points.pop(seal.letter, 0) + seal.points
    best = max(points.values(), default=0)
    return next((letter for letter in reversed(points) if points[letter] == best), None)


def _headline(view: View) -> Markup:
    if view.winners is None:
        return fill(_("This game was abandoned"))
    if not view.winners:
        return fill(_("The Emissary wins"))
    names = listed([seat_name(view, seat) for seat in view.winners])
    before, _name, end = _("Long live {name}!").partition("{name}")
    # The end of the line takes no room of its own, so that it never wraps without the name.
    return fill("{before}{name}", before=escape(before), name=names) + (
        Markup('<span class="end">{}</span>').format(end)
    )


def _about(view: View, steps: Sequence[PodiumStep]) -> tuple[Markup, ...]:
    if view.winners is None:
        ended = sum(round_.castle is not None for round_ in view.rounds)
        if not ended:
            return (fill(_("No round was finished. Nobody has won, and nobody has lost.")),)
        return (
            fill(
                ngettext(
                    "After {number} round. Nobody has won, and nobody has lost.",
                    "After {number} rounds. Nobody has won, and nobody has lost.",
                    ended,
                ),
                number=ended,
            ),
        )
    if not view.winners:
        return (fill(_("It has more points than anybody, so everybody else loses.")),)
    if len(view.winners) > 1:
        return (fill(_("They share the victory.")), *_tie(view))
    lines = list(_tie(view))
    margin = steps[0].points - steps[1].points
    if margin > 0 and not lines:
        lines.append(
            fill(
                ngettext(
                    "{points} point ahead of {name}.", "{points} points ahead of {name}.", margin
                ),
                points=margin,
                name=steps[1].name,
            )
        )
    if _from_behind(view, view.winners[0]):
        lines.append(fill(_("After two rounds nobody saw it coming.")))
    return tuple(lines)


def _tie(view: View) -> tuple[Markup, ...]:
    reason = tie_break(view)
    return () if reason is None else (fill("{reason}", reason=reason),)


def _from_behind(view: View, winner: int) -> bool:
    """Return whether somebody else led before the last round."""
    if len(view.rounds) < 3 or not view.rounds[1].crownings:
        return False
    scores = view.rounds[1].crownings[-1].scores
    counted = [
        min(scores[player] for player in players_of(view, seat)) for seat in range(len(view.seats))
    ]
    return max(counted) > counted[winner]
