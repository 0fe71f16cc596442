"""Replaying a record through the rules, which verifies everything in it."""

from __future__ import annotations

from kingup.game import Game
from kingup.history import Climbed, Voted
from kingup.notation.errors import RecordError
from kingup.notation.record import (
    ClimbRecord,
    Header,
    MoveRecord,
    PlaceRecord,
    RoundRecord,
    VoteRecord,
)
from kingup.notation.spots import Spot, Written, at
from kingup.notation.strings import IDENTIFIER, shown
from kingup.notation.symbols import outcome_symbol, place_symbol
from kingup.rules.actions import Climb, Keep, Place, Vote
from kingup.rules.cards import VOTE_LETTERS
from kingup.rules.constants import DEAL, KING_UP, OVER, ROUNDS, SHUFFLE, VOTE
from kingup.rules.deals import Deal
from kingup.rules.errors import DealError, SetupError
from kingup.rules.kernel.dealing import next_first
from kingup.rules.setup import OPTIONS


def open_game(header: Header) -> Game:
    """Return the game of a record, before its first deal."""
    for name in (header.edition, *header.options):
        if not IDENTIFIER.fullmatch(name.value):
            raise name.wrong(
                RecordError(
                    "“{name}” is neither an edition nor an option.", name=shown(name.value)
                )
            )
    options = [option.value for option in header.options]
    seats = [seat.value for seat in header.seats.value]
    try:
        game = Game(header.edition.value, seats, options, dealer=None, tags=header.tags)
    except SetupError as error:
        raise _setup_spot(header, error).error(error) from error
    for option, expected in zip(header.options, (*game.setup.options, None), strict=False):
        if option.value != expected:
            raise option.wrong(
                RecordError(
                    "“{option}” is repeated or out of order: the order is {options}.",
                    option=option.value,
                    options=", ".join(OPTIONS),
                )
            )
    game.proof = header.proof
    return game


def replay_round(game: Game, record: RoundRecord, *, counts_from: int) -> None:
    """Replay one round of a record, in which seats count from 0 or from 1."""
    _replay_deal(game, record, counts_from)
    _replay_choices(game, record)
    for move in record.moves:
        _replay_move(game, move)
    _check_scores(game, record)


def _setup_spot(header: Header, error: SetupError) -> Spot:
    if "editions" in error.values:
        return header.edition.spot
    for option in header.options:
        if option.value == error.values.get("option"):
            return option.spot
    sizes = (1,) if header.edition.value == "kingup" else (1, 2)
    for seat in header.seats.value:
        if len(seat.value) not in sizes:
            return seat.spot
    return header.seats.spot


def _replay_deal(game: Game, record: RoundRecord, counts_from: int) -> None:
    state = game.state
    if state.phase == OVER:
        raise record.spot.error(
            RecordError("The game was over after {rounds} rounds.", rounds=ROUNDS)
        )
    if state.phase != DEAL:
        raise record.spot.error(
            RecordError(
                "Round {round} is not over, so the next one cannot start.", round=state.round
            )
        )
    first = record.first.value
    if state.round and 0 <= first < state.seats and first != next_first(state):
        raise record.first.wrong(
            RecordError(
                "Seat {expected} starts this round, not seat {first} (counting from {start}).",
                expected=next_first(state) + counts_from,
                first=first + counts_from,
                start=counts_from,
            )
        )
    deal = Deal(
        first,
        tuple(card.value for card in record.favourites.value),
        tuple((one.value, two.value) for one, two in record.ambitions.value),
        record.emissary_card.value,
        record.pile.value,
    )
    try:
        game.deal(deal)
    except DealError as error:
        raise _deal_spot(record, error).error(error) from error


def _deal_spot(record: RoundRecord, error: DealError) -> Spot:
    values = error.values
    if "pile" in values:
        return record.pile.spot
    if "first" in values:
        return record.first.spot
    if "pairs" in values:
        return record.ambitions.spot
    if "cards" in values:
        return record.favourites.spot
    # Of two equal cards the last is reported. The Emissary's card comes last of all.
    wrong: Spot = record.spot
    pairs = [card for pair in record.ambitions.value for card in pair]
    for card in (*record.favourites.value, *pairs, record.emissary_card):
        if card.value is not None and card.value in (values.get("card"), values.get("ambition")):
            wrong = card.spot
    return wrong


def _replay_choices(game: Game, record: RoundRecord) -> None:
    dealt = game.rounds[-1].deal.ambitions
    if len(record.kept.value) != len(dealt):
        raise record.kept.wrong(
            RecordError(
                "{players} kept Ambition cards are needed, one for each player, not {cards}.",
                players=len(dealt),
                cards=len(record.kept.value),
            )
        )
    for player, ambition in enumerate(record.kept.value):
        if ambition.value is None:
            continue
        if ambition.value not in dealt[player]:
            raise ambition.wrong(
                RecordError(
                    "“{ambition}” is not one of this player's two Ambition cards: {one}, {two}.",
                    ambition=ambition.value,
                    one=dealt[player][0],
                    two=dealt[player][1],
                )
            )
        game.play(player, Keep(ambition.value))


def _replay_move(game: Game, move: MoveRecord) -> None:
    if game.state.phase in (DEAL, OVER):
        raise move.spot.error(RecordError("The round is over: no move can follow."))
    match move:
        case PlaceRecord():
            _play_in_turn(game, move.action)
        case ClimbRecord():
            _play_in_turn(game, move.action)
            _check_destination(game, move)
        case VoteRecord():
            _replay_vote(game, move)


def _play_in_turn(game: Game, action: Written[Place] | Written[Climb]) -> None:
    # If it is no seat's turn, the rules' own error says what they wait for.
    player = game.state.first_of[game.state.turn]
    with at(action.spot):
        game.play(player, action.value)


def _check_destination(game: Game, move: ClimbRecord) -> None:
    climbed = game.rounds[-1].moves[-1]
    if move.destination is None or not isinstance(climbed, Climbed):
        return
    expected = place_symbol(climbed.place)
    if move.destination.value != expected:
        raise move.destination.wrong(
            RecordError(
                "{letter} climbs to {expected} here, not to {found}.",
                letter=climbed.letter,
                expected=expected,
                found=move.destination.value,
            )
        )


def _replay_vote(game: Game, move: VoteRecord) -> None:
    state = game.state
    if state.phase != VOTE:
        raise move.spot.error(RecordError("There is no vote here: nobody has reached the throne."))
    if len(move.votes.value) != state.seats:
        raise move.votes.wrong(
            RecordError(
                "{seats} votes are needed, one for each seat, not {votes}.",
                seats=state.seats,
                votes=len(move.votes.value),
            )
        )
    for seat, card in enumerate(move.votes.value):
        spot = move.votes.spot.item(seat)
        # The rules would address the voter; here the location shows whose vote it is.
        if card == "N" and state.no_cards[seat] == 0:
            raise spot.error(RecordError("This seat has no No card left."))
        if card == "B" and state.bellyaches[seat] == 0 and state.edition != KING_UP:
            raise spot.error(RecordError("This seat has no Bellyache card left."))
        with at(spot):
            game.play(state.first_of[seat], Vote(card))
    _replay_emissary(game, move)
    _check_outcome(game, move)


def _replay_emissary(game: Game, move: VoteRecord) -> None:
    state = game.state
    claimed, pile = move.emissary, move.pile
    if not state.emissary:
        if claimed.value is not None or pile.value is not None:
            spot = pile.spot if claimed.value is None else claimed.spot
            raise spot.error(RecordError("This game is played without the Emissary."))
        return
    expected = VOTE_LETTERS[state.emissary_vote]
    if claimed.value is None:
        raise claimed.wrong(RecordError("The Emissary's vote is missing."))
    if claimed.value != expected:
        raise claimed.wrong(
            RecordError(
                "The Emissary votes {expected} here, not {found}.",
                expected=expected,
                found=claimed.value,
            )
        )
    if state.phase != SHUFFLE:
        if pile.value is not None:
            raise pile.wrong(
                RecordError(
                    "The Emissary’s pile is reshuffled only after a Yes card comes from it."
                )
            )
        return
    if pile.value is None:
        raise pile.wrong(
            RecordError("The Emissary's Yes came from its pile: the reshuffled pile is missing.")
        )
    with at(pile.spot):
        game.shuffle(pile.value)


def _check_outcome(game: Game, move: VoteRecord) -> None:
    voted = game.rounds[-1].moves[-1]
    if move.outcome is None or not isinstance(voted, Voted):
        return
    expected = outcome_symbol(voted.outcome)
    if move.outcome.value != expected:
        raise move.outcome.wrong(
            RecordError(
                "The outcome of this vote is {expected}, not {found}.",
                expected=expected,
                found=move.outcome.value,
            )
        )


def _check_scores(game: Game, record: RoundRecord) -> None:
    scores, emissary_score = record.scores, record.emissary_score
    if not game.rounds[-1].ended:
        for claim in (scores, emissary_score):
            if claim.value is not None:
                raise claim.wrong(RecordError("The round is not over, so it has no scores yet."))
        return
    if scores.value is None:
        raise scores.wrong(RecordError("The round is over, so its scores belong here."))
    if len(scores.value) != game.state.players:
        raise scores.wrong(
            RecordError(
                "{players} scores are needed, one for each player, not {scores}.",
                players=game.state.players,
                scores=len(scores.value),
            )
        )
    for score, expected in zip(scores.value, game.scores, strict=True):
        _check_score(score, expected)
    if game.emissary_score is not None:
        if emissary_score.value is None:
            raise emissary_score.wrong(RecordError("The Emissary's score is missing."))
        _check_score(emissary_score, game.emissary_score)


def _check_score(score: Written[int | None], expected: int) -> None:
    if score.value != expected:
        raise score.wrong(
            RecordError(
                "The score after this round is {expected}, not {found}.",
                expected=expected,
                found=score.value,
            )
        )
