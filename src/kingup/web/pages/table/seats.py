"""The seats round the castle: pennants, names, points, and what each of them is doing."""

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
    """A favourites card that lies open: letter, name, and whether it counts."""

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
    """One for each player, or the one of a shared marker."""
    score_label: str
    bot: bool
    turn: bool
    holds_crown: bool
    away: bool
    say: str
    gain: str
    """What the last crowning of the round gave, while its scoring is on the table."""
    ballot: Ballot | None
    cards: tuple[OpenCard, ...]
    pile: int | None = None
    """How many vote cards the Emissary's pile holds."""
    until: float | None = None
    """When the time for a decision runs out."""
    bot_label: str = ""
    """What kind of bot plays here, or whose."""

    @property
    def attributes(self) -> dict[str, str | None]:
        """What changes with every turn."""
        return {"class": self.classes, "aria-current": "true" if self.turn else None}

    @property
    def classes(self) -> str:
        """What styles go by."""
        names = ["seat"]
        names += ["is-turn"] if self.turn else []
        names += ["is-away"] if self.away else []
        names += ["is-you"] if self.you else []
        names += ["is-team"] if len(self.names) > 1 else []
        names += ["is-emissary"] if self.id == "emissary" else []
        return " ".join(names)


def seats(look: ViewContext) -> tuple[Seat, ...]:
    """Return all seats in the order of turns, the Emissary's last."""
    shown = look.shared("seats", _as_all_see_them)
    mine = look.seat
    if mine is None:
        return shown
    public = shown[mine]
    own = look.remember(
        "own seat",
        (public,),
        lambda: replace(public, you=True, say=_say(look, mine, public.ballot)),
    )
    return (*shown[:mine], own, *shown[mine + 1 :])


def _as_all_see_them(look: ViewContext) -> tuple[Seat, ...]:
    laid = {ballot.id: ballot for ballot in ballots(look)}
    shown = []
    for seat in range(len(look.view.seats)):
        ballot = laid.get(str(seat))
        source = _source(look, seat, ballot)
        shown.append(look.remember(f"seat {seat}", source, partial(_seat, look, seat, ballot)))
    if look.view.emissary:
        shown.append(_emissary(look, laid.get("emissary")))
    return tuple(shown)


def _source(look: ViewContext, seat: int, ballot: Ballot | None) -> tuple[object, ...]:
    """Return all that a seat follows from, of what changes during a game."""
    view, table, players = look.view, look.table, players_of(look.view, seat)
    seats, history = len(view.seats), look.round
    return (
        view.names[seat],
        [table.players[player] for player in players],
        [view.scores[player] for player in players],
        [table.deadline(player) for player in players],
        [(player in view.to_act, player in look.waiting_for) for player in players],
        look.present,
        table.status,
        view.phase,
        view.candidate is None,
        None if view.turn is None else min((seat - view.turn) % seats, 2),  # now, next, or later
        seat == look.shared("crown", _crown),
        (history.crownings, history.favourites) if history else None,
        ballot,
    )


def crown_holder(view: View) -> int | None:
    """Return the seat that moved somebody to the throne last in this round."""
    moves = view.rounds[-1].moves if view.rounds else ()
    for move in reversed(moves):
        if isinstance(move, Voted) or getattr(move, "place", None) == "throne":
            return move.seat
    return None


def _crown(look: ViewContext) -> int | None:
    return crown_holder(look.view)


def asked_seats(look: ViewContext) -> tuple[int, ...]:
    """Return the seats that everybody waits for."""
    players = look.waiting_for if look.between_rounds else look.view.to_act
    return tuple(
        seat
        for seat in range(len(look.view.seats))
        if any(player in players for player in players_of(look.view, seat))
    )


def _seat(look: ViewContext, seat: int, ballot: Ballot | None) -> Seat:
    view = look.view
    players = players_of(view, seat)
    sitters = [look.sitter(player) for player in players]
    shared = "shared-marker" in view.options
    scores = tuple(signed(view.scores[p]) for p in (players[:1] if shared else players))
    deadlines = [look.table.deadline(player) for player in players]
    return Seat(
        id=str(seat),
        names=tuple(clean(name) for name in view.names[seat]),
        you=seat == look.seat,
        colour=colour_of(look, seat),
        scores=scores,
        score_label=_("{points} points").format(points=_(" and ").join(scores)),
        bot=all(sitter is not None and sitter.is_machine for sitter in sitters),
        turn=seat == view.turn and not look.paused,
        holds_crown=seat == look.shared("crown", _crown),
        away=any(_is_away(look, player) for player in players),
        say=_say(look, seat, ballot),
        gain=_gain(look, players),
        ballot=ballot,
        cards=_open_cards(look, seat),
        until=min((d for d in deadlines if d is not None), default=None),
        bot_label=_bot(look, seat),
    )


def _emissary(look: ViewContext, ballot: Ballot | None) -> Seat:
    emissary = look.view.emissary
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
        cards=(OpenCard("", open_letters(look.view, emissary.card)),),
        pile=emissary.pile_size,
    )


def _open_cards(look: ViewContext, seat: int) -> tuple[OpenCard, ...]:
    """Return a seat's cards once a crowning has laid them open."""
    view, history = look.view, look.round
    if history is None or history.favourites is None:
        return ()
    names = view.names[seat] if len(view.names[seat]) > 1 else ("",)
    return tuple(
        OpenCard(clean(name), open_letters(view, history.favourites[player]))
        for name, player in zip(names, players_of(view, seat), strict=True)
    )


def _gain(look: ViewContext, players: range) -> str:
    crownings = look.round.crownings if look.round else ()
    if not look.between_rounds or not crownings:
        return ""
    last = crownings[-1]
    extra = last.ambition or (0,) * len(last.points)
    gains = [last.points[p] + extra[p] for p in players]
    if "shared-marker" in look.view.options:
        gains = [min(gains)]
    return " · ".join(f"+{gain}" if gain > 0 else signed(gain) for gain in gains)


def _is_away(look: ViewContext, player: int) -> bool:
    """Return whether a person is stood in for, or, in a game of one evening, not connected."""
    sitter = look.sitter(player)
    if sitter is None or sitter.person is None:
        return False
    if sitter.standing_in:
        return True
    return look.table.setting.pace.kind != "days" and sitter.person not in look.present


def _say(look: ViewContext, seat: int, ballot: Ballot | None) -> str:
    """Return what a seat is doing, in a few words."""
    stand_in = _stand_in(look, seat)
    doing = "" if look.paused else _doing(look, seat, ballot)
    if stand_in or not doing:
        return stand_in or _bot(look, seat)
    return doing


def _doing(look: ViewContext, seat: int, ballot: Ballot | None) -> str:
    view = look.view
    people = view.seats[seat]
    if look.between_rounds:
        reading = ngettext("reads the scores", "read the scores", people)
        return reading if seat in asked_seats(look) else ""
    if view.phase == "ambition":
        if not any(p in view.to_act for p in players_of(view, seat)):
            return ngettext("has chosen", "have chosen", people)
        return ngettext("chooses an Ambition", "choose an Ambition", people)
    if view.candidate is not None:
        if has_voted(look, seat):
            return _("card is down")
        return ngettext("chooses a card", "choose a card", people)
    if seat == view.turn:
        if seat == look.seat:
            return _("Your turn")
        if view.phase == "place":
            return ngettext("is placing", "are placing", people)
        return ngettext("is choosing who climbs", "are choosing who climbs", people)
    if ballot and ballot.word:
        return ngettext("said {vote}", "said {vote}", people).format(vote=ballot.word)
    if view.turn is not None and seat == (view.turn + 1) % len(view.seats):
        return ngettext("plays next", "play next", people)
    return ""


def _stand_in(look: ViewContext, seat: int) -> str:
    for player in players_of(look.view, seat):
        sitter = look.sitter(player)
        if sitter and sitter.standing_in:
            return _("a bot stands in for {name}").format(name=clean(sitter.name))
    return ""


def _bot(look: ViewContext, seat: int) -> str:
    sitter = look.sitter(players_of(look.view, seat)[0])
    if sitter is not None and sitter.is_from_outside:
        return _("{who}’s bot").format(who=clean(sitter.owner))
    if sitter is None or sitter.level is None:
        return ""
    names = {level.id: level.name for level in LEVELS}
    return _("bot: {level}").format(level=_(names.get(sitter.level, sitter.level)))


def waiting_names(look: ViewContext) -> list[str]:
    """Return the names of those whom everybody waits for, the looker left out."""
    asked = (seat for seat in asked_seats(look) if seat != look.seat)
    return [seat_name(look.view, seat) for seat in asked]
