"""The castle: who stands where, what they are worth to the viewer, and where they may go."""

from __future__ import annotations

from functools import lru_cache

from kingup.language import _, current_language
from kingup.telling.slots import FLOORS_WITH_LOCKS, is_waiting
from kingup.telling.words import JESTER, character_of, name_in, place_in_words, place_label
from kingup.telling.worth import banished_on, favourites_on, signed, values_at_crowning, worth_now
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.scene import LockPiece, MarkPiece, TargetPiece, TokenPiece

Mark = tuple[str, int | None]
"""Whose favourite a character is ("mine", "theirs", "both", "banished"), and what it is worth."""
NO_MARK: Mark = ("", None)
Worths = dict[str, dict[str, int]]
"""What each favourite on each of the viewer's cards is worth."""


def tokens(public: ViewContext) -> tuple[TokenPiece, ...]:
    """Return the characters as everybody sees them, ordered by letter."""
    view, places = public.view, public.places
    language = current_language()
    return tuple(
        [
            _token(language, view.edition, letter, *places[letter], letter == view.candidate)
            for letter in sorted(view.castle)
        ]
    )


# Cached: the same few hundred tokens, marks and targets recur in every game.


@lru_cache(20_000)
def _token(
    _language: str, edition: str, letter: str, at: str, slot: int | None, asks: bool
) -> TokenPiece:
    who = character_of(edition, letter)
    words = [_(who.name)]
    if letter != JESTER:
        words.append(_(who.epithet))
    words.append(_("first monarch, beside the throne") if at == "consort" else place_label(at))
    if asks:
        words.append(_("asks for the throne"))
    return TokenPiece(letter, at, slot, ", ".join(words), at in ("throne", "consort") and not asks)


def locks(public: ViewContext) -> tuple[LockPiece, ...]:
    """Return the locks of the floors."""
    blocked = public.blocked_floors
    return tuple([LockPiece(str(floor), floor in blocked) for floor in FLOORS_WITH_LOCKS])


def marks(context: ViewContext, worth: Worths) -> tuple[MarkPiece, ...]:
    """Return what only the viewer sees of each character: favourites, worth, who can move."""
    view, places, moves = context.view, context.public.places, _moves(context)
    legal = {action[0] for action in moves}
    phase = view.phase if moves else ""
    steps = context.public.steps if phase == "climb" else {}
    known, language = favourite_marks(context, worth), current_language()
    return tuple(
        [
            _mark(
                language,
                view.edition,
                letter,
                places[letter][0],
                known.get(letter, NO_MARK),
                letter in legal,
                phase,
                steps.get(letter, "") if letter in legal else "",
            )
            for letter in sorted(view.castle)
        ]
    )


@lru_cache(20_000)
def _mark(
    _language: str,
    edition: str,
    letter: str,
    at: str,
    mark: Mark,
    legal: bool,
    phase: str,
    step: str,
) -> MarkPiece:
    favourite, worth = mark
    if at == "aside":
        worth = None
    stuck = phase == "climb" and not legal and (at.isdigit() or at.startswith("privy"))
    classes = ["token", "at"]
    if favourite == "banished":
        classes.append("is-banished")
    elif favourite:
        classes += ["is-fav", f"is-{favourite}"]
    classes += ["is-stuck"] if stuck else []
    classes += ["is-legal"] if legal else []
    words = [_whose(favourite)] if favourite else []
    if worth is not None:
        words.append(_("worth {points} now").format(points=signed(worth)))
    if step:
        words.append(_("can move to: {place}").format(place=place_label(step)))
    return MarkPiece(
        id=letter,
        cls=" ".join(classes),
        label="".join(f", {word}" for word in words),
        worth="" if worth is None else signed(worth),
        worth_cls="worth loss" if worth is not None and worth < 0 else "worth",
        legal="1" if legal else None,
        why=_why_not(edition, letter, at, phase) if phase and not legal else None,
        step=place_in_words(step) if step else "",
    )


def favourite_marks(context: ViewContext, worth: Worths) -> dict[str, Mark]:
    """Return whose favourites characters are, as the viewer's seat knows it, by letter."""
    view = context.view
    if view.own is None or context.player is None:
        return {}
    found: dict[str, Mark] = {}
    for player, card in zip(view.own.players, view.own.favourites, strict=True):
        mine = player == context.player
        for letter, points in worth[card].items():
            whose, known = found.get(letter, ("", points))
            found[letter] = ("both" if whose else "mine" if mine else "theirs", known)
    for player, card in zip(view.own.players, view.own.favourites, strict=True):
        banished = banished_on(view, card)
        if player == context.player and banished:
            found.setdefault(banished, ("banished", None))
    return found


def targets(context: ViewContext) -> tuple[TargetPiece, ...]:
    """Return the places to which the viewer may move characters."""
    moves = _moves(context)
    if not moves:
        return ()
    taken = set(context.public.places.values())
    found = []
    for action in moves:
        at = action[1] if len(action) > 1 else context.public.steps[action[0]]
        slot = next((s for s in range(14) if (at, s) not in taken), 0) if at.isdigit() else None
        found.append(_target(current_language(), context.view.edition, at, slot, action))
    return tuple(found)


@lru_cache(20_000)
def _target(_language: str, edition: str, at: str, slot: int | None, action: str) -> TargetPiece:
    name = _(character_of(edition, action[0]).name)
    label = _("{name} to: {place}").format(name=name, place=place_label(at))
    return TargetPiece(action, action[0], at, slot, label, action[1:])


def worths(context: ViewContext) -> Worths:
    """Return what favourites on the viewer's cards are worth now, or scored at the crowning."""
    own = context.view.own
    if own is None or context.player is None:
        return {}
    return {card: _worth_of(context, card) for card in own.favourites}


def _worth_of(context: ViewContext, card: str) -> dict[str, int]:
    view, history = context.view, context.round
    if context.between_rounds and history and history.crownings:
        last = len(history.crownings) - 1
        scored = values_at_crowning(view, len(view.rounds) - 1, last, card)
        return {letter: points for letter, _place, points in scored}
    return {letter: worth_now(view, letter) for letter in favourites_on(view, card)}


def is_boxed(context: ViewContext) -> bool:
    """Return whether a character is out of the round."""
    return "box" in context.view.castle.values()


def is_reversed(context: ViewContext) -> bool:
    """Return whether the jester is crowned or a candidate: every value changes its sign."""
    if context.view.candidate == JESTER:
        return True
    crownings = context.round.crownings if context.round else ()
    return context.between_rounds and bool(crownings) and crownings[-1].letter == JESTER


def castle_classes(context: ViewContext) -> str:
    """Return the CSS classes of the castle."""
    classes = "castle"
    if context.view.candidate is not None:
        classes += " is-voting"
    if is_waiting(context.view):
        classes += " is-waiting"
    return f"{classes} is-reversed" if is_reversed(context) else classes


def _moves(context: ViewContext) -> tuple[str, ...]:
    return context.actions if context.view.phase in ("place", "climb") else ()


def _whose(favourite: str) -> str:
    return {
        "mine": _("your favourite"),
        "theirs": _("your teammate’s favourite"),
        "both": _("favourite of you both"),
        "banished": _("banished from your favourites"),
    }[favourite]


def _why_not(edition: str, letter: str, at: str, phase: str) -> str:
    """Return why a character cannot be chosen on the viewer's turn."""
    name = name_in(edition, letter)
    kind, _dash, floor = at.rpartition("-")
    if phase == "place":
        if letter == JESTER:
            return _("The jester always starts on floor 3.")
        return _("{name} has been placed already.").format(name=name)
    if kind == "dungeon" or at == "box":
        return _("{name} is out of the round.").format(name=name)
    if at in ("throne", "consort"):
        return _("{name} has been crowned.").format(name=name)
    above = int(floor) if kind == "privy" else int(at) + 1
    return _("Floor {floor} is full.").format(floor=above)
