"""Named integer constants: the codes that the rules write into a game's state.

They are plain ``int`` constants, so that the compiled forms of the rules can freeze them.
"""

from typing import Final

RULES_VERSION: Final = "1.0.0"

# Editions.
KING_UP: Final = 0
VIVE_LE_ROI: Final = 1

# Sizes. Arrays in the state are as long as the largest game needs.
RING: Final = 13  # characters on the ring of the favourites cards: all but the jester
CHARACTERS: Final = 14
MAX_SEATS: Final = 8
MAX_PLAYERS: Final = 16
MAX_PILE: Final = 6
CARDS: Final = 26
AMBITIONS: Final = 16
ROUNDS: Final = 3
MAX_HISTORY: Final = 512

EMISSARY: Final = 8  # the Emissary where a seat is expected

JESTER: Final = 13
NOBODY: Final = 14  # no character where one is expected

# Places. A floor's code is its number.
TOP_FLOOR: Final = 5
THRONE: Final = 6
PRIVY_3: Final = 7
PRIVY_4: Final = 8
DUNGEON_1: Final = 9
DUNGEON_2: Final = 10
DUNGEON_3: Final = 11
BOX: Final = 12
ASIDE: Final = 13
PLACES: Final = 14
NOWHERE: Final = 14  # the destination of a character that cannot climb

# Phases. In DEAL and SHUFFLE the rules wait for cards, not for a player.
DEAL: Final = 0
AMBITION: Final = 1
PLACE: Final = 2
CLIMB: Final = 3
VOTE: Final = 4
SHUFFLE: Final = 5
OVER: Final = 6

# Vote cards, ordered so that the strongest card played decides the vote.
NOT_VOTED: Final = 0
YES: Final = 1
NO: Final = 2
BELLYACHE: Final = 3

# Action ids: place(character, floor 1-4), climb(character), vote(card), keep(first or second).
FIRST_PLACE: Final = 0
FIRST_CLIMB: Final = 56
FIRST_VOTE: Final = 70
FIRST_KEEP: Final = 73
ACTIONS: Final = 75

# Numbers of the rules that are the same in every game.
KING_POINTS: Final = 10
THIRD_ROUND_ZERO: Final = 33
START_SCORE: Final = 20
EMISSARY_START_SCORE: Final = 40
COMPENSATION: Final = 3
CONSOLATION_BELOW: Final = 11

# What a favourite scores in each place, from floor 0 to aside; the second row if the jester is
# crowned. Each row is one number of four bits a place, counted from its lowest value.
_VALUES = (0, 1, 2, 3, 4, 5, KING_POINTS, 0, 0, -1, -2, -3, 0, 0)
_REVERSED = (0, -1, -2, -3, -4, -5, 0, 0, 0, 1, 2, 3, 0, 0)
LOWEST: Final = min(_VALUES)
LOWEST_REVERSED: Final = min(_REVERSED)
VALUES: Final = sum((value - LOWEST) << (4 * place) for place, value in enumerate(_VALUES))
VALUES_REVERSED: Final = sum(
    (value - LOWEST_REVERSED) << (4 * place) for place, value in enumerate(_REVERSED)
)

# Ambition cards, in the order of the table in `cards.py`.
JESTER_KING: Final = 0
WOMAN_QUEEN: Final = 1
MAN_KING: Final = 2
NO_PRIVY: Final = 3
NOT_2_3: Final = 4
NOT_0_1: Final = 5
NOT_4_5: Final = 6
ONE_DUNGEON: Final = 7
TWO_DUNGEON: Final = 8
THREE_DUNGEON: Final = 9
ONE_PRIVY: Final = 10
TWO_PRIVY: Final = 11
NO_PRIVY_NO_DUNGEON: Final = 12
EMPTY_HAND: Final = 13
KINGMAKER: Final = 14
CONSOLATION: Final = 15
NO_AMBITION: Final = 16  # not yet chosen

# The favourites cards are two sets of ring positions, the squares and the non-squares modulo 13,
# each turned by 0 to 12 places; so are the positions of the Banished marks.
FULL_RING: Final = 0x1FFF
SQUARES: Final = 0b1011000011010  # positions 1, 3, 4, 9, 10, 12
NON_SQUARES: Final = 0b0100111100100  # positions 2, 5, 6, 7, 8, 11
SQUARES_MARK: Final = 10
NON_SQUARES_MARK: Final = 11

# Vive le Roi's ring is RBCEAGJFMOLSV: women and men as masks of ring positions.
WOMEN: Final = 0b1100001011010  # B, E, A, J, S, V
MEN: Final = 0b0010110100101  # R, C, G, F, M, L

# Why an action is refused (see `faults.py` for the sentences).
LEGAL: Final = 0
GAME_OVER: Final = 1
WAITING_FOR_CARDS: Final = 2
NO_SUCH_ACTION: Final = 3
WRONG_PHASE: Final = 4
NOT_YOUR_TURN: Final = 5
ALREADY_VOTED: Final = 6
ALREADY_KEPT: Final = 7
NO_SUCH_CHARACTER: Final = 8
NOT_ASIDE: Final = 9
FLOOR_FULL: Final = 10
NOT_CLIMBING: Final = 11
NEXT_FLOOR_FULL: Final = 12
PRIVY_STUCK: Final = 13
NO_CARD_LEFT: Final = 14
NO_SUCH_CARD: Final = 15
