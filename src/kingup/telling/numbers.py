"""The numbers in texts about the rules, each taken from the rules when it is shown.

Nothing here is a copy: numbers in a table are read from it, and those that only the code knows
(where a rejected jester lands) are found by running the code.
"""

from __future__ import annotations

from kingup.game import Game
from kingup.rules import cards, constants, setup
from kingup.rules.characters import EDITIONS, Edition
from kingup.rules.constants import JESTER, RING, THRONE
from kingup.rules.kernel.board import relocate
from kingup.rules.kernel.votes import reject
from kingup.rules.places import PLACE_NAMES
from kingup.rules.setup import Setup, new_state
from kingup.telling.words import FLOORS
from kingup.telling.words import JESTER as JESTER_LETTER
from kingup.telling.worth import signed, worth

USUAL = 4
"""The number of seats for which a floor's limit is the usual one."""


def numbers(edition: Edition) -> dict[str, object]:
    """Return every value that the texts of an edition may name."""
    low, high = setup.SEATS[EDITIONS.index(edition)]
    limit = Setup.of(edition, USUAL).limit
    common: dict[str, object] = {
        "low": low,
        "high": high,
        "limit": limit,
        "top": constants.TOP_FLOOR,
        "king": constants.KING_POINTS,
        "rounds": constants.ROUNDS,
        "ring": RING,
        "card_count": constants.CARDS,
        "six": _card_size(edition),
        "times": _times(edition),
        "pairs": _pairs(edition),
        "first_floor": min(_floors(edition)),
        "last_floor": max(_floors(edition)),
        "best": _best_round(edition, limit),
        "zero": constants.THIRD_ROUND_ZERO,
        "most_used": constants.ROUNDS * high,
        "floors": len(FLOORS),
    }
    return common if edition == "kingup" else {**common, **_vive_le_roi()}


def seats_of(edition: Edition) -> range:
    """Return the numbers of seats that an edition allows."""
    low, high = setup.SEATS[EDITIONS.index(edition)]
    return range(low, high + 1)


def setup_of(edition: Edition, seats: int, *options: str) -> Setup:
    """Return the setup for a number of seats, with the Emissary if it is required."""
    if edition == "vive-le-roi" and seats == 2:
        options = (*options, "emissary")
    return Setup.of(edition, seats, options)


def placements_each(game: Setup) -> tuple[int, int, int]:
    """Return how many each seat places, how many seats place one fewer, and how many are left."""
    seats = len(game.seats)
    each, fewer = -(-game.placements // seats), -game.placements % seats
    return each, fewer, RING - game.placements


def _vive_le_roi() -> dict[str, object]:
    dungeons = sorted((p for p in PLACE_NAMES if p.startswith("dungeon")), reverse=True)
    two, usual = setup_of("vive-le-roi", 2), setup_of("vive-le-roi", USUAL)
    roomy = setup_of("vive-le-roi", 2, "jester-uncounted-in-placement")
    falls = _jester_falls()
    points = [card.points for card in cards.AMBITION_CARDS]
    fewer = [s for s in seats_of("vive-le-roi") if placements_each(setup_of("vive-le-roi", s))[1]]
    return {
        "two": len(two.seats),
        "limit_two": two.limit,
        "start": constants.START_SCORE,
        "emissary_start": constants.EMISSARY_START_SCORE,
        "compensation": constants.COMPENSATION,
        "consolation": constants.CONSOLATION_BELOW,
        "ambition_low": min(points),
        "ambition_high": max(points),
        "ambition_dealt": _ambitions_dealt(),
        "ambition_cards": len(cards.AMBITION_CARDS),
        "ambition_most": len(cards.AMBITION_CARDS) // 2,
        "emissary_low": setup.EMISSARY_SEATS[0],
        "emissary_high": setup.EMISSARY_SEATS[1],
        "markers": setup.SEPARATE_MARKERS,
        "people": constants.MAX_PLAYERS,
        "jester_floor": Game("vive-le-roi", USUAL, seed=0).castle[JESTER_LETTER],
        "jester_back": falls[0],
        "jester_next": falls[1],
        "jester_last": falls[2],
        "jester_soft": _jester_falls("jester-returns-to-3")[0],
        "privies": len(_privies()),
        "privy_low": _privies()[0],
        "privy_high": _privies()[-1],
        "below_low": int(_privies()[0]) - 1,
        "below_high": int(_privies()[-1]) - 1,
        "dungeons": len(dungeons),
        "dungeon_first": dungeons[0].rpartition("-")[2],
        "dungeon_second": dungeons[1].rpartition("-")[2],
        "dungeon_third": dungeons[2].rpartition("-")[2],
        "dungeon_cost": signed(worth(dungeons[0])),
        "bellyaches": new_state(usual).bellyache_start,
        "each_two": placements_each(two)[0],
        "left_two": placements_each(two)[2],
        "each_roomy": placements_each(roomy)[0],
        "left_roomy": placements_each(roomy)[2],
        "fewer_low": min(fewer),
        "fewer_high": max(fewer),
        "five": _card_size("vive-le-roi") - 1,
        "marks": cards.BANISHED.count(cards.BANISHED[0]),
    }


def _floors(edition: Edition) -> set[int]:
    game = Game(edition, USUAL, seed=0)
    return {int(str(action)[1:]) for action in game.legal_actions(game.to_act[0])}


def _card_size(edition: Edition) -> int:
    return len(cards.FAVOURITES[EDITIONS.index(edition)][0])


def _times(edition: Edition) -> int:
    deck = cards.FAVOURITES[EDITIONS.index(edition)]
    return sum(deck[0][0] in card for card in deck)


def _pairs(edition: Edition) -> int:
    deck = cards.FAVOURITES[EDITIONS.index(edition)]
    return sum(set(deck[0][:2]) <= set(card) for card in deck)


def _best_round(edition: Edition, limit: int) -> int:
    """Return the most that a card can score: the king has just left the top floor."""
    top = constants.TOP_FLOOR
    beside = min(limit - 1, _card_size(edition) - 1)
    below = _card_size(edition) - 1 - beside
    return worth("throne") + beside * worth(str(top)) + below * worth(str(top - 1))


def _ambitions_dealt() -> int:
    (dealt, *_others) = Game("vive-le-roi", USUAL, ["ambition"], seed=0).rounds[0].deal.ambitions
    return len(dealt)


def _privies() -> list[str]:
    return sorted(p.rpartition("-")[2] for p in PLACE_NAMES if p.startswith("privy"))


def _jester_falls(*options: str) -> list[int]:
    """Return where a rejected jester lands: first with room, then as floors fill up."""
    game = new_state(Setup.of("vive-le-roi", USUAL, options))
    landed: list[int] = []
    for _again in range(constants.TOP_FLOOR):
        relocate(game, JESTER, THRONE)
        for floor in landed:
            game.count[floor] = game.limit
        game.candidate = JESTER
        reject(game)
        if game.place[JESTER] in landed:  # the lowest floor is never full
            break
        landed.append(game.place[JESTER])
    return landed
