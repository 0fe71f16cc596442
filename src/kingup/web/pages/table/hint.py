"""A hint of the coach in words, for the only person among bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingup.language import _
from kingup.telling.scene import action_in_words
from kingup.telling.words import seat_name
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.castle import worths

if TYPE_CHECKING:
    from kingup.analysis import Advice
    from kingup.analysis.advice import AdvisedAction

MOST_ACTIONS = 5
GOOD = 0.2
"""Actions that the improved player takes at least this often are all called good."""
NOTHING_TOLD = 0.3
"""Fewer bits are not worth a word."""


@dataclass(frozen=True, slots=True)
class HintLine:
    """An action that the coach has weighed."""

    title: str
    chance: str
    share: str
    told: str
    best: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """What the coach says."""

    address: str
    """Of the table."""
    best: str
    reasons: tuple[str, ...]
    lines: tuple[HintLine, ...]
    chances: tuple[tuple[str, str], ...]
    """Everybody's chances to win now, as the player may judge them."""


def hint(context: ViewContext, advice: Advice) -> Hint:
    """Return advice in words; the context is the player's own."""
    good = [one for one in advice.actions if one.improved >= GOOD] or list(advice.actions[:1])
    shown = [one for one in advice.actions if one.chance is not None][:MOST_ACTIONS]
    titles = [action_in_words(context.view, one.action) for one in good]
    view = context.view
    names = [seat_name(view, seat) for seat in range(len(view.seats))]
    if view.emissary is not None:
        names.append(_("the Emissary"))
    return Hint(
        address=f"/t/{context.table.code}",
        best=_("Best: {action}").format(action=titles[0]),
        reasons=tuple(_reasons(context, advice, good)),
        lines=tuple(_line(context, one, one in good) for one in shown),
        chances=tuple(
            (name, _percent(chance)) for name, chance in zip(names, advice.chances, strict=False)
        ),
    )


def _reasons(context: ViewContext, advice: Advice, good: list[AdvisedAction]) -> Iterator[str]:
    first = good[0]
    if len(advice.actions) == 1:
        yield _("It is the only thing that you can do.")
        return
    for also in good[1:]:
        yield _("About as good: {action}.").format(
            action=action_in_words(context.view, also.action)
        )
    others = [one for one in advice.actions if one not in good and one.chance is not None]
    if first.chance is not None and others:
        second = max(others, key=lambda one: one.chance or 0.0)
        ahead = round(100 * (first.chance - (second.chance or 0.0)))
        if ahead > 0:
            yield _("In a hundred games it wins {number} more than {other}.").format(
                number=ahead, other=action_in_words(context.view, second.action)
            )
        else:
            yield _("The others win about as often; it fits better with the rest of good play.")
    if advice.phase == "keep":
        return  # nobody sees what is kept, and nothing has been told yet
    if advice.pivotal is not None:
        yield _("Your card decides this vote in {percent} of the deals that are possible.").format(
            percent=_percent(advice.pivotal)
        )
    elif first.action[0] in _favourites(context):
        yield _("It moves one of your favourites.")
    else:
        yield _("It moves nobody of yours.")
    if first.told >= NOTHING_TOLD:
        yield _("It tells the others {bits} bits about your card.").format(bits=_bits(first.told))
    elif first.told <= -NOTHING_TOLD:
        yield _("It misleads the others by {bits} bits.").format(bits=_bits(-first.told))
    yield _("A careful reader knows {known} of your favourites by now.").format(
        known=f"{advice.known:.1f}"
    )


def _favourites(context: ViewContext) -> set[str]:
    return {letter for card in worths(context).values() for letter in card}


def _line(context: ViewContext, action: AdvisedAction, best: bool) -> HintLine:
    chance, error = action.chance or 0.0, action.error or 0.0
    return HintLine(
        action_in_words(context.view, action.action),
        _("{percent}% ± {error}").format(percent=round(100 * chance), error=f"{200 * error:.1f}"),
        _percent(action.improved),
        _bits(action.told),
        best,
    )


def _percent(share: float) -> str:
    return _("{percent}%").format(percent=round(100 * share))


def _bits(bits: float) -> str:
    return f"{bits:.1f}".replace("-", "\u2212")
