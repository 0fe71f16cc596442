"""Compiles in advance what would be compiled at first use, for installers, servers and tests."""

from __future__ import annotations

from kingup.game import Game


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

    game = Game("kingup", 4, seed=1)
    kinds = ["courtier", "chancellor:2"]
    if SHIPPED.exists():
        kinds += ["sovereign", "sovereign+:1"]
    for kind in kinds:
        make_bot(kind, 1).choose(game.view(game.to_act[0]))
    if SHIPPED.exists():
        prepare_judge(game)


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
