"""What people reach for first, as functions of `kingup` itself.

They import what they need when they are called, so that `import kingup` stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingup.analysis import Analysis
    from kingup.bots.beliefs import Beliefs
    from kingup.bots.bot import Bot
    from kingup.bots.sovereign.analysis import PlayerAnalysis
    from kingup.game import Game
    from kingup.view import View


def bot(name: str = "courtier", seed: int | None = None) -> Bot:
    """Return one of our bots: a level ("page", "courtier", …), or "chancellor:0.5s" and so on.

    A bot is given a player's view and returns one of its actions. With a seed it always chooses
    the same. `kingup bots` lists the names.

    >>> import kingup
    >>> game = kingup.Game("kingup", seats=3, seed=1)
    >>> page = kingup.bot("page", seed=1)
    >>> player = game.to_act[0]
    >>> game.play(player, page.choose(game.view(player)))
    >>> game.move_count
    1
    """
    from kingup.bots import make_bot

    return make_bot(name, seed)


def beliefs(view: View) -> Beliefs:
    """Return what a viewer may believe about everybody's favourites, from what they have done.

    It assumes that everybody chooses like a courtier. Cards that the viewer knows are certain.

    >>> import kingup
    >>> game = kingup.Game("kingup", seats=3, seed=1)
    >>> believed = kingup.beliefs(game.view(0))
    >>> sorted(letter for letter, chance in believed.of(0).items() if chance == 1)
    ['A', 'D', 'I', 'N', 'O', 'P']
    >>> round(believed.of(1)["A"], 2)
    0.44
    """
    from kingup.bots.beliefs import beliefs_of

    return beliefs_of(view)


def think(view: View, *, worlds: int = 64, seed: int = 0) -> PlayerAnalysis:
    """Return the trained player's opinion of a view: chances to win, actions, favourites.

    Chances are averages over imagined deals, `worlds` of them.

    >>> import kingup
    >>> game = kingup.Game("kingup", seats=3, seed=1)
    >>> opinion = kingup.think(game.view(game.to_act[0]))
    >>> len(opinion.chances), round(sum(opinion.actions.values()), 3)
    (3, 1.0)
    """
    from kingup.bots.sovereign.analysis import think

    return think(view, worlds=worlds, seed=seed)


def analyse(game: Game, *, seconds: float = 20.0, seed: int = 0) -> Analysis:
    """Return what happened in a finished game: chances, losses, votes, beliefs and luck.

    `seconds` is about what it may take for four seats on one core. A game in play raises
    `AnalysisError`.

    >>> import kingup
    >>> try:
    ...     kingup.analyse(kingup.Game("kingup", seats=3, seed=1))
    ... except kingup.KingUpError as error:
    ...     print(error)
    Only a finished game can be analysed: this one is in round 1 of 3.
    """
    from kingup.analysis import analyse

    return analyse(game, seconds=seconds, seed=seed)
