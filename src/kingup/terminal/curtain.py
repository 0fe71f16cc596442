"""The curtain between people who share a keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from kingup.language import _
from kingup.telling.scene import Scene
from kingup.terminal.frame import page
from kingup.terminal.screen import Screen

RULE = "-" * 40


def draw_curtain(screen: Screen, scene: Scene, news: Sequence[str], name: str) -> str:
    """Hide what one person saw, hand the keyboard to the next, and return what they typed.

    The scene must be a spectator's: everybody looks at the screen while it changes hands.
    """
    screen.wipe()
    if screen.full:
        screen.show(page(scene, screen, news))
    else:
        screen.write_line(RULE)
    screen.write_wrapped(_("Pass the keyboard to {name}.").format(name=name))
    prompt = _("{name}, press Enter when nobody else is looking:").format(name=name)
    return screen.pause(prompt)
