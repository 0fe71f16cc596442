"""A whole game as text and as JSON, written by people or programs, verified when read.

>>> import random, kingup
>>> from kingup.notation import read, write_json, write_text
>>> game = kingup.Game("kingup", seats=3, seed=1)
>>> while not game.is_over:
...     player = game.to_act[0]
...     game.play(player, random.choice(game.legal_actions(player)))
>>> read(write_text(game)).scores == read(write_json(game)).scores == game.scores
True

Both forms are described in ``docs/notation.md``.
"""

from kingup.notation.errors import RecordError
from kingup.notation.files import LARGEST_FILE, read, read_file
from kingup.notation.json_reader import read_json
from kingup.notation.json_writer import write_json
from kingup.notation.schema import schema
from kingup.notation.text_reader import read_text
from kingup.notation.text_writer import write_text

__all__ = [
    "LARGEST_FILE",
    "RecordError",
    "read",
    "read_file",
    "read_json",
    "read_text",
    "schema",
    "write_json",
    "write_text",
]
