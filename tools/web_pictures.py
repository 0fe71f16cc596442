"""Take the screenshots of the web table from a real server: `make pictures`.

All players of a table have its page open, as in a real game; the screenshots are of Nora's. Those
of the French and Italian tours are in folders of their own.
"""

from __future__ import annotations

import asyncio
import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from bench.web.chromium import FLAGS, NONE_FOUND, find_chromium
from bench.web.server import ServerProcess, running, url_of
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from web_scenes import NAMES, Evening, person_of, scenes

from kingup.server.settings import ServerSettings
from kingup.store import Store
from kingup.web.http.signed_cookies import CookieSigner

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "web"
SECRET = "only for pictures"  # signs the cookies of a short-lived server
ADDRESS = "http://192.168.1.20:8000"
"""The address in invitations."""
SETTLING = 500
"""Milliseconds until all animations have ended."""
LARGEST = 200_000
LARGEST_ALL = 5_000_000

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Device:
    """A screen, and the resolution and quality of its screenshots."""

    width: int
    height: int
    scale: float
    quality: int


DEVICES = {
    "phone": Device(390, 844, 1.5, 70),
    "laptop": Device(1280, 800, 1, 70),
    "tv": Device(1920, 1080, 2 / 3, 70),
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A page to capture, and on which screens."""

    name: str
    path: str
    devices: tuple[str, ...]
    taps: str = ""
    """The selector of the element that Nora taps first."""
    themes: tuple[Theme, ...] = THEMES


PLAYER, SCREEN = "/t/{code}", "/t/{code}/board"
NEW = "/new?edition=vive-le-roi&seats=4&option=ambition&player-1=courtier&title=Friday+court"

ALBUM = (
    ("", Picture("home", "/", ("phone", "laptop"))),
    ("", Picture("new", NEW, ("phone", "laptop"))),
    ("lobby", Picture("lobby", PLAYER, ("phone",), themes=("light",))),
    ("game", Picture("game", PLAYER, ("phone", "laptop"), "#tokens .is-fav[data-legal] button")),
    ("game", Picture("game", SCREEN, ("tv",))),
    ("game", Picture("hand", "/t/{code}/hand", ("phone",), themes=("light",))),
    ("vote", Picture("vote", PLAYER, ("phone", "laptop"), "#cards [data-action='N']")),
    ("revealed", Picture("revealed", SCREEN, ("tv",))),
    ("result", Picture("result", PLAYER, ("phone", "laptop"))),
    ("passed", Picture("curtain", PLAYER, ("phone",), themes=("light",))),
)
TRANSLATED = {
    "home": "laptop",
    "lobby": "phone",
    "game": "phone",
    "hand": "phone",
    "vote": "laptop",
    "curtain": "phone",
    "result": "laptop",
}
"""What the tours in other languages show, and on which screen."""
LOCALES = {"en": "en-GB", "fr": "fr-FR", "it": "it-IT"}


STRIPS = {"crowning": "Y", "rejecting": "N"}
"""Votes that are shown frame by frame: the table, and the card with which Nora decides it."""
FRAMES = (
    ("#cards button[aria-pressed='true']", 0),
    ("#cloth li:first-child[data-card='down']", 300),
    ("#cloth li:first-child:is([data-card='Y'], [data-card='N'])", 250),
    ("#cloth li[data-decides], #tokens [data-crowned]", 150),
    ("#tokens :is([data-at='box'], [data-at^='dungeon'], [data-crowned])", 350),
    (".table:not([data-playing]) :is(#verdict, #scoring):visible", 400),
)
"""What each frame waits for, and how many milliseconds longer."""
FRAME_WIDTH = 210
SLOW = 6
"""How many times slower a strip's page plays, so that no frame is missed."""
SLOW_TIMERS = f"{{const set = setTimeout; setTimeout = (f, ms) => set(f, ms * {SLOW});}}"


class Studio:
    """A browser, and a server with all tables."""

    def __init__(
        self, browser: Browser, server: ServerProcess, evenings: dict[str, Evening]
    ) -> None:
        self._browser = browser
        self._server = server
        self._evenings = evenings
        self._language = "en"
        self._seals = CookieSigner(SECRET)

    def take(self, scene: str, picture: Picture, language: str = "en") -> None:
        """Capture a page on all its screens, in its light and dark themes."""
        self._language = language
        folder = PICTURES if language == "en" else PICTURES / language
        path = picture.path.format(code=self._evenings[scene].table.code if scene else "")
        with self._open_pages(scene):
            for device in picture.devices:
                for theme in picture.themes:
                    context = self._person(NAMES[0], DEVICES[device], theme)
                    page = context.new_page()
                    self._prepare(page, path, picture.taps)
                    page.screenshot(
                        path=folder / f"{picture.name}-{device}-{theme}.jpg",
                        quality=DEVICES[device].quality,
                        animations="disabled",
                    )
                    context.close()

    def take_strip(self, scene: str, card: str) -> None:
        """Capture the end of a vote, frame by frame, as one picture."""
        context = self._person(NAMES[0], DEVICES["phone"], "light", moving=True)
        context.add_init_script(SLOW_TIMERS)
        page = context.new_page()
        animations = context.new_cdp_session(page)
        animations.send("Animation.enable")
        animations.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOW})
        page.goto(f"{self._server.address}/t/{self._evenings[scene].table.code}")
        page.locator(f"#cards [data-action='{card}']").click()
        frames = []
        for i, (selector, longer) in enumerate(FRAMES):
            page.locator(selector).first.wait_for()
            page.wait_for_timeout(longer * SLOW)
            frames.append(base64.b64encode(page.screenshot()).decode())
            if i == 0:
                page.locator("#choice .go button").click()
        page.set_viewport_size({"width": len(frames) * (FRAME_WIDTH + 8) + 8, "height": 480})
        pictures = "".join(
            f'<img src="data:image/png;base64,{frame}" width="{FRAME_WIDTH}">' for frame in frames
        )
        page.goto("about:blank")
        page.set_content(
            f'<body style="display:flex;gap:8px;margin:8px;background:#fff">{pictures}</body>'
        )
        page.locator("body").screenshot(path=PICTURES / f"{scene}-strip.jpg", quality=40)
        context.close()

    @contextmanager
    def _open_pages(self, scene: str) -> Iterator[None]:
        """Keep the pages of all players at a table open."""
        contexts = []
        if scene:
            for name in NAMES:
                contexts.append(self._person(name, DEVICES["phone"], "light"))
                page = contexts[-1].new_page()
                with page.expect_websocket():
                    page.goto(f"{self._server.address}/t/{self._evenings[scene].table.code}")
        yield
        for context in contexts:
            context.close()

    def _person(
        self, name: str, device: Device, theme: Theme, *, moving: bool = False
    ) -> BrowserContext:
        context = self._browser.new_context(
            viewport={"width": device.width, "height": device.height},
            device_scale_factor=device.scale,
            color_scheme=theme,
            reduced_motion="no-preference" if moving else "reduce",
            locale=LOCALES[self._language],
        )
        cookies = {
            "person": self._seals.sign_person(person_of(name)),
            "name": self._seals.sign_text(name),
        }
        for cookie, value in cookies.items():
            context.add_cookies([{"name": cookie, "value": value, "url": self._server.address}])
        return context

    def _prepare(self, page: Page, path: str, taps: str) -> None:
        page.goto(f"{self._server.address}{path}", wait_until="networkidle")
        if taps:
            page.locator(taps).first.click()
        page.mouse.move(0, 0)
        page.wait_for_timeout(SETTLING)


async def store(folder: Path, evenings: dict[str, Evening]) -> None:
    """Write all tables into the server's database."""
    kept = await Store.open(url_of(folder))
    await kept.get_or_store_setting("secret", SECRET)
    for evening in evenings.values():
        await evening.keep(kept)
    await kept.close()


def main() -> int:
    """Take all screenshots, or those named on the command line."""
    chromium = find_chromium()
    if chromium is None:
        print(NONE_FOUND)
        return 1
    for language in ("fr", "it"):
        (PICTURES / language).mkdir(parents=True, exist_ok=True)
    evenings = scenes()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(store(folder, evenings))
        # Bots do not move and absent players keep their seats while screenshots are taken.
        settings = ServerSettings(
            url_of(folder), ADDRESS, limited=False, prepare=False, bot_speed=1e-6, away_after=1e6
        )
        with running(settings) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
            studio = Studio(browser, server, evenings)
            for scene, picture in ALBUM:
                if len(sys.argv) == 1 or picture.name in sys.argv[1:]:
                    studio.take(scene, picture)
                    if picture.name in TRANSLATED and picture.path != SCREEN:
                        device = (TRANSLATED[picture.name],)
                        shown = replace(picture, devices=device, themes=("light",))
                        for language in ("fr", "it"):
                            studio.take(scene, shown, language)
            for scene, card in STRIPS.items():
                if len(sys.argv) == 1 or scene in sys.argv[1:]:
                    studio.take_strip(scene, card)
            browser.close()
    return check_sizes()


def check_sizes() -> int:
    """Print the size of the pictures, and fail if they are too large."""
    sizes = {
        str(file.relative_to(PICTURES)): file.stat().st_size
        for file in sorted(PICTURES.rglob("*.jpg"))
    }
    print(f"{len(sizes)} pictures, {sum(sizes.values()) / 1000:.0f} KB")
    large = [name for name, size in sizes.items() if size > LARGEST]
    if large or sum(sizes.values()) > LARGEST_ALL:
        print("too large:", ", ".join(large) or "all together")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
