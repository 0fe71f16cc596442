"""Sentences that say why an action is refused."""

from kingup.rules.characters import CAST
from kingup.rules.constants import (
    ALREADY_KEPT,
    ALREADY_VOTED,
    AMBITION,
    ASIDE,
    BELLYACHE,
    BOX,
    CLIMB,
    DUNGEON_1,
    DUNGEON_3,
    FIRST_CLIMB,
    FIRST_VOTE,
    FLOOR_FULL,
    GAME_OVER,
    NEXT_FLOOR_FULL,
    NO_CARD_LEFT,
    NO_SUCH_ACTION,
    NO_SUCH_CARD,
    NO_SUCH_CHARACTER,
    NOT_ASIDE,
    NOT_YOUR_TURN,
    PLACE,
    PRIVY_3,
    PRIVY_STUCK,
    THRONE,
    VIVE_LE_ROI,
    VOTE,
    WAITING_FOR_CARDS,
    WRONG_PHASE,
    YES,
)
from kingup.rules.errors import IllegalAction, InvalidAction, KingUpError, sentence
from kingup.rules.state import State

_SIMPLE = {
    GAME_OVER: sentence("The game is over."),
    WAITING_FOR_CARDS: sentence("Wait: cards are being dealt."),
    ALREADY_VOTED: sentence("You have voted, and a vote is final."),
    ALREADY_KEPT: sentence("You have already chosen your Ambition card."),
    NO_SUCH_CARD: sentence("King Up! has no Bellyache card."),
}

_PHASE = {
    AMBITION: sentence("Not now: Ambition cards are being chosen."),
    PLACE: sentence("Not now: characters are being placed."),
    CLIMB: sentence("Not now: characters are climbing."),
    VOTE: sentence("Not now: a vote is being held."),
}

_ELSEWHERE = {
    THRONE: sentence("{name} is crowned and climbs no further."),
    BOX: sentence("{name} is out of the round."),
    ASIDE: sentence("{name} is not in the castle yet."),
}


def explain(game: State, action: int, code: int) -> KingUpError:
    """Return the error that tells a player which rule forbids an action."""
    if code in _SIMPLE:
        return IllegalAction(_SIMPLE[code])
    if code == WRONG_PHASE:
        return IllegalAction(_PHASE[game.phase])
    if code == NOT_YOUR_TURN:
        return IllegalAction("It is seat {seat}’s turn.", seat=game.turn + 1)
    if code == NO_SUCH_ACTION:
        return InvalidAction("There is no action {action}.", action=action)
    if code == NO_SUCH_CHARACTER:
        return InvalidAction("King Up! has no jester.")
    if code == NO_CARD_LEFT:
        if action - FIRST_VOTE + YES == BELLYACHE:
            return IllegalAction("You have no Bellyache card left.")
        return IllegalAction("You have no No card left.")
    return _explain_board(game, action, code)


def _explain_board(game: State, action: int, code: int) -> IllegalAction:
    who = action >> 2 if action < FIRST_CLIMB else action - FIRST_CLIMB
    name = CAST[game.edition][who].name
    place = game.place[who]
    if code == FLOOR_FULL:
        floor = (action & 3) + 1
        return IllegalAction(
            "Floor {floor} is full: {name} cannot be placed there.", floor=floor, name=name
        )
    if code == NOT_ASIDE:
        return IllegalAction("{name} is already in the castle.", name=name)
    if code == PRIVY_STUCK:
        return IllegalAction(
            "Floor {floor} is full: {name} cannot leave the privy.",
            floor=place - PRIVY_3 + 3,
            name=name,
        )
    if code == NEXT_FLOOR_FULL:
        floor = place + 1
        if game.edition == VIVE_LE_ROI and floor in (3, 4):
            return IllegalAction(
                "Floor {floor} and its privy are full: {name} cannot climb.",
                floor=floor,
                name=name,
            )
        return IllegalAction("Floor {floor} is full: {name} cannot climb.", floor=floor, name=name)
    if DUNGEON_1 <= place <= DUNGEON_3:
        return IllegalAction("{name} is in a dungeon, and nobody leaves one.", name=name)
    return IllegalAction(_ELSEWHERE[place], name=name)
