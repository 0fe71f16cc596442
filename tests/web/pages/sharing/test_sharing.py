"""Pictures, clips, previews and the dialog of finished games."""

from __future__ import annotations

import asyncio
import io
import re
import threading
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from PIL import Image
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from kingup import pictures
from kingup.moments import moments_of
from kingup.server.refusals import Refusal
from kingup.tables import Table
from kingup.web.http.headers import HeadersMiddleware, allow_framing
from kingup.web.http.limits import ALLOWANCES, Limits
from kingup.web.pages.sharing.picture_maker import MOST_KEPT, MOST_WAITING, PictureMaker
from kingup.web.pages.sharing.preview import moment_preview, result_preview
from kingup.web.pages.sharing.shared_game import SharedGame, shared_table
from kingup.web.pages.sharing.view_model import share_moment, share_result
from tests.guard.people import ANA, history, set_table, signed
from tests.guard.requests import HERE, Answer, ask
from tests.guard.test_matrix import ServerUnderTest
from tests.waiting import PATIENCE, wait_until_async

ADDRESS = "https://play.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    opened = ServerUnderTest(tmp_path_factory.mktemp("sharing"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def over(server: ServerUnderTest) -> str:
    """Return the code of a finished game."""
    code: str = server.run(set_table(server.app, history("over")))
    return code


@pytest.fixture(scope="module")
def finished() -> Table:
    return Table.of(history("over"))


def get(server: ServerUnderTest, path: str, *headers: tuple[str, str]) -> Answer:
    answer: Answer = server.run(ask(server.app, "GET", path, headers=headers))
    return answer


def shared(table: Table) -> SharedGame:
    found = shared_table(table)
    assert found is not None
    return found


def colours(table: Table) -> list[int]:
    return [table.sitter(player).colour for player in range(len(table.players))]


# Pictures.


@pytest.mark.parametrize(
    ("form", "kind"), [("png", "image/png"), ("svg", "image/svg+xml"), ("jpg", "image/jpeg")]
)
@pytest.mark.parametrize(("asked", "viewer"), [("public", "public"), ("2", 1), ("open", "open")])
def test_a_picture_is_what_the_library_draws(
    server: ServerUnderTest, over: str, finished: Table, form: str, kind: str, asked: str,
    viewer: int | str,
) -> None:  # fmt: skip
    answer = get(server, f"/t/{over}/pictures/r2.3.{form}?as={asked}")
    assert (answer.status, answer.header("content-type")) == (200, kind)
    assert finished.game is not None
    seen = pictures.sight(finished.game, "r2.3", viewer, colours(finished))
    draw = {"png": pictures.png, "jpg": pictures.card}.get(form)
    body = pictures.svg(seen).encode() if draw is None else draw(seen)
    assert answer.body == body
    assert f"kingup-{over}-r2.3.{form}" in answer.header("content-disposition")


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_a_clip_goes_from_one_moment_to_another(
    server: ServerUnderTest, over: str, finished: Table, form: str
) -> None:
    answer = get(server, f"/t/{over}/clip.{form}?from=r1.1&to=r1.3&names=0")
    assert finished.game is not None
    assert answer.body == pictures.clip(
        finished.game, "r1.1", "r1.3", names=False, form=form, colours=colours(finished)
    )
    assert Image.open(io.BytesIO(answer.body)).format == form.upper()


@pytest.mark.parametrize(
    "path",
    [
        "pictures/r9.9.png", "pictures/r1.1.bmp", "pictures/r1.1.png?as=9", "pictures/.png",
        "clip.mp4?from=r1.0&to=r1.1", "clip.webp", "clip.webp?from=r2.0&to=r1.0",
        "clip.webp?from=r1.0&to=r1.1&as=40",
    ],
)  # fmt: skip
def test_what_there_is_not_is_a_404_with_a_sentence(
    server: ServerUnderTest, over: str, path: str
) -> None:
    answer = get(server, f"/t/{over}/{path}", ("accept", "application/json"))
    assert answer.status == 404
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize("viewer", ["x", "-1", "1.5", "99999999999999999999", "½"])
def test_an_unknown_viewer_is_refused(server: ServerUnderTest, over: str, viewer: str) -> None:
    assert get(server, f"/t/{over}/pictures/r1.1.png?as={viewer}").status == 404


@pytest.mark.parametrize("path", ["pictures/r1.1.jpg", "clip.webp?from=r1.0&to=r1.1"])
@pytest.mark.parametrize("stage", ["playing", "scoring", "paused"])
def test_a_running_game_gives_what_a_record_gives(
    server: ServerUnderTest, stage: str, path: str
) -> None:
    code = server.run(set_table(server.app, history(stage)))
    json = ("accept", "application/json")
    answer = get(server, f"/t/{code}/{path}", json)
    assert answer.status == 409
    assert answer.body == get(server, f"/t/{code}/record.txt", json).body


def test_a_browser_asks_again_and_nothing_is_drawn(
    server: ServerUnderTest, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/t/{over}/pictures/r1.2.png"
    first = get(server, path)
    etag = first.header("etag")
    assert re.fullmatch(r'"[0-9a-f]{32}"', etag)
    assert first.header("cache-control") == "private, max-age=3600"
    assert first.header("cross-origin-resource-policy") == "cross-origin"
    monkeypatch.setattr(pictures, "png", None)
    again = get(server, path, ("if-none-match", etag))
    assert (again.status, again.body, again.header("etag")) == (304, b"", etag)
    assert get(server, path).body == first.body  # kept in memory


def test_every_choice_has_its_own_etag(server: ServerUnderTest, over: str) -> None:
    paths = [
        *(f"pictures/r1.1.png?{more}" for more in ("", "as=1", "as=open", "lang=fr")),
        "pictures/r1.2.png", "pictures/r1.1.svg",
        "clip.webp?from=r1.1&to=r1.1", "clip.webp?from=r1.1&to=r1.1&names=0",
    ]  # fmt: skip
    tags = [get(server, f"/t/{over}/{path}").header("etag") for path in paths]
    assert len(set(tags)) == len(paths)


def test_the_language_can_be_asked_for(server: ServerUnderTest, over: str) -> None:
    path = f"/t/{over}/pictures/r1.1.svg"
    french = get(server, f"{path}?lang=fr").text
    assert french == get(server, path, ("accept-language", "fr")).text
    assert french != get(server, path).text
    assert get(server, f"{path}?lang=tlh").text == get(server, path).text


def test_drawing_is_limited_and_what_is_kept_is_not(
    server: ServerUnderTest, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = f"/t/{over}/pictures/r1.4.svg"
    assert get(server, kept).status == 200
    services = server.app.state.services
    monkeypatch.setattr(services, "limits", Limits(clock=lambda: 0.0))
    cookie = signed(server.app, ANA)
    paths = [
        f"/t/{over}/pictures/{moment.name}.svg?as={viewer}"
        for moment in moments_of(services.tables.live()[0].table.game)[:30]
        for viewer in ("1", "2")
    ]
    assert len(paths) > ALLOWANCES["picture"].burst

    async def statuses() -> list[int]:
        return [(await ask(server.app, "GET", path, cookies=cookie)).status for path in paths]

    assert set(server.run(statuses())) == {200, 429}
    answer = server.run(ask(server.app, "GET", kept, cookies=cookie))
    assert answer.status == 200


# Drawing one at a time.


async def test_pictures_are_drawn_one_at_a_time_and_the_queue_is_bounded() -> None:
    maker = PictureMaker()
    begun, go = threading.Event(), threading.Event()
    at_once, most = 0, 0

    def draw() -> bytes:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        begun.set()
        assert go.wait(PATIENCE)
        at_once -= 1
        return b"drawn"

    asked = [asyncio.create_task(maker.make(str(i), draw)) for i in range(MOST_WAITING)]
    await asyncio.to_thread(begun.wait)
    same = asyncio.create_task(maker.make("0", draw))
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await maker.make("one more", draw)
    assert (refused.value.status, refused.value.retry_after) == (503, 3)
    asked[1].cancel()  # its reader has gone: it is drawn, and kept, all the same
    go.set()
    drawn = await asyncio.gather(*asked, same, return_exceptions=True)
    assert [one for one in drawn if one != b"drawn"] == [drawn[1]]
    assert most == 1
    await wait_until_async(lambda: maker.kept("1"))
    assert await maker.make("one more", lambda: b"more") == b"more"


async def test_the_oldest_pictures_are_forgotten() -> None:
    maker = PictureMaker()
    part = MOST_KEPT // 4
    for name in "abcd":
        await maker.make(name, lambda: bytes(part))
    assert maker.kept("a")  # and so it is younger than b
    await maker.make("e", lambda: bytes(part))
    assert maker.kept("b") is None
    assert maker.kept("a")


# Previews.


class Metas(HTMLParser):
    """Collects what a page's head says about it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("property") or given.get("name")
        if tag == "meta" and name:
            self.found[name] = given.get("content") or ""


def test_a_result_has_a_preview_with_a_picture(
    server: ServerUnderTest, over: str, finished: Table
) -> None:
    found = Metas(get(server, f"/t/{over}").text).found
    assert found["og:url"] == f"{HERE}/t/{over}"
    assert found["twitter:card"] == "summary_large_image"
    assert finished.game is not None
    last = moments_of(finished.game)[-1].name
    assert found["og:image"] == f"{HERE}/t/{over}/pictures/{last}.jpg?lang=en"
    image = Image.open(io.BytesIO(get(server, found["og:image"].removeprefix(HERE)).body))
    assert image.size == (int(found["og:image:width"]), int(found["og:image:height"]))


@pytest.mark.parametrize("stage", ["open", "playing", "scoring"])
def test_an_unfinished_table_has_none(server: ServerUnderTest, stage: str) -> None:
    code = server.run(set_table(server.app, history(stage)))
    page = get(server, f"/t/{code}").text
    assert "og:image" not in page
    assert "share-dialog" not in page
    table = Table.of(history(stage))
    assert result_preview(table, ADDRESS) is None
    assert share_result(table, ADDRESS) is None


def test_the_preview_of_a_moment_says_nothing_that_came_later(finished: Table) -> None:
    assert finished.game is not None
    moment = moments_of(finished.game)[5]
    made = moment_preview(
        shared(finished), ADDRESS, moment, f"/t/x/replay/{moment.name}?as=2", "2"
    )
    assert made.address == f"{ADDRESS}/t/x/replay/{moment.name}?as=2"
    code = finished.code
    assert made.picture == f"{ADDRESS}/t/{code}/pictures/{moment.name}.jpg?as=2&lang=en"
    result = result_preview(finished, ADDRESS)
    assert result is not None
    assert "Long live" in result.title
    assert "Long live" not in made.title + made.about
    points = {str(score) for score in finished.game.scores}
    assert not points & set(re.findall(r"\d+", made.about))


def test_previews_are_allowed_and_search_engines_are_not(server: ServerUnderTest) -> None:
    rules = get(server, "/robots.txt").text
    everybody, previewers = rules.strip().split("\n\n")
    assert everybody == "User-agent: *\nDisallow: /t/\nDisallow: /replay/"
    assert "User-agent: Twitterbot\n" in previewers
    assert previewers.endswith("Allow: /")


# The dialog.


def test_the_dialog_offers_what_is_there(server: ServerUnderTest, over: str) -> None:
    page = get(server, f"/t/{over}").text
    dialog = page[page.index('<dialog id="share-dialog"') :]
    dialog = dialog[: dialog.index("</dialog>")]
    paths = re.findall(r'href="([^"]+)" download', dialog)
    assert len(paths) == 4
    for path in paths:
        assert get(server, path.replace("&amp;", "&")).status == 200
    chosen = re.findall(r'<option value="(r[^"]+)" selected', dialog)
    clip = get(server, f"/t/{over}/clip.webp?from={chosen[0]}&to={chosen[1]}&names=1")
    assert clip.header("content-type") == "image/webp"
    assert 'target="_blank"' in dialog


def test_embedded_code_holds_names_as_text(finished: Table) -> None:
    share = share_result(finished, ADDRESS)
    assert share is not None
    assert share.embed.startswith(f'<a href="{ADDRESS}/t/{finished.code}"><img src="{ADDRESS}/t/')
    assert "<script" not in share.embed
    assert finished.game is not None
    moment = moments_of(finished.game)[7]
    other = share_moment(shared(finished), ADDRESS, moment, f"/t/x/replay/{moment.name}?as=1", "1")
    assert f'src="{ADDRESS}/t/x/replay/{moment.name}?as=1&amp;embed=1"' in other.embed
    assert other.end == moment.name
    assert other.moments[-1].name == moment.name  # and nothing that came later
    assert (other.png, other.svg) == tuple(
        f"/t/{finished.code}/pictures/{moment.name}.{form}?as=1" for form in ("png", "svg")
    )


@pytest.mark.parametrize("framed", [False, True])
async def test_only_a_page_that_says_so_may_be_framed(framed: bool) -> None:
    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        if framed:
            allow_framing(Request(scope))
        await PlainTextResponse("here")(scope, receive, send)

    answer = await ask(HeadersMiddleware(page), "GET", "/")  # type: ignore[arg-type]
    policy = answer.header("content-security-policy")
    assert answer.header("x-frame-options") == ("" if framed else "DENY")
    assert ("frame-ancestors *" in policy) is framed
    assert ("frame-ancestors 'none'" in policy) is not framed
    assert "default-src 'self'" in policy
