"""Scoring: what favourites and Ambition cards are worth at a crowning, and who wins."""

from typing import Final

from kingup.rules.constants import (
    CLIMB,
    COMPENSATION,
    CONSOLATION,
    CONSOLATION_BELOW,
    DEAL,
    DUNGEON_1,
    EMPTY_HAND,
    JESTER,
    JESTER_KING,
    KING_UP,
    KINGMAKER,
    LOWEST,
    LOWEST_REVERSED,
    MAN_KING,
    MEN,
    NO_PRIVY,
    NO_PRIVY_NO_DUNGEON,
    NOBODY,
    NOT_0_1,
    NOT_2_3,
    NOT_4_5,
    ONE_DUNGEON,
    ONE_PRIVY,
    OVER,
    PRIVY_3,
    PRIVY_4,
    RING,
    ROUNDS,
    THIRD_ROUND_ZERO,
    THREE_DUNGEON,
    THRONE,
    TWO_DUNGEON,
    TWO_PRIVY,
    VALUES,
    VALUES_REVERSED,
    WOMAN_QUEEN,
    WOMEN,
)
from kingup.rules.kernel.board import favourites, movers
from kingup.rules.kernel.dealing import next_seat
from kingup.rules.state import State

PRIVIES: Final = (1 << PRIVY_3) | (1 << PRIVY_4)
DUNGEONS: Final = 0b111 << DUNGEON_1


def place_value(place: int, reversed_: bool) -> int:
    """Return what a favourite in a place scores; reversed if the jester is crowned.

    There is no branch on the place: processors would mispredict it half the time.
    """
    if reversed_:
        return ((VALUES_REVERSED >> (4 * place)) & 15) + LOWEST_REVERSED
    return ((VALUES >> (4 * place)) & 15) + LOWEST


def card_points(game: State, card: int) -> int:
    """Return what a favourites card scores at the crowning of the candidate."""
    reversed_ = game.candidate == JESTER
    mask = favourites(game, card)
    if game.monarch != NOBODY:
        # A wedding's first monarch was counted at the first crowning.
        mask &= ~(1 << int(game.monarch))
    total = 0
    for who in range(RING):
        total += place_value(int(game.place[who]), reversed_) * ((mask >> who) & 1)
    return total


def favourites_in(game: State, player: int, places: int) -> int:
    """Return how many of a player's favourites stand in a set of places (a mask)."""
    mask = favourites(game, game.card[player])
    found = 0
    for who in range(RING):
        found += (mask >> who) & (places >> int(game.place[who])) & 1
    return found


def ambition_points(game: State, player: int) -> int:
    """Return what a player's kept Ambition card scores if the round ends now."""
    kept = game.kept[player]
    seat = game.seat_of[player]
    crowned = int(game.crowned)
    met = False
    points = 3
    if NO_PRIVY <= kept <= NO_PRIVY_NO_DUNGEON:
        return counting_points(game, player, kept)
    if kept == JESTER_KING:
        met = (crowned >> JESTER) & 1 != 0
        points = 5
    elif kept == WOMAN_QUEEN:
        met = crowned & WOMEN != 0
    elif kept == MAN_KING:
        met = crowned & MEN != 0
    elif kept == EMPTY_HAND:
        met = game.no_cards[seat] + game.bellyaches[seat] == 0
    elif kept == KINGMAKER:
        met = (int(game.kingmakers) >> int(seat)) & 1 != 0
    elif kept == CONSOLATION:
        met = game.points[player] < CONSOLATION_BELOW
    return points if met else 0


def counting_points(game: State, player: int, kept: int) -> int:
    """Return the score of an Ambition card that counts a player's favourites in some places."""
    places = PRIVIES
    wanted = 0
    points = 5
    if kept == NOT_2_3:
        places = 0b001100
        points = 3
    elif kept == NOT_0_1:
        places = 0b000011
    elif kept == NOT_4_5:
        places = 0b110000
    elif kept == ONE_DUNGEON:
        places = DUNGEONS
        wanted = 1
        points = 3
    elif kept == TWO_DUNGEON:
        places = DUNGEONS
        wanted = 2
    elif kept == THREE_DUNGEON:
        places = DUNGEONS
        wanted = 3
        points = 8
    elif kept == ONE_PRIVY:
        wanted = 1
        points = 3
    elif kept == TWO_PRIVY:
        wanted = 2
    elif kept == NO_PRIVY_NO_DUNGEON:
        places = PRIVIES | DUNGEONS
        points = 8
    return points if favourites_in(game, player, places) == wanted else 0


def add_score(game: State, player: int, gain: int) -> None:
    """Move a player's marker; it never falls below 0."""
    game.score[player] = max(0, game.score[player] + gain)


def gain_of(game: State, player: int, with_favourites: bool, with_ambition: bool) -> int:
    """Return what a player gains by the last crowning, and by an Ambition card."""
    gain = 0
    if with_favourites:
        gain += int(game.points[player])
    if with_ambition:
        gain += ambition_points(game, player)
    return gain


def add_gains(game: State, seat: int, with_favourites: bool, with_ambition: bool) -> None:
    """Add to a seat's score what its players gained."""
    player = game.first_of[seat]
    gain = gain_of(game, player, with_favourites, with_ambition)
    if game.size_of[seat] == 2:
        mates_gain = gain_of(game, player + 1, with_favourites, with_ambition)
        if game.shared_marker:
            gain = min(gain, mates_gain)
            mates_gain = gain
        add_score(game, player + 1, mates_gain)
    add_score(game, player, gain)


def compensate(game: State) -> None:
    """Give the seats that placed one character fewer their points (7 and 8 seats)."""
    order = game.placements % game.seats
    if order == 0:
        return
    while order < game.seats:
        seat = (game.first + order) % game.seats
        for i in range(game.size_of[seat]):
            add_score(game, game.first_of[seat] + i, COMPENSATION)
        order += 1


def crown(game: State) -> None:
    """Crown the candidate: favourites score, and the round ends or its wedding goes on."""
    game.crownings += 1
    game.crowned |= 1 << int(game.candidate)
    game.kingmakers |= 1 << int(game.mover)
    for player in range(game.players):
        points = card_points(game, game.card[player])
        if game.edition == KING_UP and game.round == ROUNDS and points == 0:
            points = THIRD_ROUND_ZERO
        game.points[player] = points
    if game.emissary:
        game.emissary_points = card_points(game, game.emissary_card)
        game.emissary_score = max(0, game.emissary_score + game.emissary_points)
    round_ends = True
    if game.wedding and game.crownings == 1:
        game.monarch = game.candidate
        game.turn = next_seat(game, game.turn)
        game.phase = CLIMB
        round_ends = movers(game) == 0  # ruling 5: the jester can marry nobody
    for seat in range(game.seats):
        add_gains(game, seat, True, game.ambition != 0 and round_ends)
    if round_ends:
        game.phase = OVER if game.round == ROUNDS else DEAL


def end_unmarried(game: State) -> None:
    """End a round in which the jester can marry nobody any more (ruling 5): the last one has gone.

    Favourites were scored when he was crowned.
    """
    for seat in range(game.seats):
        if game.ambition:
            add_gains(game, seat, False, True)
        if (int(game.kingmakers) >> seat) & 1:
            game.mover = seat  # the seat of the only crowning begins the next round
    game.phase = OVER if game.round == ROUNDS else DEAL


def final_score(game: State, seat: int) -> int:
    """Return a seat's final score: for a team, the lower of its two scores."""
    player = game.first_of[seat]
    score = int(game.score[player])
    if game.size_of[seat] == 2:
        score = min(score, int(game.score[player + 1]))
    return score


def tie_break(game: State, seat: int) -> int:
    """Return the value that decides between seats of equal score: more is better."""
    best = -1
    for i in range(game.size_of[seat]):
        player = game.first_of[seat] + i
        if game.edition == KING_UP:
            return favourites_in(game, player, 0b1111111)
        mask = favourites(game, game.card[player])
        for who in range(RING):
            if (mask >> who) & 1 and game.place[who] <= THRONE:
                best = max(best, int(game.place[who]))
    return best


def winners(game: State) -> int:
    """Return the mask of winning seats of a finished game; 0 if the Emissary wins."""
    best_score = -1
    best_tie = -1
    mask = 0
    for seat in range(game.seats):
        score = final_score(game, seat)
        tie = tie_break(game, seat)
        if score > best_score or (score == best_score and tie > best_tie):
            best_score = score
            best_tie = tie
            mask = 1 << seat
        elif score == best_score and tie == best_tie:
            mask |= 1 << seat
    if game.emissary and game.emissary_score > best_score:
        return 0
    return mask
