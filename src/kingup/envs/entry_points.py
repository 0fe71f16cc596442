"""Entry points from Python into the compiled environments; all take arrays of records.

An array of length 0 turns off the output that would fill it. Like the kernel, these are plain
functions, compiled by `compiled.py`.
"""

from typing import Any

from kingup.envs.opponents import LEARNER, draw_due, opponent_action, reward_of
from kingup.rules.constants import DEAL, LEGAL, OVER, SHUFFLE
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.noting import play_noted
from kingup.rules.kernel.observing import mask, observe
from kingup.rules.kernel.playouts import draw, next_actor, play_out, random_action
from kingup.rules.kernel.scoring import winners
from kingup.rules.kernel.turns import fault, play


def seed_all(games: Any, first_seed: int) -> None:
    """Seed the generator of every game; game i gets first_seed + i."""
    for i in range(len(games)):
        seed_generator(games[i], first_seed + i)


def renew_at(games: Any, fresh: Any, index: int) -> None:
    """Replace a game by a new one that goes on with the same generator."""
    generator_a = games[index].generator_a
    generator_b = games[index].generator_b
    games[index] = fresh[0]
    games[index].generator_a = generator_a
    games[index].generator_b = generator_b


def show_at(
    games: Any, histories: Any, index: int, player: int, observations: Any, masks: Any
) -> None:
    """Write what a player sees and may do in one game."""
    if len(observations) > 0:
        observe(games[index], histories[index], player, observations[index])
    if len(masks) > 0:
        mask(games[index], player, masks[index])


def deal_at(games: Any, histories: Any, index: int) -> None:
    """Deal and shuffle in one game until a player is to act, or it is over."""
    if len(histories) > 0:
        draw_due(games[index], histories[index])
    else:
        while games[index].phase == DEAL or games[index].phase == SHUFFLE:
            draw(games[index])


def begin_all(
    games: Any, histories: Any, fresh: Any, actors: Any, observations: Any, masks: Any
) -> None:
    """Begin a new game at every index."""
    for i in range(len(games)):
        renew_at(games, fresh, i)
        deal_at(games, histories, i)
        actors[i] = next_actor(games[i])
        show_at(games, histories, i, int(actors[i]), observations, masks)


def first_fault(games: Any, actors: Any, actions: Any) -> int:
    """Return the index of the first game with an illegal action, or the number of games."""
    for i in range(len(games)):
        if fault(games[i], int(actors[i]), int(actions[i])) != LEGAL:
            return i
    return len(games)


def step_all(
    games: Any,
    histories: Any,
    fresh: Any,
    actions: Any,
    actors: Any,
    rewards: Any,
    dones: Any,
    by_points: bool,
    observations: Any,
    masks: Any,
) -> None:
    """Let the actor of every game act; a game that ends pays its rewards and is replaced."""
    for i in range(len(games)):
        game = games[i]
        for seat in range(game.seats):
            rewards[i, seat] = 0
        dones[i] = 0
        if len(histories) > 0:
            play_noted(game, histories[i], int(actors[i]), int(actions[i]))
        else:
            play(game, int(actors[i]), int(actions[i]))
        deal_at(games, histories, i)
        if game.phase == OVER:
            champions = winners(game)
            for seat in range(game.seats):
                rewards[i, seat] = reward_of(game, seat, champions, by_points)
            dones[i] = 1
            renew_at(games, fresh, i)
            deal_at(games, histories, i)
        actors[i] = next_actor(game)
        show_at(games, histories, i, int(actors[i]), observations, masks)


def act_at(games: Any, histories: Any, index: int, player: int, action: int) -> None:
    """Perform a legal action in one game, and deal what is due after it."""
    play_noted(games[index], histories[index], player, action)
    draw_due(games[index], histories[index])


def reward_at(games: Any, index: int, seat: int, by_points: bool) -> float:
    """Return a seat's reward in one finished game."""
    return reward_of(games[index], seat, winners(games[index]), by_points)


def finish_all(games: Any, first_seed: int, rewards: Any, by_points: bool) -> None:
    """Play every game to its end at random, and write each seat's reward."""
    for i in range(len(games)):
        game = games[i]
        seed_generator(game, first_seed + i)
        play_out(game)
        champions = winners(game)
        for seat in range(game.seats):
            rewards[i, seat] = reward_of(game, seat, champions, by_points)


def choose_random(games: Any, actors: Any, actions: Any) -> None:
    """Write a random legal action of every game's actor, drawn from the game's generator."""
    for i in range(len(games)):
        actions[i] = random_action(games[i], int(actors[i]))


def advance_at(games: Any, histories: Any, styles: Any, kinds: Any, index: int) -> None:
    """Let opponents play in one game until a learner is to act, or it is over."""
    game = games[index]
    draw_due(game, histories[index])
    while game.phase != OVER:
        player = int(next_actor(game))
        kind = int(kinds[index, game.seat_of[player]])
        if kind == LEARNER:
            return
        action = int(opponent_action(game, styles[0], kind, player))
        play_noted(game, histories[index], player, action)
        draw_due(game, histories[index])


def begin_learner_at(
    games: Any, histories: Any, fresh: Any, styles: Any, kinds: Any, index: int, actors: Any
) -> None:
    """Begin a new game at one index, up to the learner's first decision."""
    renew_at(games, fresh, index)
    advance_at(games, histories, styles, kinds, index)
    actors[index] = next_actor(games[index])


def begin_learners(
    games: Any,
    histories: Any,
    fresh: Any,
    styles: Any,
    kinds: Any,
    actors: Any,
    observations: Any,
    masks: Any,
) -> None:
    """Begin a new game at every index, up to the learner's first decision."""
    for i in range(len(games)):
        begin_learner_at(games, histories, fresh, styles, kinds, i, actors)
        show_at(games, histories, i, int(actors[i]), observations, masks)


def step_learners(
    games: Any,
    histories: Any,
    fresh: Any,
    styles: Any,
    kinds: Any,
    actions: Any,
    actors: Any,
    rewards: Any,
    dones: Any,
    by_points: bool,
    renewing: bool,
    observations: Any,
    masks: Any,
    finals: Any,
) -> None:
    """Let every learner act, and its opponents after it.

    An illegal action forfeits the game: reward -1, done is 2. `finals` gets the last observation
    of a game that ended; `observations` gets that of its replacement.
    """
    for i in range(len(games)):
        game = games[i]
        player = int(actors[i])
        action = int(actions[i])
        rewards[i] = 0
        dones[i] = 0
        if fault(game, player, action) != LEGAL:
            rewards[i] = -1
            dones[i] = 2
        else:
            play_noted(game, histories[i], player, action)
            advance_at(games, histories, styles, kinds, i)
            if game.phase == OVER:
                rewards[i] = reward_of(game, int(game.seat_of[player]), winners(game), by_points)
                dones[i] = 1
        if dones[i] > 0:
            show_at(games, histories, i, player, finals, masks)
            if renewing:
                begin_learner_at(games, histories, fresh, styles, kinds, i, actors)
        else:
            actors[i] = next_actor(game)
        show_at(games, histories, i, int(actors[i]), observations, masks)
