"""Pictures and clips of games, in the art of the web table.

>>> import kingup, kingup.pictures, random
>>> game, lots = kingup.Game("kingup", seats=["Ann", "Ben", "Zoë"], seed=1), random.Random(1)
>>> while not game.is_over:
...     player = game.to_act[0]
...     game.play(player, lots.choice(game.written_actions(player)))
>>> sight = kingup.pictures.sight(game, "r1.4", "public")
>>> kingup.pictures.png(sight)[1:4], kingup.pictures.card(sight)[6:10]
(b'PNG', b'JFIF')
>>> kingup.pictures.clip(game, "r1.0", "r1.4")[8:12]
b'WEBP'

A picture shows what one viewer knew at one moment, and nothing that came later. It needs no font
of the system, and has the same bytes wherever it is drawn with the same packages.
"""

from kingup.pictures.card import card
from kingup.pictures.castle import png, svg
from kingup.pictures.clip import clip
from kingup.pictures.sight import PictureError, Sight, sight

__all__ = ["PictureError", "Sight", "card", "clip", "png", "sight", "svg"]
