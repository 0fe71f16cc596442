"""Writing a game as text, in the form that `docs/notation.md` describes."""

from __future__ import annotations

from collections.abc import Iterator

from kingup.game import Game
from kingup.history import Climbed, Placed, Round, Voted
from kingup.notation.proof import REMATCH, checked_proof
from kingup.notation.strings import quote
from kingup.notation.symbols import (
    EMISSARY,
    FORMAT,
    VERSION,
    outcome_symbol,
    place_symbol,
    player_labels,
    result_text,
)
from kingup.notation.text_header import (
    CONTRIBUTION_HEADER,
    PLAIN_TAG,
    PROOF_HEADERS,
    REMATCH_HEADER,
)
from kingup.rules.constants import RULES_VERSION


def write_text(game: Game) -> str:
    """Return a game as text, in which seats count from 1.

    It contains everything, secrets included, except a vote that is not yet concluded.
    """
    lines = list(_header(game))
    for number, round_ in enumerate(game.rounds, start=1):
        lines += ["", *_round(game, number, round_)]
    return "\n".join(lines) + "\n"


def _header(game: Game) -> Iterator[str]:
    yield _header_line("Game", f"{FORMAT} {VERSION}")
    yield _header_line("Rules", RULES_VERSION)
    for name, text in game.tags.items():
        yield _header_line(name if PLAIN_TAG.fullmatch(name) else quote(name), text)
    yield _header_line("Edition", game.setup.edition)
    if game.setup.options:
        yield _header_line("Options", *game.setup.options)
    for number, names in enumerate(game.names, start=1):
        yield _header_line(f"Seat {number}", *names)
    yield _header_line("Result", result_text(game))
    if game.proof is not None:
        texts, contributions = checked_proof(game.proof)
        for name, key in PROOF_HEADERS.items():
            yield _header_line(name, texts[key])
        if REMATCH in texts:
            yield _header_line(REMATCH_HEADER, texts[REMATCH])
        for text in contributions:
            yield _header_line(CONTRIBUTION_HEADER, text)


def _header_line(name: str, *texts: str) -> str:
    return f"[{' '.join((name, *(quote(text) for text in texts)))}]"


def _round(game: Game, number: int, round_: Round) -> Iterator[str]:
    deal = round_.deal
    yield f"Round {number}: seat {deal.first + 1} begins"
    for player, label in enumerate(player_labels(game.setup.seats)):
        words = [f"{label}:", deal.favourites[player]]
        if game.state.ambition:
            kept = round_.kept[player]
            words += [f"*{card}" if card == kept else card for card in deal.ambitions[player]]
        yield " ".join(words)
    if game.state.emissary:
        yield f"{EMISSARY}: {deal.emissary_card} {deal.pile}"
    placings = [f"{m.letter}{m.floor}" for m in round_.moves if isinstance(m, Placed)]
    yield from _laps("Placing:", placings, game.state.seats)
    yield from _laps("Climbing:", _climbs(round_), game.state.seats)
    if round_.ended:
        yield _scores(round_)


def _laps(title: str, moves: list[str], seats: int) -> Iterator[str]:
    """Yield a section with one line per lap of the table, beginning with the first seat."""
    if moves:
        yield title
    for start in range(0, len(moves), seats):
        yield "  " + " ".join(moves[start : start + seats])


def _climbs(round_: Round) -> list[str]:
    climbs: list[str] = []
    for move in round_.moves:
        match move:
            case Climbed():
                climbs.append(move.letter + place_symbol(move.place))
            case Voted():
                climbs[-1] += _vote(move)
    return climbs


def _vote(vote: Voted) -> str:
    emissary = "" if vote.emissary is None else f"+{vote.emissary}"
    pile = "" if vote.pile is None else f"~{vote.pile}"
    return f":{vote.votes}{emissary}{pile}={outcome_symbol(vote.outcome)}"


def _scores(round_: Round) -> str:
    crowning = round_.crownings[-1]
    scores = "Scores: " + " ".join(str(score) for score in crowning.scores)
    if crowning.emissary_score is None:
        return scores
    return f"{scores}, {EMISSARY} {crowning.emissary_score}"
