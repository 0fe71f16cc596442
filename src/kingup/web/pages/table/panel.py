"""The panel: what the game asks of the viewer, and all possible answers."""

from __future__ import annotations

from functools import lru_cache

from kingup.history import Placed
from kingup.language import _, current_language, ngettext
from kingup.telling.narration import narrate
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
from kingup.web.pages.table.hand import ambition_card
from kingup.web.pages.table.rule_links import rule_link
from kingup.web.pages.table.scene import (
    AmbitionPiece,
    ButtonPiece,
    CardPiece,
    ChoicePiece,
    PromptPiece,
)
from kingup.web.pages.table.seats import waiting_names
from kingup.web.pages.table.vote import PICTURES, last_reveal, stakes, word_class


def headline(context: ViewContext) -> str:
    """Return in a few words what the table waits for, for the title and the herald."""
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


def prompt(context: ViewContext, news: str) -> PromptPiece:
    """Return what the game asks the viewer; `news` is the last event, told if there is room."""
    if reveal := last_reveal(context):
        news = narrate(context.view, reveal, with_votes=False)  # the cards lie open beside it
    title, detail, hint = _prompt(context, news)
    return PromptPiece(title, detail, hint, rule_link(context))


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
    view, own = context.view, context.view.own
    if view.candidate is not None or view.phase == "ambition":
        news = _wait_for(waiting_names(context))
        if view.candidate is not None and own and own.vote:
            news = f"{_('You played {vote}.').format(vote=_(VOTES[own.vote]))} {news}"
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


def choices(context: ViewContext) -> tuple[ChoicePiece, ...]:
    """Return what the viewer may do, for each character or card that they may pick."""
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
def _placement(_language: str, edition: str, letter: str, floors: str, mine: bool) -> ChoicePiece:
    name = name_in(edition, letter)
    buttons = tuple(
        ButtonPiece(
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
    return ChoicePiece(
        letter, letter, _("Where does {name} start?").format(name=name), detail, buttons
    )


@lru_cache(20_000)
def _climb(_language: str, climb: ClimbCaption) -> ChoicePiece:
    button = ButtonPiece(climb.letter, climb_button(climb), "")
    return ChoicePiece(
        climb.letter, climb.letter, climb_title(climb), worth_there(climb), (button,)
    )


@lru_cache(1_000)
def _vote(_language: str, edition: str, candidate: str, card: str) -> ChoicePiece:
    text = {
        "Y": _("Say Yes to {name}"),
        "N": _("Say No to {name}"),
        "B": _("Have a Bellyache"),
    }[card].format(name=name_in(edition, candidate))
    return ChoicePiece(card, "", _(VOTES[card]), _effect(card), (ButtonPiece(card, text, ""),))


def _effect(card: str) -> str:
    return {"Y": _("you keep it"), "N": _("you lose it"), "B": _("cancels the vote")}[card]


@lru_cache(1_000)
def _ambition(_language: str, id_: str) -> ChoicePiece:
    card = ambition_card(id_)
    text = _("Keep this Ambition")
    return ChoicePiece(id_, "", card.condition, "", (ButtonPiece(id_, text, ""),))


def cards(context: ViewContext) -> tuple[CardPiece, ...]:
    """Return the vote cards that the viewer may play."""
    own = context.view.own
    if context.view.phase != "vote" or own is None:
        return ()
    counts = {"Y": 1, "N": own.no_cards, "B": own.bellyaches}
    return tuple([_card(current_language(), card, counts[card]) for card in context.actions])


@lru_cache(200)
def _card(_language: str, card: str, count: int) -> CardPiece:
    name = _(VOTES[card])
    many = _("{card}, you hold {number}").format(card=name, number=count)
    return CardPiece(
        id=card,
        picture=PICTURES[card],
        name=name,
        word_cls=word_class(name),
        effect=_effect(card),
        count=str(count) if count > 1 else "",
        label=many if count > 1 else None,
    )


def ambitions(context: ViewContext) -> tuple[AmbitionPiece, ...]:
    """Return the Ambition cards of which the viewer keeps one."""
    if context.view.phase != "ambition":
        return ()
    found = [ambition_card(id_) for id_ in context.actions]
    return tuple([AmbitionPiece(card.id, card.condition, f"+{card.points}") for card in found])
