"""The people in these tests, and tables at every stage of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from fastapi import FastAPI
from itsdangerous import Signer

from kingup.leagues import LeagueSetting
from kingup.server.api_tokens import digest_of
from kingup.store.challenges import Challenge, ChallengeStore
from kingup.store.passkeys import Passkey
from kingup.store.passkeys import digest_of as digest_of_passkey
from kingup.store.tokens import ApiToken
from kingup.tables import Table, TableSetting, advance, decisions
from kingup.tables.events import Created, Event, Numbered
from kingup.tables.listing import summary_of
from kingup.tables.names import new_code
from kingup.web.http.identity import PERSON_COOKIE
from kingup.web.http.signed_cookies import CookieSigner
from tests.server.table_services import LEVELS

ANA, BEN, CLEO, DOV, EVE, STRANGER = (
    f"{name}-{'identity' * 3}"[:22] for name in ("ana", "ben", "cleo", "dov", "eve", "stranger")
)
PEOPLE = (ANA, BEN, CLEO, DOV)
NAMES = ("Ana", "Ben", "Cleo", "Dov")
ROLES = ("owner", "mate", "other", "spectator", "stranger", "nobody", "forged")
"""Ana has set the table, Ben shares her seat, Cleo has one of her own, Eve watches."""
PERSONS = dict(zip(ROLES, (ANA, BEN, CLEO, EVE, STRANGER), strict=False))

SETTING = TableSetting("vive-le-roi", (2, 1, 1), (), first=0)
TOKEN = "t" * 22
"""The token of the link to Cleo's seat, at tables where there is one."""
SECRET = "0123456789abcdef" * 4
START = 1_700_000_000.0
REVOCABLE = "revocable"
"""The id of a token of Ana's, and of a challenge, where there is one."""
PASSKEY = digest_of_passkey("a passkey of Ana's")
"""What a passkey of Ana's is known by."""


def cookies_of(app: FastAPI, role: str) -> dict[str, str]:
    """Return the cookies of a role."""
    if role == "nobody":
        return {}
    if role == "forged":  # knows Ana's id, but cannot sign it
        return {PERSON_COOKIE: Signer("guessed", salt="kingup.person").sign(ANA).decode()}
    return signed(app, PERSONS[role])


def signed(app: FastAPI, person: str) -> dict[str, str]:
    """Return the cookie that the server has given to a person."""
    signer: CookieSigner = app.state.services.cookie_signer
    return {PERSON_COOKIE: signer.sign_person(person)}


def bearer(person: str) -> tuple[str, str]:
    """Return the header of a token that plays as a person, once `give_tokens` has made it."""
    return ("authorization", f"Bearer kingup_of_{person}")


def bearer_of(role: str) -> list[tuple[str, str]]:
    """Return the headers with which a role uses the API."""
    if role == "nobody":
        return []
    return [bearer("somebody else" if role == "forged" else PERSONS[role])]


async def give_tokens(app: FastAPI, people: Sequence[str], now: float) -> None:
    """Make tokens that play as these people, so that one table serves pages and API alike."""
    for person in people:
        text = bearer(person)[1].removeprefix("Bearer ")
        made = ApiToken(person[:10], digest_of(text), person, person, "Robot", "Ada", now, now)
        await app.state.services.api_tokens.store.add(made)


async def give_token_to_revoke(app: FastAPI) -> None:
    """Make a token of Ana's that others try to revoke."""
    if await app.state.services.api_tokens.store.by_id(REVOCABLE) is None:
        made = ApiToken(REVOCABLE, "digest", ANA, "bot-of-ana", "Robot", "Ada", START, START)
        await app.state.services.api_tokens.store.add(made)


async def give_passkey_to_remove(app: FastAPI) -> None:
    """Make a passkey of Ana's that others try to remove."""
    await app.state.services.accounts.passkeys.add(
        Passkey(ANA, "a passkey of Ana's", "key", 0, "table.example")
    )


async def challenge_eve(app: FastAPI) -> str:
    """Set a table to which Eve is challenged, and return its code."""
    code = await set_table(app, history("open"))
    challenges: ChallengeStore = app.state.services.challenges
    asked = Challenge(REVOCABLE, EVE, code, "Ana", START)
    await challenges.remove(asked)
    await challenges.add(asked)
    return code


async def whisper(app: FastAPI) -> str:
    """Set a table where Ana has sent Ben a private message, and return its code."""
    code = await set_table(app, history("playing"))
    live = await app.state.services.tables.table(code)
    chat, clock = app.state.services.chat, app.state.services.chat.clock
    chat.clock = lambda: live.table.numbered[0].at  # numbers of remarks are times: this is 1
    await chat.say(live, ANA, "Let us crown the cook", name="", to_mate=True, key=None)
    chat.clock = clock
    return code


@cache
def history(stage: str) -> tuple[Numbered, ...]:
    """Return the events of a table that has come to a certain stage."""
    setting = SETTING
    if stage in ("bots", "alone", "coached"):
        setting = TableSetting(first=0)
    table, _ = advance(None, decisions.create(ANA, setting, "rook-22222", SECRET), START)
    if stage == "bots":
        for player in range(4):
            table = _after(table, decisions.seat_bot(table, ANA, player, "page", LEVELS))
        return tuple(table.numbered)
    if stage in ("alone", "coached"):
        table = _after(table, decisions.sit(table, ANA, 0, "Ana"))
        for player in range(1, 4):
            table = _after(table, decisions.seat_bot(table, ANA, player, "page", LEVELS))
        if stage == "coached":
            table = _after(table, decisions.coach(table, ANA))
        return tuple(_after(table, decisions.confirm(table, ANA, 0, "salt")).numbered)
    for player, (person, name) in enumerate(zip(PEOPLE, NAMES, strict=True)):
        if stage != "open" or player < 3:
            table = _after(table, decisions.sit(table, person, player, name))
    if stage == "open":
        return tuple(table.numbered)
    for player, person in enumerate(PEOPLE):
        table = _after(table, decisions.confirm(table, person, player, f"salt {player}"))
    if stage in ("scoring", "over"):
        table = _played(table, to_the_end=stage == "over")
    elif stage == "paused":
        table = _after(table, decisions.pause(table, ANA))
    elif stage == "linked":
        table = _after(table, decisions.issue_link(table, ANA, 2, TOKEN))
    elif stage == "left":
        table = _after(table, decisions.leave(table, CLEO, 2))
    else:
        assert stage == "playing", stage
    return tuple(table.numbered)


def _after(table: Table, events: Sequence[Event]) -> Table:
    return advance(table, events, table.updated_at + 1)[0]


def _played(table: Table, *, to_the_end: bool) -> Table:
    chance = random.Random(5)
    while table.status == "playing" and (to_the_end or not table.between_rounds):
        player = chance.choice(table.waiting_for())
        person = PEOPLE[player]
        if table.between_rounds:
            events = decisions.continue_(table, person, player)
        else:
            action = chance.choice(table.view(player).actions)
            events = decisions.act(table, player, action, "person", person=person)
        table = _after(table, events)
    return table


def with_code(events: Sequence[Numbered], code: str) -> list[Numbered]:
    """Return the same events at a table with another code."""
    first = events[0]
    assert isinstance(first.event, Created)
    return [replace(first, event=replace(first.event, code=code)), *events[1:]]


async def set_table(app: FastAPI, events: Sequence[Numbered], code: str | None = None) -> str:
    """Put a table with all its events into the server's store, and return its code."""
    code = code or new_code()
    moved = with_code(events, code)
    await app.state.services.tables.store.create(moved, summary_of(Table.of(moved)))
    return code


async def create_league(app: FastAPI) -> str:
    """Found a league that Ana runs and in which Cleo has a bot, and return its code."""
    league = await app.state.services.leagues.create(ANA, LeagueSetting("Course"))
    token = ApiToken(TOKEN, "digest", CLEO, "bot-of-cleo", "Robo-C", "Cleo", START)
    await app.state.services.leagues.enter(league, token)
    code: str = league.code
    return code
