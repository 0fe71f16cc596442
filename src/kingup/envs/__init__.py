"""The game as a research environment: vectorised, Gymnasium, PettingZoo, OpenSpiel.

Playing imports nothing of this. `kingup.envs.vector` needs only what kingup itself needs;
`kingup.envs.gym`, `kingup.envs.zoo` and `kingup.envs.openspiel` need the extras
`kingup[pettingzoo]` and `kingup[openspiel]`.
"""

from kingup.envs.vector import Vector, scales, vector

__all__ = ["Vector", "scales", "vector"]
