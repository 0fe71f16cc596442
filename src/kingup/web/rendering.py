"""Tables and pages as HTML. Everything a page says about a game comes from `Table.view`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kingup.language import LANGUAGES, _, current_language, ngettext
from kingup.rules.characters import EDITIONS, TITLES
from kingup.tables.table import Table
from kingup.telling.worth import signed
from kingup.web import assets
from kingup.web.game_page import game_page
from kingup.web.parts import Brush, Drawing, whole
from kingup.web.showing.art import Art
from kingup.web.showing.curtain import curtain
from kingup.web.showing.guests import Guest
from kingup.web.showing.happenings import happened
from kingup.web.showing.in_short import rules_in_short
from kingup.web.showing.lobby import lobby
from kingup.web.showing.looking import Look, Looker, Page
from kingup.web.showing.markup import FILTERS
from kingup.web.showing.moments import Moment, moments
from kingup.web.showing.panel import headline
from kingup.web.showing.result import result
from kingup.web.showing.talk import ShownRemark, TalkPanel, talk_address
from kingup.web.showing.told import event_lines, told

__all__ = ["Looker", "Page", "Renderer"]

TEMPLATES = Path(__file__).parent / "templates"


class Renderer:
    """Makes pages, in the language that is spoken where it is called."""

    def __init__(self, static: Callable[[str], str] = assets.static) -> None:
        self.environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
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
            rules_in_short=rules_in_short,
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
        looker: Looker,
        *,
        present: frozenset[str],
        address: str,
        guests: tuple[Guest, ...] = (),
        flash: str | None = None,
        theme: str | None = None,
    ) -> str:
        """Return the whole page around a table's fragment."""
        look = Look(table, looker, present, guests)
        fragment = self.drawing(look, address).html()
        return self._render(
            "page.html",
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
        self, table: Table, looker: Looker, *, present: frozenset[str], address: str
    ) -> str:
        """Return the part of a table's page that changes: its <main>."""
        return self.drawing(Look(table, looker, present), address).html()

    def drawing(self, look: Look, address: str) -> Drawing:
        """Return the same in its parts."""
        table, looker = look.table, look.looker
        if table.status == "open":
            shown = lobby(table, looker, look.present, address, look.guests)
            return self._whole(look, "lobby/lobby.html", lobby=shown)
        if (table.is_closed and not _still_reading(table, looker)) or table.game is None:
            ended = result(table, looker, address)
            return self._whole(look, "result/result.html", result=ended)
        if _is_curtained(table, looker):
            return self._whole(look, "curtain.html", curtain=curtain(table, looker))
        self._brush.stay_with(self._static(""))
        return game_page(self._brush, look, address)

    def _whole(self, look: Look, template: str, **context: Any) -> Drawing:
        """Return a page that is not drawn in parts."""
        table, looker = look.table, look.looker
        html = self._render(
            template,
            table_code=table.code,
            number=table.number,
            path=_path(table, looker),
            talk_at=talk_address(table, looker.page),
            **context,
        )
        return whole(table.number, html)

    def title(self, look: Look) -> str:
        """Return what the window is called."""
        table = look.table
        name = table.setting.title or TITLES[EDITIONS.index(table.setting.edition)]
        if not table.is_running or table.game is None:
            return name
        what = _("Your turn") if look.actions or look.must_continue else headline(look)
        return f"{what} – {name}"

    def told(self, look: Look, after: int) -> list[str]:
        """Return what has happened after an event, for whoever listens."""
        table = look.table
        if table.game is None:
            names = [sitter.name if sitter else "" for sitter in table.players]
            return [
                line
                for happening in happened(look, after)
                for line in event_lines(names, happening.event)
            ]
        return told(look, after)

    def moments(self, look: Look, after: int) -> list[Moment]:
        """Return what has happened after an event, for screens to act out."""
        return moments(look.public, after)

    def talk(self, panel: TalkPanel) -> str:
        """Return the panel with what was said at a table."""
        return self._render("talk/panel.html", talk=panel)

    def remark(self, remark: ShownRemark) -> str:
        """Return something that was said, as its line in the panel."""
        return self._render("talk/remark.html", remark=remark)

    def _render(self, template: str, **context: Any) -> str:
        context.setdefault("theme", None)
        context.setdefault("flash", None)
        context.setdefault("path", "/")
        return self.environment.get_template(template).render(**context)


def _path(table: Table, looker: Looker) -> str:
    return f"/t/{table.code}" + ("" if looker.page == "table" else f"/{looker.page}")


def _still_reading(table: Table, looker: Looker) -> bool:
    """Return whether the last scoring comes before the result here.

    For people who played until they put it away, and for the board that they look at.
    """
    reading = table.reading()
    if looker.page == "board":
        return bool(reading)
    return any(player in reading for player in looker.holds)


def _is_curtained(table: Table, looker: Looker) -> bool:
    """Return whether a device that is passed around must first be told who looks."""
    if not table.setting.passed or looker.page != "table":
        return False
    if table.between_rounds or table.is_closed:
        return False
    return looker.player is None and bool(looker.holds)
