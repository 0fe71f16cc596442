"""The castle: who stands where, what they are worth to the looker, and where they may go."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

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
    """Everything that there is to see, in words."""
    favourite: str
    """Whose favourite: "mine", "theirs" (a teammate's), "both", "banished", or nobody's."""
    worth: int | None
    legal: bool
    stuck: bool
    why: str
    """Why the character cannot move, where somebody might wonder."""
    crowned: bool
    step: str
    """Where a legal climb leads, in a word or two; for a page without a castle."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place to which the looker may bring a character."""

    who: str
    at: str
    slot: int | None
    action: str
    label: str
    number: str
    """What the ring bears: the floor's number while placing, or nothing."""


@dataclass(frozen=True, slots=True)
class Castle:
    """The board of one moment, for a page that shows it as a whole."""

    tokens: tuple[CharacterToken, ...]
    targets: tuple[Target, ...]
    blocked: tuple[int, ...]
    """Full floors that somebody below would like to enter."""
    voting: bool
    reversed: bool
    boxed: bool


Mark = tuple[str, int | None]
"""Whose favourite a character is, and what it is worth."""

Stand = tuple[str, str, int | None, str, int | None, bool, bool, str, bool]
"""All that a token shows, in a few values: letter, place, slot, whose favourite, worth, whether
it may move, whether others could think that it might, where to, whether it asks for the throne."""


def castle(look: ViewContext) -> Castle:
    """Return the board."""
    own = {stand[0]: stand for stand in own_stands(look)}
    seen = [own.get(stand[0], stand) for stand in stands(look)]
    return Castle(
        tokens=tuple(token_of(look.view.edition, stand) for stand in seen),
        targets=tuple(targets(look)),
        blocked=blocked_floors(look),
        voting=look.view.candidate is not None,
        reversed=is_reversed(look),
        boxed=is_boxed(look),
    )


def stands(look: ViewContext) -> list[Stand]:
    """Return what the tokens show to everybody, in the order of their letters."""
    return look.shared("stands", _stands)


def own_stands(look: ViewContext) -> list[Stand]:
    """Return what tokens show to the looker alone: favourites, and who can move."""
    if look.player is None:
        return []
    if _moves(look):
        return _stands(look)
    by_letter = look.shared("stands by letter", lambda _: {one[0]: one for one in stands(look)})
    return [_marked(by_letter[letter], mark) for letter, mark in _marks(look).items()]


def token_of(edition: str, stand: Stand) -> CharacterToken:
    """Return the token that shows something."""
    return _drawn(current_language(), edition, *stand)


def _places_of(look: ViewContext) -> dict[str, tuple[str, int | None]]:
    return look.shared("places", lambda public: _places(public.view, _slots(public)))


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


def _stands(look: ViewContext) -> list[Stand]:
    view = look.view
    places, marks = _places_of(look), _marks(look)
    legal = {action[0] for action in _moves(look)}
    climbing = view.phase == "climb" and bool(look.actions)
    steps = look.steps if look.actions else {}
    found: list[Stand] = []
    for letter in sorted(view.castle):
        at, slot = places.get(letter, ("aside", 0))
        asks = letter == view.candidate
        bare: Stand = (
            letter, at, slot, "", None, letter in legal, climbing, steps.get(letter, ""), asks
        )  # fmt: skip
        found.append(_marked(bare, marks[letter]) if letter in marks else bare)
    return found


def _marked(stand: Stand, mark: Mark) -> Stand:
    """Return what a token shows to somebody whose favourite it is."""
    letter, at, slot, _whose, _worth, legal, climbing, step, asks = stand
    worth = mark[1] if at != "aside" else None
    return (letter, at, slot, mark[0], worth, legal, climbing, step, asks)


def blocked_floors(look: ViewContext) -> tuple[int, ...]:
    """Return the full floors that somebody below would like to enter."""
    return look.shared("blocked", _blocked)


def worths(look: ViewContext, card: str) -> dict[str, int]:
    """Return what each favourite on a card is worth: as it stands, or as it was scored."""
    view, history = look.view, look.round
    if look.between_rounds and history and history.crownings:
        last = len(history.crownings) - 1
        scored = values_at_crowning(view, len(view.rounds) - 1, last, card)
        return {letter: points for letter, _place, points in scored}
    return {letter: worth_now(view, letter) for letter in favourites_on(view, card)}


def place_label(place: str) -> str:
    """Return a place in words, with the name of its floor."""
    words = place_in_words(place)
    return f"{words}, {_(FLOORS[int(place)])}" if place.isdigit() else words


def _places(view: View, floors: Slots) -> dict[str, tuple[str, int | None]]:
    """Return where on the board everybody is drawn, by letter: place and slot."""
    places: dict[str, tuple[str, int | None]] = {}
    for floor, row in floors.items():
        places.update({who: (floor, slot) for slot, who in enumerate(row) if who})
    # Those aside and those out of the round keep their places in the row, too.
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
def _drawn(
    _language: str,
    edition: str,
    letter: str,
    at: str,
    slot: int | None,
    favourite: str,
    worth: int | None,
    legal: bool,
    climbing: bool,
    step: str,
    asks: bool,
) -> CharacterToken:
    """Return a token; the same ones stand in the same places in every game."""
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


def _moves(look: ViewContext) -> tuple[str, ...]:
    return look.actions if look.view.phase in ("place", "climb") else ()


def _marks(look: ViewContext) -> dict[str, Mark]:
    """Return whose favourites characters are, as far as the looker's seat knows, by letter."""
    view = look.view
    if view.own is None or look.player is None:
        return {}
    marks: dict[str, Mark] = {}
    for player, card in zip(view.own.players, view.own.favourites, strict=True):
        mine = player == look.player
        for letter, worth in worths(look, card).items():
            whose, known = marks.get(letter, ("", worth))
            marks[letter] = ("both" if whose else "mine" if mine else "theirs", known)
    for player, card in zip(view.own.players, view.own.favourites, strict=True):
        banished = banished_on(view, card)
        if player == look.player and banished:
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


def targets(look: ViewContext) -> list[Target]:
    """Return the places to which the looker may bring somebody."""
    if not _moves(look):
        return []
    taken = set(_places_of(look).values())
    found = []
    for action in _moves(look):
        who = action[0]
        at = action[1] if len(action) > 1 else look.steps[who]
        slot = next((s for s in range(14) if (at, s) not in taken), 0) if at.isdigit() else None
        found.append(_target(current_language(), look.view.edition, at, slot, action))
    return found


@lru_cache(20_000)
def _target(_language: str, edition: str, at: str, slot: int | None, action: str) -> Target:
    who = action[0]
    name = _(character_of(edition, who).name)
    label = _("{name} to: {place}").format(name=name, place=place_label(at))
    return Target(who, at, slot, action, label, action[1:])


def _blocked(look: ViewContext) -> tuple[int, ...]:
    return tuple(floor for floor in range(1, 6) if _is_blocked(look, floor))


def _is_blocked(look: ViewContext, floor: int) -> bool:
    view = look.view
    if view.phase not in ("climb", "vote", "shuffle"):
        return False
    people = Counter(view.castle.values())
    if people[str(floor)] < look.setup.limit:
        return False
    has_privy = view.edition == "vive-le-roi" and floor in PRIVIES
    privy_taken = people[f"privy-{floor}"] > 0
    below_waits = people[str(floor - 1)] > 0 and (not has_privy or privy_taken)
    return below_waits or privy_taken


def _why_stuck(at: str) -> str:
    kind, _dash, floor = at.rpartition("-")
    above = int(floor) if kind else int(floor) + 1
    return _("Floor {floor} is full.").format(floor=above)


def is_boxed(look: ViewContext) -> bool:
    """Return whether somebody is out of the round."""
    return look.shared("boxed", lambda public: "box" in public.view.castle.values())


def is_reversed(look: ViewContext) -> bool:
    """Return whether the jester is crowned, or asks to be: every value changes its sign."""
    if look.view.candidate == JESTER:
        return True
    crownings = look.round.crownings if look.round else ()
    return look.between_rounds and bool(crownings) and crownings[-1].letter == JESTER
