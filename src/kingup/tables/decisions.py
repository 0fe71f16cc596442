"""All decisions at a table: pure functions from its state to new events.

Each checks who asks and whether it is allowed, and otherwise raises a `TableError`, or an error of
the rules, that says why not. None changes the table: events do, once they are stored.
"""

from kingup.tables.absence import expire_clock, leave, return_, stand_in
from kingup.tables.coaching import coach, coached_player
from kingup.tables.erasure import forget
from kingup.tables.hosting import (
    abandon,
    change_pace,
    game_before_rematch,
    give_seat,
    issue_link,
    linked_player,
    pause,
    reclaim,
    rematch,
    rematch_table,
    resume,
    take_over,
)
from kingup.tables.play import act, continue_, follow_ups
from kingup.tables.seating import (
    check_holder,
    check_host,
    confirm,
    create,
    fill,
    may_fill,
    seat_bot,
    sit,
    sit_ready,
    stand_up,
    start,
    unconfirm,
)

__all__ = [
    "abandon",
    "act",
    "change_pace",
    "check_holder",
    "check_host",
    "coach",
    "coached_player",
    "confirm",
    "continue_",
    "create",
    "expire_clock",
    "fill",
    "follow_ups",
    "forget",
    "game_before_rematch",
    "give_seat",
    "issue_link",
    "leave",
    "linked_player",
    "may_fill",
    "pause",
    "reclaim",
    "rematch",
    "rematch_table",
    "resume",
    "return_",
    "seat_bot",
    "sit",
    "sit_ready",
    "stand_in",
    "stand_up",
    "start",
    "take_over",
    "unconfirm",
]
