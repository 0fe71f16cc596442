"""A vote on the candidate, from the throne to its consequence."""

from kingup.rules.constants import (
    BELLYACHE,
    BOX,
    CLIMB,
    DUNGEON_3,
    JESTER,
    NO,
    NOT_VOTED,
    SHUFFLE,
    TOP_FLOOR,
    VIVE_LE_ROI,
    VOTE,
    YES,
)
from kingup.rules.kernel.board import favourites, movers, relocate
from kingup.rules.kernel.dealing import next_seat
from kingup.rules.kernel.scoring import crown, end_unmarried
from kingup.rules.state import State


def call_vote(game: State, who: int) -> None:
    """Begin the vote on a character that has just reached the throne."""
    game.candidate = who
    game.mover = game.turn
    for seat in range(game.seats):
        game.vote[seat] = NOT_VOTED
    game.votes_in = 0
    game.emissary_vote = NOT_VOTED
    game.votes_held += 1
    game.phase = VOTE


def seal_vote(game: State, seat: int, card: int) -> None:
    """Take a seat's vote; the last one reveals them all."""
    game.vote[seat] = card
    game.votes_in += 1
    if game.votes_in == game.seats:
        reveal_votes(game)


def reveal_votes(game: State) -> None:
    """Reveal all votes, the Emissary's too, and spend the cards."""
    for seat in range(game.seats):
        if game.vote[seat] == NO:
            game.no_cards[seat] -= 1
        elif game.vote[seat] == BELLYACHE:
            game.bellyaches[seat] -= 1
    if game.emissary:
        game.emissary_vote = YES
        if (favourites(game, game.emissary_card) >> int(game.candidate)) & 1 == 0:
            game.emissary_vote = game.pile[game.pile_size - 1]
            if game.emissary_vote == YES:
                # Ruling 3: its Yes goes back and the pile is shuffled, before anything else.
                game.phase = SHUFFLE
                return
            game.pile_size -= 1
    conclude_vote(game)


def conclude_vote(game: State) -> None:
    """Carry out the result of the revealed votes."""
    verdict = int(game.emissary_vote)
    for seat in range(game.seats):
        verdict = max(verdict, int(game.vote[seat]))
    if verdict == YES:
        crown(game)
        return
    if verdict == BELLYACHE:
        relocate(game, game.candidate, TOP_FLOOR)
    else:
        reject(game)
    game.turn = next_seat(game, game.turn)
    game.phase = CLIMB
    if game.monarch == JESTER and movers(game) == 0:
        end_unmarried(game)


def reject(game: State) -> None:
    """Reject the candidate: to a dungeon or the box; the jester back into the castle."""
    if game.candidate == JESTER:
        floor = 3 if game.jester_returns_to_3 else 2
        while floor > 0 and game.count[floor] >= game.limit:
            floor -= 1
        relocate(game, JESTER, floor)
        return
    dungeon = DUNGEON_3 - game.rejected
    if game.edition == VIVE_LE_ROI and game.rejected < 3:
        relocate(game, game.candidate, dungeon)
    else:
        relocate(game, game.candidate, BOX)
    game.rejected += 1
