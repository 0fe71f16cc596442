"""The chat as a page shows it: the panel and its remarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kingup.language import _
from kingup.rules.errors import sentence
from kingup.tables import Table, chat
from kingup.tables.chat import LONGEST_REMARK, REACTIONS, Remark
from kingup.telling.words import clean

REACTION_NAMES = {
    "bravo": sentence("Bravo!"),
    "laugh": sentence("Ha!"),
    "wonder": sentence("Oh!"),
    "doubt": sentence("Hm…"),
    "tears": sentence("Alas!"),
    "heart": sentence("Well played"),
}


@dataclass(frozen=True, slots=True)
class ShownRemark:
    """A remark as a reader sees it."""

    number: int
    action: str
    name: str
    text: str
    reaction: str
    """The drawing of a reaction; empty for a text."""
    reaction_name: str
    time: str
    colour: int | None
    """The speaker's pennant; None for a spectator."""
    mine: bool
    private: bool


@dataclass(frozen=True, slots=True)
class Muted:
    """A muted person, and the form field that unmutes them."""

    name: str
    field: str
    value: int


@dataclass(frozen=True, slots=True)
class ChatPanel:
    """The chat panel of a table."""

    code: str
    title: str
    action: str
    number: int
    remarks: tuple[ShownRemark, ...]
    may_speak: bool
    why_not: str
    """Why the reader cannot write; empty if they can."""
    asks_name: bool
    name: str
    mate: str
    longest: int
    reactions: tuple[tuple[str, str], ...]
    muted: tuple[Muted, ...]


def remark_text(remark: Remark) -> str:
    """Return a remark as one sentence, for screen readers."""
    words = _(REACTION_NAMES[remark.reaction]) if remark.reaction else remark.text
    return _("{name}: {text}").format(name=clean(remark.speaker.name), text=clean(words, 300))


def shown_remark(table: Table, remark: Remark, *, mine: bool) -> ShownRemark:
    """Return a remark as a reader sees it."""
    player = remark.speaker.player
    sitter = None if player is None else table.players[player]
    return ShownRemark(
        remark.number,
        f"/t/{table.code}",
        clean(remark.speaker.name),
        clean(remark.text, LONGEST_REMARK),
        remark.reaction or "",
        _(REACTION_NAMES[remark.reaction]) if remark.reaction else "",
        datetime.fromtimestamp(remark.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        sitter.colour if sitter else None,
        mine,
        remark.to is not None,
    )


def chat_panel(
    table: Table,
    person: str,
    visible: Sequence[Remark],
    muted: frozenset[str],
    all_remarks: Sequence[Remark],
    *,
    number: int,
    name: str,
    closed: bool,
    now: float,
) -> ChatPanel:
    """Return the panel for a person who sees the `visible` ones of all remarks."""
    mate = chat.mate_of(table, person)
    may_speak = chat.may_speak(table, person)
    why_not = ""
    if chat.is_forgotten(table, now):
        why_not = _("This game ended a while ago, and its messages are deleted.")
    elif closed:
        why_not = _("The operator of this server has closed the chat here.")
    elif not may_speak:
        why_not = _("Only players at the table can write here.")
    return ChatPanel(
        table.code,
        table.setting.title,
        f"/t/{table.code}",
        number,
        tuple(
            shown_remark(table, remark, mine=remark.speaker.person == person)
            for remark in visible
            if not remark.reaction
        ),
        may_speak and not why_not,
        why_not,
        not table.player_of(person),
        name,
        clean(mate.name) if mate else "",
        LONGEST_REMARK,
        tuple((sign, _(REACTION_NAMES[sign])) for sign in REACTIONS),
        tuple(_muted(table, muted, all_remarks)),
    )


def _muted(table: Table, muted: frozenset[str], all_remarks: Sequence[Remark]) -> list[Muted]:
    """Return the muted people who sit at this table or have written here."""
    found: dict[str, Muted] = {}
    for player, sitter in enumerate(table.players):
        if sitter and sitter.person in muted:
            found[sitter.person] = Muted(clean(sitter.name), "player", player)
    for remark in all_remarks:
        who = remark.speaker
        if who.person in muted and who.person not in found and remark.to is None:
            found[who.person] = Muted(clean(who.name), "remark", remark.number)
    return list(found.values())
