"""Tables and pages as HTML. Everything a page says about a game comes from `Table.view`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from kingup.language import LANGUAGES, _, current_language, ngettext
from kingup.rules.characters import EDITIONS, TITLES
from kingup.server.waiting_bot import WaitingBot
from kingup.tables.table import Table
from kingup.telling.worth import signed
from kingup.web.http import assets
from kingup.web.pages.chat.view_model import ChatPanel, ShownRemark
from kingup.web.pages.common.art import Art
from kingup.web.pages.common.chat_address import chat_address
from kingup.web.pages.common.markup import FILTERS
from kingup.web.pages.common.public_log import log_entries
from kingup.web.pages.common.view_context import Page, ViewContext, Viewer
from kingup.web.pages.lobby.view_model import lobby
from kingup.web.pages.result.view_model import result
from kingup.web.pages.table.cues import Cue, cues
from kingup.web.pages.table.curtain import curtain
from kingup.web.pages.table.digest import rules_digest
from kingup.web.pages.table.game_page import game_page
from kingup.web.pages.table.panel import headline
from kingup.web.pages.table.parts import Brush, Drawing, whole
from kingup.web.pages.table.screen_reader import announcements, event_lines

__all__ = ["Page", "Renderer", "Viewer"]

PAGES = Path(__file__).parent.parent / "pages"


class Renderer:
    """Makes pages, in the language that is spoken where it is called."""

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
        )
        self.environment.filters.update(FILTERS, signed=signed)
        # Imported once, not by each of the parts that are drawn with every move.
        pieces = self.environment.get_template("table/pieces.html").module
        self.environment.globals["pieces"] = pieces
        self._static = static
        self._brush = Brush(self.environment)

    def document(
        self,
        template: str,
        *,
        theme: str | None = None,
        flash: str | None = None,
        person: str | None = None,
        **context: Any,
    ) -> str:
        """Return a whole page that is not a table's."""
        return self._render(template, theme=theme, flash=flash, person=person, **context)

    def page(
        self,
        table: Table,
        looker: Viewer,
        *,
        present: frozenset[str],
        address: str,
        waiting_bots: tuple[WaitingBot, ...] = (),
        flash: str | None = None,
        theme: str | None = None,
    ) -> str:
        """Return the whole page around a table's fragment."""
        look = ViewContext(table, looker, present, waiting_bots)
        fragment = self.drawing(look, address).html()
        return self._render(
            "table/page.html",
            theme=theme,
            flash=flash,
            path=_path(table, looker),
            page=looker.page,
            title=self.title(look),
            edition=table.setting.edition,
            limit=table.setting.setup.limit,
            fragment=Markup(fragment),  # noqa: S704 (rendered by ourselves)
        )

    def fragment(
        self, table: Table, looker: Viewer, *, present: frozenset[str], address: str
    ) -> str:
        """Return the part of a table's page that changes: its <main>."""
        return self.drawing(ViewContext(table, looker, present), address).html()

    def drawing(self, look: ViewContext, address: str) -> Drawing:
        """Return the same in its parts."""
        table, looker = look.table, look.viewer
        if table.status == "open":
            shown = lobby(table, looker, look.present, address, look.waiting_bots)
            return self._whole(look, "lobby/lobby.html", lobby=shown)
        if (table.is_closed and not _still_reading(table, looker)) or table.game is None:
            ended = result(table, looker, address)
            return self._whole(look, "result/result.html", result=ended)
        if _is_curtained(table, looker):
            return self._whole(look, "table/curtain.html", curtain=curtain(table, looker))
        self._brush.stay_with(self._static(""))
        return game_page(self._brush, look, address)

    def _whole(self, look: ViewContext, template: str, **context: Any) -> Drawing:
        """Return a page that is not drawn in parts."""
        table, looker = look.table, look.viewer
        html = self._render(
            template,
            table_code=table.code,
            number=table.number,
            path=_path(table, looker),
            talk_at=chat_address(table, looker.page),
            **context,
        )
        return whole(table.number, html)

    def title(self, look: ViewContext) -> str:
        """Return what the window is called."""
        table = look.table
        name = table.setting.title or TITLES[EDITIONS.index(table.setting.edition)]
        if not table.is_running or table.game is None:
            return name
        what = _("Your turn") if look.actions or look.must_continue else headline(look)
        return f"{what} – {name}"

    def announcements(self, look: ViewContext, after: int) -> list[str]:
        """Return what has happened after an event, for whoever listens."""
        table = look.table
        if table.game is None:
            names = [sitter.name if sitter else "" for sitter in table.players]
            return [
                line
                for happening in log_entries(look, after)
                for line in event_lines(names, happening.event)
            ]
        return announcements(look, after)

    def cues(self, look: ViewContext, after: int) -> list[Cue]:
        """Return what has happened after an event, for screens to act out."""
        return cues(look.public, after)

    def chat_panel(self, panel: ChatPanel) -> str:
        """Return the panel with what was said at a table."""
        return self._render("chat/panel.html", talk=panel)

    def remark(self, remark: ShownRemark) -> str:
        """Return something that was said, as its line in the panel."""
        return self._render("chat/remark.html", remark=remark)

    def _render(self, template: str, **context: Any) -> str:
        context.setdefault("theme", None)
        context.setdefault("flash", None)
        context.setdefault("path", "/")
        return self.environment.get_template(template).render(**context)


def _path(table: Table, looker: Viewer) -> str:
    return f"/t/{table.code}" + ("" if looker.page == "table" else f"/{looker.page}")


def _still_reading(table: Table, looker: Viewer) -> bool:
    """Return whether the last scoring comes before the result here.

    For people who played until they put it away, and for the board that they look at.
    """
    reading = table.reading()
    if looker.page == "board":
        return bool(reading)
    return any(player in reading for player in looker.holds)


def _is_curtained(table: Table, looker: Viewer) -> bool:
    """Return whether a device that is passed around must first be told who looks."""
    if not table.setting.passed or looker.page != "table":
        return False
    if table.between_rounds or table.is_closed:
        return False
    return looker.player is None and bool(looker.holds)
