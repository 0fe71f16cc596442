"""What a replay's page fetches: one round at a time, so that nothing later is known to it."""

from __future__ import annotations

import msgspec

from kingup.language import current_language
from kingup.server.refusals import Refusal
from kingup.web.pages.common.perspective import Perspective
from kingup.web.pages.replay.replay import Replay
from kingup.web.pages.replay.scenes import steps
from kingup.web.pages.replay.view_model import kind_of, text_of

MOST_KEPT = 12
"""How many rounds a replay keeps as they are sent."""


def round_message(replay: Replay, text: str, perspective: Perspective) -> bytes:
    """Return a round as JSON: its first scene, and the beats that lead to each moment."""
    number = int(text) if text in ("1", "2", "3") else 0
    if not 1 <= number <= len(replay.game.rounds):
        raise Refusal("This page does not exist.", status=404)
    key = (current_language(), perspective.name, number)
    known = replay.drawn.get(key)
    if known is None:
        known = _encoded(replay, number, perspective)
        while len(replay.drawn) >= MOST_KEPT:
            replay.drawn.pop(next(iter(replay.drawn)), None)
        replay.drawn[key] = known
    return known


def _encoded(replay: Replay, number: int, perspective: Perspective) -> bytes:
    found = steps(replay, number, perspective)
    return msgspec.json.encode(
        {
            "round": number,
            "last": number == len(replay.game.rounds),
            "scene": found[0].scene,
            "moments": [
                {
                    "name": replay.moments[step.index].name,
                    "kind": kind_of(replay, step.index),
                    "text": text_of(replay, step.index),
                    "beats": step.beats,
                }
                for step in found
            ],
        }
    )
