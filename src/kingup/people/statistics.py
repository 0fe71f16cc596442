"""What a person's finished games add up to: results, crownings and votes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import fmean
from typing import Any

from kingup.analysis.ballots import DECISIVE, WASTED, votes_of
from kingup.game import Game
from kingup.telling.words import seat_of
from kingup.telling.worth import favourites_on


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a person, as a list shows it."""

    code: str
    edition: str
    at: float
    player: int
    won: bool
    points: int


@dataclass(frozen=True, slots=True)
class GameDeeds:
    """What a player did in a finished game, by the rules alone."""

    crownings: int
    favourites: int
    """How many of the crowned were among the player's favourites."""
    nos: int
    """No cards that were played."""
    decisive: int
    """Those without which the outcome would have been another."""
    wasted: int
    """Those that changed nothing."""


@dataclass(frozen=True, slots=True)
class GameHiding:
    """How a player hid their cards in a finished game, as its analysis says."""

    bluffs: int
    kept: int
    """The rounds at whose end another card was the likeliest guess."""
    rounds: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What some games of a person add up to."""

    games: int
    wins: int
    points: Mapping[str, float]
    """The mean score by edition."""
    best: int
    counted: int
    """The games whose records are counted below."""
    deeds: GameDeeds
    """The sums over those."""
    analysed: int
    """The games whose analyses are counted below."""
    hiding: GameHiding
    """The sums over those."""


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """All that a person's finished games add up to."""

    games: int
    counted: int
    """The games whose records are counted."""
    limit: int
    """How many records are counted at most."""
    editions: Mapping[str, Totals]
    months: Mapping[tuple[int, int], Totals]
    """By year and month, the latest last; months without a game are left out."""


def played_game(
    code: str, at: float, about: Mapping[str, Any], players: Sequence[int]
) -> PlayedGame | None:
    """Return a person's game from a table's entry in lists; None if it is not one person's.

    Games on one device passed around are left out, and so are unfinished and coached ones.
    """
    if about.get("status") != "over" or about["screens"] == "passed" or len(players) != 1:
        return None
    if about.get("coached"):
        return None
    player = players[0]
    seats: list[int] = about["seats"]
    seat = next(seat for seat in range(len(seats)) if player < sum(seats[: seat + 1]))
    return PlayedGame(
        code,
        about["edition"],
        at,
        player,
        seat in about["winners"],
        about["scores"][player],
    )


def deeds_of(game: Game, player: int) -> GameDeeds:
    """Return what a player did in a finished game."""
    view = game.view(player)
    crowned = [
        (round_.favourites[player], crowning.letter)
        for round_ in view.rounds
        if round_.favourites is not None
        for crowning in round_.crownings
    ]
    effects = [vote.effect for vote in votes_of(game, seat_of(view, player)) if vote.card == "N"]
    return GameDeeds(
        len(crowned),
        sum(letter in favourites_on(view, card) for card, letter in crowned),
        len(effects),
        effects.count(DECISIVE),
        effects.count(WASTED),
    )


def statistics(
    games: Sequence[PlayedGame],
    deeds: Mapping[str, GameDeeds],
    hiding: Mapping[str, GameHiding],
    limit: int,
) -> PersonStatistics:
    """Return what games add up to; `deeds` are by table, of those that have been read.

    `hiding` is of those that have been analysed; `limit` is how many are read at most.
    """
    editions: dict[str, list[PlayedGame]] = {}
    months: dict[tuple[int, int], list[PlayedGame]] = {}
    for game in games:
        at = datetime.fromtimestamp(game.at, UTC)
        editions.setdefault(game.edition, []).append(game)
        months.setdefault((at.year, at.month), []).append(game)
    return PersonStatistics(
        len(games),
        sum(game.code in deeds for game in games),
        limit,
        {edition: _totals(those, deeds, hiding) for edition, those in sorted(editions.items())},
        {month: _totals(those, deeds, hiding) for month, those in sorted(months.items())},
    )


def _totals(
    games: Sequence[PlayedGame],
    deeds: Mapping[str, GameDeeds],
    hiding: Mapping[str, GameHiding],
) -> Totals:
    known = [deeds[game.code] for game in games if game.code in deeds]
    analysed = [hiding[game.code] for game in games if game.code in hiding]
    return Totals(
        len(games),
        sum(game.won for game in games),
        {
            edition: fmean(game.points for game in games if game.edition == edition)
            for edition in sorted({game.edition for game in games})
        },
        max(game.points for game in games),
        len(known),
        GameDeeds(
            sum(one.crownings for one in known),
            sum(one.favourites for one in known),
            sum(one.nos for one in known),
            sum(one.decisive for one in known),
            sum(one.wasted for one in known),
        ),
        len(analysed),
        GameHiding(
            sum(one.bluffs for one in analysed),
            sum(one.kept for one in analysed),
            sum(one.rounds for one in analysed),
        ),
    )
