"""`kingup terminal`: from the command line to a game with people and bots."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from kingup.bots import Bot, make_bot
from kingup.bots.bot import BotError
from kingup.bots.bot_names import parse_bot
from kingup.game import Game
from kingup.language import _
from kingup.rules.errors import SetupError
from kingup.rules.setup import Setup
from kingup.terminal.menu import BOT_NAMES, Opening, ask_setup, take_seats
from kingup.terminal.opening import Draft
from kingup.terminal.play import play
from kingup.terminal.screen import is_full_screen

USUAL_BOT = "courtier"
BOTS_TAG = "bots"
"""The tag of a saved game with the seats that bots play: `2=page 3=courtier`."""


def start(
    *,
    file: Path | None,
    edition: str | None,
    seats: int | Sequence[int] | None,
    options: Sequence[str] | None,
    people: int | None,
    names: Sequence[str],
    bots: Sequence[str],
    seed: int | None,
    save_to: Path | None,
    console: Console,
    plain: bool = False,
) -> int:
    """Resume a saved game, or begin one; ask what to play if the command line says nothing."""
    kinds = list(bots) or [USUAL_BOT]
    for kind in kinds:
        parse_bot(kind)
    if file is not None:
        game = _saved_game(file)
        save_to = save_to or file
    elif edition is None and seats is None and options is None and sys.stdin.isatty():
        opening = _ask(console, kinds, names, plain=plain)
        if opening is None:
            return 0
        game = _new_game(opening.setup, opening.names, opening.bots, opening.kinds or kinds)
    else:
        setup = Setup.of(edition or "kingup", seats or 4, options or ())
        people = 1 if people is None else people
        if people > setup.players:
            raise SetupError(
                "{people} people do not fit at a table for {players}.",
                people=people,
                players=setup.players,
            )
        game = _new_game(setup, *_seated(setup, people, names), kinds)
    players = _bots_of(game, seed)
    _get_ready(players)
    return play(
        game.setup,
        game.names,
        players,
        seed=seed,
        save_to=save_to or _free_path(),
        console=console,
        game=game,
        plain=plain,
    )


def _ask(
    console: Console, kinds: Sequence[str], names: Sequence[str], *, plain: bool
) -> Opening | None:
    """Ask what to play: on one screen, or question by question."""
    if plain or not is_full_screen(console):
        return ask_setup(console)
    from kingup.terminal.opening_screen import OpeningApp  # Textual is slow to import

    return OpeningApp(Draft(kinds, names)).run()


def _saved_game(file: Path) -> Game:
    from kingup.notation import read_file

    game = read_file(file)
    if game.is_over:
        raise SetupError("{file} is finished: watch it with “kingup replay”.", file=file)
    return game


def _seated(
    setup: Setup, people: int, names: Sequence[str]
) -> tuple[list[list[str]], tuple[int, ...]]:
    """Return the players' names by seat, people first, and the seats of the bots."""
    if len(names) > people:
        raise SetupError(
            "{names} names were given for {people} people.", names=len(names), people=people
        )
    called = [*names]
    called += [_("Player {number}").format(number=i + 1) for i in range(len(names), people)]
    called += [name for name in BOT_NAMES if name not in names][: setup.players - people]
    return take_seats(setup, called, people)


def _new_game(
    setup: Setup, names: list[list[str]], bots: Sequence[int], kinds: Sequence[str]
) -> Game:
    tags = {"date": dt.date.today().isoformat()}
    if bots:
        # Several kinds take the bots' seats in turn.
        tags[BOTS_TAG] = " ".join(
            f"{seat + 1}={kinds[i % len(kinds)]}" for i, seat in enumerate(bots)
        )
    return Game(setup.edition, names, setup.options, dealer=None, tags=tags)


def _bots_of(game: Game, seed: int | None) -> dict[int, Bot]:
    bots = {}
    for word in game.tags.get(BOTS_TAG, "").split():
        number, _equals, kind = word.partition("=")
        if not (number.isascii() and number.isdigit() and 0 < int(number) <= len(game.names)):
            raise BotError("“{word}” in the saved game does not name a bot’s seat.", word=word)
        seat = int(number) - 1
        bots[seat] = make_bot(kind, None if seed is None else seed + seat)
    return bots


def _get_ready(bots: dict[int, Bot]) -> None:
    """Let bots that need compiling decide once before the game, so that it does not wait later."""
    kinds = {type(bot).__name__: bot for bot in bots.values()}
    kinds.pop("Page", None)  # it needs no compiler
    game = Game("kingup", 4, seed=1)
    for bot in kinds.values():
        bot.choose(game.view(game.to_act[0]))


def _free_path() -> Path:
    """Return a file for saving that does not exist yet."""
    path, number = Path("kingup-saved.json"), 2
    while path.exists():
        path, number = Path(f"kingup-saved-{number}.json"), number + 1
    return path
