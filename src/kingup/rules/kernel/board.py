"""The castle: who stands where, and where a character's next step leads."""

from kingup.rules.constants import (
    ASIDE,
    CHARACTERS,
    FULL_RING,
    JESTER,
    NON_SQUARES,
    NON_SQUARES_MARK,
    NOWHERE,
    PRIVY_3,
    PRIVY_4,
    RING,
    SQUARES,
    SQUARES_MARK,
    THRONE,
    VIVE_LE_ROI,
)
from kingup.rules.state import State


def relocate(game: State, who: int, destination: int) -> None:
    """Move a character to a place."""
    game.count[game.place[who]] -= 1
    game.count[destination] += 1
    game.place[who] = destination


def step_from(game: State, place: int) -> int:
    """Return where one step leads from a place, or NOWHERE."""
    if place < THRONE:
        above = place + 1
        if above == THRONE or game.count[above] < game.limit:
            return above
        if game.edition == VIVE_LE_ROI and (above == 3 or above == 4):
            privy = above - 3 + PRIVY_3
            if game.count[privy] == 0:
                return privy
    elif place == PRIVY_3 or place == PRIVY_4:
        floor = place - PRIVY_3 + 3
        if game.count[floor] < game.limit:
            return floor
    return NOWHERE


def movers(game: State) -> int:
    """Return the mask of characters that can climb."""
    exits = 0
    for place in range(PRIVY_4 + 1):
        if step_from(game, place) != NOWHERE:
            exits |= 1 << place
    mask = 0
    for who in range(CHARACTERS):
        mask |= ((exits >> int(game.place[who])) & 1) << who
    return mask


def aside(game: State) -> int:
    """Return the mask of characters still to be placed."""
    mask = 0
    for who in range(RING):
        if game.place[who] == ASIDE:
            mask |= 1 << who
    return mask


def room_to_place(game: State, floor: int) -> bool:
    """Return whether a character may be placed on a floor from 1 to 4."""
    crowd = game.count[floor]
    # Ruling 2: under this house rule the jester takes no room while placing.
    if game.jester_uncounted and floor == game.place[JESTER]:
        crowd -= 1
    return crowd < game.limit


def open_floors(game: State) -> int:
    """Return the mask of floors on which a character may be placed."""
    mask = 0
    for floor in range(1, 5):
        if room_to_place(game, floor):
            mask |= 1 << floor
    return mask


def favourites(game: State, card: int) -> int:
    """Return the mask of a favourites card's favourites."""
    turned = card
    pattern = SQUARES
    mark = SQUARES_MARK
    if card >= RING:
        turned = card - RING
        pattern = NON_SQUARES
        mark = NON_SQUARES_MARK
    mask = ((pattern << int(turned)) | (pattern >> int(RING - turned))) & FULL_RING
    if game.banished:
        marked = mark + turned
        if marked >= RING:
            marked -= RING
        mask &= ~(1 << int(marked))
    return mask
