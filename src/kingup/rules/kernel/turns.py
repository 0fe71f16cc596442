"""Turns: who may act, what they may do, and doing it."""

from kingup.rules.constants import (
    ACTIONS,
    ALREADY_KEPT,
    ALREADY_VOTED,
    AMBITION,
    ASIDE,
    BELLYACHE,
    CLIMB,
    DEAL,
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    FLOOR_FULL,
    GAME_OVER,
    KING_UP,
    LEGAL,
    NEXT_FLOOR_FULL,
    NO,
    NO_AMBITION,
    NO_CARD_LEFT,
    NO_SUCH_ACTION,
    NO_SUCH_CARD,
    NO_SUCH_CHARACTER,
    NOT_ASIDE,
    NOT_CLIMBING,
    NOT_VOTED,
    NOT_YOUR_TURN,
    NOWHERE,
    OVER,
    PLACE,
    PRIVY_4,
    PRIVY_STUCK,
    RING,
    SHUFFLE,
    THRONE,
    VOTE,
    WAITING_FOR_CARDS,
    WRONG_PHASE,
    YES,
)
from kingup.rules.kernel.board import relocate, room_to_place, step_from
from kingup.rules.kernel.dealing import next_seat
from kingup.rules.kernel.scoring import compensate
from kingup.rules.kernel.votes import call_vote, seal_vote
from kingup.rules.state import ActionMenu, State


def may_act(game: State, player: int) -> bool:
    """Return whether the rules wait for a player."""
    phase = game.phase
    seat = game.seat_of[player]
    if phase == PLACE or phase == CLIMB:
        return seat == game.turn
    if phase == VOTE:
        return game.vote[seat] == NOT_VOTED
    if phase == AMBITION:
        return game.kept[player] == NO_AMBITION
    return False


def actors(game: State) -> int:
    """Return the mask of players who may act now: several if choices are simultaneous."""
    mask = 0
    for player in range(game.players):
        if may_act(game, player):
            mask |= 1 << player
    return mask


def fault(game: State, player: int, action: int) -> int:
    """Return LEGAL, or the code of the rule that forbids the action."""
    phase = game.phase
    if phase == OVER:
        return GAME_OVER
    if phase == DEAL or phase == SHUFFLE:
        return WAITING_FOR_CARDS
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if action < FIRST_CLIMB:
        wanted = PLACE
    elif action < FIRST_VOTE:
        wanted = CLIMB
    elif action < FIRST_KEEP:
        wanted = VOTE
    else:
        wanted = AMBITION
    if phase != wanted:
        return WRONG_PHASE
    if not may_act(game, player):
        if phase == VOTE:
            return ALREADY_VOTED
        return ALREADY_KEPT if phase == AMBITION else NOT_YOUR_TURN
    if phase == PLACE:
        return placing_fault(game, action >> 2, (action & 3) + 1)
    if phase == CLIMB:
        return climbing_fault(game, action - FIRST_CLIMB)
    if phase == VOTE:
        return voting_fault(game, game.seat_of[player], action - FIRST_VOTE + YES)
    return LEGAL


def placing_fault(game: State, who: int, floor: int) -> int:
    """Return why a character may not be placed on a floor, or LEGAL."""
    if who >= game.characters:
        return NO_SUCH_CHARACTER
    if game.place[who] != ASIDE:
        return NOT_ASIDE
    return LEGAL if room_to_place(game, floor) else FLOOR_FULL


def climbing_fault(game: State, who: int) -> int:
    """Return why a character may not climb, or LEGAL."""
    if who >= game.characters:
        return NO_SUCH_CHARACTER
    place = game.place[who]
    if step_from(game, place) != NOWHERE:
        return LEGAL
    if place < THRONE:
        return NEXT_FLOOR_FULL
    return PRIVY_STUCK if THRONE < place <= PRIVY_4 else NOT_CLIMBING


def voting_fault(game: State, seat: int, card: int) -> int:
    """Return why a seat may not play a vote card, or LEGAL."""
    if card == NO and game.no_cards[seat] == 0:
        return NO_CARD_LEFT
    if card == BELLYACHE and game.bellyaches[seat] == 0:
        return NO_SUCH_CARD if game.edition == KING_UP else NO_CARD_LEFT
    return LEGAL


def list_actions(game: State, player: int, menu: ActionMenu) -> None:
    """Fill a menu with a player's legal actions, in rising order."""
    menu.size = 0
    if not may_act(game, player):
        return
    phase = game.phase
    if phase == PLACE:
        first = 0
        end = 4 * RING
    elif phase == CLIMB:
        first = FIRST_CLIMB
        end = FIRST_VOTE
    elif phase == VOTE:
        first = FIRST_VOTE
        end = FIRST_KEEP
    else:
        first = FIRST_KEEP
        end = ACTIONS
    for action in range(first, end):
        if fault(game, player, action) == LEGAL:
            menu.action[menu.size] = action
            menu.size += 1


def play(game: State, player: int, action: int) -> None:
    """Perform an action, which must be legal: callers check it with `fault`."""
    game.decisions += 1
    if action < FIRST_CLIMB:
        place_character(game, action >> 2, (action & 3) + 1)
    elif action < FIRST_VOTE:
        climb(game, action - FIRST_CLIMB)
    elif action < FIRST_KEEP:
        seal_vote(game, game.seat_of[player], action - FIRST_VOTE + YES)
    else:
        keep(game, player, action - FIRST_KEEP)


def keep(game: State, player: int, which: int) -> None:
    """Keep the first or the second Ambition card; after the last choice placing begins."""
    game.kept[player] = game.dealt_1[player] if which == 0 else game.dealt_2[player]
    game.kept_in += 1
    if game.kept_in == game.players:
        game.phase = PLACE


def place_character(game: State, who: int, floor: int) -> None:
    """Place a character; after the last placement the rest go to floor 0."""
    relocate(game, who, floor)
    game.placed += 1
    game.turn = next_seat(game, game.turn)
    if game.placed == game.placements:
        for other in range(game.characters):
            if game.place[other] == ASIDE:
                relocate(game, other, 0)
        compensate(game)
        game.turn = game.first
        game.phase = CLIMB


def climb(game: State, who: int) -> None:
    """Move a character one step up; at the throne a vote follows."""
    destination = step_from(game, game.place[who])
    relocate(game, who, destination)
    if destination == THRONE:
        call_vote(game, who)
    else:
        game.turn = next_seat(game, game.turn)
