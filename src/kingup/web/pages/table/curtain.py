"""The curtain shown while one device is passed around."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kingup.language import _
from kingup.tables import Table
from kingup.telling.narration import news
from kingup.web.pages.common.markup import fill
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.table.menu import TableMenu, menu


@dataclass(frozen=True, slots=True)
class CurtainHand:
    """A player who may take the device."""

    player: int
    name: str
    colour: int
    address: str


@dataclass(frozen=True, slots=True)
class Curtain:
    """The page shown while the device changes hands. It contains no secrets."""

    headline: Markup
    about: str
    wanted: tuple[CurtainHand, ...]
    """The players that the game waits for."""
    others: tuple[CurtainHand, ...]
    """The players who may look at their cards meanwhile."""
    news: tuple[str, ...]
    phase: str
    menu: TableMenu
    edition: str
    page: str
    passed: bool = True
    viewer: int | None = None

    @property
    def you_act(self) -> bool:
        """Whether the game waits for a player of this device."""
        return bool(self.wanted)


MOST_NEWS = 3


def curtain(
    table: Table, viewer: Viewer, present: frozenset[str] = frozenset(), address: str = ""
) -> Curtain:
    """Return the curtain of a table where one device is passed around."""
    waiting = [player for player in table.waiting_for() if player in viewer.holds]
    hands = {player: _hand(table, player) for player in viewer.holds}
    view = table.view(None)
    return Curtain(
        _headline(table, [hands[player] for player in waiting]),
        _about(table, len(waiting)),
        tuple(hands[player] for player in waiting),
        tuple(hand for player, hand in hands.items() if player not in waiting),
        tuple(news(view, 0)[-MOST_NEWS:]) if view.rounds else (),
        view.phase,
        menu(table, viewer, present, address),
        table.setting.edition,
        viewer.page,
    )


def _hand(table: Table, player: int) -> CurtainHand:
    sitter = table.sitter(player)
    return CurtainHand(player, sitter.name, sitter.colour, f"/t/{table.code}?as={player}")


def _headline(table: Table, wanted: list[CurtainHand]) -> Markup:
    if table.status == "paused":
        return fill(_("The game is paused"))
    if not wanted:
        return fill(_("The bots are playing"))
    if len(wanted) == 1:
        return fill(_("Pass the device to {name}"), name=wanted[0].name)
    return fill(_("Pass the device around"))


def _about(table: Table, wanted: int) -> str:
    if table.status == "paused":
        return _("Everybody keeps their seat and their cards.")
    if not wanted:
        return _("The curtain stays down until it is somebody’s turn.")
    if wanted == 1:
        return _("Everybody else looks at the ceiling.")
    return _("Each of you has a choice to make, in any order.")
