"""Scenes and pages like the server's, as small as the scripts allow."""

from __future__ import annotations

import json
from html import escape
from typing import Any

Scene = dict[str, Any]

BAR = (
    '<header class="bar"><button type="button" id="sound" aria-pressed="false">Sound</button>'
    '<button type="button" id="help" data-open="#help-dialog">Help</button>'
    '<button type="button" id="menu" data-open="#menu-dialog">Menu</button>'
    '<button type="button" id="notify" aria-pressed="false" hidden>Notify</button></header>'
    '<div id="ribbon" role="status" hidden>You are offline. Your seat is kept.</div>'
    '<div id="missed" hidden><button type="button" data-missed="watch">Watch</button>'
    '<button type="button" data-missed="skip">Skip</button></div>'
)
DIALOGS = (
    '<dialog id="help-dialog"><h2>Help</h2><button type="button" id="keys">Keys</button></dialog>'
    '<dialog id="menu-dialog"><h2>Menu</h2>'
    '<form id="pause" data-live method="post" action="/t/rook-1/pause">'
    "<input name=reason><button>Pause</button></form></dialog>"
)
CHOICE = (
    '<div id="choice" class="choice" hidden><div class="prompt-box"><h2 class="prompt"></h2>'
    '<p></p></div><div class="go"></div></div>'
)
BALLOT = (
    '<li data-key="{id}" id="vote-{id}" data-card="{card}" data-bind="id:.key data-card:.card">'
    '<span class="card ballot"><span class="face"></span></span></li>'
)


def token(who: str, at: str, slot: int) -> str:
    """A character on the board."""
    path, marks = f"board.tokens.{who}", f"own.marks.{who}"
    return (
        f'<li id="token-{who}" class="token at" data-who="{who}" data-at="{at}" '
        f'data-slot="{slot}" data-bind="data-at:{path}.at data-slot:{path}.slot '
        f'data-why:{marks}.why"><button type="button" aria-label="{who} at {at}" '
        f'data-bind="aria-label:{path}.label">{who}<svg class="crown"></svg></button></li>'
    )


def choice(it: str, actions: str, who: str = "") -> Scene:
    """What an action means, and its buttons."""
    buttons = [{"id": action, "text": f"Do {action}", "short": None} for action in actions.split()]
    return {
        "id": it,
        "who": who,
        "title": f"About {it}.",
        "detail": "It is worth it.",
        "buttons": buttons,
    }


def target(who: str, at: str, slot: int, action: str, number: str | None = None) -> Scene:
    """A place where a character can go."""
    return {
        "id": action,
        "who": who,
        "at": at,
        "slot": slot,
        "label": at,
        "number": number,
    }


def scene(
    tokens: dict[str, tuple[str, int]],
    *,
    targets: list[Scene] | None = None,
    choices: list[Scene] | None = None,
    why: dict[str, str] | None = None,
    cards: str = "",
    ballots: str = "",
    prompt: str = "Number 1",
    asks: str = "wait",
) -> Scene:
    """What is seen at a table."""
    return {
        "board": {
            "tokens": [
                {"id": who, "at": at, "slot": slot, "label": f"{who} at {at}"}
                for who, (at, slot) in tokens.items()
            ],
            "ballots": laid(ballots),
        },
        "own": {
            "asks": asks,
            "act": "1" if choices else "0",
            "prompt": prompt,
            "targets": targets or [],
            "choices": choices or [],
            "marks": [{"id": who, "why": (why or {}).get(who)} for who in tokens],
            "cards": [{"id": card} for card in cards],
        },
    }


def laid(cards: str) -> list[Scene]:
    """The ballots on the cloth: d for a card that lies face down."""
    faces = {"d": "down", "-": "none"}
    return [
        {"id": str(seat), "key": f"vote-{seat}", "card": faces.get(card, card)}
        for seat, card in enumerate(cards)
    ]


def page_of(shown: Scene, number: int = 1, *, panel: str = "", more: str = "") -> str:
    """The page of a scene."""
    board, own = shown["board"], shown["own"]
    tokens = "".join(token(each["id"], each["at"], each["slot"]) for each in board["tokens"])
    for each in own["marks"]:
        if each["why"]:
            mark = f'data-who="{each["id"]}"'
            tokens = tokens.replace(mark, f'{mark} data-why="{each["why"]}"')
    ballots = "".join(BALLOT.format(**each) for each in board["ballots"])
    card = (
        '<li data-key="{0}"><button type="button" class="vote-card" data-action="{0}" '
        'aria-pressed="false" data-bind="data-action:.id text:.id">{0}</button></li>'
    )
    cards = "".join(card.format(each["id"]) for each in own["cards"])
    return (
        f'<main id="table" class="table" data-kind="game" data-number="{number}" '
        f'data-page="table" data-you-act="{own["act"]}" data-asks="{own["asks"]}" '
        f'data-bind="data-asks:own.asks data-you-act:own.act" tabindex="-1" {more}>'
        f'<template id="scene">{escape(json.dumps(shown), quote=False)}</template>'
        f'<template id="up-icon"><svg class="up"></svg></template>{BAR}'
        f'<ul id="seats"><li id="seat-0" class="seat">Nora</li></ul>'
        f'<div class="castle" id="castle"><svg id="scenery"></svg>'
        f'<ol id="tokens">{tokens}</ol><ol id="targets" hidden></ol></div>'
        f'<section id="panel" class="panel" tabindex="-1">'
        f'<p id="why-not" role="status" hidden></p>'
        f'<div id="cloth"><ol data-each="board.ballots"><template>'
        f"{BALLOT.format(id='', card='')}</template>{ballots}</ol></div>"
        f'<form id="act" data-live method="post" action="/t/rook-1/act">'
        f'<input type="hidden" name="number" value="{number}">'
        f'<input type="hidden" name="player" value="0">'
        f'<p id="prompt" class="prompt" data-bind="text:own.prompt">{own["prompt"]}</p>'
        f'<ol id="cards" data-each="own.cards"><template>{card.format("")}</template>{cards}</ol>'
        f"{CHOICE}<div data-error></div></form>{panel}"
        f'<div id="scoring"></div><ul id="hand"><li>one</li><li>two</li></ul></section>'
        f"{DIALOGS}</main>"
    )


def climbing(a: tuple[str, int] = ("2", 0), prompt: str = "Number 1") -> Scene:
    """A and B may climb, C cannot."""
    return scene(
        {"A": a, "B": ("3", 1), "C": ("3", 3), "M": ("0", 0)},
        targets=[target("A", "3", 0, "A"), target("B", "4", 1, "B")],
        choices=[choice("A", "A", "A"), choice("B", "B", "B")],
        why={"C": "Floor 4 is full."},
        asks="climb",
        prompt=prompt,
    )


def watching(a: tuple[str, int] = ("3", 0), prompt: str = "Number 1") -> Scene:
    """The same board while others act."""
    return scene({"A": a, "B": ("3", 1), "C": ("3", 3), "M": ("0", 0)}, prompt=prompt)


def placing() -> Scene:
    """A and B stand aside and may go to floors 1 to 4."""
    return scene(
        {"A": ("aside", 0), "B": ("aside", 1)},
        targets=[
            target(who, str(at), 0, f"{who}{at}", str(at)) for who in "AB" for at in range(1, 5)
        ],
        choices=[choice("A", "A1 A2 A3 A4", "A"), choice("B", "B1 B2 B3 B4", "B")],
        asks="place",
    )


def voting(ballots: str = "--") -> Scene:
    """B asks for the throne; Yes and No are in hand."""
    return scene(
        {"A": ("3", 0), "B": ("throne", 0), "N": ("2", 1)},
        choices=[choice("Y", "Y"), choice("N", "N")],
        cards="YN",
        ballots=ballots,
        asks="vote",
    )


def beat(kind: str | None = None, /, *, said: str = "", **more: Any) -> Scene:
    """A beat: `board` and `own` are differences; everything else belongs to its cue."""
    made: Scene = {name: more.pop(name) for name in ("board", "own") if name in more}
    return {
        "cue": {"kind": kind, **more} if kind else None,
        **made,
        **({"said": [said]} if said else {}),
    }


def moved(who: str, at: str, slot: int = 0) -> Scene:
    """The board's difference when a character has moved."""
    return {"tokens": {who: {"at": at, "slot": slot, "label": f"{who} at {at}"}}}


def prompted(text: str) -> Scene:
    """The beat in which only the prompt changes."""
    return beat(own={"prompt": text})
