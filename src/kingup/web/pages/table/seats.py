"""The seats: pennants, names, points, and what each of them is doing."""

from __future__ import annotations

from functools import lru_cache

from kingup.history import Voted
from kingup.language import _, current_language, ngettext
from kingup.telling.words import VOTES, character_of, clean, players_of, seat_name
from kingup.telling.worth import favourites_on, gained, signed
from kingup.view import View
from kingup.web.pages.common.art import portrait
from kingup.web.pages.common.labels import level
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.scene import NamePiece, OpenCardPiece, SealPiece, SeatPiece
from kingup.web.pages.table.vote import colour_of, has_voted, last_reveal


def seats(public: ViewContext) -> tuple[SeatPiece, ...]:
    """Return all seats in turn order, the Emissary's last."""
    view = public.view
    crown = crown_holder(view)
    shown = [_seat(public, seat, seat == crown) for seat in range(len(view.seats))]
    return (*shown, _emissary(public)) if view.emissary else tuple(shown)


def crown_holder(view: View) -> int | None:
    """Return the seat that last moved a character to the throne in this round."""
    moves = view.rounds[-1].moves if view.rounds else ()
    for move in reversed(moves):
        if isinstance(move, Voted) or getattr(move, "place", None) == "throne":
            return move.seat
    return None


def waiting_names(context: ViewContext) -> list[str]:
    """Return the names of the seats that the game waits for, without the viewer's."""
    awaited = context.public.awaited_seats
    return [seat_name(context.view, seat) for seat in awaited if seat != context.seat]


def _seat(public: ViewContext, seat: int, holds_crown: bool) -> SeatPiece:
    view = public.view
    players = players_of(view, seat)
    sitters = [public.sitter(player) for player in players]
    shared = "shared-marker" in view.options
    scores = [signed(view.scores[p]) for p in (players[:1] if shared else players)]
    deadlines = [public.table.deadline(player) for player in players]
    turn = seat == view.turn and not public.paused
    away = any(_is_away(public, player) for player in players)
    bot = all(sitter is not None and sitter.is_machine for sitter in sitters)
    label = bot_label(public, seat)
    say = _say(public, seat)
    return SeatPiece(
        id=str(seat),
        cls=_classes(turn=turn, away=away, team=len(players) > 1),
        current="true" if turn else None,
        flag=f"pennant-{colour_of(public, seat)}",
        names=tuple([NamePiece(str(i), clean(name)) for i, name in enumerate(view.names[seat])]),
        score=" · ".join(scores),
        score_label=_("{points} points").format(points=_(" and ").join(scores)),
        gain=_gain(public, players),
        bot=bot,
        bot_label="" if say == label else label,  # said once
        crown=holds_crown,
        away=away,
        say=say,
        until=clock_text(min((d for d in deadlines if d is not None), default=None)),
        cards=_open_cards(public, seat),
    )


def clock_text(until: float | None) -> str | None:
    """Return a deadline as pages write it: seconds of the epoch."""
    return None if until is None else f"{until:.1f}"


def _classes(*, turn: bool, away: bool, team: bool) -> str:
    names = "seat"
    names += " is-turn" if turn else ""
    names += " is-away" if away else ""
    return names + (" is-team" if team else "")


def _emissary(public: ViewContext) -> SeatPiece:
    emissary = public.view.emissary
    assert emissary is not None  # noqa: S101 (the caller has checked)
    points = signed(emissary.score)
    return SeatPiece(
        id="emissary",
        cls="seat is-emissary",
        flag="pennant-0",
        names=(NamePiece("0", _("Emissary")),),
        score=points,
        score_label=_("{points} points").format(points=points),
        say=_("of the Empire"),
        pile=str(emissary.pile_size),
        cards=(OpenCardPiece("0", "", seals(public.view, emissary.card)),),
    )


def _open_cards(public: ViewContext, seat: int) -> tuple[OpenCardPiece, ...]:
    """Return a seat's cards once a crowning has revealed them."""
    view, history = public.view, public.round
    if history is None or history.favourites is None:
        return ()
    names = view.names[seat] if len(view.names[seat]) > 1 else ("",)
    return tuple(
        OpenCardPiece(str(i), clean(name), seals(view, history.favourites[player]))
        for i, (name, player) in enumerate(zip(names, players_of(view, seat), strict=True))
    )


def seals(view: View, card: str) -> tuple[SealPiece, ...]:
    """Return the characters on a favourites card that everybody sees."""
    return _seals(current_language(), view.edition, card, favourites_on(view, card))


@lru_cache(2_000)  # there are few cards, and replays ask for each of them at every moment
def _seals(_language: str, edition: str, card: str, counted: str) -> tuple[SealPiece, ...]:
    names = {letter: _(character_of(edition, letter).name) for letter in card}
    return tuple(
        SealPiece(
            letter,
            "seal-of" if letter in counted else "seal-of is-banished",
            names[letter] if letter in counted else f"{names[letter]}, {_('banished')}",
            portrait(edition, letter, small=True),
        )
        for letter in card
    )


def _gain(public: ViewContext, players: range) -> str:
    """Return the points from the crowning just revealed."""
    crownings = public.round.crownings if public.round else ()
    reveal = last_reveal(public)
    crowned = reveal is not None and reveal.outcome == "throne"
    if not crownings or not (public.between_rounds or crowned):
        return ""
    last = crownings[-1]
    extra = last.ambition or (0,) * len(last.points)
    gains = [last.points[p] + extra[p] for p in players]
    if "shared-marker" in public.view.options:
        gains = [min(gains)]
    return " · ".join(map(gained, gains))


def _is_away(public: ViewContext, player: int) -> bool:
    """Return whether a bot stands in for a person, or, without days per move, they are absent."""
    sitter = public.sitter(player)
    if sitter is None or sitter.person is None:
        return False
    if sitter.standing_in:
        return True
    return public.table.setting.pace.kind != "days" and sitter.person not in public.present


def _say(public: ViewContext, seat: int) -> str:
    """Return what a seat is doing, in a few words."""
    stand_in = _stand_in(public, seat)
    doing = "" if public.paused else _doing(public, seat)
    return stand_in or doing or bot_label(public, seat)


def _doing(public: ViewContext, seat: int) -> str:
    view = public.view
    people = view.seats[seat]
    if public.between_rounds:
        reading = ngettext("reads the scores", "read the scores", people)
        return reading if seat in public.awaited_seats else ""
    if view.phase == "ambition":
        if seat not in public.awaited_seats:
            return ngettext("has chosen", "have chosen", people)
        return ngettext("chooses an Ambition", "choose an Ambition", people)
    if view.candidate is not None:
        if has_voted(public, seat):
            return _("card is down")
        return ngettext("chooses a card", "choose a card", people)
    if seat == view.turn:
        if view.phase == "place":
            return ngettext("is placing", "are placing", people)
        return ngettext("is choosing who climbs", "are choosing who climbs", people)
    reveal = last_reveal(public)
    if reveal is not None:
        return ngettext("said {vote}", "said {vote}", people).format(
            vote=_(VOTES[reveal.votes[seat]])
        )
    if view.turn is not None and seat == (view.turn + 1) % len(view.seats):
        return ngettext("plays next", "play next", people)
    return ""


def _stand_in(public: ViewContext, seat: int) -> str:
    for player in players_of(public.view, seat):
        sitter = public.sitter(player)
        if sitter and sitter.standing_in:
            return _("a bot stands in for {name}").format(name=clean(sitter.name))
    return ""


def bot_label(public: ViewContext, seat: int) -> str:
    """Return the level of the bot that plays a seat, or its owner; empty for a person."""
    sitter = public.sitter(players_of(public.view, seat)[0])
    if sitter is not None and sitter.is_from_outside:
        return _("{who}’s bot").format(who=clean(sitter.owner))
    if sitter is None or sitter.level is None:
        return ""
    known = level(sitter.level)
    return _("bot: {level}").format(level=_(known.name) if known else sitter.level)
