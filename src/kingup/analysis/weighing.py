"""What every decision lost, by what its player could know.

Worlds are drawn from the player's own beliefs, the same for every action. The reference is the
improved policy, not the best action: good play mixes, and the best of several noisy numbers is too
high. First the judge says what every action is worth. Then those that may deserve a label are
played out, and only what is certain then gets one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kingup.analysis.decisions import (
    BRILLIANT,
    LABELS,
    Decision,
    Effort,
    Option,
    thresholds,
)
from kingup.analysis.moments import Moment, moments_of_round
from kingup.analysis.table import Floats, Floats32, Ints
from kingup.analysis.values import Valuer, vote_policies
from kingup.analysis.weighed_game import WeighedGame, WeighedRound
from kingup.analysis.worlds import Imagined, Observer, imagine
from kingup.bots.compiled import history_records
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.layout import OUTCOMES
from kingup.bots.sovereign.search_bot import improve, promising
from kingup.rules.actions import write_action
from kingup.rules.constants import (
    AMBITION,
    BELLYACHE,
    CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    KING_UP,
    MAX_SEATS,
    NO,
    NO_AMBITION,
    PLACE,
    VIVE_LE_ROI,
    VOTE,
    YES,
)
from kingup.rules.records import new_games
from kingup.rules.state import History

PHASES = {AMBITION: "keep", PLACE: "place", CLIMB: "climb", VOTE: "vote"}

CERTAIN = 2.0
"""A label needs so many standard errors."""
NEVER_PLAYED = 0.2
"""An action that the improved policy takes as often as this is no mistake."""
RARE = 0.1
"""A brilliant action is one that the network itself takes less often than this."""
TRIVIAL = 0.97
"""A decision in which the network agrees so clearly is not weighed at all."""

NEAR = 0.05
"""The share of a large loss that its standard error may be."""

MOST_ACTIONS = 6
CANDIDATES = 5
"""The most decisions of one seat in one round that are played out: those that cost most."""
MOST_PLAYED = 4
"""The most actions of one decision that are played out."""

JUDGE_ERROR = {"keep": 0.02, "place": 0.02, "climb": 0.012, "vote": 0.025}
"""The standard error of a small difference that the judge says, beyond that of the worlds."""
JUDGE_SHARE = 0.8
"""The same as a share of a large difference: those are played out (measured, docs/analysis.md)."""

EXEMPLARY: dict[int, Floats32] = {
    KING_UP: np.array([
        [4.7, 3.7, 1.9, -10.2, -2.5, 6.0],
        [15.3, 12.4, 6.6, -16.1, -1.2, 14.1],
        [5.5, 5.2, 4.2, 0.9, 2.5, 9.6],
    ], np.float32),
    VIVE_LE_ROI: np.array([
        [4.4, 3.7, 2.0, -10.6, -2.7, 6.0],
        [18.0, 16.0, 9.3, -11.0, -3.1, 14.9],
        [8.5, 7.9, 6.0, -2.8, -0.4, 12.5],
    ], np.float32),
}  # fmt: skip
"""The conduct of the trained player after two rounds, by edition and phase.

A decision is weighed as if its player had always chosen so. Otherwise the judge reads from each
action who its player is: a page's placement would cost what it costs to be a page.
"""


@dataclass
class Weighed:
    """A decision's options, before it is known whether they are played out."""

    moment: Moment
    observer: Observer
    position: Any
    phase: str
    player: int
    legal: Ints
    logs: Floats
    chosen: int
    """The index of the action taken among the legal ones."""
    tried: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    """The indices of those that were weighed."""
    values: Floats = field(default_factory=lambda: np.zeros((0, 0, OUTCOMES)))
    """By world, action tried and seat."""
    improved: Floats = field(default_factory=lambda: np.zeros(0))
    is_played_out: bool = False
    pivotal: float | None = None
    key: tuple[int, ...] = ()
    """Names the decision, so that it always draws the same lots."""

    @property
    def seat(self) -> int:
        """The seat that decided."""
        return self.observer.knows.seat

    @property
    def at(self) -> int:
        """The index of the action taken among those tried."""
        return int(np.flatnonzero(self.tried == self.chosen)[0])

    def losses(self) -> Floats:
        """Return the loss by world."""
        mine = self.values[:, :, self.seat]
        found: Floats = mine @ self.improved - mine[:, self.at]
        return found

    def loss(self) -> tuple[float, float]:
        """Return the loss and its standard error."""
        if not len(self.tried):
            return 0.0, 0.0
        losses = self.losses()
        loss = float(losses.mean())
        error = float(losses.std(ddof=1)) / np.sqrt(len(losses)) if len(losses) > 1 else 1.0
        if not self.is_played_out:
            error = np.sqrt(error**2 + JUDGE_ERROR[self.phase] ** 2 + (JUDGE_SHARE * loss) ** 2)
        return loss, float(error)


class DecisionWeigher:
    """Weighs the decisions of one finished game."""

    def __init__(self, facts: WeighedGame, valuer: Valuer, effort: Effort, seed: int) -> None:
        self._facts = facts
        self._valuer = valuer
        self._effort = effort
        self._seed = seed
        self._edition = facts.rounds[0].state.edition
        self.thresholds = thresholds(len(facts.game.setup.seats))

    def round(
        self, number: int, progress: Callable[[float], None] = lambda share: None
    ) -> list[Decision]:
        """Return every decision of a round, counted from 1, that was not forced.

        `progress` is called with the share that is done.
        """
        round_ = self._facts.rounds[number - 1]
        moves = self._facts.game.rounds[number - 1].moves
        moments = {m.size: m for m in moments_of_round(moves, number)}
        weighed = self._kept(round_, moments[0])
        total = len(round_.table.decisions.seats)
        for i in range(total):
            weighed.append(self._weigh(round_, i, moments))
            progress(0.5 * (i + 1) / total)
        seats = range(round_.state.seats)
        for seat in seats:
            self._play_out(weighed, seat)
            progress(0.5 + 0.5 * (seat + 1) / len(seats))
        return [self._decision(each, round_) for each in weighed]

    # The judge's pass.

    def _weigh(self, round_: WeighedRound, i: int, moments: dict[int, Moment]) -> Weighed:
        decisions = round_.table.decisions
        seat, size = int(decisions.seats[i]), int(decisions.sizes[i])
        own = round_.own[seat]
        legal = np.flatnonzero(decisions.masks[i])
        j = int(np.flatnonzero(own.which == i)[0])
        position = decisions.games[i : i + 1]
        weighed = Weighed(
            moments[int(decisions.known[i])],
            round_.observer(seat, size),
            position,
            PHASES[int(position["phase"][0])],
            round_.state.first_of[seat],
            legal,
            own.policy[j, 0][legal],
            int(np.flatnonzero(legal == decisions.actions[i])[0]),
            key=(round_.table.number, i),
        )
        self._judge(weighed)
        return weighed

    def _judge(self, weighed: Weighed) -> None:
        logs, chosen = weighed.logs, weighed.chosen
        if np.exp(logs[chosen]) >= TRIVIAL:
            return
        tried = promising(logs)[:MOST_ACTIONS]
        if chosen not in tried:
            tried = np.append(tried, chosen)
        number = self._effort.place if weighed.phase == "place" else self._effort.other
        random = self._random(weighed, 0)
        worlds = self._imagine(weighed, number, random)
        table, size = weighed.observer.table, weighed.observer.size
        values = self._valuer.judged(worlds, table, size, weighed.player, weighed.legal[tried])
        if weighed.phase == "vote":
            weighed.pivotal = pivotal_chance(worlds, weighed)
        self._settle(weighed, tried, values)

    def _settle(self, weighed: Weighed, tried: Ints, values: Floats) -> None:
        mine = values[:, :, weighed.seat]
        if not weighed.is_played_out:
            # What the judge may err is noise, too.
            size = float((mine.mean(axis=0) - mine.mean()).var())
            noise = JUDGE_ERROR[weighed.phase] ** 2
            mine = mine.mean() + (mine - mine.mean()) * max(0.0, 1 - noise / max(size, 1e-12))
        weighed.tried, weighed.values = tried, values
        weighed.improved = np.exp(improve(weighed.logs[tried], mine))

    def _kept(self, round_: WeighedRound, moment: Moment) -> list[Weighed]:
        """Weigh which Ambition cards were kept."""
        state = round_.state
        if not state.ambition:
            return []
        found = []
        for player in range(state.players):
            asked = state.copy()
            asked.phase = AMBITION
            asked.kept[: asked.players] = [NO_AMBITION] * asked.players
            history = history_records(History())
            games = new_games(asked, 1)
            asking = np.array([player], np.int32)
            logs = self._valuer.networks.policy(games, history, asking)[0]
            legal = np.array([FIRST_KEEP, FIRST_KEEP + 1])
            weighed = Weighed(
                moment,
                round_.observer(state.seat_of[player], 0),
                new_games(state, 1),
                "keep",
                player,
                legal,
                logs[legal],
                int(state.kept[player] != state.dealt_1[player]),
                key=(round_.table.number, 1000 + player),
            )
            if np.exp(weighed.logs[weighed.chosen]) < TRIVIAL:
                self._judge_kept(weighed, round_)
            found.append(weighed)
        return found

    def _judge_kept(self, weighed: Weighed, round_: WeighedRound) -> None:
        random = self._random(weighed, 0)
        worlds = self._imagine(weighed, self._effort.other, random)
        values = np.zeros((len(worlds.games), 2, OUTCOMES))
        player, state = weighed.player, round_.state
        histories = np.repeat(history_records(History()), len(worlds.games))
        for column, kept in enumerate((state.dealt_1[player], state.dealt_2[player])):
            games = worlds.games.copy()
            games["kept"][:, player] = kept
            values[:, column] = self._valuer.chances(games, histories, worlds.tallies, player)
        self._settle(weighed, np.arange(2), values)

    # Playing out.

    def _play_out(self, weighed: list[Weighed], seat: int) -> None:
        """Play out the decisions of a seat in a round that may deserve a label."""
        mine = [each for each in weighed if each.seat == seat and self._may_matter(each)]
        mine.sort(key=lambda each: (-abs(each.loss()[0]), each.key))
        for each in mine[:CANDIDATES]:
            self._play(each)

    def _may_matter(self, weighed: Weighed) -> bool:
        if not len(weighed.tried) or weighed.phase in ("place", "keep"):
            return False
        loss, _error = weighed.loss()
        if loss >= 0.8 * self.thresholds[0]:
            return bool(weighed.improved[weighed.at] < 1.5 * NEVER_PLAYED)
        is_rare = np.exp(weighed.logs[weighed.chosen]) <= RARE
        return bool(is_rare and self._lead(weighed)[0] >= self.thresholds[0])

    def _lead(self, weighed: Weighed) -> tuple[float, float]:
        """Return how far the action taken is ahead of every other, with its standard error."""
        mine = weighed.values[:, :, weighed.seat]
        others = np.delete(mine, weighed.at, axis=1)
        ahead = mine[:, weighed.at, None] - others
        worst = int(ahead.mean(axis=0).argmin())
        error = ahead[:, worst].std(ddof=1) / np.sqrt(len(mine))
        return float(ahead[:, worst].mean()), float(error)

    def _play(self, weighed: Weighed) -> None:
        order = np.argsort(-weighed.improved, kind="stable")
        kept = [i for i in order if i != weighed.at and weighed.improved[i] >= 0.03]
        tried = weighed.tried[[weighed.at, *kept[: MOST_PLAYED - 1]]]
        if len(tried) < 2:
            tried = weighed.tried[[weighed.at, *[i for i in order if i != weighed.at][:1]]]
        weighed.is_played_out = True
        values = np.zeros((0, len(tried), OUTCOMES))
        number, batch = self._effort.played, 1
        while True:
            random = self._random(weighed, batch)
            worlds = self._imagine(weighed, number, random)
            more = self._valuer.played_out(
                worlds, weighed.observer.table, weighed.observer.size, weighed.player,
                weighed.legal[tried], random,
            )  # fmt: skip
            values = np.concatenate([values, more])
            self._settle(weighed, tried, values)
            if len(values) >= self._effort.most_played or self._is_settled(weighed):
                return
            number, batch = len(values), batch + 1

    def _is_settled(self, weighed: Weighed) -> bool:
        """Return whether more worlds would hardly change the label or the number."""
        first, _second, third = self.thresholds
        lead, lead_error = self._lead(weighed)
        if lead > 0:
            return lead + lead_error < first or lead - 3 * lead_error >= first
        loss, error = weighed.loss()
        if weighed.improved[weighed.at] >= NEVER_PLAYED or loss + error < first:
            return True
        return loss - 3 * error >= third and error <= max(first, NEAR * loss)

    def _imagine(self, weighed: Weighed, number: int, random: np.random.Generator) -> Imagined:
        """Return worlds in which the player is known to choose like the trained player."""
        worlds = imagine(weighed.observer, weighed.position, number, random)
        worlds.tallies[:, weighed.seat] = EXEMPLARY[self._edition]
        return worlds

    def _random(self, weighed: Weighed, batch: int) -> np.random.Generator:
        return np.random.default_rng([self._seed % 2**64, *weighed.key, batch])

    # The result.

    def _label(self, weighed: Weighed) -> str:
        if not weighed.is_played_out:
            return ""
        loss, error = weighed.loss()
        if weighed.improved[weighed.at] < NEVER_PLAYED:
            reached = [loss - CERTAIN * error >= each for each in self.thresholds]
            if any(reached):
                return LABELS[sum(reached) - 1]
        lead, lead_error = self._lead(weighed)
        is_rare = np.exp(weighed.logs[weighed.chosen]) <= RARE
        if is_rare and lead >= self.thresholds[0] + CERTAIN * lead_error:
            return BRILLIANT
        return ""

    def _decision(self, weighed: Weighed, round_: WeighedRound) -> Decision:
        state, player = round_.state, weighed.player
        written = [write_action(state, player, int(code)) for code in weighed.legal]
        seats = [*range(state.seats), MAX_SEATS]
        loss, error = weighed.loss()
        if not len(weighed.tried):
            return Decision(
                weighed.moment.name, weighed.moment.round, weighed.seat, player, weighed.phase,
                written[weighed.chosen], (), 0.0, 0.0, 0, False, "", 0.0,
                (0.0,) * len(seats), None, None,
            )  # fmt: skip
        means = weighed.values.mean(axis=0)
        mine = weighed.values[:, :, weighed.seat]
        apart = mine - (mine @ weighed.improved)[:, None]
        errors = apart.std(axis=0, ddof=1) / np.sqrt(len(apart))
        options = [
            Option(
                written[code],
                float(np.exp(weighed.logs[code])),
                float(weighed.improved[i]),
                float(means[i, weighed.seat]),
                float(errors[i]),
            )
            for i, code in enumerate(weighed.tried)
        ]
        options.sort(key=lambda option: (-option.improved, option.action))
        gifts = means[weighed.at] - weighed.improved @ means
        chances = means[:, weighed.seat]
        return Decision(
            moment=weighed.moment.name,
            round=weighed.moment.round,
            seat=weighed.seat,
            player=player,
            phase=weighed.phase,
            action=written[weighed.chosen],
            options=tuple(options),
            loss=loss,
            error=error,
            worlds=len(weighed.values),
            is_played_out=weighed.is_played_out,
            label=self._label(weighed),
            stake=float(chances.max() - chances.min()),
            gifts=tuple(float(gifts[seat]) for seat in seats),
            hindsight=self._hindsight(weighed, round_),
            pivotal=weighed.pivotal,
        )

    def _hindsight(self, weighed: Weighed, round_: WeighedRound) -> float | None:
        """Return the loss with the cards that everybody held, and the votes that they cast."""
        if weighed.phase == "keep":
            return None
        table, size = round_.table, weighed.observer.size
        history = table.history.copy()
        held = Imagined(
            true_positions(weighed, round_, FRESH_DEALS), {},
            np.zeros((FRESH_DEALS, MAX_SEATS), np.int8),
            np.repeat(round_.open_tallies(size)[None], FRESH_DEALS, axis=0),
        )  # fmt: skip
        held.tallies[:, weighed.seat] = EXEMPLARY[self._edition]
        if weighed.phase == "vote":
            ballot = history["action"][0, size : size + round_.state.seats]
            for seat, code in enumerate(ballot):
                if seat != weighed.seat:
                    held.games["vote"][:, seat] = code - FIRST_VOTE + YES
            held.games["votes_in"] = round_.state.seats - 1
        values = self._valuer.after(
            held, table, size, weighed.player, weighed.legal[weighed.tried]
        ).mean(axis=0)[:, weighed.seat]
        return float(values @ weighed.improved - values[weighed.at])


FRESH_DEALS = 4
"""The deals over which hindsight averages if an action ends the round."""


def true_positions(weighed: Weighed, round_: WeighedRound, number: int) -> Any:
    """Return a decision's position with everybody's cards, and the Emissary's as it voted.

    All are the same but for their generators, which will deal the next round.
    """
    games = np.repeat(weighed.position, number)
    state = round_.state
    for name in ("card", "dealt_1", "dealt_2", "kept"):
        games[name][:, : state.players] = getattr(state, name)[: state.players]
    if state.edition == KING_UP:
        for player in range(state.players):
            games["gone"] |= 1 << state.card[player]
    compiled.begin_worlds(games, np.arange(1, number + 1, dtype=np.int64))
    if state.emissary and weighed.phase == "vote":
        cast = int(round_.table.history["action"][0, weighed.observer.size + state.seats])
        top = int(games["pile_size"][0]) - 1
        for pile in games["pile"]:
            where = np.flatnonzero(pile[: top + 1] == cast - FIRST_VOTE + YES)
            if len(where):
                pile[where[0]], pile[top] = pile[top], pile[where[0]]
    return games


def pivotal_chance(worlds: Imagined, weighed: Weighed) -> float:
    """Return the chance that the cards which a seat holds lead to different outcomes.

    The strongest card decides: a Yes and a No differ if all others vote Yes.
    """
    table = weighed.observer.table
    votes = vote_policies(worlds, table, weighed.observer.size)
    others = [s for s in range(table.opening.seats) if s != weighed.seat]
    at_most = votes[:, others].cumsum(axis=2).prod(axis=1)
    games = worlds.games
    if table.opening.emissary:
        # The Emissary's card counts like another voter's: Yes for its favourite, else its pile.
        at_most *= _emissary_votes(games).cumsum(axis=1)
    highest = max(int(code) - FIRST_VOTE + YES for code in weighed.legal)
    lowest_decided = {YES: 0.0, NO: at_most[:, 0], BELLYACHE: at_most[:, 1]}[highest]
    return float(np.mean(lowest_decided))


def _emissary_votes(games: Any) -> Floats:
    """Return by game and vote card how likely the Emissary is to cast it."""
    from kingup.rules.kernel.board import favourites
    from kingup.rules.records import from_record

    state = from_record(games, 0)
    found = np.zeros(3)
    if favourites(state, state.emissary_card) >> state.candidate & 1:
        found[0] = 1.0
    else:
        for card in state.pile[: state.pile_size]:
            found[card - YES] += 1 / state.pile_size
    return found[None]
