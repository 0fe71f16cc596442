"""Pages to read during a game: help, rules, characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kingup.language import _
from kingup.rules.characters import CAST, EDITIONS
from kingup.rules.setup import Setup
from kingup.telling.scene import TextScene
from kingup.telling.words import place_in_words, title
from kingup.terminal import styles
from kingup.terminal.castle import token
from kingup.terminal.ink import ink, padded, wrapped
from kingup.terminal.options import EXPLAINED
from kingup.view import View


def help_page(scene: TextScene, width: int) -> list[Text]:
    """Return what can be typed now."""
    view = scene.view
    moves = {
        "place": [("A3", _("place character A on floor 3 (floors 1 to 4)"))],
        "climb": [("A", _("move character A one step up (its name works as well)"))],
        "ambition": [("1 / 2", _("keep the first or the second Ambition card"))],
        "vote": [
            ("yes", _("crown the candidate, if everybody agrees; the card comes back")),
            ("no", _("reject the candidate; the card is lost")),
        ],
    }.get(view.phase, [])
    if view.phase == "vote" and view.edition == "vive-le-roi":
        moves.append(("bellyache", _("cancel the vote: back to floor 5; the card is lost")))
    commands = [
        *moves,
        ("score", _("everybody's points")),
        ("log", _("what happened in this round")),
        ("cast", _("who is who")),
        ("rules", _("the rules in short")),
        ("board", _("draw the castle again")),
        ("quit", _("save the game and leave")),
    ]
    return _table(((_("You can type:"), commands), (_("Signs:"), _signs(scene))), width)


def keys_page(scene: TextScene, width: int) -> list[Text]:
    """Return the keys of the full screen."""
    keys = [
        ("← → ↑ ↓", _("choose a character, its floor or a card")),
        ("A … X", _("choose a character by its letter, a floor by its number")),
        ("Enter", _("do what is chosen")),
        (_("Mouse"), _("a character, then its floor; a character again; a card")),
        (_("Any key"), _("skip what is being shown")),
        ("F2 F3 F4", _("who is who, the rules in short, this round’s log")),
        ("Esc", _("leave")),
    ]
    return _table(((_("Keys:"), keys), (_("Signs:"), _signs(scene))), width)


def _signs(scene: TextScene) -> list[tuple[str, str]]:
    signs = [
        ("★", _("your favourite, and what it is worth now")),
        ("↑", _("can move now (↗ into a privy, ← out of one)")),
        ("·", _("a free place")),
    ]
    own = scene.view.own
    if own is not None and len(own.players) == 2:
        signs.insert(1, ("☆", _("a favourite of one of you; ★ of both")))
    return signs


def _table(parts: Sequence[tuple[str, Sequence[tuple[str, str]]]], width: int) -> list[Text]:
    lines = [ink(f" {_('Help')} ", styles.BAR)]
    for heading, rows in parts:
        lines += [Text(), ink(heading, styles.STRONG)]
        lines += [padded(Text(f"  {word:<10} {meaning}"), width) for word, meaning in rows]
    return lines


def rules_page(view: View, width: int) -> list[Text]:
    """Return the rules in short."""
    setup = Setup.of(view.edition, view.seats, view.options)
    paragraphs = [
        _(
            "Your six favourites are secret. When a round ends, each scores you its floor’s "
            "number, and the king 10."
        ),
        _(
            "Placing: players take turns putting one character on floor 1, 2, 3 or 4. "
            "Whoever is left over starts on floor 0."
        ),
        _(
            "Climbing: players take turns moving any one character up one floor. A floor "
            "holds {limit}; a full floor cannot be entered, and nobody passes."
        ).format(limit=setup.limit),
    ]
    if view.edition == "kingup":
        paragraphs += [
            _(
                "Vote: when a character reaches the throne, everybody votes in secret. All "
                "Yes: it is crowned and the round ends. One No: it is out of the round. A "
                "No you play is lost for the round; a Yes comes back."
            ),
            _(
                "After three rounds, most points wins. In the third round exactly 0 points "
                "become 33."
            ),
        ]
    else:
        paragraphs += _rules_of_2024()
    lines = [ink(f" {_('The rules of {title}').format(title=title(view))} ", styles.BAR)]
    for paragraph in paragraphs:
        lines += [Text(), *wrapped(paragraph, width)]
    if view.options:
        lines.append(Text())
    for option in view.options:
        lines += wrapped(f"{option}: {_(EXPLAINED[option])}.", width)
    return lines


def _rules_of_2024() -> Sequence[str]:
    return (
        _(
            "When floor 3 or 4 is full, a character from below can wait in its privy, if "
            "that is empty. In a privy it scores nothing."
        ),
        _(
            "Vote: if all say Yes, the candidate is crowned. A Bellyache cancels the vote: "
            "back to floor 5. Otherwise one No rejects: the first three go to dungeons 3, 2 "
            "and 1, which cost as many points; later ones are out. A No or Bellyache you "
            "play is lost for the round."
        ),
        _(
            "If rejected, the jester goes back to floor 2 or below. If crowned, he reverses "
            "every value. After three rounds, most points wins; scores start at 20."
        ),
    )


def cast_page(scene: TextScene, width: int) -> list[Text]:
    """Return who is who, and where they are."""
    view = scene.view
    lines = [ink(f" {_('Who is who')} ", styles.BAR), Text()]
    for character in sorted(CAST[EDITIONS.index(view.edition)], key=lambda c: c.letter):
        name = _(character.name)
        if _(character.epithet) != name.lower():
            name += f", {_(character.epithet)}"
        place = place_in_words(view.castle[character.letter])
        line = token(scene, character.letter) + Text(f" {name:<26} {place}")
        lines.append(padded(line, width))
    return lines
