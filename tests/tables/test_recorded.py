"""A finished game as events: the same game again, and tables that play on from any moment."""

from __future__ import annotations

import random

import pytest

from kingup import Game
from kingup.history import Voted
from kingup.moments import moments_of
from kingup.notation import read, write_json
from kingup.people.outcomes import outcome_of
from kingup.tables import Table, TableSetting, advance, decisions, from_json, to_json
from kingup.tables.errors import TableError
from kingup.tables.events import Numbered
from kingup.tables.listing import about
from kingup.tables.names import new_secret
from kingup.tables.recorded import branch, played, setting_of
from kingup.tables.sitter import Sitter
from tests.strategies import FAMILIES, FAMILY_NAMES
from tests.web.pages.lobby.lobbies import game_played

ME = "me-identityidentityide"


def sitters(game: Game) -> list[Sitter]:
    return [
        Sitter(f"old-{name}", None, name, seat + 1)
        for seat, names in enumerate(game.names)
        for name in names
    ]


def branched(game: Game, moment: int, player: int = 0, level: str = "page") -> Table:
    """Return a table that plays on from a moment."""
    code = "rook-22222"
    setting = setting_of(game)
    made = decisions.create(ME, setting, code, new_secret(setting.players))
    table, _stored = advance(None, made, 1.0)
    events = branch(
        table,
        game,
        moment,
        name="Zoe",
        player=player,
        level=level,
        levels=("page",),
        sitters=sitters(game),
        address="/t/rook-33333/replay/r1.0?as=1",
    )
    return advance(table, events, 2.0)[0]


def finished(table: Table, seed: int) -> Table:
    """Play to the end at random."""
    chance = random.Random(seed)
    while table.status == "playing":
        player = table.waiting_for()[0]
        if table.between_rounds:
            events = decisions.continue_(table, ME, player)
        else:
            action = chance.choice(table.view(player).actions)
            by = table.acting_by(player)
            events = decisions.act(
                table, player, action, by, person=ME if by == "person" else None
            )
        table, _stored = advance(table, events, table.updated_at + 1)
    return table


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_a_branch_begins_with_the_same_position_and_can_be_finished(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    game = game_played(edition, list(seats), list(options), seed=len(options))
    groups, chance = list(played(game)), random.Random(len(seats))
    moments = moments_of(game)
    assert len(groups) == len(moments)
    index = chance.randrange(len(groups) - 1)
    player = chance.randrange(sum(seats))
    table = branched(game, index, player)
    again = table.game
    assert again is not None
    wanted = game.at(sum(moment.kind != "deal" for moment in moments[: index + 1]))
    if moments[index].kind == "vote" and len(again.rounds) < len(wanted.rounds):
        assert again.phase == "deal"  # the next cards are not dealt yet
    else:
        assert again.castle == wanted.castle
        assert again.phase == wanted.phase
        assert again.view(player).own == wanted.view(player).own
    assert table.player_of(ME) == (player,)
    assert [one.deal for one in again.rounds] == [
        one.deal for one in game.rounds[: len(again.rounds)]
    ]
    ended = finished(table, len(seats))
    assert ended.status == "over"
    assert ended.game is not None
    assert read(write_json(ended.game)).scores == ended.game.scores


def test_a_what_if_is_never_rated_and_proves_nothing() -> None:
    game = game_played("kingup", 4, [], 3)
    ended = finished(branched(game, 20), 1)
    people = {0: ME}
    assert ended.game is not None
    assert ended.game.proof is None
    assert ended.proof() is None
    told = about(ended)
    assert told["what_if"] is True
    assert outcome_of(ended.code, 1.0, told, people) is None
    assert outcome_of(ended.code, 1.0, {**told, "what_if": False}, people) is not None


def test_names_of_other_people_do_not_come_along() -> None:
    game = game_played("kingup", ["Ann", "Ben", "Cleo"], [], 3)
    table = branched(game, 5, player=1)
    names = [table.sitter(player).name for player in range(3)]
    assert names[1] == "Zoe"
    assert not set(names) & {"Ann", "Ben", "Cleo"}
    assert [table.sitter(player).is_bot for player in range(3)] == [True, False, True]


def test_the_events_of_a_branch_are_stored_like_all_others() -> None:
    table = branched(game_played("vive-le-roi", 3, ["ambition"], 3), 30)
    stored = [
        Numbered(one.number, one.at, from_json(one.event.kind, to_json(one.event)))
        for one in table.numbered
    ]
    assert Table.of(stored).branch == "/t/rook-33333/replay/r1.0?as=1"
    assert Table.of(stored).game == table.game


def test_the_end_and_unknown_moments_and_levels_are_refused() -> None:
    game = game_played("kingup", 3, [], 3)
    last = len(list(played(game))) - 1
    assert branched(game, last - 1).status == "playing"
    for moment, level in ((last, "page"), (last + 1, "page"), (3, "no such level")):
        with pytest.raises(TableError):
            branched(game, moment, level=level)


def test_a_vote_is_open_again_at_the_moment_before_it() -> None:
    game = game_played("kingup", 4, [], 3)
    moves = game.rounds[0].moves
    index = next(i for i, move in enumerate(moves) if isinstance(move, Voted))
    table = branched(game, index)
    assert table.waiting_for() == (0, 1, 2, 3)
    assert TableSetting.from_json(table.setting.to_json()) == table.setting
