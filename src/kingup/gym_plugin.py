"""Registers our environments with Gymnasium, which calls this when it is imported.

>>> import gymnasium
>>> env = gymnasium.make("KingUp-v0", seats=3, opponents="page")
>>> many = gymnasium.make_vec("ViveLeRoi-v0", num_envs=64, options=["ambition"])

It must be quick and import nothing of ours: whoever has kingup installed pays for it with every
import of Gymnasium.
"""

from __future__ import annotations

IDS = {"KingUp-v0": "kingup", "ViveLeRoi-v0": "vive-le-roi"}
"""The registered environments, and their editions."""


def register_envs() -> None:
    """Register the environments, unless that is done already."""
    from gymnasium.envs.registration import register, registry

    for id_, edition in IDS.items():
        if id_ not in registry:
            register(
                id_,
                entry_point="kingup.envs.gym:KingUpEnv",
                vector_entry_point="kingup.envs.gym:KingUpVectorEnv",
                kwargs={"edition": edition},
                # Ours says itself when a step comes before a reset.
                order_enforce=False,
            )
