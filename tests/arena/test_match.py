from __future__ import annotations

from typing import Any

import pytest

from kingup.arena.dealer import ReplayDealer
from kingup.arena.match import play_game
from kingup.arena.plan import make_plan
from kingup.game import Game
from kingup.notation import read_json
from kingup.view import View
from tests.arena import players
from tests.arena.players import Dice, plan_of
from tests.strategies import FAMILIES, FAMILY_NAMES


def played(seed: int, family: tuple[str, tuple[int, ...], tuple[str, ...]], deal: int) -> Game:
    edition, seats, options = family
    game = Game(edition, seats, options, dealer=ReplayDealer(deal))
    dice = Dice(seed)
    while not game.is_over:
        player = game.to_act[0]
        game.play(player, dice.choose(game.view(player)))
    return game


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_a_deal_has_the_same_cards_in_all_rounds_whatever_the_players_do(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    one, other = played(1, family, deal=5), played(2, family, deal=5)
    for ours, theirs in zip(one.rounds, other.rounds, strict=True):
        assert ours.moves != theirs.moves
        assert ours.deal.favourites == theirs.deal.favourites
        assert ours.deal.ambitions == theirs.deal.ambitions
        assert ours.deal.emissary_card == theirs.deal.emissary_card
        assert ours.deal.pile == theirs.deal.pile
    assert one.rounds[0].deal == other.rounds[0].deal
    assert one.rounds[0].deal != played(1, family, deal=6).rounds[0].deal


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_every_kind_of_game_is_played_and_recorded(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    edition, seats, options = family
    plan = make_plan(
        ["page", "page"],
        editions=[edition],
        seats=[",".join(map(str, seats))],
        options=[",".join(options)],
        seed=3,
    )
    outcome = play_game(plan, 0, records=True)
    assert outcome.failed is None
    assert outcome.record is not None
    game = read_json(outcome.record)
    assert game.seat_scores == outcome.scores
    assert game.winners == outcome.winners
    assert sum(outcome.share(seat) for seat in range(len(seats))) in (0, pytest.approx(1))
    assert all(outcome.ranks[seat] == 0 for seat in outcome.winners)
    assert len(outcome.steps) == len(outcome.votes) == 3
    assert max(max(spent) for spent in outcome.no_spent) <= plan.contests[0].no_cards
    labels = [plan.entrants[bot].label for bot in outcome.lineup]
    assert all(n.startswith(label) for label, seat in zip(labels, game.names, strict=True)
               for n in seat)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("crash", "ZeroDivisionError: no reason in two lines ? [31m"),
        ("told", "“told” is silent.\nTraceback"),
        ("illegal", "It chose 'Z9', which is not allowed now."),
        ("mute", "It chose nothing."),
        ("stillborn", "OSError: no such program"),
    ],
)
def test_a_bot_that_fails_loses_its_game_and_the_reason_is_recorded(
    kind: str, sentence: str
) -> None:
    plan = plan_of(["dice", kind], editions=["vive-le-roi"], gauntlet=True, seed=4)
    for number in range(plan.block):
        outcome = play_game(plan, number, records=True)
        assert outcome.failed is not None
        assert outcome.lineup[outcome.failed] == 1
        assert outcome.reason == sentence
        assert outcome.ranks[outcome.failed] == 3
        assert outcome.share(outcome.failed) == 0
        best = max(score for s, score in enumerate(outcome.scores) if s != outcome.failed)
        assert outcome.winners == tuple(
            s for s, score in enumerate(outcome.scores) if s != outcome.failed and score == best
        )
        assert outcome.record is not None
        tag = read_json(outcome.record).tags["failure"]
        assert tag.endswith(sentence.partition("\n")[0])


def test_a_bot_that_fails_to_close_keeps_its_result() -> None:
    plan = plan_of(["clinging", "clinging"], seed=4)
    outcome = play_game(plan, 0, records=False)
    assert outcome.failed is None
    assert outcome.winners


def test_bots_see_only_views_and_not_their_opponents_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[View] = []

    class Recording(Dice):
        def choose(self, view: View) -> str:
            seen.append(view)
            return super().choose(view)

    monkeypatch.setitem(players.KINDS, "dice", Recording)
    outcome = play_game(plan_of(["dice", "yesman"], seed=1), 0, records=True)
    assert seen
    assert all(isinstance(view, View) for view in seen)
    assert not any("dice" in view.as_json() or "yesman" in view.as_json() for view in seen)
    assert outcome.record is not None
    assert "yesman 1" in outcome.record


def test_a_team_is_one_bot_that_is_asked_for_both_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Any] = []

    class Counted(Dice):
        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            self.viewers: set[int | None] = set()
            made.append(self)

        def choose(self, view: View) -> str:
            self.viewers.add(view.viewer)
            return super().choose(view)

    monkeypatch.setitem(players.KINDS, "dice", Counted)
    wanted = {"editions": ["vive-le-roi"], "seats": ["2,1,2"], "options": ["ambition"]}
    play_game(plan_of(["dice", "dice"], **wanted), 0, records=False)
    assert [bot.viewers for bot in made] == [{0, 1}, {2}, {3, 4}]


def test_the_same_game_is_the_same_every_time() -> None:
    plan = plan_of(["dice", "page"], editions=["vive-le-roi"], seed=9)
    one, other = (play_game(plan, 3, records=True) for _ in range(2))
    assert (one.as_dict(), one.record) == (other.as_dict(), other.record)
    another = plan_of(["dice", "page"], editions=["vive-le-roi"], seed=10)
    assert play_game(another, 3, records=True).record != one.record
