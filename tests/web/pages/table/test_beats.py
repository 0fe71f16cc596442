"""Beats: what is seen and heard first, and what only after the cards have turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from kingup.history import Climbed, Placed, Voted
from kingup.tables.events import Acted, Paused, Resumed, Returned, Shuffled, StoodIn
from kingup.tables.table import Table
from kingup.web.live.rendering import Renderer
from kingup.web.pages.common.public_log import public_log
from kingup.web.pages.common.view_context import SPECTATOR, ViewContext
from kingup.web.pages.table.beats import Beat, beats, waiting
from kingup.web.pages.table.scene import Board, difference
from kingup.web.pages.table.scene_building import board, own, scene
from tests.strategies import each_family
from tests.web.pages.table.tables import DrivenTable, viewer

RENDERER = Renderer(static=lambda path: path)
EVERYTHING = ("ambition", "banished", "emissary", "wedding")
TURNING = ("card", "breath", "reveal")


@dataclass
class Played:
    """An event as it is played."""

    table: Table
    before: Board
    after: Board
    beats: list[Beat]

    @property
    def kinds(self) -> list[str]:
        return [beat.cue["kind"] if beat.cue else "" for beat in self.beats]

    @property
    def said(self) -> list[str]:
        return [line for beat in self.beats for line in beat.said]

    def beat(self, kind: str) -> Beat:
        return self.beats[self.kinds.index(kind)]

    def changes(self, kind: str) -> set[str]:
        """Return what a beat changes on the board."""
        at = self.kinds.index(kind)
        before = self.beats[at - 1].board if at else self.before
        return set(difference(before, self.beats[at].board))


def public(table: Table) -> ViewContext:
    return ViewContext(table.copy(), SPECTATOR)


def played(before: Table, after: Table) -> Played:
    """Return the beats of the event between two states."""
    assert after.number == before.number + 1
    now = public(after)
    boards = board(public(before)), board(now)
    return Played(after, *boards, beats(*boards, now, public_log(now.table, before.number)))


def events(driven: DrivenTable, number: int = 10**6) -> Iterator[Played]:
    """Play a game at random, and yield its events one by one."""
    if driven.table.number == 0 or not driven.game.rounds:
        driven.step()
    last = driven.table.copy()
    for table in driven.moments_of_play():
        for numbered in table.numbered[last.number :]:
            then = last.copy()
            then.apply(numbered)
            yield played(last, then)
            last = then
        number -= 1
        if number <= 0:
            return


def votes(options: Sequence[str], seats: Sequence[int] = (1, 1, 1), seed: int = 3) -> list[Played]:
    """Return the events with which votes are decided in a game."""
    driven = DrivenTable("vive-le-roi", seats, options, seed=seed)
    return [one for one in events(driven) if "reveal" in one.kinds]


@pytest.mark.parametrize(("edition", "seats", "options"), each_family(unpacked=True))
def test_every_move_of_a_game_is_played_once_and_in_order(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    driven = DrivenTable(edition, seats, options, seed=3)
    kinds: list[str] = []
    for event in events(driven):
        kinds += event.kinds
        assert event.beats[-1].board == event.after, "the last beat shows everything"
    names = {Placed: "placed", Climbed: "climbed", Voted: "reveal"}
    moves = [move for round_ in driven.game.rounds for move in round_.moves]
    assert [kind for kind in kinds if kind in names.values()] == [names[type(m)] for m in moves]
    decided = [move for move in moves if isinstance(move, Voted)]
    crownings = sum(len(round_.crownings) for round_ in driven.game.rounds)
    assert kinds.count("crown") == kinds.count("scores") == crownings
    assert kinds.count("fall") + kinds.count("bellyache") == len(decided) - crownings
    assert kinds.count("card") == len(decided) * len(seats)
    assert kinds.count("breath") == kinds.count("decide") == len(decided)
    assert kinds.count("dealt") == 2, "the first deal is another page"


@pytest.mark.parametrize(
    ("options", "seats"),
    [((), (1, 1, 1)), (EVERYTHING, (1, 1, 1, 1)), (EVERYTHING, (2, 2)), (("wedding",), (2, 1, 1))],
)
def test_nothing_but_cards_changes_until_they_have_turned(
    options: tuple[str, ...], seats: tuple[int, ...]
) -> None:
    found = votes(options, seats)
    for vote in found:
        for beat in vote.beats[: vote.kinds.index("reveal") + 1]:
            assert replace(beat.board, ballots=vote.before.ballots) == vote.before
            assert not any(ballot.decides for ballot in beat.board.ballots)
        faces = {ballot.card for ballot in vote.beat("breath").board.ballots}
        assert faces == {"down"}
        assert vote.changes("breath") <= {"ballots"}
        assert vote.changes("decide") <= {"ballots"}
        revealed = vote.beat("reveal").board.ballots
        assert [one.card for one in revealed] == [one.card for one in vote.after.ballots]
    assert len(found) > 5


@pytest.mark.parametrize("options", [(), EVERYTHING])
def test_the_fate_of_the_candidate_comes_before_totals_and_words(options: tuple[str, ...]) -> None:
    outcomes = set()
    for vote in votes(options, (1, 1, 1, 1)):
        outcome = vote.beats[vote.kinds.index("decide") + 1]
        assert outcome.cue is not None
        outcomes.add(outcome.cue["kind"])
        assert vote.changes(outcome.cue["kind"]) <= {"tokens", "boxed"}
        moved = [one for one in outcome.board.tokens if one not in vote.before.tokens]
        assert [one.id for one in moved] == [outcome.cue["who"]]
        assert outcome.board.lines == vote.before.lines
        assert outcome.board.seats == vote.before.seats
        assert outcome.board.verdict == vote.before.verdict
        if outcome.cue["kind"] == "crown":
            assert moved[0].crowned
        else:
            assert moved[0].at == outcome.cue["at"]
    assert outcomes >= {"crown", "fall"}


def test_a_bellyache_is_told_apart_from_a_no() -> None:
    for card, kind in (("B", "bellyache"), ("N", "fall")):
        driven = DrivenTable("vive-le-roi", seed=3)
        driven.until("vote")
        while len(driven.game.to_act) > 1:
            driven.add(Acted(driven.game.to_act[0], "Y", "person"))
        before = driven.table.copy()
        driven.add(Acted(driven.game.to_act[0], card, "person"))
        vote = played(before, driven.table)
        assert vote.kinds == ["card", "breath", "reveal", "decide", kind, ""]
        spoke = [one.card for one in vote.beat("decide").board.ballots if one.decides]
        assert spoke == [card]


def test_ambition_and_banished_come_after_the_scores() -> None:
    ends = [vote for vote in votes(EVERYTHING, (1, 1, 1, 1)) if vote.after.scoring.shown]
    assert len(ends) == 3
    for vote in ends:
        order = vote.kinds[vote.kinds.index("crown") :]
        assert order == ["crown", "scores", "banished", "ambition"]
        scores, marks = vote.beat("scores").board, vote.beat("banished").board
        for row in (*scores.scoring.rows, *marks.scoring.rows):
            assert row.points
            assert row.ambition == row.ambition_points == row.score == ""
        for old, seat in zip(vote.before.seats, marks.seats, strict=True):
            assert (seat.score, seat.gain) == (old.score, old.gain), "totals come last"
        seals = [s for seat in scores.seats if seat.id != "emissary" for s in seat.cards[0].seals]
        assert {(seal.cls, "banished" in seal.name) for seal in seals} == {("seal-of", False)}
        banished = [s for seat in marks.seats for s in seat.cards[0].seals if "banished" in s.cls]
        assert len(banished) >= 4
        assert any(row.ambition_points for row in vote.after.scoring.rows)


def test_without_those_cards_the_scores_are_all() -> None:
    for vote in votes(()):
        if vote.after.scoring.shown:
            assert vote.kinds[-2:] == ["crown", "scores"]
            assert vote.beats[-2].board.scoring == vote.before.scoring


def test_the_first_of_two_monarchs_is_scored_without_a_sheet() -> None:
    crownings = [v for v in votes(("wedding", "ambition"), seed=5) if "crown" in v.kinds]
    first = [vote for vote in crownings if not vote.after.scoring.shown]
    assert first
    for vote in first:
        assert vote.kinds[-2:] == ["crown", "scores"]
        crowned = vote.beat("crown")
        assert crowned.cue is not None
        letter = crowned.cue["who"]
        assert next(one for one in crowned.board.tokens if one.id == letter).at == "throne"
        assert next(one for one in vote.after.tokens if one.id == letter).at == "consort"
        assert not any(seat.cards for seat in crowned.board.seats), "cards open with the scores"
        assert all(seat.cards for seat in vote.after.seats)


def test_the_emissarys_card_turns_with_the_others() -> None:
    for vote in votes(("emissary",), (1, 1)):
        assert vote.beat("breath").board.ballots[-1].id == "emissary"
        assert vote.beat("breath").board.ballots[-1].card == "down"
        assert vote.beat("reveal").board.ballots[-1].card in "YNB"
        pile = [seat.pile for seat in vote.beat("decide").board.seats][-1]
        assert pile == vote.before.seats[-1].pile


def test_a_shuffle_turns_the_cards_that_lie_already() -> None:
    for seed in range(40):
        driven = DrivenTable("vive-le-roi", (1, 1), ("emissary",), seed=seed)
        last: Played | None = None
        for event in events(driven):
            if isinstance(event.table.numbered[-1].event, Shuffled):
                assert last is not None
                assert last.kinds == ["card"]
                assert {one.card for one in last.after.ballots} == {"down"}
                assert len(last.said) == 1
                assert event.kinds[:3] == ["breath", "reveal", "decide"]
                assert event.said
                return
            last = event
    raise AssertionError("no pile was shuffled")


def test_a_sealed_card_is_only_a_card() -> None:
    driven = DrivenTable("vive-le-roi", seed=3)
    table = driven.until("vote")
    seen = set()
    for vote in "YNB":
        then = table.copy()
        driven.table = then
        driven.add(Acted(1, vote, "person"))
        event = played(table, then)
        assert event.kinds == ["card"]
        assert event.said == ["Tomasz 1 has played a card."]
        seen.add((event.after, tuple(event.beats[0].said)))
    assert len(seen) == 1


def test_an_ambition_choice_is_neither_played_nor_announced() -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1), ("ambition",), seed=3)
    before = driven.until("ambition").copy()
    driven.step()
    event = played(before, driven.table)
    assert event.kinds == [""]
    assert event.said == []


def test_a_vote_is_announced_when_its_cards_have_turned_and_points_after_the_crown() -> None:
    crowned = 0
    for vote in votes(EVERYTHING, (1, 1, 1, 1)):
        assert [len(vote.beat(kind).said) for kind in TURNING[1:]] == [0, 0]
        assert "has played a card" in vote.said[0] or "card" not in vote.kinds
        told = vote.beat("decide").said
        assert len(told) == 1
        assert "Vote on " in told[0]
        if "crown" in vote.kinds:
            crowned += 1
            assert vote.said[-1].startswith("Scores: ")
            assert vote.beats[-1].said == (vote.said[-1],)
            assert not vote.beat("crown").said
    assert crowned >= 3


def test_announcements_one_by_one_are_those_of_a_whole_page() -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1), ("emissary",), seed=9, show_votes=True)
    driven.step()
    number = driven.table.number
    said = [line for event in events(driven, 150) for line in event.said]
    context = ViewContext(driven.table, viewer(None))
    assert said == RENDERER.announcements(context, number)


def test_a_late_return_announces_only_the_last_vote_card_by_card() -> None:
    driven = DrivenTable(seed=8)
    for table in driven.moments_of_play():
        moves = table.view(None).rounds[-1].moves
        if sum(isinstance(move, Voted) for move in moves) == 2:
            break
    announced = " ".join(RENDERER.announcements(ViewContext(table, viewer(0)), 1))
    assert announced.count("Vote on ") == 1


def test_table_events_are_announced() -> None:
    driven = DrivenTable(seed=3)
    driven.until("climb")
    said = []
    for happened in (StoodIn(2, "away"), Returned(2), Paused(), Resumed()):
        before = driven.table.copy()
        driven.add(happened)
        event = played(before, driven.table)
        assert event.kinds == [""]
        said += event.said
    assert said == [
        "A bot stands in for Inès 2.",
        "Inès 2 is back.",
        "The game is paused.",
        "The game resumes.",
    ]


def test_nothing_can_be_done_while_beats_are_played() -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1), ("ambition",), seed=4)
    asked = set()
    for table in driven.moments_of_play():
        if not table.view(None).to_act:
            continue
        context = ViewContext(table, viewer(table.view(None).to_act[0]))
        shown = own(context, board(context.public))
        asked.add(shown.asks)
        held = waiting(shown)
        assert held.asks == "wait"
        assert held.you_act == "0"
        assert not any((held.choices, held.targets, held.cards, held.ambitions))
        assert not any(mark.legal for mark in held.marks)
        assert held.hand == shown.hand
    assert asked == {"ambition", "place", "climb", "vote"}


def test_the_board_is_made_from_a_spectators_view_only() -> None:
    table = DrivenTable(seed=4).until("climb")
    for page in ("table", "hand"):
        with pytest.raises(ValueError, match="spectator"):
            board(ViewContext(table, viewer(1, page)))
    boards = {scene(ViewContext(table, viewer(player))).board for player in (0, 1, 2, None)}
    assert boards == {board(public(table))}


def test_the_window_title_says_what_the_game_waits_for() -> None:
    table = DrivenTable(seed=3).until("climb", player=1)
    assert RENDERER.title(ViewContext(table, viewer(1))) == "Your turn – King Up!"
    assert (
        RENDERER.title(ViewContext(table, viewer(0))) == "Tomasz 1 chooses who climbs – King Up!"
    )
