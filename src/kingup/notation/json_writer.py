"""Writing a game as JSON, in the form that `docs/notation.md` describes."""

from __future__ import annotations

import json
from typing import Any

from kingup.game import Game
from kingup.history import Climbed, Move, Placed, Round, Voted
from kingup.notation.proof import LIST, checked_proof
from kingup.notation.strings import checked, escape_hidden
from kingup.notation.symbols import FORMAT, VERSION
from kingup.rules.constants import RULES_VERSION


def write_json(game: Game) -> str:
    """Return a game as JSON, with one key per line, so that records diff well.

    It contains everything, secrets included, except a vote that is not yet concluded.
    """
    lines = [_member(name, value) for name, value in _head(game).items()]
    lines.append(f'"rounds": [{",".join(_round_lines(game, round_) for round_ in game.rounds)}]')
    if game.rounds:
        lines[-1] = lines[-1][:-1] + "\n  ]"
    if game.is_over:
        lines.append(_member("winners", list(game.winners)))
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def _head(game: Game) -> dict[str, Any]:
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "rules": RULES_VERSION}
    if game.tags:
        head["tags"] = {checked(name): checked(text) for name, text in game.tags.items()}
    if game.proof is not None:
        texts, contributions = checked_proof(game.proof)
        head["deal"] = {**texts, LIST: contributions}
    head["edition"] = game.setup.edition
    head["options"] = list(game.setup.options)
    head["seats"] = [[checked(name) for name in seat] for seat in game.names]
    return head


def _round_lines(game: Game, round_: Round) -> str:
    members = _round(game, round_)
    inner = ",\n      ".join(_member(name, value) for name, value in members.items())
    return "\n    {\n      " + inner + "\n    }"


def _round(game: Game, round_: Round) -> dict[str, Any]:
    deal = round_.deal
    members: dict[str, Any] = {"first": deal.first, "favourites": list(deal.favourites)}
    if game.state.ambition:
        members["ambitions"] = [list(pair) for pair in deal.ambitions]
        members["kept"] = round_.kept
    if game.state.emissary:
        members["emissary"] = {"card": deal.emissary_card, "pile": deal.pile}
    members["moves"] = [_move(move) for move in round_.moves]
    if round_.ended:
        members["scores"] = list(round_.crownings[-1].scores)
        if game.state.emissary:
            members["emissary_score"] = round_.crownings[-1].emissary_score
    return members


def _move(move: Move) -> str | dict[str, str]:
    match move:
        case Placed(_, letter, floor):
            return f"{letter}{floor}"
        case Climbed():
            return move.letter
        case Voted():
            vote = {"votes": move.votes}
            if move.emissary is not None:
                vote["emissary"] = move.emissary
            if move.pile is not None:
                vote["pile"] = move.pile
            return vote


def _member(name: str, value: object) -> str:
    return f'"{name}": {escape_hidden(json.dumps(value, ensure_ascii=False))}'
