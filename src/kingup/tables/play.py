"""Decisions during the game: acting, continuing, and what follows automatically."""

from __future__ import annotations

from kingup.tables.dealing import FairDealer
from kingup.tables.errors import NotAllowed, StaleAction, TableError
from kingup.tables.events import (
    By,
    Continued,
    Dealt,
    Event,
    Returned,
    Shuffled,
    Started,
    acted_alike,
)
from kingup.tables.seating import check_holder
from kingup.tables.table import Table

LONGEST_ACTION = 40


def act(
    table: Table,
    player: int,
    action: str,
    by: By,
    expected_number: int | None = None,
    *,
    person: str | None = None,
) -> list[Event]:
    """Perform an action that the game asks of a player.

    With ``by="person"``, the person must hold the player; a person with a stand-in returns by
    acting. A bot acts only for a bot's place, and a stand-in only for a person who is away;
    neither acts for a team's seat where a person is present.

    `expected_number` is the last event that the person had seen. Later events do not matter as
    long as the game still asks the same question, such as in a vote; an answer to an earlier
    question is refused, because it may mean something else now.
    """
    check_playing(table)
    game = table.game
    assert game is not None  # noqa: S101
    sitter = table.sitter(player)
    if by == "person":
        check_holder(table, person, player)
    _check_seen(table, expected_number)
    if by != "person" and (table.acting_by(player) != by or player not in table.waiting_for()):
        raise NotAllowed("This is {who}’s decision, not a bot’s.", who=sitter.name)
    if table.between_rounds:
        raise TableError("The round is over: the next one starts when everybody is ready.")
    if len(action) > LONGEST_ACTION:
        raise TableError("This is not an action.")
    if action not in game.written_actions(player):
        game.copy().play(player, action)  # raises the error that says why not
    acted = acted_alike(player, action, by)
    return [Returned(player), acted] if by == "person" and sitter.standing_in else [acted]


def continue_(
    table: Table, person: str, player: int, expected_number: int | None = None
) -> list[Event]:
    """Confirm having seen the scoring; on a device that is passed around, for all who share it."""
    if table.status != "over":
        check_playing(table)
    check_holder(table, person, player)
    _check_seen(table, expected_number)
    if not table.between_rounds and table.status != "over":
        raise StaleAction("The game has moved on: the next round has begun.")
    held = table.player_of(person) if table.setting.passed else (player,)
    events: list[Event] = []
    for mine in held:
        if table.sitter(mine).standing_in and mine == player:
            events.append(Returned(mine))
        if mine not in table.continued:
            events.append(Continued(mine))
    return events


def follow_ups(table: Table) -> list[Event]:
    """Return the events that follow automatically from a table's state; call until there are none.

    The game starts when all places are taken and all people are ready; nothing is dealt before
    that. The next round is dealt when every person present has continued.
    """
    if table.status == "open":
        return [Started()] if table.people() and not table.unconfirmed() else []
    game = table.game
    if table.status != "playing" or game is None:
        return []
    dealer = FairDealer(table.secret, table.contributions, table.setting.first)
    if game.phase == "shuffle":
        return [Shuffled(dealer.shuffle(game))]
    if game.phase == "deal" and not table.waiting_for():
        return [Dealt(dealer.deal(game))]
    return []


def check_playing(table: Table) -> None:
    """Raise an error unless the game is being played."""
    if table.status == "open":
        raise TableError("The game has not begun yet.")
    if table.status == "paused":
        raise TableError("The game is paused.")
    if table.status == "over":
        raise TableError("The game is over.")
    if table.status == "abandoned":
        raise TableError("This game was abandoned.")


def _check_seen(table: Table, expected_number: int | None) -> None:
    if expected_number is not None and expected_number < table.question_number:
        raise StaleAction("The game has moved on: check the table before you decide.")
