"""The result page is true to the game."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from kingup import Game
from kingup.game import Seats
from kingup.history import Voted
from kingup.language import use_language
from kingup.people.rating import Rating
from kingup.rules.cards import AMBITION_CARDS
from kingup.rules.constants import EMISSARY_START_SCORE, START_SCORE
from kingup.store.ratings import RatingChange
from kingup.tables import Event, Table, TableSetting, decisions
from kingup.telling.words import condition_of
from kingup.telling.worth import castle_at
from kingup.web.pages.result.chart import BOTTOM, chart
from kingup.web.pages.result.highlights import highlights
from kingup.web.pages.result.rating_change import rating_lines
from kingup.web.pages.result.score_sheet import score_sheet
from kingup.web.pages.result.view_model import result, result_of
from tests.web.pages.lobby.lobbies import (
    ADDRESS,
    HOST,
    after,
    bot,
    game_played,
    page_of,
    played_on,
    sat,
    table,
    viewer,
)

GAMES = [
    ("kingup", 4, [], 3),
    ("kingup", 6, [], 11),
    ("vive-le-roi", 2, ["ambition", "banished", "emissary", "wedding"], 5),
    ("vive-le-roi", [2, 1, 2], ["wedding", "emissary"], 6),
    ("vive-le-roi", 8, ["ambition"], 7),
    ("vive-le-roi", [2] * 8, ["shared-marker"], 8),
]


def colours(game: Game) -> list[int]:
    return [1 + game.seat_of(player) for player in range(len(game.scores))]


@pytest.mark.parametrize(("edition", "seats", "options", "seed"), GAMES)
def test_the_sheet_adds_up(edition: str, seats: Seats, options: list[str], seed: int) -> None:
    game = game_played(edition, seats, options, seed)
    view = game.view(None)
    sheet = score_sheet(view, colours(game))
    for player in range(len(view.scores)):
        lines = iter(sheet[player].lines)
        for round_ in view.rounds:
            for crowned in round_.crownings:
                line = next(lines)
                seals = sum(seal.points for seal in line.seals)
                assert crowned.points[player] == seals or (seals, crowned.points[player]) == (
                    0,
                    33,
                )
                assert len(line.seals) == (5 if "banished" in options else 6)
    if "shared-marker" not in options and edition == "kingup":
        assert [sum(line.points for line in e.lines) for e in sheet] == list(view.scores)


@pytest.mark.parametrize(
    ("language", "marks"), [("en", "“”"), ("fr", ("«\xa0", "\xa0»")), ("it", "«»")]
)
def test_the_text_of_an_ambition_card_is_quoted(language: str, marks: tuple[str, str]) -> None:
    game = game_played("vive-le-roi", 4, ["ambition"], 7)
    use_language(language)
    try:
        sheet = score_sheet(game.view(None), colours(game))
        conditions = [condition_of(card) for card in AMBITION_CARDS]
    finally:
        use_language("en")
    quoted = tuple(f"{marks[0]}{condition}{marks[1]}" for condition in conditions)
    for entry in sheet:
        for line in entry.lines:
            assert sum(note.endswith(quoted) for note in line.notes) == 1


@pytest.mark.parametrize(("edition", "seats", "options", "seed"), GAMES)
def test_the_castle_at_a_crowning_matches_the_moves(
    edition: str, seats: Seats, options: list[str], seed: int
) -> None:
    view = game_played(edition, seats, options, seed).view(None)
    for round_ in view.rounds:
        assert castle_at(view, round_, len(round_.crownings) - 1) == round_.castle


@pytest.mark.parametrize(("edition", "seats", "options", "seed"), GAMES)
def test_the_podium_follows_the_rules(
    edition: str, seats: Seats, options: list[str], seed: int
) -> None:
    game = game_played(edition, seats, options, seed)
    shown = result_of(game.view(None), colours(game))
    steps = [*shown.towers, *shown.others]
    assert len(shown.towers) == min(4, len(steps))
    assert sum(step.won for step in steps) == max(1, len(game.winners))
    assert [step.rank for step in steps] == sorted(step.rank for step in steps)
    assert steps[0].won
    assert steps[0].rank == 1
    names = {" & ".join(game.names[seat]) for seat in game.winners} or {"Emissary"}
    assert {step.name for step in steps if step.won} == names


def test_the_chart_runs_from_the_starting_scores_to_the_final_scores() -> None:
    game = game_played("vive-le-roi", 2, ["emissary"], 5)
    drawn = chart(game.view(None), [1, 2])
    assert sorted(run.total for run in drawn.lines) == sorted(
        [*game.seat_scores, game.emissary_score or 0]
    )
    top = int(drawn.grid[-1].text)
    starts = {run.colour: run.points[0][1] for run in drawn.lines}
    height = BOTTOM - drawn.grid[-1].at
    assert starts[1] == BOTTOM - height * START_SCORE // top
    assert starts[0] == BOTTOM - height * EMISSARY_START_SCORE // top
    assert all(len(run.points) == 4 for run in drawn.lines)


def close_scoring(made: Table) -> list[Event]:
    return decisions.continue_(made, HOST, 0)


def abandon(made: Table) -> list[Event]:
    return decisions.abandon(made, HOST)


def plain_text(html: str) -> str:
    return re.sub("<[^>]+>", "", html)


@pytest.mark.parametrize("seed", range(12))
def test_highlights_are_true(seed: int) -> None:
    edition = ("kingup", "vive-le-roi")[seed % 2]
    view = game_played(edition, [["Ann"], ["Bob"], ["Cyd"], ["Dan"]], [], seed).view(None)
    names = ["Ann", "Bob", "Cyd", "Dan"]
    nos = [0, 0, 0, 0]
    for round_ in view.rounds:
        for move in round_.moves:
            if isinstance(move, Voted):
                for seat, card in enumerate(move.votes):
                    nos[seat] += card == "N"
    found = highlights(view)
    assert 1 <= len(found) <= 4
    for highlight in found:
        title, about = plain_text(highlight.title), plain_text(highlight.about)
        if match := re.fullmatch(r"(\w+) said No (\d+) times", title):
            assert nos[names.index(match[1])] == int(match[2]) == max(nos)
            assert ("together" in about) == (int(match[2]) > sum(nos) - int(match[2]))
        if match := re.fullmatch(r"The best round: (\d+) points", title):
            points = [p for r in view.rounds for c in r.crownings for p in c.points]
            assert int(match[1]) == max(points)
        if match := re.fullmatch(r"(\w+), kingmaker", title):
            movers = [c.seat for r in view.rounds for c in r.crownings]
            seat = names.index(match[1])
            assert about.startswith(f"{movers.count(seat)} of the {len(movers)}")
        if match := re.fullmatch(r"In round (\d) only (\w+) said No to (.+)\.", about):
            votes = [m for m in view.rounds[int(match[1]) - 1].moves if isinstance(m, Voted)]
            seat = names.index(match[2])
            assert any(
                v.votes.count("N") == 1 and v.votes[seat] == "N" and "B" not in v.votes
                for v in votes
            )


def test_a_finished_table_shows_its_result_and_the_next_table() -> None:
    setting = TableSetting()
    made = table(setting, bot(1), bot(2), bot(3), sat(0, "Nora", ready=True))
    made = played_on(made, lambda t: t.status == "over")
    made = after(made, close_scoring)
    shown = result(made, viewer(0))
    assert shown.may_rematch
    assert not result(made, viewer(person=None)).may_rematch
    page = page_of(made, viewer(0))
    assert "record.json" in page
    assert made.secret not in page


def finished(*others: tuple[str, str], **setting: Any) -> Table:
    """Return a game of Nora, of others (id and name) and of bots, after its last scoring."""
    seated = [sat(player, name, person) for player, (person, name) in enumerate(others, 1)]
    bots = [bot(player) for player in range(1 + len(others), 4)]
    made = table(TableSetting(**setting), *bots, *seated, sat(0, "Nora"))
    for player, person in enumerate((HOST, *(person for person, _name in others))):
        made = after(made, partial(decisions.confirm, person=person, player=player))
    made = played_on(made, lambda t: t.status == "over")
    return after(made, close_scoring)


def test_a_rematch_against_bots_alone_needs_no_lobby() -> None:
    alone, together = finished(), finished(("tomasz", "Tomasz"))
    pages = [page_of(made, viewer(0)) for made in (alone, together)]
    assert 'data-begin method="post" action="/t/rook-4k7q2/again"' in pages[0]
    assert "/rematch" not in pages[0]
    assert "/again" not in pages[1]
    assert 'data-live method="post" action="/t/rook-4k7q2/rematch"' in pages[1]
    watching = page_of(alone, viewer(person=None))
    assert "/again" not in watching
    assert "/rematch" not in watching


def test_people_at_one_device_play_again_at_once() -> None:
    made = finished((HOST, "Tomasz"), (HOST, "Inès"), (HOST, "Léa"), screens="passed")
    shown = result(made, viewer(0, 1, 2, 3))
    assert shown.alone
    assert not shown.rated  # the server cannot tell them apart


def test_the_result_asks_for_the_change_of_the_viewers_own_rating() -> None:
    made = finished()
    page = page_of(made, viewer(0))
    assert 'data-from="/t/rook-4k7q2/rating"' in page
    assert '<a href="/t/rook-4k7q2/rating">' in page  # without scripts
    for other in (viewer(person=None), viewer(person=None, page="board")):
        assert "rating-change" not in page_of(made, other)


def test_everything_to_share_is_in_a_dialog() -> None:
    page = page_of(finished(), viewer(0))
    dialog = re.search(r'<dialog id="share-dialog".*?</dialog>', page, re.DOTALL)
    assert dialog
    assert page.count("/record.") == dialog[0].count("/record.") == 2
    assert f'data-copy="{ADDRESS}/t/rook-4k7q2"' in dialog[0]
    assert 'data-open="#share-dialog"' in page


def test_the_change_of_a_rating_is_told_in_points() -> None:
    made = finished()
    before = Rating(25.0, 4.0, 3)
    for strength, told in ((26.0, "1560 (+60)"), (24.0, "1440 (−60)"), (25.0, "1500 (0)")):
        change = RatingChange(before, Rating(strength, 4.0, 4))
        assert rating_lines(made, {"bots": change, "together": change}) == [
            f"Against bots: {told}"
        ]
    first = RatingChange(Rating(), Rating(26.0, 8.0, 1))
    assert rating_lines(made, {"people": first}) == ["Against people: 1560 (your first game)"]
    assert "still being worked out" in rating_lines(made, None)[0]
    assert "not over yet" in rating_lines(table(TableSetting()), None)[0]
    assert "does not count for a rating" in rating_lines(table(TableSetting(), abandon), {})[0]
    assert "does not count for your rating" in rating_lines(made, {})[0]


@pytest.mark.parametrize(("language", "end"), [("en", "!"), ("fr", "\xa0!"), ("it", "!")])
def test_the_end_of_the_headline_takes_no_line_of_its_own(language: str, end: str) -> None:
    game = game_played("kingup", 4, [], 3)
    use_language(language)
    try:
        headline = result_of(game.view(None), colours(game)).headline
    finally:
        use_language("en")
    assert re.search(rf'<bdi>[^<]+</bdi><span class="end">{end}</span>$', headline)


def test_an_abandoned_game_has_no_winner_and_no_record() -> None:
    setting = TableSetting()
    made = table(setting, bot(1), bot(2), bot(3), sat(0, "Nora", ready=True))
    made = played_on(made, lambda t: t.game is not None and t.game.round == 2)
    made = played_on(made, lambda t: t.game is not None and t.game.phase == "climb")
    made = after(made, abandon)
    shown = result(made, viewer(0))
    assert shown.abandoned
    assert not shown.towers
    assert len(shown.others) == 4
    assert all(len(entry.lines) == 1 for entry in shown.sheet)
    page = page_of(made, viewer(0))
    assert "record" not in page
    view = made.view(None)
    assert view.rounds[-1].favourites is None


def test_a_table_abandoned_before_the_game_says_so() -> None:
    made = table(TableSetting(), sat(0, "Nora"), abandon)
    shown = result(made, viewer(0))
    assert shown.abandoned
    assert shown.chart is None
    assert "had not started" in page_of(made, viewer(0))
