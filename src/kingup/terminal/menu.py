"""The opening questions of `kingup terminal`, if the command line says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from kingup.language import _, ngettext, sentence_of
from kingup.rules.characters import EDITIONS, TITLES, Edition
from kingup.rules.errors import InvalidAction, KingUpError, sentence
from kingup.rules.setup import OPTIONS, SEATS, Setup
from kingup.telling.words import clean, listed
from kingup.terminal.commands import folded, is_goodbye
from kingup.terminal.options import EXPLAINED
from kingup.terminal.screen import Leave, Screen

BOT_NAMES = (
    *("Botolph", "Inès", "Tomasz", "Gundula", "Quentin", "Thérèse", "Aldo", "Brunhilde"),
    *("Simon", "Nora", "Wenzel", "Renée", "Hugo", "Ottilie", "Jorge", "Kasimir"),
)
USUAL_TABLE = 4
MOST_PLAYERS = 16


@dataclass(frozen=True, slots=True)
class Opening:
    """The game to play, and with whom."""

    setup: Setup
    names: list[list[str]]
    """The players' names, by seat: people first."""
    bots: tuple[int, ...]
    """The seats that bots play."""
    kinds: tuple[str, ...] = ()
    """Their levels, if they were chosen."""


def ask_setup(console: Console | None = None) -> Opening | None:
    """Ask what to play; Enter takes the default. Return None if the user leaves."""
    screen = Screen(console)
    try:
        return _ask(screen)
    except (Leave, KeyboardInterrupt):
        screen.write_line("")
        return None


def _ask(screen: Screen) -> Opening:
    screen.write_line(" King Up! · Vive le Roi ")
    screen.write_wrapped(_("Enter accepts the answer in brackets; q quits."))
    screen.write_line("")
    edition = _ask_edition(screen)
    while True:
        people = _ask_number(screen, _("How many people play at this keyboard?"), 1, MOST_PLAYERS)
        rest = max(USUAL_TABLE, SEATS[EDITIONS.index(edition)][0]) - people
        bots = _ask_number(screen, _("How many bots play?"), max(0, rest), MOST_PLAYERS)
        teams = edition == "vive-le-roi" and people + bots > 3 and _ask_teams(screen)
        seats = [*_seated(people, teams=teams), *_seated(bots, teams=teams)]
        try:
            _check_table(edition, seats)
        except KingUpError as error:
            screen.write_wrapped(sentence_of(error))
            continue
        setup = _ask_options(screen, edition, seats)
        break
    names = _ask_names(screen, people)
    free = [name for name in BOT_NAMES if name not in names]
    return _seat(setup, [*names, *free[:bots]], people, screen)


def _ask_edition(screen: Screen) -> Edition:
    for number, (title, (low, high)) in enumerate(zip(TITLES, SEATS, strict=True), start=1):
        line = _("{title}, for {low} to {high} seats").format(title=title, low=low, high=high)
        screen.write_line(f"  {number}  {line}")
    while True:
        answer = folded(_answer(screen, _("Which game?"), "1"))
        if answer in ("1", "king up", "kingup", "king up!"):
            return "kingup"
        if answer in ("2", "vive le roi", "vive-le-roi"):
            return "vive-le-roi"
        screen.write_wrapped(_("Type 1 or 2."))


def _ask_number(screen: Screen, question: str, default: int, most: int) -> int:
    while True:
        answer = _answer(screen, question, str(default))
        if answer.isascii() and answer.isdigit() and len(answer) < 4 and int(answer) <= most:
            return int(answer)
        text = _("Type a number from 0 to {most}.").format(most=most)
        screen.write_wrapped(text)


def _ask_teams(screen: Screen) -> bool:
    screen.write_wrapped(
        _(
            "Teams of two share a seat and a vote. People are paired in the order of their "
            "names, then the bots. An odd one plays alone."
        )
    )
    return folded(_answer(screen, _("Play in teams?"), _("no")))[:1] in ("y", "o", "s")


def _seated(players: int, *, teams: bool) -> list[int]:
    """Return the number of players at each seat."""
    if not teams:
        return [1] * players
    return [2] * (players // 2) + [1] * (players % 2)


def _check_table(edition: Edition, seats: Sequence[int]) -> None:
    """Raise an error if no choice of options makes the table possible."""
    Setup.of(edition, seats, needed_options(seats) if edition == "vive-le-roi" else ())


def _ask_options(screen: Screen, edition: Edition, seats: Sequence[int]) -> Setup:
    if edition == "kingup":
        return Setup.of(edition, seats)
    screen.write_line("")
    for number, option in enumerate(OPTIONS, start=1):
        screen.write_wrapped(f"  {number}  {option}: {_(EXPLAINED[option])}")
    default = " ".join(str(OPTIONS.index(option) + 1) for option in needed_options(seats))
    default = default or _("none")
    while True:
        answer = _answer(screen, _("Which options? Numbers or names:"), default)
        try:
            return Setup.of(edition, seats, _chosen(answer))
        except KingUpError as error:
            screen.write_wrapped(sentence_of(error))


def needed_options(seats: Sequence[int]) -> list[str]:
    """Return the options without which Vive le Roi cannot be played at such a table."""
    needed = {"emissary": len(seats) == 2, "shared-marker": 2 in seats and sum(seats) > 8}
    return [option for option, is_needed in needed.items() if is_needed]


def _chosen(answer: str) -> list[str]:
    if folded(answer) in ("none", "0", folded(_("none"))):
        return []
    chosen = []
    for word in folded(answer).replace(",", " ").split():
        if word.isdigit() and len(word) == 1 and 1 <= int(word) <= len(OPTIONS):
            chosen.append(OPTIONS[int(word) - 1])
        elif word.isdigit():
            raise InvalidAction(
                sentence("The options are numbered from 1 to {last}."), last=len(OPTIONS)
            )
        else:
            chosen.append(word)  # a name; a wrong one raises an error that lists the right ones
    return chosen


def _ask_names(screen: Screen, people: int) -> list[str]:
    names: list[str] = []
    while len(names) < people:
        number = len(names) + 1
        default = _("Player {number}").format(number=number)
        question = _("Your name?") if people == 1 else _("Name {number}?").format(number=number)
        name = clean(_answer(screen, question, default), 40)
        if name in names:
            text = _("{name} is taken: choose another name.").format(name=name)
            screen.write_wrapped(text)
        else:
            names.append(name)
    return names


def _seat(setup: Setup, names: list[str], people: int, screen: Screen) -> Opening:
    """Assign everybody to a seat, and show who sits where."""
    seated, bots = take_seats(setup, names, people)
    shown = listed([" & ".join(seat) for seat in seated])
    count = len(seated)
    text = ngettext("{number} seat: {names}.", "{number} seats: {names}.", count)
    screen.write_wrapped(text.format(number=count, names=shown))
    return Opening(setup, seated, bots)


def take_seats(
    setup: Setup, names: Sequence[str], people: int
) -> tuple[list[list[str]], tuple[int, ...]]:
    """Return the players' names by seat, people first, and the seats that bots play."""
    left = iter(names)
    seated = [[next(left) for _chair in range(size)] for size in setup.seats]
    bots, player = [], 0
    for seat, size in enumerate(setup.seats):
        if player >= people:
            bots.append(seat)
        player += size
    return seated, tuple(bots)


def _answer(screen: Screen, question: str, default: str) -> str:
    answer = screen.ask(f"{question} [{default}]")
    if is_goodbye(answer):
        raise Leave
    return answer or default
