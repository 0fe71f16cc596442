"""Fragments like the server's, as small as the scripts allow."""

from __future__ import annotations

BAR = (
    '<header class="bar"><button type="button" id="sound" aria-pressed="false">Sound</button>'
    '<button type="button" id="help" data-open="#help-dialog">Help</button>'
    '<button type="button" id="menu" data-open="#menu-dialog">Menu</button>'
    '<button type="button" id="notify" aria-pressed="false" hidden>Notify</button></header>'
    '<div id="ribbon" role="status" hidden>You are offline. Your seat is kept.</div>'
)
DIALOGS = (
    '<dialog id="help-dialog"><h2>Help</h2><button type="button" id="keys">Keys</button></dialog>'
    '<dialog id="menu-dialog"><h2>Menu</h2>'
    '<form id="pause" data-live method="post" action="/t/rook-1/pause">'
    "<input name=reason><button>Pause</button></form></dialog>"
)


def token(who: str, at: str, slot: int = 0, more: str = "") -> str:
    """A character on the board."""
    return (
        f'<li id="token-{who}" class="token at" data-who="{who}" data-at="{at}" '
        f'data-slot="{slot}" {more}><button type="button" aria-label="{who} at {at}">{who}'
        f'<svg class="crown"></svg></button></li>'
    )


def target(who: str, at: str, slot: int, action: str) -> str:
    """A place where a character can go."""
    return (
        f'<li class="target at" data-for="{who}" data-at="{at}" data-slot="{slot}" '
        f'data-action="{action}" hidden><button type="button" aria-label="{at}">{at}'
        f"</button></li>"
    )


def choice(it: str, actions: str, who: str = "") -> str:
    """What an action means, and its buttons."""
    buttons = "".join(
        f'<button name="action" value="{action}">Do {action}</button>'
        for action in actions.split()
    )
    owner = f'data-who="{who}"' if who else f'data-action="{it}"'
    return (
        f'<div class="choice" id="choice-{it}" {owner} hidden><h2>About {it}.</h2>'
        f"<p>It is worth it.</p>{buttons}</div>"
    )


def scene(
    tokens: str,
    targets: str = "",
    choices: str = "",
    *,
    number: int = 1,
    phase: str = "climb",
    panel: str = "",
    more: str = "",
) -> str:
    """A whole fragment."""
    act = (
        f'<form id="act" data-live method="post" action="/t/rook-1/act">'
        f'<input type="hidden" name="number" value="{number}">'
        f'<input type="hidden" name="player" value="0">{choices}</form>'
    )
    return (
        f'<main id="table" data-number="{number}" data-phase="{phase}" data-page="table" '
        f'data-you-act="{int(bool(choices))}" {more}>{BAR}<ul id="seats">'
        f'<li id="seat-0" class="seat">Nora</li></ul><div class="castle" id="castle">'
        f'<svg id="scenery"></svg><ol id="tokens">{tokens}</ol><ol id="targets" hidden>{targets}'
        f'</ol></div><section id="panel" class="panel" tabindex="-1">'
        f'<p id="prompt" class="prompt">Number '
        f"{number}</p><div data-error></div>{panel}{act if choices else ''}</section>{DIALOGS}"
        f"</main>"
    )


def climbing(number: int = 1, *, a: tuple[str, int] = ("2", 0), more: str = "") -> str:
    """A and B may climb, C cannot."""
    return scene(
        token("A", *a)
        + token("B", "3", 1)
        + token("C", "3", 3, 'data-why="Floor 4 is full."')
        + token("M", "0", 0),
        target("A", "3", 0, "A") + target("B", "4", 1, "B"),
        choice("A", "A", "A") + choice("B", "B", "B"),
        number=number,
        more=more,
    )


def watching(number: int, *, a: tuple[str, int] = ("3", 0), panel: str = "") -> str:
    """The same board while others act."""
    return scene(
        token("A", *a) + token("B", "3", 1) + token("C", "3", 3) + token("M", "0", 0),
        number=number,
        panel=panel,
    )


def placing(number: int = 1) -> str:
    """A and B stand aside and may go to floors 1 to 4."""
    return scene(
        token("A", "aside", 0) + token("B", "aside", 1),
        "".join(target(who, str(at), 0, f"{who}{at}") for who in "AB" for at in range(1, 5)),
        choice("A", "A1 A2 A3 A4", "A") + choice("B", "B1 B2 B3 B4", "B"),
        number=number,
        phase="place",
    )


def voting(number: int = 1) -> str:
    """B asks for the throne; Yes and No are in hand."""
    cards = "".join(
        f'<button type="button" class="vote-card" data-action="{card}" aria-pressed="false">'
        f"{card}</button>"
        for card in "YN"
    )
    return scene(
        token("A", "3", 0) + token("B", "throne", 0) + token("N", "2", 1),
        choices=choice("Y", "Y") + choice("N", "N"),
        number=number,
        phase="vote",
        panel=cloth("none", "none") + cards,
    )


def cloth(*cards: str) -> str:
    """The cards of a vote on their cloth."""
    face = {"down": "card-back", "Y": "card-yes", "N": "card-no", "B": "card-belly"}
    return (
        '<div id="cloth"><ol>'
        + "".join(
            f'<li id="vote-{seat}" data-card="{card}">'
            + (
                f'<span class="card"><svg viewBox="0 0 100 140"><use href="#{face[card]}"/></svg>'
                "</span>"
                if card in face
                else ""
            )
            + "</li>"
            for seat, card in enumerate(cards)
        )
        + "</ol></div>"
    )
