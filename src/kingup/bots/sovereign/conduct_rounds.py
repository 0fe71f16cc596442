"""Weighs the decisions of a game's rounds: the tallies and hints that the judge reads."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.beliefs import opening_of
from kingup.bots.compiled import edition_style, history_records
from kingup.bots.sight import UNKNOWN_CARD, history_of
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.beliefs import sharpened
from kingup.bots.sovereign.conduct import (
    BOTS,
    HINTS,
    PHASES,
    RATIOS,
    TALLIES,
    UNLIKELY,
    WEIGHED,
    Floats,
)
from kingup.bots.sovereign.networks import Networks, show
from kingup.rules.cards import AMBITION_CODES, CARD_CODES
from kingup.rules.constants import (
    CARDS,
    FIRST_VOTE,
    KING_UP,
    MAX_HISTORY,
    MAX_SEATS,
    NO_AMBITION,
    PLACE,
    VOTE,
)
from kingup.rules.records import GAME, new_games
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import State
from kingup.view import View

Ints = NDArray[np.int64]

ROWS = 1024
"""The most positions in one call of the network."""


@dataclass(frozen=True)
class Decisions:
    """The decisions of a round that were not forced."""

    games: Any
    """The positions, with the cards that the opening of the round had."""
    sizes: Ints
    """How long the round's history was before each."""
    known: Ints
    """How long it is when everybody knows the action: votes are revealed together."""
    seats: Ints
    phases: Ints
    """0 for placing, 1 for climbing, 2 for voting."""
    actions: Ints
    masks: NDArray[np.uint8]
    rows: NDArray[np.uint8]
    """What the seat's first player saw."""


def decisions_of(opening: State, history: Any) -> Decisions:
    """Return the decisions of a round with this opening."""
    game = new_games(opening, 1)
    room = np.zeros(MAX_HISTORY, GAME)
    numbers = np.zeros((3, MAX_HISTORY), np.int64)
    number = compiled.collect_decisions(game, history, 0, room, *numbers)
    positions: Any = room[:number]
    sizes, seats, actions = numbers[:, :number]
    votes = actions >= FIRST_VOTE
    ballot = opening.seats + int(opening.emissary > 0)
    known = sizes + np.where(votes, ballot, 1)
    histories = np.repeat(history, number)
    histories["size"] = sizes
    players = positions["first_of"][np.arange(number), seats].astype(np.int32)
    rows, masks = show(positions, histories, players)
    free = masks.sum(axis=1) > 1
    phases = positions["phase"].astype(np.int64) - PLACE
    phases[votes] = VOTE - PLACE
    return Decisions(
        positions[free], sizes[free], known[free], seats[free], phases[free], actions[free],
        masks[free], rows[free],
    )  # fmt: skip


@dataclass(frozen=True)
class RoundTallies:
    """How every decision of a round counts, with the cards that everybody held."""

    decisions: Decisions
    ratios: NDArray[np.float64]

    def at(self, size: int) -> Floats:
        """Return the tallies by seat and phase when the round's history had this size."""
        found = np.zeros((MAX_SEATS, PHASES, TALLIES), np.float32)
        those = self.decisions.known <= size
        np.add.at(
            found,
            (self.decisions.seats[those], self.decisions.phases[those]),
            self.ratios[those],
        )
        return found


def ratios_of(networks: Networks, decisions: Decisions) -> NDArray[np.float64]:
    """Return by decision how much likelier it was in each manner than at random, and a 1."""
    number = len(decisions.seats)
    ratios = np.zeros((number, TALLIES))
    ratios[:, RATIOS] = 1
    for start in range(0, number, ROWS):
        those = slice(start, start + ROWS)
        masks, actions = decisions.masks[those], decisions.actions[those]
        logs = networks.player.policy(decisions.rows[those]).astype(np.float64)
        logs = np.where(masks > 0, logs, -np.inf)
        for column, exponent in enumerate(WEIGHED):
            found = sharpened(logs, np.array(exponent))[np.arange(len(actions)), actions]
            ratios[those, column] = np.maximum(found, UNLIKELY)
    if number:
        style = edition_style(int(decisions.games["edition"][0]))
        bots = np.zeros((number, BOTS))
        compiled.weigh_bots(decisions.games, style, decisions.seats, decisions.actions, bots)
        ratios[:, len(WEIGHED) : RATIOS] = bots
        ratios[:, :RATIOS] += np.log(decisions.masks.sum(axis=1))[:, None]
    return ratios


def tallies_of(networks: Networks, opening: State, history: Any) -> RoundTallies:
    """Weigh the decisions of a round whose opening has everybody's cards."""
    decisions = decisions_of(opening, history)
    return RoundTallies(decisions, ratios_of(networks, decisions))


def tallies_of_worlds(networks: Networks, opening: State, history: Any, games: Any) -> Floats:
    """Return the tallies of a round so far, by imagined game: with the cards that it imagines."""
    decisions = decisions_of(opening, history)
    found = np.zeros((len(games), MAX_SEATS, PHASES, TALLIES), np.float32)
    for seat in range(opening.seats):
        own = np.flatnonzero(decisions.seats == seat)
        if not len(own):
            continue
        first = opening.first_of[seat]
        players = list(range(first, first + opening.size_of[seat]))
        held = np.concatenate([games["card"][:, players], games["kept"][:, players]], axis=1)
        hands, which = np.unique(held, axis=0, return_inverse=True)
        positions = np.repeat(decisions.games[own], len(hands))
        held = np.tile(hands, (len(own), 1))
        positions["card"][:, players] = held[:, : len(players)]
        positions["kept"][:, players] = held[:, len(players) :]
        sizes = np.repeat(decisions.sizes[own], len(hands))
        histories = np.repeat(history, len(positions))
        histories["size"] = sizes
        rows, masks = show(positions, histories, np.full(len(positions), first, np.int32))
        each = len(hands)
        imagined = Decisions(
            positions, sizes, np.repeat(decisions.known[own], each),
            np.repeat(decisions.seats[own], each), np.repeat(decisions.phases[own], each),
            np.repeat(decisions.actions[own], each), masks, rows,
        )  # fmt: skip
        ratios = ratios_of(networks, imagined).reshape(len(own), len(hands), TALLIES)
        sums = np.zeros((PHASES, len(hands), TALLIES))
        np.add.at(sums, decisions.phases[own], ratios)
        found[:, seat] = sums.transpose(1, 0, 2)[which.reshape(-1)]
    return found


@dataclass(frozen=True)
class RoundHints:
    """How every decision of a round counts, for each card that its seat may hold."""

    decisions: Decisions
    ratios: NDArray[np.float64]

    def at(self, size: int) -> Floats:
        """Return the hints by seat when the round's history had this size."""
        sums = np.zeros((MAX_SEATS, CARDS, BOTS))
        found = np.zeros((MAX_SEATS, HINTS), np.float32)
        those = self.decisions.known <= size
        np.add.at(sums, self.decisions.seats[those], self.ratios[those])
        top = sums.max(axis=1, keepdims=True)
        found[:, :BOTS] = np.log(np.exp(sums - top).sum(axis=1)) + top[:, 0] - math.log(CARDS)
        np.add.at(found[:, BOTS], self.decisions.seats[those], 1)
        return found


def hints_of(opening: State, history: Any) -> RoundHints:
    """Weigh the decisions of a round whose cards are hidden."""
    decisions = decisions_of(opening, history)
    number = len(decisions.seats)
    ratios = np.zeros((number, CARDS, BOTS))
    if number:
        compiled.weigh_hidden(
            decisions.games, edition_style(opening.edition), decisions.seats, decisions.actions,
            ratios,
        )  # fmt: skip
        ratios += np.log(decisions.masks.sum(axis=1))[:, None, None]
    return RoundHints(decisions, ratios)


def opening_of_round(view: View, number: int, cards: State | None = None) -> State:
    """Return the state when placing began in a round of a view's game, counted from 1.

    The cards are those that the round has revealed, or else of `cards`, a state of that round.
    """
    told = view.rounds[number - 1]
    sight = new_state(Setup.of(view.edition, view.seats, view.options))
    codes = CARD_CODES[sight.edition]
    sight.kept[: sight.players] = [NO_AMBITION] * sight.players
    if cards is not None:
        sight.card, sight.kept = cards.card[:], cards.kept[:]
        sight.emissary_card = cards.emissary_card
    elif told.favourites is not None:
        sight.card[: sight.players] = [codes[card] for card in told.favourites]
    for player, kept in enumerate(told.kept or ()):
        if kept is not None:
            sight.kept[player] = AMBITION_CODES[kept]
    if told.emissary_card is not None:
        sight.emissary_card = codes[told.emissary_card]
    then = dataclasses.replace(view, rounds=view.rounds[:number], round=number)
    opening = opening_of(then, sight)
    if opening.edition == KING_UP:
        for earlier in view.rounds[: number - 1]:
            for card in earlier.favourites or ():
                opening.gone |= 1 << codes[card]
    return opening


def history_of_round(view: View, number: int) -> Any:
    """Return the public history of a round of a view's game, as a record."""
    then = dataclasses.replace(view, rounds=view.rounds[:number], round=number)
    return history_records(history_of(then))


class Conduct:
    """Everybody's conduct in one game; each finished round is weighed only once."""

    def __init__(self, networks: Networks) -> None:
        self._networks = networks
        self._finished: dict[int, Floats] = {}

    def past(self, view: View) -> Floats:
        """Return the tallies of all rounds before a view's, whose cards everybody has seen."""
        total = np.zeros((MAX_SEATS, PHASES, TALLIES), np.float32)
        for number in range(1, len(view.rounds)):
            if number not in self._finished:
                history = history_of_round(view, number)
                found = tallies_of(self._networks, opening_of_round(view, number), history)
                self._finished[number] = found.at(int(history["size"][0]))
            total += self._finished[number]
        return total

    def open(self, view: View, state: State) -> Floats:
        """Return the tallies of the whole game; `state` has everybody's cards."""
        number = len(view.rounds)
        history = history_of_round(view, number)
        found = tallies_of(self._networks, opening_of_round(view, number, state), history)
        return self.past(view) + found.at(int(history["size"][0]))

    def hints(self, view: View) -> Floats:
        """Return the hints of a view's round."""
        number = len(view.rounds)
        history = history_of_round(view, number)
        opening = opening_of_round(view, number)
        # Hidden cards must not matter, nor those that a wedding's first crowning has opened.
        hide_cards(opening)
        return hints_of(opening, history).at(int(history["size"][0]))

    def imagined(self, view: View, games: Any) -> Floats:
        """Return the tallies of the whole game in imagined games, each with its own cards."""
        number = len(view.rounds)
        opening = opening_of_round(view, number)
        hide_cards(opening)
        history = history_of_round(view, number)
        return self.past(view) + tallies_of_worlds(self._networks, opening, history, games)


def hide_cards(opening: State) -> None:
    """Take everybody's cards out of a state."""
    opening.card[: opening.players] = [UNKNOWN_CARD] * opening.players
    opening.kept[: opening.players] = [NO_AMBITION] * opening.players
