"""Tables for tests of the pages before, after and around the game."""

from __future__ import annotations

import random
from collections.abc import Callable

from kingup import Game
from kingup.bots.levels import LEVELS
from kingup.game import Seats
from kingup.server.waiting_bot import WaitingBot
from kingup.tables import Event, Table, TableSetting, advance, decisions
from kingup.web.live.rendering import Renderer
from kingup.web.pages.common.view_context import Page, ViewContext, Viewer
from kingup.web.pages.table.scene_building import scene

LEVEL_IDS = [level.id for level in LEVELS]
CODE = "rook-4k7q2"
HOST = "the-host"
ADDRESS = "http://192.168.1.20:8000"
PRESENT = frozenset({HOST})

Step = Callable[[Table], list[Event]]


def renderer() -> Renderer:
    return Renderer(static=lambda path: f"/static/{path}")


def page_of(made: Table, looker: Viewer, waiting_bots: tuple[WaitingBot, ...] = ()) -> str:
    """Return a table's page."""
    context = ViewContext(made, looker, PRESENT, waiting_bots)
    shown = scene(context) if renderer().kind(made, looker) == "game" else None
    return renderer().page(context, address=ADDRESS, scene=shown)


def table(setting: TableSetting, *steps: Step) -> Table:
    """Return a new table after some decisions."""
    made, _stored = advance(None, decisions.create(HOST, setting, CODE, "ab" * 32), 1000.0)
    return after(made, *steps)


def after(made: Table, *steps: Step) -> Table:
    for step in steps:
        made, _stored = advance(made, step(made), 1001.0)
    return made


def sat(player: int, name: str, person: str = HOST, *, ready: bool = False) -> Step:
    def decide(made: Table) -> list[Event]:
        sitting = decisions.sit(made, person, player, name)
        if not ready:
            return sitting
        later, _stored = advance(made, sitting, 1001.0)
        return [*sitting, *decisions.confirm(later, person, player)]

    return decide


def bot(player: int, level: str = "page") -> Step:
    return lambda made: decisions.seat_bot(made, HOST, player, level, LEVEL_IDS)


def played_on(made: Table, until: Callable[[Table], bool], seed: int = 4) -> Table:
    """Play at random until a condition holds."""
    chance = random.Random(seed)
    while not until(made):
        made, _stored = advance(made, _next_decision(made, chance), 1002.0)
    return made


def _next_decision(made: Table, chance: random.Random) -> list[Event]:
    player = made.waiting_for()[0]
    person = made.sitter(player).person
    if made.between_rounds:
        return decisions.continue_(made, person or HOST, player)
    assert made.game is not None
    action = str(chance.choice(made.game.legal_actions(player)))
    return decisions.act(made, player, action, made.acting_by(player), person=person)


def viewer(*holds: int, person: str | None = HOST, page: Page = "table") -> Viewer:
    return Viewer(person, holds[0] if len(holds) == 1 else None, page, holds)


def game_played(edition: str, seats: Seats, options: list[str], seed: int) -> Game:
    """Return a game played at random to its end."""
    game = Game(edition, seats, options, seed=seed)
    chance = random.Random(seed)
    while not game.is_over:
        player = game.to_act[0]
        game.play(player, chance.choice(game.legal_actions(player)))
    return game
