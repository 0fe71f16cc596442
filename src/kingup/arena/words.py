"""Results in words, for the terminal and the report."""

from __future__ import annotations

from kingup.arena.standings import Standings
from kingup.language import _

MOST_PAIRS = 3
"""The most pairs that a sentence names; more are only counted."""


def duration(seconds: float | None) -> str:
    """Return a duration for people to read."""
    if seconds is None:
        return "–"
    if seconds < 0.001:
        return f"{1e6 * seconds:.0f} µs"
    if seconds < 0.1:
        return f"{1000 * seconds:.1f} ms"
    return f"{seconds:.2f} s"


def verdict(standings: Standings) -> str:
    """Return a sentence on which parts of the order are certain."""
    plan = standings.plan
    labels = [entrant.label for entrant in plan.entrants]
    open_pairs = [pair for pair, c in standings.comparisons.items() if not c.verdict]
    if not open_pairs and not plan.gauntlet:
        order = " > ".join(row.label for row in standings.rows())
        return _("The order is certain at 95%: {order}.").format(order=order)
    if not open_pairs:
        better = [labels[b] for (_a, b), c in standings.comparisons.items() if c.verdict > 0]
        worse = [labels[b] for (_a, b), c in standings.comparisons.items() if c.verdict < 0]
        if not worse:
            return _("Certain at 95%: {challenger} is stronger than {others}.").format(
                challenger=labels[0], others=", ".join(better)
            )
        if not better:
            return _("Certain at 95%: {challenger} is weaker than {others}.").format(
                challenger=labels[0], others=", ".join(worse)
            )
        return _(
            "Certain at 95%: {challenger} is stronger than {weaker}, and weaker than {stronger}."
        ).format(challenger=labels[0], weaker=", ".join(better), stronger=", ".join(worse))
    if len(open_pairs) > MOST_PAIRS:
        return _("Not yet certain at 95%: the order of {open} pairs out of {all}.").format(
            open=len(open_pairs), all=len(plan.pairs)
        )
    pairs = "; ".join(
        _("{one} and {other}").format(one=labels[a], other=labels[b]) for a, b in open_pairs
    )
    return _("Not yet certain at 95%: the order of {pairs}.").format(pairs=pairs)


def duels(standings: Standings) -> list[str]:
    """Return a line for each opponent of the challenger, with the win share."""
    plan = standings.plan
    lines = []
    for (first, second), (share, _theirs) in standings.duel_shares.items():
        low, high = share.interval()
        text = _("{challenger} against {other}: {share:.1%} ({low:.1%} – {high:.1%})")
        lines.append(
            text.format(
                challenger=plan.entrants[first].label,
                other=plan.entrants[second].label,
                share=share.mean,
                low=low,
                high=high,
            )
        )
    return lines
