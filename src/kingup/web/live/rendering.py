"""Tables and pages as HTML. Everything a page says about a game comes from `Table.view`."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

from kingup.bots.levels import LEVELS
from kingup.language import LANGUAGES, _, current_language, ngettext
from kingup.rules.characters import EDITIONS, TITLES
from kingup.tables import chat
from kingup.tables.table import Table
from kingup.telling.worth import signed
from kingup.web.http import assets
from kingup.web.live.binding import BLANK, bind
from kingup.web.pages.chat.view_model import ChatPanel, ShownRemark
from kingup.web.pages.common.art import Art
from kingup.web.pages.common.labels import ways
from kingup.web.pages.common.markup import FILTERS
from kingup.web.pages.common.public_log import public_log
from kingup.web.pages.common.view_context import ViewContext, Viewer
from kingup.web.pages.lobby.view_model import lobby
from kingup.web.pages.result.view_model import result
from kingup.web.pages.sharing.preview import result_preview
from kingup.web.pages.table.digest import rules_digest
from kingup.web.pages.table.game_frame import game_frame, is_coached
from kingup.web.pages.table.menu import menu
from kingup.web.pages.table.panel import headline
from kingup.web.pages.table.scene import Scene
from kingup.web.pages.table.screen_reader import event_lines, question, told

PAGES = Path(__file__).parent.parent / "pages"
KEY = secrets.token_bytes(16)
"""Without it, a digest says nothing about a scene. Another process has another."""


class Renderer:
    """Makes pages, in the current language."""

    def __init__(self, static: Callable[[str], str] = assets.static) -> None:
        self.environment = Environment(
            # "lobby/chair.html" is pages/lobby/templates/chair.html.
            loader=PrefixLoader(
                {
                    folder.parent.name: FileSystemLoader(folder)
                    for folder in PAGES.glob("*/templates")
                }
            ),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
            auto_reload=False,
        )
        self.environment.globals.update(
            _=_,
            ngettext=ngettext,
            static=static,
            languages=LANGUAGES,
            current_language=current_language,
            art=Art(static),
            rules_in_short=rules_digest,
            bot_levels=LEVELS,
            ways=ways,
            bind=bind,
            BLANK=BLANK,
        )
        # Defaults: pages are given these only if they differ.
        self.environment.globals.update(theme=None, flash=None, person=None, path="/")
        self.environment.filters.update(
            FILTERS, signed=signed, scene_json=_scene_json, digest=digest
        )

    def document(self, template: str, **context: Any) -> str:
        """Return what a template makes of its context: a whole page, or a piece of one."""
        return self.environment.get_template(template).render(**context)

    def page(
        self,
        context: ViewContext,
        *,
        address: str,
        scene: Scene | None,
        flash: str | None = None,
        theme: str | None = None,
    ) -> str:
        """Return the whole page around a table's <main>."""
        table, viewer = context.table, context.viewer
        return self.document(
            "table/page.html",
            theme=theme,
            flash=flash,
            path=_path(table, viewer),
            page=viewer.page,
            title=self.title(context),
            edition=table.setting.edition,
            limit=table.setting.setup.limit,
            preview=result_preview(table, address),
            coached=is_coached(context),
            main=Markup(self.main(context, address, scene)),  # noqa: S704 (rendered by ourselves)
        )

    def kind(self, table: Table, viewer: Viewer) -> str:
        """Return which kind of page shows a table: lobby, game, or result."""
        if table.status == "open":
            return "lobby"
        if (table.is_closed and not _still_reading(table, viewer)) or table.game is None:
            return "result"
        return "game"

    def main(self, context: ViewContext, address: str, scene: Scene | None) -> str:
        """Return a table's <main>; `scene` is a game's."""
        table, viewer = context.table, context.viewer
        if scene is not None:
            return self._game(context, address, scene)
        if table.status == "open":
            shown = lobby(table, viewer, context.present, address, context.waiting_bots)
            return self._outside_game(context, "lobby/lobby.html", lobby=shown)
        ended = result(table, viewer, address)
        return self._outside_game(context, "result/result.html", result=ended)

    def _outside_game(self, context: ViewContext, template: str, **values: Any) -> str:
        table, viewer = context.table, context.viewer
        return self.document(
            template,
            kind=self.kind(table, viewer),
            table_code=table.code,
            number=table.number,
            path=_path(table, viewer),
            talk_at=_chat_address(table, viewer),
            page=viewer.page,
            viewer=viewer.player,
            edition=table.setting.edition,
            passed=table.setting.passed,
            **values,
        ).strip()

    def _game(self, context: ViewContext, address: str, scene: Scene) -> str:
        table, viewer = context.table, context.viewer
        return self.document(
            "table/game.html",
            **game_frame(context),
            scene=scene,
            board=scene.board,
            own=scene.own,
            menu=menu(table, viewer, context.present, address),
            path=_path(table, viewer),
            talk_at=_chat_address(table, viewer),
        ).strip()

    def menu(self, context: ViewContext, address: str) -> str:
        """Return the table's menu as it is now."""
        offers = menu(context.table, context.viewer, context.present, address)
        return self.document("common/dialogs/menu.html", menu=offers)

    def title(self, context: ViewContext) -> str:
        """Return what the window is called."""
        table = context.table
        name = table.setting.title or TITLES[EDITIONS.index(table.setting.edition)]
        if not table.is_running or table.game is None:
            return name
        asked = context.actions or context.must_continue
        return f"{_('Your turn') if asked else headline(context.public)} – {name}"

    def announcements(self, context: ViewContext, after: int) -> list[str]:
        """Return what has happened after an event, and what the viewer must do."""
        table, entries = context.table, public_log(context.table, after)
        if table.game is None:
            names = [sitter.name if sitter else "" for sitter in table.players]
            return [line for entry in entries for line in event_lines(names, entry.event)]
        lines = [line for entry in entries for line in told(context.public, entry)]
        return [*lines, *question(context)] if lines else []

    def chat_panel(self, panel: ChatPanel) -> str:
        """Return the panel with what was said at a table."""
        return self.document("chat/panel.html", talk=panel)

    def remark(self, remark: ShownRemark) -> str:
        """Return something that was said, as its line in the panel."""
        return self.document("chat/remark.html", remark=remark)


@cache
def renderer() -> Renderer:
    """Return the renderer of this process: its templates are compiled once for all servers."""
    return Renderer()


def digest(scene: Scene) -> str:
    """Return the text with which a page tells its socket which scene it shows."""
    return blake2s(msgspec.json.encode(scene), digest_size=8, key=KEY).hexdigest()


def _scene_json(scene: Scene) -> Markup:
    """Return a scene as JSON that stands in a page's HTML."""
    return escape(msgspec.json.encode(scene).decode())


def _path(table: Table, viewer: Viewer) -> str:
    return f"/t/{table.code}" + ("" if viewer.page == "table" else f"/{viewer.page}")


def _chat_address(table: Table, viewer: Viewer) -> str | None:
    """Return the target of a page's chat button; None if there is nobody to chat with."""
    has_chat = viewer.page != "board" and chat.has_company(table)
    return f"/t/{table.code}/talk" if has_chat else None


def _still_reading(table: Table, viewer: Viewer) -> bool:
    """Return whether a viewer still sees the last scoring, and not yet the result.

    People who played see it until they put it away, and the board until all of them have.
    """
    reading = table.reading()
    if viewer.page == "board":
        return bool(reading)
    return any(player in reading for player in viewer.holds)
