"""A league as its page shows it: standings, current games, last games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingup.language import _, ngettext
from kingup.leagues import League, LeagueGame, LeagueRow
from kingup.server.league_service import LeagueSnapshot
from kingup.store.tokens import ApiToken
from kingup.telling.words import clean
from kingup.web.pages.common.labels import edition_title, option_titles

LAST_GAMES = 12


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A bot in the standings."""

    place: int
    name: str
    owner: str
    token: str
    connected: bool
    mine: bool
    may_remove: bool
    games: int
    share: str
    interval: str
    low: float
    """`low`, `middle` and `high`: interval and share in percent, for the drawing."""
    middle: float
    high: float
    rating: str
    missed: int


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game of a round."""

    label: str
    address: str
    names: tuple[tuple[str, bool], ...]
    """The players' names, and whether each won."""
    note: str


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """The page of a league."""

    code: str
    name: str
    action: str
    address: str
    about: list[str]
    host: bool
    automatic: bool
    round: int
    done: int
    of: int
    state: str
    rows: tuple[ShownRow, ...]
    playing: tuple[ShownGame, ...]
    last: tuple[ShownGame, ...]
    tokens: tuple[tuple[str, str], ...]
    """The viewer's bots that are not in the league: id and name."""
    command: str

    @property
    def busy(self) -> bool:
        """Whether a round is being played."""
        return self.done < self.of


def about_league(league: League) -> list[str]:
    """Return labels for what is played in a league."""
    setting = league.setting
    return [
        edition_title(setting.edition),
        *option_titles(setting.options),
        ngettext("{number} seat", "{number} seats", setting.seats).format(number=setting.seats),
        ngettext("{number} second a move", "{number} seconds a move", setting.seconds).format(
            number=setting.seconds
        ),
    ]


def league_page(
    snapshot: LeagueSnapshot,
    rows: Sequence[LeagueRow],
    person: str,
    tokens: Sequence[ApiToken],
    address: str,
) -> LeaguePage:
    """Return the page of a league for a person."""
    league = snapshot.league
    round_ = [game for game in snapshot.games if game.round == snapshot.round]
    done = sum(game.status == "done" for game in round_)
    inside = {member.bot for member in snapshot.members}
    names = {member.bot: clean(member.name) for member in snapshot.everybody}
    finished = [game for game in snapshot.games if game.status == "done"]
    return LeaguePage(
        league.code,
        league.setting.name,
        f"/league/{league.code}",
        f"{address}/league/{league.code}",
        about_league(league),
        person == league.host,
        league.automatic,
        snapshot.round,
        done,
        len(round_),
        _state(snapshot, done, len(round_)),
        tuple(_row(row, snapshot, person) for row in rows),
        tuple(_game(game, names) for game in snapshot.unfinished if game.table),
        tuple(_game(game, names) for game in reversed(finished[-LAST_GAMES:])),
        tuple((token.id, clean(token.name)) for token in tokens if token.bot not in inside),
        command_of(address),
    )


def command_of(address: str) -> str:
    """Return the command that connects a student's bot."""
    bot = "python3 my_bot.py"
    return f'kingup connect --bot "{bot}" --server {address} --token-file token.txt --wait'


def _state(snapshot: LeagueSnapshot, done: int, games: int) -> str:
    if not snapshot.round:
        return _("No round has been played yet.")
    if done < games:
        return _("Round {number} is under way: {done} of {games} games are over.").format(
            number=snapshot.round, done=done, games=games
        )
    if snapshot.league.automatic:
        return _(
            "Round {number} is over. The next one starts as soon as two bots are connected."
        ).format(number=snapshot.round)
    return _("Round {number} is over.").format(number=snapshot.round)


def _row(row: LeagueRow, snapshot: LeagueSnapshot, person: str) -> ShownRow:
    low, high = row.interval
    member = row.member
    mine = member.person == person
    return ShownRow(
        row.place,
        clean(member.name),
        clean(member.owner),
        member.token,
        member.bot in snapshot.connected,
        mine,
        mine or person == snapshot.league.host,
        row.games,
        _("{number}%").format(number=round(100 * row.share)) if row.games else "–",
        _("{low} to {high}%").format(low=round(100 * low), high=round(100 * high))
        if row.games
        else "",
        round(100 * low, 1),
        round(100 * row.share, 1),
        round(100 * high, 1),
        f"{row.rating:.1f} ± {2 * row.spread:.1f}",
        row.missed,
    )


def _game(game: LeagueGame, names: dict[str, str]) -> ShownGame:
    outcome = game.outcome
    house = _("a house bot")
    shown = tuple(
        (
            names.get(bot, house) if bot else house,
            outcome is not None and outcome.shares[seat] > 0,
        )
        for seat, bot in enumerate(game.lineup)
    )
    note = ""
    if game.status == "done" and outcome is None:
        note = _("broken off")
    elif outcome is not None and not outcome.scores:
        note = _("not played: somebody was missing")
    elif outcome is not None and outcome.missing:
        missing = [shown[seat][0] for seat in outcome.missing]
        note = _("missing: {names}").format(names=", ".join(missing))
    label = _("Round {round}, game {game}").format(round=game.round, game=game.number)
    return ShownGame(label, f"/t/{game.table}" if game.table else "", shown, note)
