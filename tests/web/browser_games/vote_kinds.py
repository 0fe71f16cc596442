"""Votes of every kind: who plays which card, in which order, and what the options are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kingup.tables import TableSetting
from tests.web.browser_games.crafted import Crafted

VARIATIONS = 10
"""How often each kind is played with other deals, candidates, movers and voters."""

KINGUP = TableSetting()
VIVE = TableSetting("vive-le-roi")
WEDDING = TableSetting("vive-le-roi", options=("wedding",))
EMISSARY = TableSetting("vive-le-roi", options=("emissary", "ambition"))


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote, and the order in which the seats play their cards."""

    cards: str
    """By seat."""
    order: tuple[int, ...] = (0, 1, 2, 3)
    mover: int = 1
    setting: TableSetting = KINGUP
    candidate: str = ""
    """Empty for one of the highest."""
    crowned_before: bool = False
    variation: int = 0

    def varied(self, number: int) -> Vote:
        """Return the same kind of vote with another deal, candidate, mover and others' cards.

        What the first player does stays, and whether their turn comes next.
        """

        def moved(seat: int) -> int:
            return 1 + (seat - 1 + number) % 3 if seat else 0

        cards = ["Y"] * 4
        for seat, card in enumerate(self.cards):
            cards[moved(seat)] = card
        return replace(
            self,
            cards="".join(cards),
            order=tuple([moved(seat) for seat in self.order]),
            mover=self.mover if self.mover == 3 else (1, 2, 0)[number % 3],
            variation=number,
        )


VOTES = {
    "rejected by the last voter": Vote("YYYN"),
    "rejected by the first voter": Vote("YNYY", order=(1, 2, 3, 0)),
    "rejected by me": Vote("NYYY", order=(1, 2, 0, 3)),
    "rejected, and my turn": Vote("YYNY", mover=3),
    "rejected by the last voter, me, and my turn": Vote("NYYY", order=(1, 2, 3, 0), mover=3),
    "crowned": Vote("YYYY"),
    "crowned by me": Vote("YYYY", order=(3, 2, 1, 0)),
    "bellyache": Vote("YYBY", setting=VIVE),
    "bellyache, and my turn": Vote("YBNY", mover=3, setting=VIVE),
    "jester crowned": Vote("YYYY", setting=VIVE, candidate="X"),
    "jester rejected": Vote("YYYN", setting=VIVE, candidate="X"),
    "first monarch of a wedding": Vote("YYYY", setting=WEDDING),
    "second monarch of a wedding": Vote("YYYY", setting=WEDDING, crowned_before=True),
    "second monarch rejected": Vote("YYYN", setting=WEDDING, crowned_before=True),
    "with the Emissary": Vote("YYYY", setting=EMISSARY),
}


def crafted_vote(vote: Vote, people: Sequence[str]) -> Crafted:
    """Return a table in which a candidate has just come to the throne."""
    seed = f"{vote.variation:02x}" * 32
    crafted = Crafted(people, vote.setting, ("Ana", "Ben", "Cleo", "Dov"), seed)
    if vote.crowned_before:
        crafted.call_vote(crafted.highest(), vote.mover)
        crafted.crown()
    candidate = vote.candidate or crafted.highest(vote.variation % 4)
    crafted.call_vote(candidate, vote.mover)
    return crafted
