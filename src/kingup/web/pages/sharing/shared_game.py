"""A finished game that can be shared: one of a table, or a record that somebody has brought."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from kingup.game import Game
from kingup.language import current_language
from kingup.rules.characters import EDITIONS, TITLES
from kingup.tables import Table
from kingup.tables.setting import TableSetting
from kingup.view import View


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A finished game, and where its pictures, clips and files are."""

    game: Game
    view: View
    """What everybody knows at its end."""
    setting: TableSetting
    colours: tuple[int, ...]
    """The colour of every player."""
    title: str
    base: str
    """The path under which everything of it is."""
    name: str
    """How the names of its files begin."""

    def picture(
        self, moment: str, form: str, viewer: str = "public", *, spoken: bool = False
    ) -> str:
        """Return the path of a picture; `spoken`: in the current language, whoever asks for it."""
        query = {} if viewer == "public" else {"as": viewer}
        if spoken:
            query["lang"] = current_language()
        path = f"{self.base}/pictures/{moment}.{form}"
        return f"{path}?{urlencode(query)}" if query else path


def shared_table(table: Table) -> SharedGame | None:
    """Return the game of a table; None unless it is closed, and something was played."""
    if table.game is None or not table.is_closed or not table.game.rounds:
        return None
    return shared_game(table, table.game)


def shared_game(table: Table, game: Game) -> SharedGame:
    """Return the finished game of a table."""
    return SharedGame(
        game=game,
        view=table.view(None),
        setting=table.setting,
        colours=tuple(table.sitter(player).colour for player in range(len(table.players))),
        title=table.setting.title or TITLES[EDITIONS.index(table.setting.edition)],
        base=f"/t/{table.code}",
        name=f"kingup-{table.code}",
    )
