"""A game as OpenSpiel needs it: chance deals card by card, and observations are a log.

Nothing here depends on OpenSpiel. The Emissary's pile is never shuffled: its top card is drawn
when it votes, which has the same probabilities as a shuffled pile and hides nothing before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kingup.rules.actions import decode_action
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES, VOTE_LETTERS
from kingup.rules.constants import (
    AMBITION,
    AMBITIONS,
    BELLYACHE,
    CARDS,
    DEAL,
    FIRST_VOTE,
    KING_UP,
    LEGAL,
    NO,
    OVER,
    SHUFFLE,
    VOTE,
    YES,
)
from kingup.rules.faults import explain
from kingup.rules.kernel.board import favourites
from kingup.rules.kernel.dealing import next_first, open_round
from kingup.rules.kernel.noting import play_noted
from kingup.rules.kernel.playouts import next_actor
from kingup.rules.kernel.turns import fault, list_actions
from kingup.rules.kernel.votes import conclude_vote
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import ActionMenu, History, State

EVERYBODY = -1

# What chance decides next.
FIRST, CARD, EMISSARY_CARD, AMBITION_1, AMBITION_2 = range(5)

Step = tuple[int, int]
"""A decision of chance in a deal, and the player it concerns."""


@dataclass(frozen=True, slots=True)
class PositionEvent:
    """Something that a seat, or everybody, has seen: as text, and as a unique number."""

    seat: int
    code: int
    text: str


@dataclass(slots=True)
class Position:
    """A game, the deal in progress, and what everybody has seen."""

    state: State
    history: History = field(default_factory=History)
    dealt: list[int] = field(default_factory=list)
    """What chance has decided of the deal in progress."""
    last_vote: int = 0
    """The action of the last voter, held back until the Emissary's card is drawn."""
    log: list[PositionEvent] = field(default_factory=list)

    @classmethod
    def start(cls, setup: Setup) -> Position:
        """Return a game before its first deal."""
        return cls(new_state(setup))

    def copy(self) -> Position:
        """Return an independent copy."""
        history = History(self.history.size, self.history.seat[:], self.history.action[:])
        return Position(self.state.copy(), history, self.dealt[:], self.last_vote, self.log[:])

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    # Whose turn it is.

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.phase == OVER

    @property
    def is_chance(self) -> bool:
        """Whether chance is to decide."""
        return self.state.phase == DEAL or self.last_vote > 0

    @property
    def player(self) -> int:
        """The player who is to act next; simultaneous choices are made in order."""
        return int(next_actor(self.state))

    def actions(self) -> list[int]:
        """Return the legal actions of the player who is to act."""
        menu = ActionMenu()
        list_actions(self.state, self.player, menu)
        return menu.action[: menu.size]

    def steps(self) -> list[Step]:
        """Return what chance decides in the next deal, in order."""
        state = self.state
        steps = [(FIRST, 0)] if state.round == 0 else []
        steps += [(CARD, player) for player in range(state.players)]
        if state.emissary:
            steps.append((EMISSARY_CARD, 0))
        if state.ambition:
            for player in range(state.players):
                steps += [(AMBITION_1, player), (AMBITION_2, player)]
        return steps

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the possible decisions of chance now, with their probabilities."""
        state = self.state
        if self.last_vote:
            pile = state.pile[: state.pile_size]
            kinds = [kind for kind in (YES, NO, BELLYACHE) if kind in pile]
            return [(kind, pile.count(kind) / len(pile)) for kind in kinds]
        left = self._left(self.steps())
        return [(outcome, 1 / len(left)) for outcome in left]

    def _left(self, steps: list[Step]) -> Sequence[int]:
        """Return what chance can deal now; all of it is equally likely."""
        state = self.state
        kind = steps[len(self.dealt)][0]
        if kind == FIRST:
            return range(state.seats)
        ambition = kind in (AMBITION_1, AMBITION_2)
        alike = (AMBITION_1, AMBITION_2) if ambition else (CARD, EMISSARY_CARD)
        taken = {card for (what, _), card in zip(steps, self.dealt, strict=False) if what in alike}
        number = AMBITIONS if ambition else CARDS
        gone = 0 if ambition else state.gone
        return [card for card in range(number) if card not in taken and not gone >> card & 1]

    # Play.

    def decide(self, outcome: int, *, check: bool = True) -> None:
        """Let chance decide; unless `check` is off, an impossible outcome raises an error."""
        if self.last_vote:
            self._draw_emissary_vote(outcome)
            return
        steps = self.steps()
        if check and outcome not in self._left(steps):
            raise ValueError(f"chance cannot deal {outcome} now")
        self.dealt.append(outcome)
        self._note_deal(steps[len(self.dealt) - 1], outcome)
        if len(self.dealt) == len(steps):
            self._open_round(steps)

    def play(self, action: int, *, check: bool = True) -> None:
        """Perform the next player's action; unless `check` is off, raise an error if illegal."""
        state = self.state
        player = 0 if state.phase == OVER else self.player  # nobody is to act after the end
        if check and (code := fault(state, player, action)) != LEGAL:
            raise explain(state, action, code)
        seat = state.seat_of[player]
        phase = state.phase
        if phase == VOTE:
            card = VOTE_LETTERS[action - FIRST_VOTE + YES]
            self._note(seat, 400 + action, f"vote {card}")
            if self._emissary_draws():
                self.last_vote = action
                return
        elif phase == AMBITION:
            kept = state.dealt_1[player] if action == FIRST_VOTE + 3 else state.dealt_2[player]
            self._note(seat, 500 + kept, f"keep {player}:{AMBITION_CARDS[kept].id}")
        else:
            text = f"{seat}:{decode_action(state, player, action)}"
            self._note(EVERYBODY, 600 + 100 * seat + action, text)
        self._play(player, action)

    def _play(self, player: int, action: int) -> None:
        state = self.state
        voting = state.phase == VOTE
        crownings = state.crownings
        play_noted(state, self.history, player, action)
        if state.phase == SHUFFLE:
            conclude_vote(state)
        if voting and state.votes_in == state.seats:
            self._note_reveal(crownings)

    def _emissary_draws(self) -> bool:
        """Return whether the next vote is the last one, and the Emissary draws."""
        state = self.state
        if not state.emissary or state.votes_in < state.seats - 1:
            return False
        return not favourites(state, state.emissary_card) >> state.candidate & 1

    def _draw_emissary_vote(self, kind: int) -> None:
        state = self.state
        top = state.pile_size - 1
        if kind not in state.pile[: state.pile_size]:
            raise ValueError(f"the Emissary has no card {kind} to draw")
        place = state.pile.index(kind)
        state.pile[place], state.pile[top] = state.pile[top], kind
        action, self.last_vote = self.last_vote, 0
        self._play(self.player, action)

    def _open_round(self, steps: list[Step]) -> None:
        state = self.state
        if state.round:
            state.first = next_first(state)
        for step, outcome in zip(steps, self.dealt, strict=True):
            self._hold(step, outcome)
        if state.emissary:
            pile = [YES, BELLYACHE, *[NO] * state.no_start]
            state.pile[: len(pile)] = pile
            state.pile_size = len(pile)
        self.dealt.clear()
        self.history.size = 0
        open_round(state)

    def deal_again(self, before: Position, drawn: Mapping[Step, int]) -> None:
        """Replace hidden cards of this round; `before` is the position before its deal.

        Nothing that has happened since may depend on them.
        """
        state = self.state
        first_event = len(before.log) + 1  # after the one that announces the round
        for place, step in enumerate(before.steps()):
            if step in drawn:
                self._hold(step, drawn[step])
                self.log[first_event + place] = self._dealt_event(step, drawn[step])
        if state.edition == KING_UP:
            dealt = sum(1 << card for card in state.card[: state.players])
            state.gone = before.state.gone | dealt

    def _hold(self, step: Step, outcome: int) -> None:
        """Write a decision of chance into the state."""
        state = self.state
        kind, player = step
        if kind == FIRST:
            state.first = outcome
        elif kind == CARD:
            state.card[player] = outcome
        elif kind == EMISSARY_CARD:
            state.emissary_card = outcome
        elif kind == AMBITION_1:
            state.dealt_1[player] = outcome
        else:
            state.dealt_2[player] = outcome

    # Observations.

    def seen_by(
        self, seat: int, *, public: bool = True, private: bool = True
    ) -> list[PositionEvent]:
        """Return what a seat has seen, in order."""
        return [
            event
            for event in self.log
            if (public and event.seat == EVERYBODY) or (private and event.seat == seat)
        ]

    def _note(self, seat: int, code: int, text: str) -> None:
        self.log.append(PositionEvent(seat, code, text))

    def _note_deal(self, step: Step, outcome: int) -> None:
        state = self.state
        if len(self.dealt) == 1:
            self._note(EVERYBODY, 1 + state.round, f"round {state.round + 1}")
        self.log.append(self._dealt_event(step, outcome))

    def _dealt_event(self, step: Step, outcome: int) -> PositionEvent:
        state = self.state
        kind, player = step
        if kind == FIRST:
            return PositionEvent(EVERYBODY, 10 + outcome, f"first {outcome}")
        if kind == EMISSARY_CARD:
            card = FAVOURITES[state.edition][outcome]
            return PositionEvent(EVERYBODY, 20 + outcome, f"emissary {card}")
        seat = state.seat_of[player]
        if kind == CARD:
            card = FAVOURITES[state.edition][outcome]
            return PositionEvent(seat, 100 + outcome, f"card {player}:{card}")
        card = AMBITION_CARDS[outcome].id
        return PositionEvent(seat, 200 + outcome, f"ambition {player}:{card}")

    def _note_reveal(self, crownings: int) -> None:
        state = self.state
        votes = state.vote[: state.seats]
        code = sum(vote << 2 * seat for seat, vote in enumerate(votes))
        text = "votes " + "".join(VOTE_LETTERS[vote] for vote in votes)
        if state.emissary:
            code |= state.emissary_vote << 16
            text += f" emissary {VOTE_LETTERS[state.emissary_vote]}"
        self._note(EVERYBODY, 2000 + code, text)
        if state.crownings > crownings:
            for player in range(state.players):
                card = state.card[player]
                text = f"shown {player}:{FAVOURITES[state.edition][card]}"
                self._note(EVERYBODY, 300 + card, text)
        if state.ambition and state.phase in (DEAL, OVER):
            for player in range(state.players):
                kept = state.kept[player]
                text = f"kept {player}:{AMBITION_CARDS[kept].id}"
                self._note(EVERYBODY, 350 + kept, text)
