"""Reading a game from text."""

from __future__ import annotations

from kingup.game import Game
from kingup.notation.errors import RecordError
from kingup.notation.replay import open_game, replay_round
from kingup.notation.strings import shown
from kingup.notation.symbols import result_text
from kingup.notation.text_header import read_header
from kingup.notation.text_lines import RecordLines
from kingup.notation.text_rounds import read_rounds


def read_text(text: str) -> Game:
    """Read a game from text and verify it; errors are `RecordError`s with line and column.

    The game has no dealer: to continue an unfinished one, give it its cards with `deal` and
    `shuffle`, or set its `dealer`.
    """
    lines = RecordLines(text.removeprefix("\N{BYTE ORDER MARK}"))
    header, result = read_header(lines)
    game = open_game(header)
    for record in read_rounds(lines, game.setup):
        replay_round(game, record, counts_from=1)
    if result.value != result_text(game):
        raise result.wrong(
            RecordError(
                "The result of this game is “{expected}”, not “{found}”.",
                expected=result_text(game),
                found=shown(result.value),
            )
        )
    return game
