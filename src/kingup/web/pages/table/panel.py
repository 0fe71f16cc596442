"""The panel: what the game asks of the viewer, and all possible answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kingup.history import Placed
from kingup.language import _, current_language, ngettext
from kingup.telling.words import VOTES, capital, listed, name_in, name_of, seat_name
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.captions import (
    ClimbCaption,
    climb_button,
    climb_of,
    climb_title,
    floor_name,
    owners,
    worth_there,
)
from kingup.web.pages.table.hand import AmbitionCard, ambition_card
from kingup.web.pages.table.rule_links import rule_link
from kingup.web.pages.table.seats import waiting_names
from kingup.web.pages.table.vote import Ballot, Verdict, ballots, last_reveal, stakes, verdict


@dataclass(frozen=True, slots=True)
class Button:
    """A button that takes an action."""

    action: str
    text: str
    short: str = ""
    """The text of a button in a row: a floor's number."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the viewer may do with a character or a card: one action, or one of several."""

    id: str
    who: str
    title: str
    detail: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """A vote card that may be played, or an Ambition card that may be kept."""

    action: str
    name: str
    effect: str
    count: int = 1
    ambition: AmbitionCard | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """What the game asks, and the possible answers."""

    kind: str
    """ambition, place, climb, vote, or wait."""
    title: str
    detail: str
    hint: str
    """What to do first, while nothing is chosen."""
    choices: tuple[Choice, ...]
    picks: tuple[Pick, ...]
    ballots: tuple[Ballot, ...]
    verdict: Verdict | None
    rule: str
    """The address of the rule that explains it."""


def panel(context: ViewContext, news: str = "") -> Panel:
    """Return the panel; `news` is the last event, shown if there is room."""
    if context.player is not None and _only_waits(context):
        return context.shared(f"waiting {news}", lambda public: _panel(public, news))
    return _panel(context, news)


def _only_waits(context: ViewContext) -> bool:
    """Return whether the viewer's panel is the public one: no question, no card of theirs."""
    return not (context.actions or context.view.candidate or last_reveal(context))


def _panel(context: ViewContext, news: str) -> Panel:
    kind = context.view.phase if context.actions else "wait"
    reveal = last_reveal(context)
    title, detail, hint = _prompt(context, "" if reveal else news)
    return Panel(
        kind=kind,
        title=title,
        detail=detail,
        hint=hint,
        choices=_choices(context),
        picks=_picks(context),
        ballots=ballots(context),
        verdict=verdict(context, reveal) if reveal else None,
        rule=rule_link(context),
    )


def headline(context: ViewContext) -> str:
    """Return in a few words what the table waits for, for the title and the herald."""
    return context.shared("headline", _headline)


def _headline(context: ViewContext) -> str:
    view = context.view
    if context.paused:
        return _("The game is paused")
    if context.between_rounds:
        return _("Round {number} is over").format(number=view.round)
    if view.phase == "ambition":
        return _("Everybody chooses an Ambition")
    if view.candidate is not None:
        return _("{name} asks for the throne").format(name=capital(name_of(view, view.candidate)))
    if view.turn is None:
        return _("The cards are being dealt")
    seat, people = seat_name(view, view.turn), view.seats[view.turn]
    if view.phase == "place":
        template = ngettext("{seat} places somebody", "{seat} place somebody", people)
    else:
        template = ngettext("{seat} chooses who climbs", "{seat} choose who climbs", people)
    return template.format(seat=seat)


def _prompt(context: ViewContext, news: str) -> tuple[str, str, str]:
    view = context.view
    if context.paused:
        return headline(context), _("Nothing is lost. The host can resume it."), ""
    if not context.actions:
        return _waiting(context, news)
    if view.phase == "ambition":
        return (
            _("Which Ambition will you keep?"),
            _("The other one goes back unseen. Yours pays at the end of the round."),
            _("Choose an Ambition"),
        )
    if view.phase == "place":
        return _("Who will you place?"), _placing(context), _("Choose somebody on the road")
    if view.phase == "climb":
        return _("Who climbs?"), news, _("Choose somebody to move")
    return headline(context), _vote_detail(context), _("Choose a card")


def _waiting(context: ViewContext, news: str) -> tuple[str, str, str]:
    view = context.view
    others = waiting_names(context)
    if view.candidate is not None:
        own = view.own
        if own and own.vote:
            own_vote = _("You played {vote}.").format(vote=_(VOTES[own.vote]))
            return headline(context), f"{own_vote} {_wait_for(others)}", ""
        return headline(context), _wait_for(others), ""
    if view.phase == "ambition":
        return headline(context), _wait_for(others), ""
    return headline(context), news, ""


def _wait_for(names: list[str]) -> str:
    if not names:
        return ""
    if len(names) > 3:
        return _("Waiting for {number} more cards.").format(number=len(names))
    return _("Waiting for {names}.").format(names=listed(names))


def _placing(context: ViewContext) -> str:
    """Return where characters may be placed, and how many the viewer's seat still places."""
    history = context.round
    placed = [move for move in (history.moves if history else ()) if isinstance(move, Placed)]
    seats, first = len(context.view.seats), history.first if history else 0
    turns = [(first + i) % seats for i in range(len(placed) + 1, context.setup.placements)]
    more = turns.count(context.seat) if context.seat is not None else 0
    limit = _("Floors 1 to 4, {limit} to a floor.").format(limit=context.setup.limit)
    if not more:
        return f"{limit} {_('This is your last one.')}"
    rest = ngettext(
        "After this you place {number} more.", "After this you place {number} more.", more
    )
    return f"{limit} {rest.format(number=more)}"


def _vote_detail(context: ViewContext) -> str:
    candidate = context.view.candidate or ""
    others = waiting_names(context)
    if others:
        waiting = ngettext(
            "{number} other card is missing.", "{number} other cards are missing.", len(others)
        ).format(number=len(others))
    else:
        waiting = _("Only your card is missing.")
    return f"{waiting} {stakes(context, candidate)}".strip()


def _choices(context: ViewContext) -> tuple[Choice, ...]:
    view, language = context.view, current_language()
    if view.phase == "place":
        floors: dict[str, str] = {}
        for action in context.actions:
            floors[action[0]] = floors.get(action[0], "") + action[1]
        return tuple(
            [
                _placement(language, view.edition, letter, free, bool(owners(context, letter)))
                for letter, free in floors.items()
            ]
        )
    if view.phase == "climb":
        return tuple([_climb(language, climb_of(context, letter)) for letter in context.actions])
    if view.phase == "vote":
        candidate = view.candidate or ""
        return tuple([_vote(language, view.edition, candidate, card) for card in context.actions])
    if view.phase == "ambition":
        return tuple([_ambition(language, card) for card in context.actions])
    return ()


# Cached: the same few hundred choices recur in every game.


@lru_cache(20_000)
def _placement(_language: str, edition: str, letter: str, floors: str, mine: bool) -> Choice:
    name = name_in(edition, letter)
    buttons = tuple(
        Button(
            letter + floor,
            _("Place {name} on floor {floor}, {floor_name}").format(
                name=name, floor=floor, floor_name=floor_name(floor)
            ),
            floor,
        )
        for floor in sorted(floors)
    )
    detail = _("Not your favourite.")
    if mine:
        detail = _("Your favourite: worth the number of the floor.")
    return Choice(letter, letter, _("Where does {name} start?").format(name=name), detail, buttons)


@lru_cache(20_000)
def _climb(_language: str, climb: ClimbCaption) -> Choice:
    button = Button(climb.letter, climb_button(climb))
    return Choice(climb.letter, climb.letter, climb_title(climb), worth_there(climb), (button,))


@lru_cache(1_000)
def _vote(_language: str, edition: str, candidate: str, card: str) -> Choice:
    text = {
        "Y": _("Say Yes to {name}"),
        "N": _("Say No to {name}"),
        "B": _("Have a Bellyache"),
    }[card].format(name=name_in(edition, candidate))
    return Choice(card, "", _(VOTES[card]), _effect(card), (Button(card, text),))


def _effect(card: str) -> str:
    return {"Y": _("you keep it"), "N": _("you lose it"), "B": _("cancels the vote")}[card]


@lru_cache(1_000)
def _ambition(_language: str, id_: str) -> Choice:
    card = ambition_card(id_)
    text = _("Keep this Ambition")
    return Choice(id_, "", card.condition, "", (Button(id_, text),))


def _picks(context: ViewContext) -> tuple[Pick, ...]:
    own = context.view.own
    if context.view.phase == "ambition":
        return tuple(
            Pick(id_, ambition_card(id_).condition, "", ambition=ambition_card(id_))
            for id_ in context.actions
        )
    if context.view.phase != "vote" or own is None:
        return ()
    counts = {"Y": 1, "N": own.no_cards, "B": own.bellyaches}
    return tuple(
        Pick(card, _(VOTES[card]), _effect(card), counts[card]) for card in context.actions
    )
