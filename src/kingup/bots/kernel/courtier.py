"""The courtier: greedy with a feel for the game, in the restricted language of the rules' kernel.

It reads the board, everybody's hands (votes are public) and scores, and the cards of its own seat:
never another seat's. So the same functions choose for a real seat, play out imagined games, and
give the probability that somebody with a certain card would choose an action.
"""

import math

from kingup.bots.style import Style
from kingup.rules.constants import (
    BELLYACHE,
    BOX,
    CLIMB,
    DUNGEON_3,
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    JESTER,
    KING_POINTS,
    KING_UP,
    NO,
    NOWHERE,
    PLACE,
    RING,
    ROUNDS,
    THIRD_ROUND_ZERO,
    THRONE,
    TOP_FLOOR,
    VOTE,
    YES,
)
from kingup.rules.kernel.board import aside, favourites, open_floors, step_from
from kingup.rules.kernel.generator import below
from kingup.rules.kernel.scoring import ambition_points, final_score, place_value
from kingup.rules.state import State


def own_mask(game: State, seat: int, which: int) -> int:
    """Return the favourites of a seat's first or second player (the first's, if alone)."""
    player = game.first_of[seat]
    if which == 1 and game.size_of[seat] == 2:
        player += 1
    return favourites(game, game.card[player])


def desire(game: State, style: Style, own_1: int, own_2: int, who: int) -> float:
    """Return the worth of a character's point to a seat with these favourites."""
    wish = 0.5 * ((own_1 >> who) & 1) + 0.5 * ((own_2 >> who) & 1) - style.envy
    if game.emissary and (favourites(game, game.emissary_card) >> who) & 1:
        wish -= style.emissary
    return wish


def advantage(game: State, style: Style, own_1: int, own_2: int) -> float:
    """Return how far ahead of the others the seat's favourites are as things stand."""
    total = 0.0
    for who in range(RING):
        if who != game.monarch:
            value = place_value(game.place[who], False)
            if value != 0:
                total += desire(game, style, own_1, own_2, who) * value
    return total


def hand_points(game: State, own: int) -> int:
    """Return what a set of favourites scores on the floors as things stand."""
    total = 0
    for who in range(RING):
        if (own >> who) & 1 and game.place[who] < THRONE:
            total += place_value(game.place[who], False)
    return total


def margin(game: State, seat: int) -> int:
    """Return how many points a seat is ahead of the best other; negative if it is behind."""
    best = 0
    for other in range(game.seats):
        if other != seat:
            best = max(best, final_score(game, other))
    if game.emissary:
        best = max(best, int(game.emissary_score))
    return final_score(game, seat) - best


def blockers(game: State, seat: int) -> int:
    """Return how many cards the others hold that can stop a crowning."""
    cards = 0
    for other in range(game.seats):
        if other != seat:
            cards += game.no_cards[other] + game.bellyaches[other]
    if game.emissary:
        cards += game.pile_size - 1
    return cards


def crowning_odds(game: State, style: Style, seat: int) -> float:
    """Return the chance that all others vote Yes."""
    return math.exp(-style.blocker * blockers(game, seat))


def win_chance(game: State, style: Style, ahead: float, spread: float) -> float:
    """Return the chance of winning when ahead by so many points."""
    left = style.hurry * (ROUNDS - game.round)
    scale = math.sqrt(4.0 + left * left + spread * spread)
    return 1.0 / (1.0 + math.exp(-1.7 * ahead / scale))


def crowned_ahead(
    game: State, style: Style, seat: int, own_1: int, own_2: int, who: int, ahead: float
) -> float:
    """Return how far ahead of the others a seat is in this round if somebody is crowned.

    `ahead` is the seat's advantage as things stand.
    """
    bonus = 0.0
    if game.ambition and not (game.wedding and game.crownings == 0):
        bonus = ambition_if_crowned(game, seat, who)
    if who == JESTER:
        return bonus - ahead  # nobody else is on the throne, so every value changes sign
    place = game.place[who]
    counted = KING_POINTS if place == THRONE else place
    ahead += bonus + desire(game, style, own_1, own_2, who) * (KING_POINTS - counted)
    last_king_up = game.edition == KING_UP and game.round == ROUNDS
    if last_king_up and (own_1 >> int(who)) & 1 == 0 and hand_points(game, own_1) == 0:
        ahead += THIRD_ROUND_ZERO
    return ahead


def ambition_if_crowned(game: State, seat: int, who: int) -> float:
    """Return the mean score of a seat's Ambition cards at a crowning."""
    crowned = game.crowned
    kingmakers = game.kingmakers
    game.crowned |= 1 << int(who)
    game.kingmakers |= 1 << int(game.turn)
    total = 0
    for i in range(game.size_of[seat]):
        total += ambition_points(game, game.first_of[seat] + i)
    game.crowned = crowned
    game.kingmakers = kingmakers
    return total / game.size_of[seat]


def loss_if_rejected(game: State, style: Style, own_1: int, own_2: int, who: int) -> float:
    """Return what the rejection of a character changes for a seat."""
    if who == JESTER:
        return 0.0
    place = BOX
    if game.edition != KING_UP and game.rejected < 3:
        place = DUNGEON_3 - game.rejected
    wish = desire(game, style, own_1, own_2, who)
    return wish * (style.stand[place] - style.stand[TOP_FLOOR])


def climb_worth(
    game: State, style: Style, seat: int, own_1: int, own_2: int, who: int, ahead: float
) -> float:
    """Return the worth of moving a character one step, for a seat with this advantage."""
    place = game.place[who]
    destination = step_from(game, place)
    if destination != THRONE:
        if who == JESTER:
            return 0.0
        wish = desire(game, style, own_1, own_2, who)
        return wish * (style.stand[destination] - style.stand[place])
    odds = crowning_odds(game, style, seat)
    gain = crowned_ahead(game, style, seat, own_1, own_2, who, ahead) - style.patience
    return odds * gain + (1.0 - odds) * loss_if_rejected(game, style, own_1, own_2, who)


def place_worth(game: State, style: Style, own_1: int, own_2: int, who: int, floor: int) -> float:
    """Return the worth of placing a character on a floor."""
    return desire(game, style, own_1, own_2, who) * style.stand[floor]


def vote_worths(
    game: State, style: Style, seat: int, own_1: int, own_2: int
) -> tuple[float, float, float]:
    """Return the chances of winning after a Yes, a No and a Bellyache."""
    who = game.candidate
    lead = margin(game, seat)
    ahead = advantage(game, style, own_1, own_2)
    crowned = lead + crowned_ahead(game, style, seat, own_1, own_2, who, ahead)
    kept = lead + style.patience
    rejected = kept + loss_if_rejected(game, style, own_1, own_2, who)
    after_rejection = win_chance(game, style, rejected, style.suspense)
    odds = crowning_odds(game, style, seat)
    yes = odds * win_chance(game, style, crowned, 0.0) + (1.0 - odds) * after_rejection
    bellyache = win_chance(game, style, kept, style.suspense) - style.card
    return yes, after_rejection - style.card, bellyache


def holds(game: State, seat: int, card: int) -> bool:
    """Return whether a seat holds a kind of vote card."""
    if card == NO:
        return game.no_cards[seat] > 0
    return card == YES or game.bellyaches[seat] > 0


def uniform(game: State) -> float:
    """Return a random number from 0 to just below 1."""
    return below(game, 1 << 24) / float(1 << 24)


def courtier_climb(game: State, style: Style, seat: int) -> int:
    """Return the character that a courtier moves."""
    own_1 = own_mask(game, seat, 0)
    own_2 = own_mask(game, seat, 1)
    ahead = advantage(game, style, own_1, own_2)
    total = 0.0
    pick = 0
    for who in range(game.characters):
        if step_from(game, game.place[who]) != NOWHERE:
            worth = climb_worth(game, style, seat, own_1, own_2, who, ahead)
            weight = math.exp(worth / style.heat_climb)
            total += weight
            if uniform(game) * total < weight:
                pick = who
    return pick


def courtier_place(game: State, style: Style, seat: int) -> int:
    """Return a courtier's placement, as an action."""
    own_1 = own_mask(game, seat, 0)
    own_2 = own_mask(game, seat, 1)
    left = aside(game)
    floors = open_floors(game)
    total = 0.0
    pick = 0
    for who in range(RING):
        if (left >> who) & 1:
            for floor in range(1, 5):
                if (floors >> floor) & 1:
                    worth = place_worth(game, style, own_1, own_2, who, floor)
                    weight = math.exp(worth / style.heat_place)
                    total += weight
                    if uniform(game) * total < weight:
                        pick = 4 * who + floor - 1
    return pick


def courtier_vote(game: State, style: Style, seat: int) -> int:
    """Return the vote card that a courtier plays."""
    worths = vote_worths(game, style, seat, own_mask(game, seat, 0), own_mask(game, seat, 1))
    total = 0.0
    pick = YES
    for card in range(YES, BELLYACHE + 1):
        if holds(game, seat, card):
            weight = math.exp(worths[card - YES] / style.heat_vote)
            total += weight
            if uniform(game) * total < weight:
                pick = card
    return pick


def courtier_keep(game: State, style: Style, player: int) -> int:
    """Return which Ambition card a courtier keeps: 0 for the first, 1 for the second."""
    first = style.ambition[game.dealt_1[player]]
    second = style.ambition[game.dealt_2[player]]
    return 1 if second > first else 0


def courtier_action(game: State, style: Style, player: int) -> int:
    """Return a courtier's action; the rules must be waiting for the player."""
    phase = game.phase
    seat = game.seat_of[player]
    if phase == CLIMB:
        return FIRST_CLIMB + courtier_climb(game, style, seat)
    if phase == VOTE:
        return FIRST_VOTE + courtier_vote(game, style, seat) - YES
    if phase == PLACE:
        return courtier_place(game, style, seat)
    return FIRST_KEEP + courtier_keep(game, style, player)
