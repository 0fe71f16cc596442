"""The castle: who stands where, what they are worth to the viewer, and where they may go."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kingup.history import Voted
from kingup.language import _, current_language
from kingup.rules.characters import Character
from kingup.telling.slots import Slots, slots
from kingup.telling.words import FLOORS, JESTER, character_of, place_in_words
from kingup.telling.worth import banished_on, favourites_on, signed, values_at_crowning, worth_now
from kingup.view import View
from kingup.web.pages.common.view_context import Made, ViewContext

PRIVIES = (3, 4)
"""The floors that have a privy beside them."""


@dataclass(frozen=True, slots=True)
class CharacterToken:
    """A character on the board."""

    letter: str
    name: str
    at: str
    slot: int | None
    label: str
    """Everything that the token shows, in words."""
    favourite: str
    """Whose favourite: "mine", "theirs" (a teammate's), "both", "banished", or empty."""
    worth: int | None
    legal: bool
    stuck: bool
    why: str
    """Why the character cannot move, if that is not obvious."""
    crowned: bool
    step: str
    """The target of a legal climb in words, for a page without a castle."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place to which the viewer may move a character."""

    who: str
    at: str
    slot: int | None
    action: str
    label: str
    number: str
    """The text in the ring: the floor's number while placing, else empty."""


@dataclass(frozen=True, slots=True)
class Castle:
    """The whole board, for pages that render it at once."""

    tokens: tuple[CharacterToken, ...]
    targets: tuple[Target, ...]
    blocked: tuple[int, ...]
    """Full floors that keep somebody below from climbing."""
    voting: bool
    reversed: bool
    boxed: bool


Mark = tuple[str, int | None]
"""Whose favourite a character is, and what it is worth."""


class Stand(NamedTuple):
    """What a token shows, as a key: the same tokens recur in every game."""

    letter: str
    at: str
    slot: int | None
    favourite: str
    """Whose favourite it is, as far as the viewer knows."""
    worth: int | None
    legal: bool
    """Whether it may move now."""
    climbing: bool
    """Whether the viewer may climb now."""
    step: str
    """Where it would climb to."""
    asks: bool
    """Whether it asks for the throne."""


def castle(context: ViewContext) -> Castle:
    """Return the board."""
    own = {stand.letter: stand for stand in own_stands(context)}
    seen = [own.get(stand.letter, stand) for stand in stands(context)]
    return Castle(
        tokens=tuple(token_of(context.view.edition, stand) for stand in seen),
        targets=tuple(targets(context)),
        blocked=blocked_floors(context),
        voting=context.view.candidate is not None,
        reversed=is_reversed(context),
        boxed=is_boxed(context),
    )


def stands(context: ViewContext) -> list[Stand]:
    """Return the tokens as everybody sees them, ordered by letter."""
    return context.shared("stands", _stands)


def own_stands(context: ViewContext) -> list[Stand]:
    """Return the tokens that the viewer sees differently: favourites, and who can move."""
    if context.player is None:
        return []
    if _moves(context):
        return _stands(context)
    by_letter = context.shared(
        "stands by letter", lambda _: {one.letter: one for one in stands(context)}
    )
    return [_marked(by_letter[letter], mark) for letter, mark in _marks(context).items()]


def token_of(edition: str, stand: Stand) -> CharacterToken:
    """Return the token for these values."""
    return _token(current_language(), edition, stand)


def _places_of(context: ViewContext) -> dict[str, tuple[str, int | None]]:
    return context.shared("places", lambda public: _places(public.view, _slots(public)))


def _slots(public: ViewContext) -> Slots:
    view = public.view
    source = (view.round, public.round.moves if public.round else (), view.phase)

    def stand(before: Made | None) -> Slots:
        if before is None or not before[0][1]:
            return slots(view)
        (round_, known, _phase), floors = before
        if (round_, known) != (source[0], source[1][: len(known)]):
            return slots(view)
        return slots(view, floors, len(known))

    return public.build_on("slots", source, stand)


def _stands(context: ViewContext) -> list[Stand]:
    view = context.view
    places, marks = _places_of(context), _marks(context)
    legal = {action[0] for action in _moves(context)}
    climbing = view.phase == "climb" and bool(context.actions)
    steps = context.steps if context.actions else {}
    found: list[Stand] = []
    for letter in sorted(view.castle):
        at, slot = places.get(letter, ("aside", 0))
        asks = letter == view.candidate
        bare = Stand(
            letter=letter,
            at=at,
            slot=slot,
            favourite="",
            worth=None,
            legal=letter in legal,
            climbing=climbing,
            step=steps.get(letter, ""),
            asks=asks,
        )
        found.append(_marked(bare, marks[letter]) if letter in marks else bare)
    return found


def _marked(stand: Stand, mark: Mark) -> Stand:
    """Return a token marked as somebody's favourite."""
    favourite, worth = mark
    return stand._replace(favourite=favourite, worth=None if stand.at == "aside" else worth)


def blocked_floors(context: ViewContext) -> tuple[int, ...]:
    """Return the full floors that keep somebody below from climbing."""
    return context.shared("blocked", _blocked)


def worths(context: ViewContext, card: str) -> dict[str, int]:
    """Return what each favourite on a card is worth now, or scored at the last crowning."""
    view, history = context.view, context.round
    if context.between_rounds and history and history.crownings:
        last = len(history.crownings) - 1
        scored = values_at_crowning(view, len(view.rounds) - 1, last, card)
        return {letter: points for letter, _place, points in scored}
    return {letter: worth_now(view, letter) for letter in favourites_on(view, card)}


def place_label(place: str) -> str:
    """Return a place in words, including the name of its floor."""
    words = place_in_words(place)
    return f"{words}, {_(FLOORS[int(place)])}" if place.isdigit() else words


def _places(view: View, floors: Slots) -> dict[str, tuple[str, int | None]]:
    """Return where each character is drawn, by letter: place and slot."""
    places: dict[str, tuple[str, int | None]] = {}
    for floor, row in floors.items():
        places.update({who: (floor, slot) for slot, who in enumerate(row) if who})
    # Characters aside, and those out of the round, also keep fixed slots.
    aside = [letter for letter in sorted(view.castle) if letter != JESTER]
    boxed = [move.letter for move in _votes(view) if move.outcome == "box"]
    for letter, place in view.castle.items():
        if place == "aside":
            places[letter] = (place, aside.index(letter))
        elif place == "box":
            places[letter] = (place, boxed.index(letter))
        elif letter == view.monarch:
            places[letter] = ("consort", None)
        elif not place.isdigit():
            places[letter] = (place, None)
    return places


def _votes(view: View) -> list[Voted]:
    moves = view.rounds[-1].moves if view.rounds else ()
    return [move for move in moves if isinstance(move, Voted)]


@lru_cache(20_000)
def _token(
    _language: str,
    edition: str,
    stand: Stand,
) -> CharacterToken:
    """Return a token; cached, because the same ones recur in every game."""
    letter, at, slot, favourite, worth, legal, climbing, step, asks = stand
    stuck = climbing and not legal and (at.isdigit() or at.startswith("privy"))
    who = character_of(edition, letter)
    return CharacterToken(
        letter=letter,
        name=_(who.name),
        at=at,
        slot=slot,
        label=_label(who, at, favourite, worth, step, asks=asks),
        favourite=favourite,
        worth=worth,
        legal=legal,
        stuck=stuck,
        why=_why_stuck(at) if stuck else "",
        crowned=at in ("throne", "consort"),
        step=place_in_words(step) if climbing and legal else "",
    )


def _moves(context: ViewContext) -> tuple[str, ...]:
    return context.actions if context.view.phase in ("place", "climb") else ()


def _marks(context: ViewContext) -> dict[str, Mark]:
    """Return whose favourites characters are, as the viewer's seat knows it, by letter."""
    view = context.view
    if view.own is None or context.player is None:
        return {}
    marks: dict[str, Mark] = {}
    for player, card in zip(view.own.players, view.own.favourites, strict=True):
        mine = player == context.player
        for letter, worth in worths(context, card).items():
            whose, known = marks.get(letter, ("", worth))
            marks[letter] = ("both" if whose else "mine" if mine else "theirs", known)
    for player, card in zip(view.own.players, view.own.favourites, strict=True):
        banished = banished_on(view, card)
        if player == context.player and banished:
            marks.setdefault(banished, ("banished", None))
    return marks


def _label(
    who: Character, at: str, favourite: str, worth: int | None, step: str, *, asks: bool
) -> str:
    parts = [_(who.name)]
    if who.letter != JESTER:
        parts.append(_(who.epithet))
    if at == "consort":
        parts.append(_("first monarch, beside the throne"))
    else:
        parts.append(place_label(at))
    if asks:
        parts.append(_("asks for the throne"))
    parts += filter(None, [_whose(favourite)])
    if worth is not None:
        parts.append(_("worth {points} now").format(points=signed(worth)))
    if step:
        parts.append(_("can move to: {place}").format(place=place_label(step)))
    return ", ".join(parts)


def _whose(favourite: str) -> str:
    return {
        "mine": _("your favourite"),
        "theirs": _("your teammate’s favourite"),
        "both": _("favourite of you both"),
        "banished": _("banished from your favourites"),
    }.get(favourite, "")


def targets(context: ViewContext) -> list[Target]:
    """Return the places to which the viewer may move characters."""
    if not _moves(context):
        return []
    taken = set(_places_of(context).values())
    found = []
    for action in _moves(context):
        who = action[0]
        at = action[1] if len(action) > 1 else context.steps[who]
        slot = next((s for s in range(14) if (at, s) not in taken), 0) if at.isdigit() else None
        found.append(_target(current_language(), context.view.edition, at, slot, action))
    return found


@lru_cache(20_000)
def _target(_language: str, edition: str, at: str, slot: int | None, action: str) -> Target:
    who = action[0]
    name = _(character_of(edition, who).name)
    label = _("{name} to: {place}").format(name=name, place=place_label(at))
    return Target(who, at, slot, action, label, action[1:])


def _blocked(context: ViewContext) -> tuple[int, ...]:
    return tuple(floor for floor in range(1, 6) if _is_blocked(context, floor))


def _is_blocked(context: ViewContext, floor: int) -> bool:
    view = context.view
    if view.phase not in ("climb", "vote", "shuffle"):
        return False
    occupants = Counter(view.castle.values())
    if occupants[str(floor)] < context.setup.limit:
        return False
    has_privy = view.edition == "vive-le-roi" and floor in PRIVIES
    privy_taken = occupants[f"privy-{floor}"] > 0
    below_waits = occupants[str(floor - 1)] > 0 and (not has_privy or privy_taken)
    return below_waits or privy_taken


def _why_stuck(at: str) -> str:
    kind, _dash, floor = at.rpartition("-")
    above = int(floor) if kind else int(floor) + 1
    return _("Floor {floor} is full.").format(floor=above)


def is_boxed(context: ViewContext) -> bool:
    """Return whether a character is out of the round."""
    return context.shared("boxed", lambda public: "box" in public.view.castle.values())


def is_reversed(context: ViewContext) -> bool:
    """Return whether the jester is crowned or a candidate: every value changes its sign."""
    if context.view.candidate == JESTER:
        return True
    crownings = context.round.crownings if context.round else ()
    return context.between_rounds and bool(crownings) and crownings[-1].letter == JESTER
