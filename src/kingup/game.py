"""A game, for people who write Python.

>>> import kingup, random
>>> game = kingup.Game("vive-le-roi", seats=4, options=["ambition"], seed=7)
>>> while not game.is_over:
...     player = game.to_act[0]
...     game.play(player, random.choice(game.legal_actions(player)))
>>> len(game.rounds)
3

`print(game)` draws the castle as a spectator sees it, and a notebook shows it as a picture:

>>> game = kingup.Game("kingup", seats=["Ann", "Ben", "Cleo"], seed=1)
>>> game.play(game.to_act[0], "A3")
>>> print(game)
King Up!, round 1 of 3, placing
<BLANKLINE>
            ♛
     ┌─────────────┐
   5 │             │
   4 │             │
   3 │ A           │
   2 │             │
   1 │             │
   0 │             │
     └─────────────┘
Aside   B C D E F G I L M N O P
Points  Ann: 0 · Ben: 0 (to move) · Cleo: 0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import urandom
from typing import Any

from kingup.history import Climbed, Crowning, Move, Placed, Round, Voted, climbed, placed, voted
from kingup.rules.actions import Action, decode_action, encode_action, parse_action
from kingup.rules.cards import AMBITION_CARDS, VOTE_LETTERS
from kingup.rules.constants import (
    AMBITION,
    CLIMB,
    DEAL,
    FIRST_CLIMB,
    LEGAL,
    OVER,
    PLACE,
    SHUFFLE,
    VOTE,
)
from kingup.rules.deals import (
    Deal,
    Dealer,
    RandomDealer,
    SimulationDealer,
    deal_round,
    shuffle_round,
)
from kingup.rules.errors import InvalidAction, SetupError, sentence
from kingup.rules.faults import explain
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.scoring import ambition_points, final_score
from kingup.rules.kernel.turns import fault, list_actions, play
from kingup.rules.places import PHASE_NAMES, PLACE_NAMES
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import ActionMenu, State
from kingup.same_cards import SameCards
from kingup.view import (
    View,
    candidate_of,
    castle_of,
    make_view,
    players_to_act,
    scores_of,
    turn_of,
    winning_seats,
    written_actions,
)

Seats = int | Sequence[int] | Sequence[str | Sequence[str]]


class Game:
    """A game of either edition, from the first deal to the last crowning.

    Players and seats count from 0. `seats` is a number of seats, the number of players in
    each seat (2 is a team), or their names, with a list of two names for a team. Cards are dealt
    from `seed`, by a `dealer` of yours, or, with ``dealer=None``, by your calls of `deal` and
    `shuffle`. Games are equal if their records are.

    >>> Game("vive-le-roi", seats=["Ann", ["Ben", "Cleo"], "Dan"]).setup.seats
    (1, 2, 1)
    >>> Game("kingup", seats=3, seed=1) == Game("kingup", seats=3, seed=1)
    True
    >>> Game("kingup", seats=3, seed=1)
    Game('kingup', seats=3, seed=1)
    """

    def __init__(
        self,
        edition: str = "kingup",
        seats: Seats = 4,
        options: Iterable[str] = (),
        *,
        seed: int | str | None = None,
        dealer: Dealer | str | None = "random",
        tags: Mapping[str, str] | None = None,
    ) -> None:
        sizes, names = _sizes_and_names(seats)
        self.setup = Setup.of(edition, sizes, options)
        self.names = names or _default_names(self.setup.seats)
        """The players' names, by seat."""
        self.tags = dict(tags or {})
        """Anything worth noting in the record: date, event, place."""
        self.proof: dict[str, object] | None = None
        """How the deals can be proved fair, where they can be."""
        self.rounds: list[Round] = []
        """All rounds so far. They hold secrets: show `view` instead."""
        self.state: State = new_state(self.setup)
        """The rules' own state. It holds secrets: show `view` instead."""
        self.seed = seed
        """The seed that was given, if any."""
        self.dealer = RandomDealer(seed) if isinstance(dealer, str) else dealer
        if isinstance(self.dealer, SimulationDealer):
            # It deals from the state's own generator, which needs a seed in any case.
            seed_generator(self.state, int.from_bytes(urandom(6)) if seed is None else int(seed))
        self._deal_if_due()

    # Where the game stands.

    @property
    def phase(self) -> str:
        """What the rules wait for: deal, ambition, place, climb, vote, shuffle or over."""
        return PHASE_NAMES[self.state.phase]

    @property
    def round(self) -> int:
        """The number of the round: 1 to 3, or 0 before the first deal."""
        return self.state.round

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is to place or climb; None when it is nobody's."""
        return turn_of(self.state)

    @property
    def candidate(self) -> str | None:
        """The letter of the character that is voted on, if any."""
        return candidate_of(self.setup, self.state)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who may act now; several when choices are simultaneous."""
        return players_to_act(self.state)

    @property
    def castle(self) -> dict[str, str]:
        """Where every character stands, by letter."""
        return castle_of(self.setup, self.state)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's score."""
        return scores_of(self.state)

    @property
    def emissary_score(self) -> int | None:
        """The Emissary's score, where it plays."""
        return self.state.emissary_score if self.state.emissary else None

    @property
    def seat_scores(self) -> tuple[int, ...]:
        """What each seat counts for: a team, the lower of its two scores."""
        return tuple(final_score(self.state, seat) for seat in range(self.state.seats))

    @property
    def is_over(self) -> bool:
        """Whether the third round has ended."""
        return self.state.phase == OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats of a finished game; none when the Emissary wins."""
        return winning_seats(self.state) if self.is_over else ()

    @property
    def move_count(self) -> int:
        """How many placements, climbs and votes there have been."""
        return sum(len(round_.moves) for round_ in self.rounds)

    def seat_of(self, player: int) -> int:
        """Return the seat of a player."""
        self._check_player(player)
        return self.state.seat_of[player]

    def view(self, player: int | None = None, public: View | None = None) -> View:
        """Return all that a player, or a spectator (None), may know now.

        `public` is a spectator's view of this moment, if there is one already: it saves time.
        """
        if player is not None:
            self._check_player(player)
        return make_view(self.setup, self.names, self.state, self.rounds, player, public)

    # Acting.

    def legal_actions(self, player: int) -> list[Action]:
        """Return what a player may do now; nothing if it is not for them to act."""
        self._check_player(player)
        menu = ActionMenu()
        list_actions(self.state, player, menu)
        return [decode_action(self.state, player, code) for code in menu.action[: menu.size]]

    def written_actions(self, player: int) -> tuple[str, ...]:
        """Return the same as a record writes it: "A3", "A", "Y"."""
        self._check_player(player)
        return written_actions(self.state, player)

    def play(self, player: int, action: Action | str) -> None:
        """Play an action, given as an object or as a record writes it ("A3", "A", "Y").

        Raises `InvalidAction` if it is no action at all and `IllegalAction` if the rules forbid
        it now; either leaves the game as it was.
        """
        self._check_player(player)
        if self.state.phase in (DEAL, SHUFFLE, OVER):
            # Nobody may act now. A text cannot be read without a phase that gives it a meaning.
            raise explain(self.state, 0, fault(self.state, player, 0))
        if isinstance(action, str):
            action = parse_action(self.state, action)
        code = encode_action(self.state, player, action)
        forbidden = fault(self.state, player, code)
        if forbidden != LEGAL:
            raise explain(self.state, code, forbidden)
        self._play_code(player, code)
        self._deal_if_due()

    def deal(self, deal: Deal) -> None:
        """Begin a round with these cards; a wrong deal raises `DealError`."""
        deal_round(self.state, deal)
        self.rounds.append(Round(deal, [None] * len(deal.ambitions)))

    def shuffle(self, pile: str) -> None:
        """Give the Emissary its reshuffled pile, the top card first."""
        mover = self.state.turn
        crownings = self.state.crownings
        shuffle_round(self.state, pile)
        self._record_vote(mover, crownings, pile)

    def copy(self) -> Game:
        """Return an independent copy, which shares the dealer."""
        twin = Game.__new__(Game)
        twin.setup = self.setup
        twin.names = self.names
        twin.tags = dict(self.tags)
        twin.proof = None if self.proof is None else dict(self.proof)
        twin.seed = self.seed
        twin.dealer = self.dealer
        twin.state = self.state.copy()
        twin.rounds = [round_.copy() for round_ in self.rounds]
        return twin

    # Going back, for study.

    def positions(self) -> Iterator[tuple[int, Game]]:
        """Replay the game: yield after every deal and every move, with the number of moves so far.

        The yielded game is the same object each time, and deals nothing by itself.
        """
        again = Game(self.setup.edition, self.names, self.setup.options, dealer=None)
        again.tags, again.seed = dict(self.tags), self.seed
        again.proof = None if self.proof is None else dict(self.proof)
        number = 0
        for round_ in self.rounds:
            again.deal(round_.deal)
            for player, ambition in enumerate(round_.kept):
                if ambition is not None:
                    again.play(player, ambition)
            yield number, again
            for move in round_.moves:
                again._repeat(move)
                number += 1
                yield number, again

    def at(self, number: int) -> Game:
        """Return a new game as it stood after a number of moves: placements, climbs and votes.

        It can be played on. The cards of later rounds stay those of this game, as far as it has
        come; this game's dealer deals the rest.

        >>> game = Game("kingup", seats=3, seed=1)
        >>> for action in ("A3", "B3", "C2"):
        ...     game.play(game.to_act[0], action)
        >>> game.at(1).castle["A"], game.at(1).castle["B"]
        ('3', 'aside')
        >>> game.at(3) == game
        True
        """
        found = None
        for reached, again in self.positions():
            if reached > number:
                break
            found = again.copy() if reached == number else None
        if found is None:
            raise InvalidAction(
                sentence("There is no move {number}: this record goes from 0 to {last}."),
                number=number,
                last=self.move_count,
            )
        later = [move for round_ in self.rounds for move in round_.moves][number:]
        piles = [move.pile for move in later if isinstance(move, Voted) and move.pile]
        found.dealer = SameCards([one.deal for one in self.rounds], piles, self.dealer)
        found.state.generator_a = self.state.generator_a
        found.state.generator_b = self.state.generator_b
        return found

    def undo(self) -> None:
        """Take back the last move, with all its votes if it was a vote.

        Choices that are still sealed are taken back first: votes, or Ambition cards. Playing the
        same moves again leads to the same cards.

        >>> game = Game("kingup", seats=3, seed=1)
        >>> game.play(game.to_act[0], "A3")
        >>> game.undo()
        >>> game == Game("kingup", seats=3, seed=1)
        True
        """
        count = self.move_count
        twin = self.copy()
        if self.state.phase == VOTE and any(self.state.vote[: self.state.seats]):
            pass  # a record does not hold sealed votes
        elif self.rounds and not self.rounds[-1].moves and any(self.rounds[-1].kept):
            twin.rounds[-1].kept = [None] * len(self.rounds[-1].kept)
        elif count:
            count -= 1
        else:
            raise InvalidAction(sentence("There is nothing to take back."))
        earlier = twin.at(count)
        self.state, self.rounds, self.dealer = earlier.state, earlier.rounds, earlier.dealer

    def _repeat(self, move: Move) -> None:
        if isinstance(move, Placed):
            self.play(self.to_act[0], f"{move.letter}{move.floor}")
        elif isinstance(move, Climbed):
            self.play(self.to_act[0], move.letter)
        else:
            for seat, vote in enumerate(move.votes):
                player = next(p for p in self.to_act if self.seat_of(p) == seat)
                self.play(player, vote)
            if move.pile is not None:
                self.shuffle(move.pile)

    # Showing.

    def svg(self, viewer: int | None = None, **options: Any) -> str:
        """Return a picture of the castle as a player, or a spectator (None), sees it.

        The options are those of `kingup.svg.castle`: size, letters, arrows, theme.
        """
        from kingup.svg import castle

        return castle(self.view(viewer), **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        from kingup.telling.castle import castle_in_text

        return castle_in_text(self.view())

    def __repr__(self) -> str:
        call = f"Game({', '.join(self._arguments())})"
        if not self.move_count:
            return call
        where = "over" if self.is_over else f"round {self.round}, {self.phase}"
        moves = "1 move" if self.move_count == 1 else f"{self.move_count} moves"
        return f"<{call} after {moves}: {where}>"

    def _arguments(self) -> Iterator[str]:
        yield repr(self.setup.edition)
        if self.names != _default_names(self.setup.seats):
            yield f"seats={[seat[0] if len(seat) == 1 else list(seat) for seat in self.names]}"
        elif self.setup.teams:
            yield f"seats={list(self.setup.seats)}"
        else:
            yield f"seats={len(self.setup.seats)}"
        if self.setup.options:
            yield f"options={list(self.setup.options)}"
        if self.seed is not None:
            yield f"seed={self.seed!r}"
        if self.dealer is None:
            yield "dealer=None"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in ("setup", "names", "tags", "proof", "rounds")
        )

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    # Recording what happens.

    def _play_code(self, player: int, code: int) -> None:
        state = self.state
        phase, seat, crownings = state.phase, state.turn, state.crownings
        who = code >> 2 if phase == PLACE else code - FIRST_CLIMB
        origin = state.place[who] if phase in (PLACE, CLIMB) else 0
        play(state, player, code)
        current = self.rounds[-1]
        if phase == PLACE:
            letter = self.setup.letters[who]
            current.moves.append(placed(seat, letter, (code & 3) + 1))
        elif phase == CLIMB:
            letter, place = self.setup.letters[who], state.place[who]
            current.moves.append(climbed(seat, letter, PLACE_NAMES[origin], PLACE_NAMES[place]))
        elif phase == AMBITION:
            current.kept[player] = AMBITION_CARDS[state.kept[player]].id
        elif state.phase not in (VOTE, SHUFFLE):
            self._record_vote(seat, crownings, None)

    def _record_vote(self, mover: int, crownings: int, pile: str | None) -> None:
        state = self.state
        letter = self.setup.letters[state.candidate]
        emissary = VOTE_LETTERS[state.emissary_vote] if state.emissary else None
        votes = "".join(VOTE_LETTERS[vote] for vote in state.vote[: state.seats])
        outcome = PLACE_NAMES[state.place[state.candidate]]
        made = voted if pile is None else Voted  # a secret pile is not shared between games
        self.rounds[-1].moves.append(made(mover, letter, votes, outcome, emissary, pile))
        if state.crownings > crownings:
            self._record_crowning(mover, letter)
        if state.phase in (DEAL, OVER):
            self._record_end()

    def _record_crowning(self, mover: int, letter: str) -> None:
        state = self.state
        self.rounds[-1].crownings.append(
            Crowning(
                mover,
                letter,
                tuple(state.points[: state.players]),
                self.scores,
                None,
                state.emissary_points if state.emissary else None,
                self.emissary_score,
            )
        )

    def _record_end(self) -> None:
        """Add the points for Ambition to the last crowning, even if it was some turns ago."""
        state, current = self.state, self.rounds[-1]
        if state.ambition:
            ambition = tuple(ambition_points(state, p) for p in range(state.players))
            last = replace(current.crownings[-1], ambition=ambition, scores=self.scores)
            current.crownings[-1] = last
        current.castle = self.castle

    def _deal_if_due(self) -> None:
        if self.dealer is None:
            return
        if self.state.phase == SHUFFLE:
            self.shuffle(self.dealer.shuffle(self.state))
        if self.state.phase == DEAL:
            self.deal(self.dealer.deal(self.state))

    def _check_player(self, player: int) -> None:
        if not 0 <= player < self.state.players:
            raise InvalidAction(
                "There is no player {player}: players are numbered from 0 to {last}.",
                player=player,
                last=self.state.players - 1,
            )


def _sizes_and_names(
    seats: Seats,
) -> tuple[int | list[int], tuple[tuple[str, ...], ...] | None]:
    if isinstance(seats, int):
        return seats, None
    if all(isinstance(seat, int) for seat in seats):
        return [seat for seat in seats if isinstance(seat, int)], None
    if isinstance(seats, str):
        raise SetupError("Give every seat as a name, or as a list of two names for a team.")
    names = []
    for seat in seats:
        one = (seat,) if isinstance(seat, str) else seat
        if isinstance(one, int) or not all(isinstance(name, str) for name in one):
            raise SetupError("Give every seat as a name, or as a list of two names for a team.")
        names.append(tuple(one))
    return [len(seat) for seat in names], tuple(names)


def _default_names(seats: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    number = iter(range(1, sum(seats) + 1))
    return tuple(tuple(f"Player {next(number)}" for _ in range(size)) for size in seats)
