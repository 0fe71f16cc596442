"""No byte outside the tables reveals others' secrets: leagues, lessons, bots, codes, forms.

Two servers differ in who others are, in their tokens, codes, passkeys and browsers, in the cards
of a league's running game, and in what the other players of a lesson hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI

from kingup.leagues import League, LeagueGame, LeagueSetting, Member
from kingup.lessons import LESSONS
from kingup.lessons.lesson import Lesson
from kingup.store.passkeys import Passkey
from kingup.store.push_subscriptions import PushSubscription
from kingup.store.tokens import ApiToken
from tests.guard.fixed_chance import Chance
from tests.guard.people import ANA, BEN, CLEO, EVE, START, TOKEN, bearer, set_table, signed
from tests.guard.perspectives import LATER, Apps, two_servers
from tests.guard.requests import Answer, ask, post, post_json
from tests.guard.route_samples import JSON, OTHER_FORMS, PACKED, PAGE_PATHS, FormSample
from tests.guard.unknown import identity, moments_of, other_identity

LEAGUE = "rook-zzzzz"
RUNNING = "rook-yyyyy"
VIEWERS = {"spectator": EVE, "member": CLEO, "nobody": None}


async def fill_servers(apps: Apps) -> None:
    """Create a league with a running game, and give other people private things."""
    game = next(moment for moment in moments_of(0, seed=0) if moment.name.startswith("vote"))
    for world, app in enumerate(apps):
        events = game.events if world == 0 else game.other(None)
        await set_table(app, events, RUNNING)
        leagues = app.state.services.leagues.store
        host = ANA if world == 0 else other_identity(9)
        await leagues.add(League(LEAGUE, host, LeagueSetting("Course"), False, START))
        lineup = []
        for number, name in enumerate(("Robo-A", "Robo-B", "Robo-C")):
            mine = name == "Robo-C"
            named = identity if world == 0 or mine else other_identity
            person = CLEO if mine else named(number + 3)
            id_ = TOKEN if mine else f"token-{number}"
            lineup.append(bot := "bot of " + named(number + 3)[:12])
            await leagues.enter(LEAGUE, Member(bot, id_, person, name, "Ada", START + number))
            token = ApiToken(id_, f"digest {world} {name}", person, bot, name, "Ada", START)
            await app.state.services.api_tokens.store.add(token)
        played = LeagueGame(1, 1, tuple(lineup), "playing", RUNNING)
        await leagues.add_round(LEAGUE, [replace(played, status="waiting", table=None)])
        await leagues.claim(LEAGUE, played)
        await leagues.seat(LEAGUE, played, RUNNING, ())
    await _private_things(apps[1])


async def _private_things(app: FastAPI) -> None:
    people = app.state.services.accounts
    await people.transfer_codes.keep(BEN, "digest of a code", 600)
    await people.passkeys.add(Passkey(BEN, "credential", "key", 0, "table.example"))
    await people.subscriptions.keep(
        PushSubscription(BEN, "https://push.example/ben", "key", "auth", "en")
    )
    await app.state.services.api_tokens.store.add(
        ApiToken("bens", "d", BEN, "bot-of-ben", "Robot", "Ben", START)
    )


class Visitor:
    """Sends both servers every request that does not concern one table."""

    def __init__(
        self, apps: Apps, chance: Chance, person: str | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.apps = apps
        self.chance = chance
        self.person = person
        self.patch = monkeypatch
        self.counted: Counter[str] = Counter()
        self.shown: set[str] = set()
        others = {id_: _with_other_cards(lesson) for id_, lesson in LESSONS.items()}
        self._lessons = dict(LESSONS), others

    async def fetch(self) -> None:
        """Fetch every page."""
        for path in (path for paths in PAGE_PATHS.values() for path in paths):
            if "CODE" not in path:
                for headers in (PACKED, JSON):
                    answers = []
                    for world, app in enumerate(self.apps):
                        self._enter(world, path)
                        given = (*headers, bearer(self.person)) if self.person else headers
                        answers.append(
                            await ask(app, "GET", path, headers=given, cookies=self._cookies(app))
                        )
                    self._same(answers, path)

    async def send(self) -> None:
        """Send every form."""
        for form in OTHER_FORMS:
            answers = []
            for world, app in enumerate(self.apps):
                self._enter(world, form)
                answers.append(await self._post(app, form))
            self._same(answers, form)

    async def _post(self, app: FastAPI, form: FormSample) -> Answer:
        code = LEAGUE if "league" in form.path else RUNNING
        path = form.path.replace("CODE", code)
        fields = tuple((name, value.replace("CODE", code)) for name, value in form.fields)
        if form.is_api:
            return await post_json(
                app, path, dict(fields), (bearer(self.person),) if self.person else ()
            )
        return await post(app, path, fields, cookies=self._cookies(app))

    def _cookies(self, app: FastAPI) -> Mapping[str, str]:
        return signed(app, self.person) if self.person else {}

    def _enter(self, world: int, question: object) -> None:
        self.chance.begin(question)
        for id_, lesson in self._lessons[world].items():
            self.patch.setitem(LESSONS, id_, lesson)

    def _same(self, answers: list[Answer], what: object) -> None:
        one, other = answers
        assert one.status == other.status, what
        assert one.status < 500, what
        if one.body != other.body and not one.header("content-type").startswith("application/zip"):
            assert one.text == other.text, what
        assert one.headers == other.headers, what
        assert one.body == other.body, what
        self.counted[str(one.status // 100)] += 1
        if one.status == 200:
            self.shown.add(str(what))


def _with_other_cards(lesson: Lesson) -> Lesson:
    """Return a lesson in which the two other players have swapped their cards."""
    mine, *others = lesson.deal.favourites
    return replace(lesson, deal=replace(lesson.deal, favourites=(mine, *others[::-1])))


@pytest.mark.parametrize(
    "viewer",
    [
        pytest.param("spectator", marks=pytest.mark.full),
        "member",
        pytest.param("nobody", marks=pytest.mark.full),
    ],
)
async def test_no_byte_elsewhere_depends_on_what_the_viewer_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: str
) -> None:
    chance = Chance(monkeypatch)
    monkeypatch.setattr("time.time", lambda: LATER)

    async def run() -> Counter[str]:
        async with two_servers(tmp_path) as apps:
            await fill_servers(apps)
            visitor = Visitor(apps, chance, VIEWERS[viewer], monkeypatch)
            await visitor.fetch()
            await visitor.send()
            await visitor.fetch()
            assert visitor.shown >= {f"/league/{LEAGUE}", "/learn/1", "/leaderboard"}
            return visitor.counted

    counted = await run()
    assert counted["2"] > 60, counted
    assert counted["4"] > 3, counted
