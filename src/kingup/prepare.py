"""Compiles in advance what would be compiled at first use, for installers, servers and tests.

One process of a machine compiles at a time: the others wait for it, and then read from the disk
what it has compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from kingup.compile_notice import listening, say_nothing
from kingup.compiler import ObjectCache
from kingup.compiler.machine import this_machine
from kingup.compiler.object_cache import compiling_alone
from kingup.game import Game
from kingup.view import View

NICENESS = 10
QUICK = {"chancellor": "chancellor:2", "sovereign+": "sovereign+:1"}
"""Bots that think for as long as they are told: so little compiles all that they need."""

_preparing = threading.Lock()


def prepare_rules() -> None:
    """Compile the entry points of the rules."""
    import numpy as np

    from kingup.rules import compiled
    from kingup.rules.setup import Setup, new_state

    games = compiled.new_games(new_state(Setup.of("kingup", 4)), 2)
    menus = np.zeros(1, compiled.MENU)
    compiled.draw_at(games, 1)
    compiled.random_step_all(games)
    compiled.actors_at(games, 0)
    compiled.list_actions_at(games, 0, 0, menus)
    compiled.fault_at(games, 0, 0, 0)
    compiled.play_out_all(games, 0)
    compiled.winners_all(games, np.zeros(2, np.int16))


def prepare_bots() -> None:
    """Compile the bots, by letting each of them decide once."""
    from kingup.bots import make_bot
    from kingup.bots.sovereign.weights import SHIPPED

    kinds = ["courtier", QUICK["chancellor"]]
    if SHIPPED.exists():
        kinds += ["sovereign", QUICK["sovereign+"]]
    for kind in kinds:
        make_bot(kind, 1).choose(_first_view())
    if SHIPPED.exists():
        prepare_judge(Game("kingup", 4, seed=1))
        prepare_coach(Game("kingup", 3, seed=1))


def _first_view() -> View:
    game = Game("kingup", 4, seed=1)
    return game.view(game.to_act[0])


def prepare_judge(game: Game) -> None:
    """Compile the judge, by letting it judge a game after its first move."""
    from kingup.bots.sovereign.conduct_rounds import Conduct
    from kingup.bots.sovereign.judge import judge_of
    from kingup.bots.sovereign.networks import networks_of

    player = game.to_act[0]
    game.play(player, game.written_actions(player)[0])
    judge, conduct = judge_of(), Conduct(networks_of(None))
    judge.of_game(game, conduct)
    judge.of_view(game.view(), conduct)


def prepare_coach(game: Game) -> None:
    """Compile the coach, by asking for advice at the first placement, climb and vote of a game."""
    from kingup.analysis import consider

    asked: set[str] = set()
    while game.phase not in asked or game.phase != "vote":
        player = game.to_act[0]
        if game.phase not in asked:
            asked.add(game.phase)
            consider(game.view(player), worlds=8)
        else:
            game.play(player, game.written_actions(player)[-1])


def prepare(compile_all: Callable[[], object] | None = None) -> None:
    """Compile everything, unless that is done already."""
    if is_prepared():
        return
    with _preparing, compiling_alone(_folder()):
        if is_prepared():  # another process or thread has done it meanwhile
            return
        lost = ObjectCache.lost
        (compile_all or _compile_all)()
        mark = _mark()
        if mark is not None and ObjectCache.lost == lost:
            with contextlib.suppress(OSError):
                mark.touch()


def prepare_some(bots: Iterable[str]) -> None:
    """Compile what these bots need and nothing else, by letting each of them decide once."""
    from kingup.bots import make_bot
    from kingup.bots.bot_names import parse_bot

    view = _first_view()
    kinds = {QUICK.get(name, name) for name in (parse_bot(bot)[0] for bot in bots)}
    with compiling_alone(_folder()):
        for kind in sorted(kinds):
            make_bot(kind, 1).choose(view)


def is_prepared() -> bool:
    """Return whether everything has been compiled by this Python for this processor."""
    mark = _mark()
    return mark is not None and mark.exists()


def can_be_kept() -> bool:
    """Return whether compiled code can be stored for other processes."""
    return _folder() is not None


def prepare_as_child() -> None:
    """Compile everything, as a child that gives way to others and ends with its parent.

    The parent holds the other end of this process's standard input, and sends nothing.
    """
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if sys.platform != "win32":
        os.nice(NICENESS)
    with listening(say_nothing):
        prepare()


def _compile_all() -> None:
    prepare_rules()
    prepare_bots()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)  # the main thread may be compiling, or waiting for the lock


def _folder() -> Path | None:
    """Return the folder of the compiled bots, which use all other compiled code."""
    from kingup.bots.compiled import CACHE

    return CACHE.folder


def _mark() -> Path | None:
    """Return the file that says that everything was compiled, by which compiler and for what."""
    folder = _folder()
    if folder is None:
        return None
    made_for = this_machine().description.encode()
    return folder / f"prepared-{hashlib.sha256(made_for).hexdigest()[:16]}"


if __name__ == "__main__":
    prepare_as_child()
