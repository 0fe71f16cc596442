"""Positions made to order: a game put together from where everybody stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import kingup
from kingup.rules.cards import AMBITION_CARDS, CARD_CODES, FAVOURITES
from kingup.rules.constants import CLIMB, NOBODY
from kingup.rules.places import PLACE_NAMES
from kingup.rules.state import State

WHERE = {name: code for code, name in enumerate(PLACE_NAMES)}
"""The code of each place by its name."""


def table(
    edition: str = "vive-le-roi",
    seats: int | Sequence[int] = 4,
    options: Iterable[str] = (),
    *,
    castle: Mapping[str, str] | None = None,
    rest: str = "0",
    cards: Sequence[str] = (),
    kept: Sequence[str] = (),
    emissary: str | None = None,
    pile: str | None = None,
    first: int = 0,
    turn: int = 0,
    round_: int = 1,
    no_cards: Sequence[int] | None = None,
    bellyaches: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    emissary_score: int | None = None,
    monarch: str | None = None,
) -> kingup.Game:
    """Return a game in which characters climb, with everybody where `castle` says.

    `castle` gives places to letters, alone or together: ``{"AB": "5", "C": "privy-3"}``. The
    others stand at `rest`. `cards` and `kept` are the first players' cards; the other players
    get any that are left. Whoever is in a dungeon or the box was rejected in this round.
    """
    game = kingup.Game(edition, seats, options, dealer=None)
    state = game.state
    game.deal(_deal(game, first, cards, kept, emissary, pile))
    while game.phase == "ambition":
        player = game.to_act[0]
        game.play(player, game.legal_actions(player)[0])
    state.round = round_
    state.phase = CLIMB
    state.turn = turn
    state.placed = state.placements
    settle(state, game.setup.letters, castle or {}, rest)
    if no_cards is not None:
        state.no_cards[: len(no_cards)] = no_cards
    if bellyaches is not None:
        state.bellyaches[: len(bellyaches)] = bellyaches
    if scores is not None:
        state.score[: len(scores)] = scores
    if emissary_score is not None:
        state.emissary_score = emissary_score
    if monarch is not None:
        state.monarch = game.setup.letters.index(monarch)
        state.crownings = 1
        state.crowned = 1 << state.monarch
        state.kingmakers = 1 << ((turn - 1) % state.seats)
    return game


def _deal(
    game: kingup.Game,
    first: int,
    cards: Sequence[str],
    kept: Sequence[str],
    emissary: str | None,
    pile: str | None,
) -> kingup.Deal:
    state = game.state
    spare = [c for c in FAVOURITES[state.edition] if c not in cards and c != emissary]
    dealt = (*cards, *spare)[: state.players]
    ambitions: list[tuple[str, str]] = []
    if state.ambition:
        loose = [card.id for card in AMBITION_CARDS if card.id not in kept]
        wanted = [*kept, *loose[: state.players - len(kept)]]
        others = [card.id for card in AMBITION_CARDS if card.id not in wanted]
        ambitions = list(zip(wanted, others, strict=False))
    if state.emissary:
        emissary = emissary or next(c for c in reversed(spare) if c not in dealt)
        pile = pile or "N" * state.no_start + "BY"
    return kingup.Deal(first, dealt, tuple(ambitions), emissary, _full(pile, state))


def _full(pile: str | None, state: State) -> str | None:
    """Return a pile with its lower cards added where only the top ones matter."""
    if pile is None:
        return None
    below = list("YB" + "N" * state.no_start)
    for card in pile:
        below.remove(card)
    return pile + "".join(below)


def settle(state: State, letters: str, castle: Mapping[str, str], rest: str) -> None:
    """Put everybody where a mapping says, and make the state's counts agree."""
    places = {letter: place for group, place in castle.items() for letter in group}
    assert set(places) <= set(letters), places
    state.count[:] = [0] * len(state.count)
    if len(letters) < len(state.place):
        state.count[WHERE["aside"]] = 1  # the jester, whom King Up! does not have
    for who, letter in enumerate(letters):
        state.place[who] = WHERE[places.get(letter, rest)]
        state.count[state.place[who]] += 1
    gone = [WHERE[place] for place in ("dungeon-1", "dungeon-2", "dungeon-3", "box")]
    state.rejected = sum(state.count[place] for place in gone)
    state.monarch = NOBODY


def climb(game: kingup.Game, letters: str) -> None:
    """Let the seats climb in turn, each with one of the letters."""
    for letter in letters:
        game.play(game.state.first_of[game.state.turn], letter)


def vote(game: kingup.Game, votes: str) -> None:
    """Let every seat vote, in seat order."""
    for seat, card in enumerate(votes):
        game.play(game.state.first_of[seat], card)


def crown(game: kingup.Game, letter: str) -> None:
    """Let the seat in turn move a character from floor 5 to the throne, and all say Yes."""
    climb(game, letter)
    vote(game, "Y" * game.state.seats)


def card_with(edition: int, wanted: str, without: str = "") -> str:
    """Return the first favourites card with some letters and without others."""
    return next(
        card
        for card in FAVOURITES[edition]
        if set(wanted) <= set(card) and not set(without) & set(card)
    )


def code_of(card: str, edition: int = 1) -> int:
    """Return the code of a favourites card."""
    return CARD_CODES[edition][card]
