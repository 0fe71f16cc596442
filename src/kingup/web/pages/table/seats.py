"""The seats: pennants, names, points, and what each of them is doing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from kingup.bots.levels import LEVELS
from kingup.history import Voted
from kingup.language import _, ngettext
from kingup.telling.words import clean, players_of, seat_name
from kingup.telling.worth import signed
from kingup.view import View
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.hand import open_letters
from kingup.web.pages.table.vote import Ballot, ballots, colour_of, has_voted


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A revealed favourites card; each seal is letter, name, and whether it counts."""

    owner: str
    seals: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, as everybody sees it."""

    id: str
    names: tuple[str, ...]
    you: bool
    colour: int
    scores: tuple[str, ...]
    """One for each player, or one for a shared marker."""
    score_label: str
    bot: bool
    turn: bool
    holds_crown: bool
    away: bool
    say: str
    gain: str
    """The points from the round's last crowning, while its scoring is shown."""
    ballot: Ballot | None
    cards: tuple[OpenCard, ...]
    pile: int | None = None
    """The number of vote cards in the Emissary's pile."""
    until: float | None = None
    """When the time for a decision runs out."""
    bot_label: str = ""
    """The level of the bot that plays here, or its owner."""

    @property
    def attributes(self) -> dict[str, str | None]:
        """The HTML attributes that change with every turn."""
        return {"class": self.classes, "aria-current": "true" if self.turn else None}

    @property
    def classes(self) -> str:
        """The CSS classes."""
        names = ["seat"]
        names += ["is-turn"] if self.turn else []
        names += ["is-away"] if self.away else []
        names += ["is-you"] if self.you else []
        names += ["is-team"] if len(self.names) > 1 else []
        names += ["is-emissary"] if self.id == "emissary" else []
        return " ".join(names)


def seats(context: ViewContext) -> tuple[Seat, ...]:
    """Return all seats in turn order, the Emissary's last."""
    shown = context.shared("seats", _public_seats)
    mine = context.seat
    if mine is None:
        return shown
    public = shown[mine]
    own = context.remember(
        "own seat",
        (public,),
        lambda: replace(public, you=True, say=_say(context, mine, public.ballot)),
    )
    return (*shown[:mine], own, *shown[mine + 1 :])


def _public_seats(context: ViewContext) -> tuple[Seat, ...]:
    laid = {ballot.id: ballot for ballot in ballots(context)}
    shown = []
    for seat in range(len(context.view.seats)):
        ballot = laid.get(str(seat))
        source = _source(context, seat, ballot)
        shown.append(
            context.remember(f"seat {seat}", source, partial(_seat, context, seat, ballot))
        )
    if context.view.emissary:
        shown.append(_emissary(context, laid.get("emissary")))
    return tuple(shown)


def _source(context: ViewContext, seat: int, ballot: Ballot | None) -> tuple[object, ...]:
    """Return everything that a seat's display depends on and that changes during a game."""
    view, table, players = context.view, context.table, players_of(context.view, seat)
    seats, history = len(view.seats), context.round
    return (
        view.names[seat],
        [table.players[player] for player in players],
        [view.scores[player] for player in players],
        [table.deadline(player) for player in players],
        [(player in view.to_act, player in context.waiting_for) for player in players],
        context.present,
        table.status,
        view.phase,
        view.candidate is None,
        None if view.turn is None else min((seat - view.turn) % seats, 2),  # now, next, or later
        seat == context.shared("crown", _crown),
        (history.crownings, history.favourites) if history else None,
        ballot,
    )


def crown_holder(view: View) -> int | None:
    """Return the seat that last moved a character to the throne in this round."""
    moves = view.rounds[-1].moves if view.rounds else ()
    for move in reversed(moves):
        if isinstance(move, Voted) or getattr(move, "place", None) == "throne":
            return move.seat
    return None


def _crown(context: ViewContext) -> int | None:
    return crown_holder(context.view)


def awaited_seats(context: ViewContext) -> tuple[int, ...]:
    """Return the seats that the game waits for."""
    players = context.waiting_for if context.between_rounds else context.view.to_act
    return tuple(
        seat
        for seat in range(len(context.view.seats))
        if any(player in players for player in players_of(context.view, seat))
    )


def _seat(context: ViewContext, seat: int, ballot: Ballot | None) -> Seat:
    view = context.view
    players = players_of(view, seat)
    sitters = [context.sitter(player) for player in players]
    shared = "shared-marker" in view.options
    scores = tuple(signed(view.scores[p]) for p in (players[:1] if shared else players))
    deadlines = [context.table.deadline(player) for player in players]
    return Seat(
        id=str(seat),
        names=tuple(clean(name) for name in view.names[seat]),
        you=seat == context.seat,
        colour=colour_of(context, seat),
        scores=scores,
        score_label=_("{points} points").format(points=_(" and ").join(scores)),
        bot=all(sitter is not None and sitter.is_machine for sitter in sitters),
        turn=seat == view.turn and not context.paused,
        holds_crown=seat == context.shared("crown", _crown),
        away=any(_is_away(context, player) for player in players),
        say=_say(context, seat, ballot),
        gain=_gain(context, players),
        ballot=ballot,
        cards=_open_cards(context, seat),
        until=min((d for d in deadlines if d is not None), default=None),
        bot_label=_bot(context, seat),
    )


def _emissary(context: ViewContext, ballot: Ballot | None) -> Seat:
    emissary = context.view.emissary
    assert emissary is not None  # noqa: S101 (the caller has checked)
    points = signed(emissary.score)
    return Seat(
        id="emissary",
        names=(_("Emissary"),),
        you=False,
        colour=0,
        scores=(points,),
        score_label=_("{points} points").format(points=points),
        bot=False,
        turn=False,
        holds_crown=False,
        away=False,
        say=ballot.state if ballot else _("of the Empire"),
        gain="",
        ballot=ballot,
        cards=(OpenCard("", open_letters(context.view, emissary.card)),),
        pile=emissary.pile_size,
    )


def _open_cards(context: ViewContext, seat: int) -> tuple[OpenCard, ...]:
    """Return a seat's cards once a crowning has revealed them."""
    view, history = context.view, context.round
    if history is None or history.favourites is None:
        return ()
    names = view.names[seat] if len(view.names[seat]) > 1 else ("",)
    return tuple(
        OpenCard(clean(name), open_letters(view, history.favourites[player]))
        for name, player in zip(names, players_of(view, seat), strict=True)
    )


def _gain(context: ViewContext, players: range) -> str:
    crownings = context.round.crownings if context.round else ()
    if not context.between_rounds or not crownings:
        return ""
    last = crownings[-1]
    extra = last.ambition or (0,) * len(last.points)
    gains = [last.points[p] + extra[p] for p in players]
    if "shared-marker" in context.view.options:
        gains = [min(gains)]
    return " · ".join(f"+{gain}" if gain > 0 else signed(gain) for gain in gains)


def _is_away(context: ViewContext, player: int) -> bool:
    """Return whether a bot stands in for a person, or, without days per move, they are absent."""
    sitter = context.sitter(player)
    if sitter is None or sitter.person is None:
        return False
    if sitter.standing_in:
        return True
    return context.table.setting.pace.kind != "days" and sitter.person not in context.present


def _say(context: ViewContext, seat: int, ballot: Ballot | None) -> str:
    """Return what a seat is doing, in a few words."""
    stand_in = _stand_in(context, seat)
    doing = "" if context.paused else _doing(context, seat, ballot)
    if stand_in or not doing:
        return stand_in or _bot(context, seat)
    return doing


def _doing(context: ViewContext, seat: int, ballot: Ballot | None) -> str:
    view = context.view
    people = view.seats[seat]
    if context.between_rounds:
        reading = ngettext("reads the scores", "read the scores", people)
        return reading if seat in awaited_seats(context) else ""
    if view.phase == "ambition":
        if not any(p in view.to_act for p in players_of(view, seat)):
            return ngettext("has chosen", "have chosen", people)
        return ngettext("chooses an Ambition", "choose an Ambition", people)
    if view.candidate is not None:
        if has_voted(context, seat):
            return _("card is down")
        return ngettext("chooses a card", "choose a card", people)
    if seat == view.turn:
        if seat == context.seat:
            return _("Your turn")
        if view.phase == "place":
            return ngettext("is placing", "are placing", people)
        return ngettext("is choosing who climbs", "are choosing who climbs", people)
    if ballot and ballot.word:
        return ngettext("said {vote}", "said {vote}", people).format(vote=ballot.word)
    if view.turn is not None and seat == (view.turn + 1) % len(view.seats):
        return ngettext("plays next", "play next", people)
    return ""


def _stand_in(context: ViewContext, seat: int) -> str:
    for player in players_of(context.view, seat):
        sitter = context.sitter(player)
        if sitter and sitter.standing_in:
            return _("a bot stands in for {name}").format(name=clean(sitter.name))
    return ""


def _bot(context: ViewContext, seat: int) -> str:
    sitter = context.sitter(players_of(context.view, seat)[0])
    if sitter is not None and sitter.is_from_outside:
        return _("{who}’s bot").format(who=clean(sitter.owner))
    if sitter is None or sitter.level is None:
        return ""
    names = {level.id: level.name for level in LEVELS}
    return _("bot: {level}").format(level=_(names.get(sitter.level, sitter.level)))


def waiting_names(context: ViewContext) -> list[str]:
    """Return the names of the seats that the game waits for, without the viewer's."""
    awaited = (seat for seat in awaited_seats(context) if seat != context.seat)
    return [seat_name(context.view, seat) for seat in awaited]
