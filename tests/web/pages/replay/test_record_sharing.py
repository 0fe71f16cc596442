"""Records that people bring can be shared: previews, pictures, clips, files, and the dialog."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

import pytest

from kingup import pictures
from kingup.moments import moments_of
from kingup.notation import read, write_json, write_text
from tests.guard.requests import HERE
from tests.web.pages.replay.test_records import GAME, bring
from tests.web.pages.replay.test_replay_routes import Server

COLOURS = (1, 2, 2, 3)
"""Of the players of the game: one for each seat."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("records"))
    yield running
    running.close()


@pytest.fixture(scope="module")
def base(server: Server) -> str:
    """Return the address of a record, without a moment."""
    return bring(server, write_text(GAME)).header("location").removesuffix("/r1.0")


def test_the_link_to_a_moment_previews_that_moment_only(server: Server, base: str) -> None:
    page = server.get(f"{base}/r2.3?as=2").text
    found = dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', page))
    assert html.unescape(found["og:image"]) == f"{HERE}{base}/pictures/r2.3.jpg?as=2&lang=en"
    assert found["og:url"] == f"{HERE}{base}/r2.3?as=2"
    assert "Long live" not in found["og:title"] + found["og:description"]
    card = server.get(html.unescape(found["og:image"]).removeprefix(HERE))
    assert (card.status, card.header("content-type")) == (200, "image/jpeg")
    assert card.body == pictures.card(pictures.sight(GAME, "r2.3", 1, COLOURS))


@pytest.mark.parametrize(("asked", "viewer"), [("public", "public"), ("2", 1), ("open", "open")])
def test_a_picture_is_what_the_library_draws(
    server: Server, base: str, asked: str, viewer: int | str
) -> None:
    seen = pictures.sight(GAME, "r2.3", viewer, COLOURS)
    for form, body in (("png", pictures.png(seen)), ("svg", pictures.svg(seen).encode())):
        answer = server.get(f"{base}/pictures/r2.3.{form}?as={asked}")
        assert answer.body == body
        name = f"kingup-{base.removeprefix('/replay/')}-r2.3.{form}"
        assert name in answer.header("content-disposition")
        assert answer.header("cross-origin-resource-policy") == "cross-origin"


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_a_clip_goes_from_one_moment_to_another(server: Server, base: str, form: str) -> None:
    answer = server.get(f"{base}/clip.{form}?from=r1.1&to=r1.3&names=0")
    assert answer.header("content-type") == f"image/{form}"
    assert answer.body == pictures.clip(
        GAME, "r1.1", "r1.3", names=False, form=form, colours=COLOURS
    )


def test_a_record_can_be_taken_away_again(server: Server, base: str) -> None:
    as_json, as_text = (server.get(f"{base}/record.{form}") for form in ("json", "txt"))
    assert json.loads(as_json.body) == json.loads(write_json(GAME))
    assert as_json.header("content-type") == "application/json"
    assert write_json(read(as_text.text)) == write_json(GAME)
    for answer in (as_json, as_text):
        assert answer.header("content-disposition").startswith('attachment; filename="kingup-')


@pytest.mark.parametrize(
    "path",
    [
        "pictures/r9.9.png", "pictures/r1.1.bmp", "pictures/r1.1.png?as=9", "pictures/.png",
        "clip.mp4?from=r1.0&to=r1.1", "clip.webp", "clip.webp?from=r2.0&to=r1.0", "record.pdf",
    ],
)  # fmt: skip
def test_what_there_is_not_is_a_404_with_a_sentence(server: Server, base: str, path: str) -> None:
    answer = server.get(f"{base}/{path}", accept="application/json")
    assert answer.status == 404
    assert answer.json()["error"].endswith(".")


def test_the_dialog_offers_what_is_there_and_nothing_later(server: Server, base: str) -> None:
    page = server.get(f"{base}/r2.3").text
    dialog = page[page.index('<dialog id="share-dialog"') :]
    dialog = dialog[: dialog.index("</dialog>")]
    paths = re.findall(r'href="([^"]+)" download', dialog)
    assert len(paths) == 4
    for path in paths:
        assert path.startswith(f"{base}/")
        assert server.get(html.unescape(path)).status == 200
    offered = re.findall(r'<option value="(r[^"]+)"', dialog)
    names = [moment.name for moment in moments_of(GAME)]
    assert max(names.index(name) for name in offered) == names.index("r2.3")
    framed = re.search(r"&lt;iframe src=&#34;([^ ]+)&#34;", dialog)
    assert framed is not None
    path = html.unescape(html.unescape(framed[1])).removeprefix(HERE)
    answer = server.get(path)
    assert answer.header("x-frame-options") == ""
    assert "share-dialog" not in answer.text


def test_a_record_says_where_it_can_be_analysed(server: Server, base: str) -> None:
    page = server.get(f"{base}/r1.3").text
    assert f'<analysis-moment data-from="{base}/analysis/moment">' in page
    assert f'<a href="{base}/analysis">' in page
