"""What holds in every position that play can reach."""

from __future__ import annotations

from collections import Counter

import kingup
from kingup.rules.cards import CARD_CODES
from kingup.rules.constants import (
    ACTIONS,
    ASIDE,
    CHARACTERS,
    DEAL,
    LEGAL,
    NO_AMBITION,
    NOT_VOTED,
    OVER,
    PLACES,
    PRIVY_3,
    PRIVY_4,
    SHUFFLE,
    VOTE,
)
from kingup.rules.deals import read_pile
from kingup.rules.kernel.turns import fault, list_actions, may_act
from kingup.rules.places import PLACE_NAMES
from kingup.rules.state import ActionMenu
from tests.rules.positions import WHERE
from tests.rules.reference import Reference


def check_position(game: kingup.Game) -> None:
    """Check everything below on a game that has begun."""
    check_castle(game)
    check_cards(game)
    check_scores(game)
    check_actions(game)


def check_castle(game: kingup.Game) -> None:
    """Everybody is somewhere, counted right, and no floor holds more than its limit."""
    state = game.state
    assert all(0 <= place < PLACES for place in state.place)
    crowd = Counter(state.place)
    assert state.count == [crowd[place] for place in range(PLACES)]
    if state.edition == 0:
        assert state.place[CHARACTERS - 1] == ASIDE  # the jester, whom King Up! does not have
    for floor in range(1, 6):
        uncounted = state.jester_uncounted and floor == 3
        assert state.count[floor] <= state.limit + (1 if uncounted else 0)
    for place in (PRIVY_3, PRIVY_4, *(WHERE[f"dungeon-{n}"] for n in (1, 2, 3))):
        assert state.count[place] <= 1
    # The dungeons fill from 3 down, and the box only after them.
    gone = [state.count[WHERE[name]] for name in ("dungeon-3", "dungeon-2", "dungeon-1", "box")]
    if state.edition:
        assert gone == [*(int(state.rejected > i) for i in range(3)), max(0, state.rejected - 3)]
    else:
        assert gone == [0, 0, 0, state.rejected]
    assert state.count[WHERE["throne"]] == state.crownings + (state.phase in (VOTE, SHUFFLE))
    if state.phase not in (1, 2):
        assert state.count[ASIDE] == CHARACTERS - state.characters


def check_cards(game: kingup.Game) -> None:
    """No card is in two places, and every vote card is in a hand or was played."""
    state = game.state
    players = range(state.players)
    cards = state.card[: state.players] + ([state.emissary_card] if state.emissary else [])
    assert len(set(cards)) == len(cards)
    dealt = [card for p in players for card in (state.dealt_1[p], state.dealt_2[p])]
    if state.ambition:
        assert len(set(dealt)) == 2 * state.players
        for p in players:
            assert state.kept[p] in (state.dealt_1[p], state.dealt_2[p], NO_AMBITION)
        kept = [state.kept[p] != NO_AMBITION for p in players]
        assert sum(kept) == state.kept_in
    spent = [Counter[str]() for _ in range(state.seats)]
    emissary_spent = Counter[str]()
    votes = [move for move in game.rounds[-1].moves if isinstance(move, kingup.Voted)]
    for voted in votes:
        for seat, card in enumerate(voted.votes):
            spent[seat][card] += 1
        emissary_spent[voted.emissary or "-"] += 1
    shuffling = state.phase == SHUFFLE  # the votes are revealed, but not yet noted
    for seat in range(state.seats):
        no_cards, bellyaches = spent[seat]["N"], spent[seat]["B"]
        if shuffling:
            no_cards += state.vote[seat] == 2
            bellyaches += state.vote[seat] == 3
        assert state.no_cards[seat] + no_cards == state.no_start
        assert state.bellyaches[seat] + bellyaches == state.bellyache_start
    if state.emissary:
        full = Counter({"N": state.no_start, "B": 1, "Y": 1})
        lost = Counter({card: emissary_spent[card] for card in "NB"})
        assert Counter(read_pile(state)) == full - lost
    if state.phase == VOTE:
        assert sum(vote != NOT_VOTED for vote in state.vote[: state.seats]) == state.votes_in
    # Every failed vote spends a card, so a round cannot hold more votes than cards.
    sets = state.seats + state.emissary
    most = sets * (state.no_start + state.bellyache_start)
    assert len(votes) <= most + 1 + state.wedding
    if not state.edition:
        earlier = [card for round_ in game.rounds for card in round_.deal.favourites]
        assert len(set(earlier)) == len(earlier)
        assert state.gone == sum(1 << CARD_CODES[0][card] for card in earlier)


def check_scores(game: kingup.Game) -> None:
    """No score is negative, and no King Up! round gives more than 33."""
    state = game.state
    assert all(score >= 0 for score in game.scores)
    assert state.emissary_score >= 0
    for round_ in game.rounds:
        assert len(round_.crownings) <= 1 + state.wedding
        for crowning in round_.crownings:
            if not state.edition:
                assert all(0 <= points <= 33 for points in crowning.points)
    if state.shared_marker:
        for seat in range(state.seats):
            first = state.first_of[seat]
            assert len(set(state.score[first : first + state.size_of[seat]])) == 1


def check_actions(game: kingup.Game) -> None:
    """A player can act unless cards are due or the game is over; lists and faults agree."""
    state = game.state
    waiting = state.phase in (DEAL, SHUFFLE, OVER)
    assert bool(game.to_act) != waiting
    menu = ActionMenu()
    for player in range(state.players):
        list_actions(state, player, menu)
        listed = menu.action[: menu.size]
        legal = [a for a in range(ACTIONS) if fault(state, player, a) == LEGAL]
        assert listed == legal
        assert bool(listed) == may_act(state, player)
        assert (player in game.to_act) == bool(listed)


def check_reference(game: kingup.Game, reference: Reference) -> None:
    """The kernel's game agrees with the reference implementation."""
    state = game.state
    assert game.phase == reference.phase
    assert game.castle == reference.castle
    assert list(game.scores) == reference.scores
    if state.emissary:
        assert game.emissary_score == reference.emissary_score
        assert read_pile(state) == "".join(reference.pile)
    if game.turn is not None:
        assert game.turn == reference.turn
    assert state.no_cards[: state.seats] == [hand.count("N") for hand in reference.hands]
    assert state.bellyaches[: state.seats] == [hand.count("B") for hand in reference.hands]
    for player in range(state.players):
        assert {str(a) for a in game.legal_actions(player)} == reference.legal(player)
    if game.is_over:
        assert game.winners == reference.winners()
    assert set(game.castle.values()) <= set(PLACE_NAMES)
