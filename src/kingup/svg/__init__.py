"""Pictures of positions, as SVG, in the art of the web table.

>>> import kingup, kingup.svg
>>> game = kingup.Game("kingup", seats=3, seed=1)
>>> picture = kingup.svg.castle(game.view(), size=300, theme="dark", arrows=["A3", ("B", "4")])
>>> picture[:26]
'<svg xmlns="http://www.w3.'

A notebook shows what `castle` returns; anything else takes it as text: `Path.write_text` saves it.
Nothing of the web table is imported, and a picture refers to no other file.
"""

from kingup.svg.castle import castle
from kingup.svg.document import Svg

__all__ = ["Svg", "castle"]
