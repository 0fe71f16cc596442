"""Generating puzzles from games of bots, and verifying them.

*Vote or not?*: a vote whose cards are far apart. The gap must be at least 20 points between two
seats and three standard errors. Worlds of two seeds, each with others of two manners, must agree:
in each the same card is best, and any other a mistake by the analysis's measure. *Whose card?*: of
four cards, the true one must have at least 90 % by two models of belief. *Which tells least?*:
actions of equal value that tell at least a bit more or less.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kingup.analysis.advice import told_by_actions
from kingup.analysis.beliefs import BeliefTable, beliefs_over_time
from kingup.analysis.decisions import thresholds
from kingup.analysis.moments import Moment, moments_of_round
from kingup.analysis.table import Floats
from kingup.analysis.values import Valuer
from kingup.analysis.weighed_game import WeighedGame, WeighedRound, facts_of
from kingup.analysis.weighing import EXEMPLARY
from kingup.analysis.worlds import Imagined, imagine
from kingup.bots.beliefs import beliefs_of
from kingup.bots.bot_names import make_bot
from kingup.bots.sovereign.beliefs import LIKE_A_COURTIER
from kingup.bots.sovereign.judge import judge_of
from kingup.bots.sovereign.networks import networks_of
from kingup.bots.sovereign.search_bot import promising
from kingup.game import Game
from kingup.notation import write_json
from kingup.puzzles.puzzle import KINDS, Puzzle, PuzzleError, PuzzleSet, view_at
from kingup.rules.actions import write_action
from kingup.rules.cards import FAVOURITES
from kingup.rules.characters import EDITIONS
from kingup.rules.constants import FIRST_KEEP, FIRST_VOTE

GAP = 0.20
"""How far the cards of a vote must be apart, between two seats."""
CERTAIN = 3.0
WORLDS = 1024
"""The worlds in which a vote is verified, over two seeds and two manners."""
SEEDS = (1, 2)
FIRST_LOOK = 24
LIKELY = 0.9
BITS = 1.0
MOST_OF_A_KIND = 2
"""Puzzles of one kind from one game."""
PLAYERS = ("sovereign", "courtier", "page", "sovereign:temperature=2")
SEATS = (3, 4, 4, 5)


@dataclass(frozen=True)
class Source:
    """A game of bots, weighed."""

    key: str
    game: Game
    facts: WeighedGame
    beliefs: BeliefTable


def play_source(edition: str, seed: int, valuer: Valuer) -> Source:
    """Play a game of bots for puzzles."""
    draw = random.Random(f"puzzles/{edition}/{seed}")
    seats = draw.choice(SEATS)
    game = Game(edition, seats, seed=f"puzzles/{edition}/{seed}")
    bots = [make_bot(draw.choice(PLAYERS), draw.randrange(2**32)) for _ in range(seats)]
    while not game.is_over:
        player = game.to_act[0]
        game.play(player, bots[player].choose(game.view(player)))
    return weigh_source(f"{edition}-{seed}", game, valuer)


def weigh_source(key: str, game: Game, valuer: Valuer) -> Source:
    """Weigh a finished game for puzzles."""
    facts = facts_of(game, valuer.networks)
    table = beliefs_over_time(game, [round_.table for round_ in facts.rounds])
    return Source(key, game, facts, table)


class Generator:
    """Makes puzzles game by game, so that a stopped one can go on: a game is a step."""

    def __init__(self, number: int, seed: int = 0) -> None:
        self._wanted = -(-number // len(EDITIONS))
        self._seed = seed
        self._valuer = Valuer(networks_of(None), judge_of())
        self.done: dict[str, tuple[str, list[Puzzle]]] = {}
        """By key of a game: its record and its puzzles."""

    @property
    def digest(self) -> str:
        """What the puzzles depend on besides the seed."""
        return self._valuer.judge.digest

    def short(self, edition: str) -> list[str]:
        """Return the kinds of which an edition has too few."""
        count = dict.fromkeys(KINDS, 0)
        for key, (_record, puzzles) in self.done.items():
            if key.startswith(edition):
                for puzzle in puzzles:
                    count[puzzle.kind] += 1
        return [kind for kind in KINDS if count[kind] < self._wanted]

    def step(self) -> str | None:
        """Make the puzzles of one more game, and return its key; None if there are enough."""
        for edition in sorted(EDITIONS, key=lambda e: sum(k.startswith(e) for k in self.done)):
            short = self.short(edition)
            if short:
                number = sum(key.startswith(edition) for key in self.done)
                source = play_source(edition, 1_000_000 * self._seed + number, self._valuer)
                puzzles = puzzles_of(source, short, self._valuer)
                self.done[source.key] = write_json(source.game), puzzles
                return source.key
        return None

    def puzzles(self) -> PuzzleSet:
        """Return the puzzles so far, in an order that tells nothing."""
        kept: list[Puzzle] = []
        for edition in EDITIONS:
            for kind in KINDS:
                those = [
                    puzzle
                    for key, (_record, puzzles) in self.done.items()
                    if key.startswith(edition)
                    for puzzle in puzzles
                    if puzzle.kind == kind
                ]
                kept += those[: self._wanted]
        kept.sort(key=lambda puzzle: puzzle.id)
        games = {puzzle.game: self.done[puzzle.game][0] for puzzle in kept}
        return PuzzleSet(self.digest, self._seed, tuple(kept), dict(sorted(games.items())))


def puzzles_of(source: Source, kinds: Sequence[str], valuer: Valuer) -> list[Puzzle]:
    """Return the puzzles of some kinds that a game holds, verified."""
    makers = {"vote": _votes, "card": _cards, "tells": _tells}
    found: list[Puzzle] = []
    for kind in kinds:
        for puzzle in makers[kind](source, valuer):
            found.append(puzzle)
            if sum(each.kind == kind for each in found) == MOST_OF_A_KIND:
                break
    return found


def _decisions(source: Source) -> Iterator[tuple[WeighedRound, int, Moment]]:
    """Yield the decisions of a game with the moment at which each was due."""
    for round_ in source.facts.rounds:
        number = round_.table.number
        moments = {m.size: m for m in moments_of_round(
            source.game.rounds[number - 1].moves, number)}  # fmt: skip
        decisions = round_.table.decisions
        for i in range(len(decisions.seats)):
            yield round_, i, moments[int(decisions.sizes[i])]


def _worlds(round_: WeighedRound, i: int, number: int, random: np.random.Generator) -> Imagined:
    decisions = round_.table.decisions
    seat, size = int(decisions.seats[i]), int(decisions.sizes[i])
    found = imagine(round_.observer(seat, size), decisions.games[i : i + 1], number, random)
    found.tallies[:, seat] = EXEMPLARY[round_.state.edition]
    return found


def _id(source: Source, kind: str, moment: str, player: int | None) -> str:
    text = f"{source.key}/{kind}/{moment}/{player}"
    return hashlib.sha256(text.encode()).hexdigest()[:8]


# Vote or not?


def _votes(source: Source, valuer: Valuer) -> Iterator[Puzzle]:
    seats = len(source.game.setup.seats)
    gap = GAP * 2 / seats
    for round_, i, moment in _decisions(source):
        decisions = round_.table.decisions
        seat, size = int(decisions.seats[i]), int(decisions.sizes[i])
        legal = np.flatnonzero(decisions.masks[i])
        if not FIRST_VOTE <= legal[0] < FIRST_KEEP:
            continue
        player = round_.state.first_of[seat]
        worlds = _worlds(round_, i, FIRST_LOOK, np.random.default_rng([7, i]))
        first = valuer.judged(worlds, round_.table, size, player, legal)[:, :, seat].mean(axis=0)
        best, second = np.sort(first)[::-1][:2]
        if best - second < gap:
            continue
        checked = _verified(round_, i, valuer, SEEDS)
        if checked is None:
            continue
        means, errors, solution = checked
        own = round_.own[seat]
        j = int(np.flatnonzero(own.which == i)[0])
        plain = float(np.exp(own.policy[j, 0][legal[solution]]))
        yield Puzzle(
            _id(source, "vote", moment.name, player), "vote", source.key, moment.name, player,
            None, tuple(write_action(round_.state, player, int(code)) for code in legal),
            solution, _rounded(means), _rounded(errors), (), rating_of(plain),
        )  # fmt: skip


def solution_of_vote(
    source: Source, moment: str, player: int, valuer: Valuer, seeds: Sequence[int] = SEEDS
) -> int | None:
    """Play a vote out again; return its solution, or None if it makes no puzzle."""
    for round_, i, each in _decisions(source):
        voter = round_.state.first_of[int(round_.table.decisions.seats[i])]
        if (each.name, voter) == (moment, player):
            checked = _verified(round_, i, valuer, seeds)
            return None if checked is None else checked[2]
    raise PuzzleError("This game has no moment {moment}.", moment=moment)


def _verified(
    round_: WeighedRound, i: int, valuer: Valuer, seeds: Sequence[int]
) -> tuple[Floats, Floats, int] | None:
    """Play a vote out with two seeds and two manners; None unless all of them agree."""
    decisions = round_.table.decisions
    seat, size = int(decisions.seats[i]), int(decisions.sizes[i])
    legal = np.flatnonzero(decisions.masks[i])
    player = round_.state.first_of[seat]
    gap, mistake = GAP * 2 / round_.state.seats, thresholds(round_.state.seats)[1]
    parts: list[Floats] = []
    solutions = set()
    for seed in seeds:
        for manner in (0, LIKE_A_COURTIER):
            random = np.random.default_rng([11, seed, manner, i])
            worlds = _worlds(round_, i, WORLDS // 4, random)
            for other in range(round_.state.seats):
                worlds.manners[:, other] = 0 if other == seat else manner
            values = valuer.played_out(worlds, round_.table, size, player, legal, random)
            mine = values[:, :, seat]
            solutions.add(int(mine.mean(axis=0).argmax()))
            best, second = np.sort(mine.mean(axis=0))[::-1][:2]
            if len(solutions) > 1 or best - second < mistake:
                return None
            parts.append(mine)
    every = np.concatenate(parts)
    solution = solutions.pop()
    apart = every[:, [solution]] - np.delete(every, solution, axis=1)
    errors = apart.std(axis=0, ddof=1) / np.sqrt(len(every))
    means = apart.mean(axis=0)
    if (means < gap).any() or (means < CERTAIN * errors).any():
        return None
    spread = every.std(axis=0, ddof=1) / np.sqrt(len(every))
    return every.mean(axis=0), spread, solution


# Whose card?


def _cards(source: Source, _valuer: Valuer) -> Iterator[Puzzle]:
    table, game = source.beliefs, source.game
    players = table.held.shape[1]
    names = FAVOURITES[EDITIONS.index(game.setup.edition)]
    truth = table.truth()[:, 0]
    asked: set[tuple[int, int]] = set()
    for index, moment in enumerate(table.moments):
        last = index + 1 == len(table.moments) or table.moments[index + 1].kind == "deal"
        if moment.kind in ("deal", "place") or last:
            continue
        for player in range(players):
            held = int(table.held[index, player])
            if truth[index, player] < LIKELY or (moment.round, player) in asked:
                continue
            other = beliefs_of(view_at(game, moment.name, None)).cards[player]
            if other[held] < LIKELY:
                continue
            asked.add((moment.round, player))
            options = _choices(table, index, player, held, other)
            draw = random.Random(f"{source.key}/{moment.name}/{player}")
            draw.shuffle(options)
            likely = [float(table.cards[index, 0, player, card]) for card in options]
            yield Puzzle(
                _id(source, "card", moment.name, player), "card", source.key, moment.name, None,
                player, tuple(names[card] for card in options), options.index(held),
                _rounded(np.array(likely)), (0.0,) * len(options), (),
                rating_of(float(truth[index, player]) - 0.3),
            )  # fmt: skip


def _choices(table: BeliefTable, index: int, player: int, held: int, other: Floats) -> list[int]:
    """Return the true card and three that share most favourites with it."""
    shared = table.shown @ table.shown[held]
    unlikely = [
        card
        for card in np.argsort(-shared, kind="stable")
        if card != held and table.cards[index, 0, player, card] < 0.05 and other[card] < 0.05
    ]
    return [held, *(int(card) for card in unlikely[:3])]


# Which tells least?


def _tells(source: Source, valuer: Valuer) -> Iterator[Puzzle]:
    equal = thresholds(len(source.game.setup.seats))[0]
    for round_, i, moment in _decisions(source):
        decisions = round_.table.decisions
        seat, size = int(decisions.seats[i]), int(decisions.sizes[i])
        if round_.opened is not None and size >= round_.opened:
            continue
        own = round_.own[seat]
        legal = np.flatnonzero(decisions.masks[i])
        j = int(np.flatnonzero(own.which == i)[0])
        logs = own.policy[j, 0][legal]
        tried = promising(logs)[:4]
        if len(tried) < 2:
            continue
        codes = legal[tried]
        told = told_by_actions(round_.table, own, size, codes)
        if np.sort(told)[1:].min() - told.min() < BITS:
            continue
        player = round_.state.first_of[seat]
        values = [
            valuer.judged(
                _worlds(round_, i, 64, np.random.default_rng([13, seed, i])), round_.table, size,
                player, codes,
            )[:, :, seat]
            for seed in (1, 2)
        ]  # fmt: skip
        means = [each.mean(axis=0) for each in values]
        if any(each.max() - each.min() > equal for each in means):
            continue
        every = np.concatenate(values)
        errors = every.std(axis=0, ddof=1) / np.sqrt(len(every))
        solution = int(told.argmin())
        yield Puzzle(
            _id(source, "tells", moment.name, player), "tells", source.key, moment.name, player,
            None, tuple(write_action(round_.state, player, int(code)) for code in codes),
            solution, _rounded(every.mean(axis=0)), _rounded(errors), _rounded(told),
            rating_of(float(np.exp(logs[tried[solution]]))),
        )  # fmt: skip


def rating_of(plain: float) -> int:
    """Return a first rating of a puzzle: harder if the network itself would rarely find it."""
    return round(1500 + 400 * (0.5 - min(1.0, max(0.0, plain))))


def _rounded(values: Floats) -> tuple[float, ...]:
    return tuple(round(float(value), 4) for value in values)
