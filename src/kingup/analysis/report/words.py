"""An analysis in words, for the report as a page and as text."""

from __future__ import annotations

from collections.abc import Sequence

from kingup.analysis.analysis import Analysis
from kingup.analysis.ballots import DECISIVE, MOOT, WASTED
from kingup.analysis.decisions import BRILLIANT, Decision
from kingup.analysis.report.plots import points
from kingup.bots.levels import LEVELS
from kingup.language import _
from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES
from kingup.rules.characters import EDITIONS, TITLES
from kingup.telling.words import VOTES, condition_of, label_of, place_in_words

HARDLY = 0.1
"""Beliefs that move by fewer bits are not worth a word."""


def with_error(value: float, error: float) -> str:
    """Return a loss with twice its standard error."""
    return f"{points(value)} ± {points(2 * error)}"


def seat_names(analysis: Analysis) -> list[str]:
    """Return what to call every seat."""
    return [" & ".join(player.names) for player in analysis.players]


def title_of(analysis: Analysis) -> str:
    """Return a title: who played."""
    return ", ".join(seat_names(analysis))


def edition_of(analysis: Analysis) -> str:
    """Return the name of the edition, with its options."""
    title = TITLES[EDITIONS.index(analysis.edition)]
    return ", ".join([title, *analysis.options])


def verdict_of(analysis: Analysis) -> str:
    """Return who won."""
    names = seat_names(analysis)
    if not analysis.winners:
        return _("The Emissary won.")
    if len(analysis.winners) == 1:
        return _("{name} won.").format(name=names[analysis.winners[0]])
    return _("{names} won together.").format(
        names=", ".join(names[seat] for seat in analysis.winners)
    )


def label_word(label: str) -> str:
    """Return a label in words."""
    words = {
        "inaccuracy": _("inaccuracy"),
        "mistake": _("mistake"),
        "blunder": _("blunder"),
        BRILLIANT: _("brilliant"),
    }
    return words.get(label, "")


def phase_word(phase: str) -> str:
    """Return what kind of decision it was."""
    words = {
        "keep": _("Ambition card"),
        "place": _("placing"),
        "climb": _("climb"),
        "vote": _("vote"),
    }
    return words[phase]


def action_words(analysis: Analysis, phase: str, action: str) -> str:
    """Return an action in words, as short as a table needs it."""
    match phase:
        case "vote":
            return _(VOTES[action])
        case "place":
            return f"{label_of(analysis, action[0])}, {place_in_words(action[1:])}"
        case "climb":
            return label_of(analysis, action)
    return ambition_words(action)


def ambition_words(card: str) -> str:
    """Return the condition of an Ambition card, by its id."""
    return condition_of(AMBITION_CARDS[AMBITION_CODES[card]])


def effect_word(effect: str) -> str:
    """Return what a vote did."""
    return {DECISIVE: _("decisive"), WASTED: _("wasted"), MOOT: _("moot")}[effect]


def best_of(decision: Decision) -> str:
    """Return the action that the improved policy takes most often."""
    return decision.options[0].action if decision.options else decision.action


def pivotal_words(analysis: Analysis, decision: Decision) -> str:
    """Return how likely the card of a vote was to decide it; empty where that is not known."""
    if decision.pivotal is None:
        return ""
    return _(
        "Before the vote, the card of {name} decided it in {percent} of all possible deals."
    ).format(name=seat_names(analysis)[decision.seat], percent=f"{decision.pivotal:.0%}")


def moved_words(analysis: Analysis, decisions: Sequence[Decision]) -> str:
    """Return how far decisions moved the public's beliefs; empty if they hardly did."""
    return " ".join(
        _("What the public believed about {name} moved by {bits} bits.").format(
            name=seat_names(analysis)[decision.seat], bits=f"{decision.moved:.1f}"
        )
        for decision in decisions
        if decision.moved >= HARDLY
    )


def bits_words(bits: float) -> str:
    """Return bits with their sign."""
    return f"{bits:+.1f}".replace("-", "−")


def level_words(level: str | None) -> str:
    """Return which bot a player resembled."""
    if level is None:
        return "–"
    name = next((_(known.name) for known in LEVELS if known.bot == level), level)
    return _("like a {level}").format(level=name.lower())


def ledger_rows(analysis: Analysis, seat: int) -> list[tuple[str, float, bool]]:
    """Return a seat's ledger as rows: name, amount, and whether it is a total."""
    ledger, names = analysis.players[seat].ledger, seat_names(analysis)
    rows = [(_("Start"), ledger.start, True)]
    rows += [
        (_("Deal of round {round}").format(round=number), amount, False)
        for number, amount in enumerate(ledger.deals, 1)
    ]
    rows.append((_("Own play"), ledger.own, False))
    rows += [
        (_("Gifts of {name}").format(name=names[other]), amount, False)
        for other, amount in enumerate(ledger.gifts)
        if other != seat
    ]
    rows.append((_("Cards nobody could know"), ledger.rest, False))
    rows.append((_("Result"), ledger.result, True))
    return rows


def method_rows(analysis: Analysis) -> list[tuple[str, str]]:
    """Return how the analysis was made, so that it can be made again."""
    return [
        (_("Judge"), analysis.judge),
        (_("Seed"), str(analysis.seed)),
        (_("Record"), analysis.record),
        (
            _("Labels"),
            _("a certain loss of {first}, {second} or {third} points").format(
                first=f"{100 * analysis.thresholds[0]:.1f}",
                second=f"{100 * analysis.thresholds[1]:.1f}",
                third=f"{100 * analysis.thresholds[2]:.1f}",
            ),
        ),
    ]
