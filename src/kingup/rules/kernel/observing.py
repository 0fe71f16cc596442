"""The observation encoder: what a player may know, as bytes, and the mask of legal actions.

`observe` reads what is public, what the observer's own seat holds, and the public history of the
round; hands are counted from revealed votes, as anybody with a memory could. Seats are relative to
the observer: 0 is one's own, 1 the next to the left. The blocks of features and their positions
are listed in `kingup.rules.features`.
"""

from kingup.rules.constants import (
    ACTIONS,
    AMBITION,
    CARDS,
    CHARACTERS,
    CLIMB,
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    KING_UP,
    MAX_SEATS,
    NO_AMBITION,
    NOBODY,
    NOT_VOTED,
    PLACE,
    PLACES,
    RING,
    SHUFFLE,
    TOP_FLOOR,
    VOTE,
    YES,
)
from kingup.rules.features import (
    AT_BELLYACHES,
    AT_CANDIDATE,
    AT_CLIMBERS,
    AT_DEALT_1,
    AT_DEALT_2,
    AT_EDITION,
    AT_EMISSARY,
    AT_EMISSARY_SCORE,
    AT_FEWER,
    AT_FIRST,
    AT_FULL,
    AT_GONE,
    AT_KEPT,
    AT_LEFT,
    AT_LIMIT,
    AT_MATE,
    AT_MATE_KEPT,
    AT_MONARCH,
    AT_NO_CARDS,
    AT_OPEN,
    AT_OPTIONS,
    AT_ORDER,
    AT_OWN,
    AT_PHASE,
    AT_PILE_BELLYACHES,
    AT_PILE_NO,
    AT_PILE_YES,
    AT_PLACED,
    AT_PLACES,
    AT_PUSHES,
    AT_QUIET,
    AT_RECENT,
    AT_REJECTED,
    AT_ROUND,
    AT_SCORE,
    AT_SCORE_2,
    AT_SEATS,
    AT_SECOND,
    AT_STOPPERS,
    AT_TEAM,
    AT_THERE,
    AT_THRONES,
    AT_TURN,
    AT_VOTE,
    AT_YES,
    AT_YES_VOTES,
    BY_SEAT,
    FEATURES,
    MEMORY,
    MOST,
    Legal,
    Observation,
)
from kingup.rules.kernel.board import aside, favourites, movers, open_floors
from kingup.rules.state import History, State


def relative(seats: int, seat: int, mine: int) -> int:
    """Return how many places to the left of one's own seat another seat is.

    There is no branch, which processors would mispredict half the time: a negative number shifted
    right is all ones.
    """
    away = int(seat - mine)
    return away + (seats & (away >> 31))


def observe(game: State, history: History, player: int, out: Observation) -> None:
    """Write all that a player may know, as bytes."""
    for i in range(FEATURES):
        out.feature[i] = 0
    observe_board(game, out)
    observe_cards(game, player, out)
    observe_moves(game, history, player, True, out)
    observe_seats(game, int(game.seat_of[player]), out)


# The four parts of an observation. None reads what another wrote, so that a GPU can write them at
# the same time; a CPU reads the history once for moves and votes.


def observe_board(game: State, out: Observation) -> None:
    """Write the rules of the game, and what lies on the table."""
    observe_rules(game, out)
    observe_castle(game, out)


def observe_cards(game: State, player: int, out: Observation) -> None:
    """Write the cards that the observer knows."""
    mine = int(game.seat_of[player])
    observe_own(game, player, mine, out)
    if game.crownings > 0:
        observe_open(game, mine, out)


def observe_moves(
    game: State, history: History, player: int, votes_too: bool, out: Observation
) -> None:
    """Write who placed and moved whom in this round and, with `votes_too`, who voted what.

    A round's history is its placements, then climbs, some of them followed by the votes of all
    seats in order and the Emissary's. It is read backwards from the newest entry.
    """
    seats = int(game.seats)
    ballot = seats + int(game.emissary)
    mine = int(game.seat_of[player])
    fresh = MEMORY
    quiet = 0
    voted = False
    throne = game.phase == VOTE  # the newest climb has called a vote that is not over
    i = int(history.size) - 1
    while i >= 0:
        action = int(history.action[i])
        if action < FIRST_CLIMB:
            break
        if action >= FIRST_VOTE:
            throne = True
            voted = True
            i -= ballot
            action = int(history.action[i])
            if votes_too:
                observe_votes(game, history, i, mine, out)
        slot = relative(seats, int(history.seat[i]), mine) * CHARACTERS + action - FIRST_CLIMB
        out.feature[AT_PUSHES + slot] += 1
        if fresh > 0:
            out.feature[AT_RECENT + slot] = max(fresh, int(out.feature[AT_RECENT + slot]))
            fresh -= 1
        if throne:
            out.feature[AT_THRONES + slot] += 1
            throne = False
        quiet += not voted
        i -= 1
    while i >= 0:
        slot = relative(seats, int(history.seat[i]), mine) * CHARACTERS
        slot += history.action[i] >> 2
        out.feature[AT_PLACED + slot] = (history.action[i] & 3) + 1
        i -= 1
    out.feature[AT_QUIET] = quiet


def observe_hands(game: State, history: History, player: int, out: Observation) -> None:
    """Write who voted what in this round, and what that leaves in everybody's hand."""
    ballot = int(game.seats) + int(game.emissary)
    mine = int(game.seat_of[player])
    i = int(history.size) - 1
    while i >= 0 and history.action[i] >= FIRST_CLIMB:
        if history.action[i] >= FIRST_VOTE:
            i -= ballot
            observe_votes(game, history, i, mine, out)
        i -= 1
    observe_seats(game, mine, out)


def observe_votes(game: State, history: History, climb: int, mine: int, out: Observation) -> None:
    """Write the votes that followed a climb; `climb` is its index in the history."""
    seats = int(game.seats)
    who = history.action[climb] - FIRST_CLIMB
    for seat in range(seats):
        kind = history.action[climb + 1 + seat] - FIRST_VOTE
        away = relative(seats, seat, mine)
        out.feature[AT_YES + kind * BY_SEAT + away * CHARACTERS + who] += 1
        out.feature[AT_YES_VOTES + kind * MAX_SEATS + away] += 1
    if game.emissary:
        kind = history.action[climb + 1 + seats] - FIRST_VOTE
        out.feature[AT_PILE_YES + kind] += 1


def observe_rules(game: State, out: Observation) -> None:
    """Write the rules of the game and its progress."""
    out.feature[AT_EDITION + game.edition] = 1
    out.feature[AT_OPTIONS] = game.ambition
    out.feature[AT_OPTIONS + 1] = game.banished
    out.feature[AT_OPTIONS + 2] = game.emissary
    out.feature[AT_OPTIONS + 3] = game.wedding
    out.feature[AT_OPTIONS + 4] = game.shared_marker
    out.feature[AT_OPTIONS + 5] = game.jester_returns_to_3
    out.feature[AT_OPTIONS + 6] = game.jester_uncounted
    out.feature[AT_SEATS + game.seats - 2] = 1
    if game.round > 0:
        out.feature[AT_ROUND + game.round - 1] = 1
    out.feature[AT_PHASE + game.phase] = 1
    out.feature[AT_LIMIT] = game.limit
    out.feature[AT_LEFT] = game.placements - game.placed
    out.feature[AT_REJECTED] = game.rejected
    if game.emissary:
        out.feature[AT_EMISSARY_SCORE] = min(MOST, int(game.emissary_score))
    if game.phase == VOTE or game.phase == SHUFFLE:
        out.feature[AT_CANDIDATE + game.candidate] = 1
    if game.monarch != NOBODY:
        out.feature[AT_MONARCH + game.monarch] = 1


def observe_castle(game: State, out: Observation) -> None:
    """Write who stands where, who could climb, and the public cards."""
    for floor in range(1, TOP_FLOOR + 1):
        if game.count[floor] >= game.limit:
            out.feature[AT_FULL + floor - 1] = 1
    climbers = movers(game)
    for who in range(game.characters):
        out.feature[AT_PLACES + who * PLACES + game.place[who]] = 1
        out.feature[AT_CLIMBERS + who] = (climbers >> who) & 1
    if game.emissary and game.round > 0:
        observe_card(game, game.emissary_card, AT_EMISSARY, 1, out)
    if game.edition == KING_UP and game.round > 1:
        # The mask already holds this round's cards; without them it is public.
        gone = int(game.gone)
        for player in range(game.players):
            gone &= ~(1 << int(game.card[player]))
        for card in range(CARDS):
            out.feature[AT_GONE + card] = (gone >> card) & 1


def observe_card(game: State, card: int, start: int, sign: int, out: Observation) -> None:
    """Add a value to every favourite of a card, in a block of characters."""
    mask = favourites(game, card)
    for who in range(RING):
        out.feature[start + who] += ((mask >> who) & 1) * sign


def observe_own(game: State, player: int, mine: int, out: Observation) -> None:
    """Write what only the observer's seat knows."""
    if game.round == 0:
        return
    mate = player
    if game.size_of[mine] == 2:
        first = int(game.first_of[mine])
        mate = first + 1 if player == first else first
        out.feature[AT_SECOND] = player - first
        observe_card(game, game.card[mate], AT_MATE, 1, out)
    observe_card(game, game.card[player], AT_OWN, 1, out)
    if game.ambition:
        out.feature[AT_DEALT_1 + game.dealt_1[player]] = 1
        out.feature[AT_DEALT_2 + game.dealt_2[player]] = 1
        if game.kept[player] != NO_AMBITION:
            out.feature[AT_KEPT + game.kept[player]] = 1
        if mate != player and game.kept[mate] != NO_AMBITION:
            out.feature[AT_MATE_KEPT + game.kept[mate]] = 1
    if game.phase == VOTE and game.vote[mine] != NOT_VOTED:
        out.feature[AT_VOTE + game.vote[mine] - YES] = 1


def observe_seats(game: State, mine: int, out: Observation) -> None:
    """Write every seat's scores and order, and the hand that its votes have left."""
    if game.emissary and game.round > 0:
        out.feature[AT_PILE_NO] = game.no_start - out.feature[AT_PILE_NO]
        out.feature[AT_PILE_BELLYACHES] = game.bellyache_start - out.feature[AT_PILE_BELLYACHES]
    voting = game.phase == VOTE or game.phase == SHUFFLE
    acting = voting or game.phase == PLACE or game.phase == CLIMB
    fewer = game.placements % game.seats
    stoppers = 0
    seat = mine
    for away in range(game.seats):
        player = int(game.first_of[seat])
        second = player + game.size_of[seat] - 1
        out.feature[AT_THERE + away] = 1
        out.feature[AT_TEAM + away] = second - player
        out.feature[AT_SCORE + away] = min(MOST, int(game.score[player]))
        out.feature[AT_SCORE_2 + away] = min(MOST, int(game.score[second]))
        if game.round > 0:
            no_cards = game.no_start - out.feature[AT_NO_CARDS + away]
            bellyaches = game.bellyache_start - out.feature[AT_BELLYACHES + away]
            out.feature[AT_NO_CARDS + away] = no_cards
            out.feature[AT_BELLYACHES + away] = bellyaches
            if away > 0:
                stoppers += no_cards + bellyaches
            order = relative(int(game.seats), seat, int(game.first))
            out.feature[AT_ORDER + away] = order
            out.feature[AT_FIRST + away] = order == 0
            out.feature[AT_TURN + away] = acting and seat == game.turn
            out.feature[AT_FEWER + away] = fewer > 0 and order >= fewer
        seat += 1
        if seat == game.seats:
            seat = 0
    out.feature[AT_STOPPERS] = stoppers


def observe_open(game: State, mine: int, out: Observation) -> None:
    """Write everybody's favourites, which a crowning has revealed."""
    for seat in range(game.seats):
        start = AT_OPEN + relative(int(game.seats), seat, mine) * CHARACTERS
        player = int(game.first_of[seat])
        observe_card(game, game.card[player], start, 1, out)
        if game.size_of[seat] == 2:
            observe_card(game, game.card[player + 1], start, 2, out)


def mask(game: State, player: int, out: Legal) -> None:
    """Write 1 for every action that is legal for a player, 0 for all others."""
    for action in range(ACTIONS):
        out.legal[action] = 0
    phase = game.phase
    seat = game.seat_of[player]
    if phase == PLACE and seat == game.turn:
        left = aside(game)
        floors = open_floors(game) >> 1
        for who in range(RING):
            if (left >> who) & 1:
                for i in range(4):
                    out.legal[4 * who + i] = (floors >> i) & 1
    elif phase == CLIMB and seat == game.turn:
        climbers = movers(game)
        for who in range(CHARACTERS):
            out.legal[FIRST_CLIMB + who] = (climbers >> who) & 1
    elif phase == VOTE and game.vote[seat] == NOT_VOTED:
        out.legal[FIRST_VOTE] = 1
        out.legal[FIRST_VOTE + 1] = game.no_cards[seat] > 0
        out.legal[FIRST_VOTE + 2] = game.bellyaches[seat] > 0
    elif phase == AMBITION and game.kept[player] == NO_AMBITION:
        out.legal[FIRST_KEEP] = 1
        out.legal[FIRST_KEEP + 1] = 1
