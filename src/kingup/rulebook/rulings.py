"""Rulings: where the printed rules are silent or disagree. The numbers are those of the docs."""

from __future__ import annotations

from kingup.rulebook.blocks import Section, Text
from kingup.rules.errors import sentence

_RULINGS: dict[int, tuple[str, str]] = {
    1: (
        sentence("The jester is rejected"),
        sentence(
            "The full rules send him to floor {jester_back}, then {jester_next}, then "
            "{jester_last}, which always has room. The quick rules say floor {jester_soft}: that "
            "is the house rule “The jester falls softly”."
        ),
    ),
    2: (
        sentence("Placing with {two} seats"),
        sentence(
            "{each_roomy} placements each do not fit under a limit of {limit_two} with the "
            "jester in the castle. The limit wins: {each_two} each, and {left_two} begin on "
            "floor 0. The other reading is the house rule “The jester takes no room”."
        ),
    ),
    3: (
        sentence("The Emissary's Yes"),
        sentence(
            "It goes back into the pile, which is shuffled. In a fixed order the next votes "
            "could be known."
        ),
    ),
    4: (
        sentence("The Emissary and Banished"),
        sentence("The mark is on the card, so it counts for the Emissary's card, too."),
    ),
    5: (
        sentence("A wedding with nobody left to marry"),
        sentence(
            "With {fewer_low} or {fewer_high} seats the jester may be the first monarch while "
            "everybody else is in a dungeon or out. Then the round ends there: no second scoring "
            "of favourites, Ambitions as things stand, and whoever caused the one crowning begins."
        ),
    ),
    6: (
        sentence("Ambition at a wedding"),
        sentence(
            "Cards about who is crowned, and by whom, look at both crownings; places and hands "
            "are read at the end; the card for fewer than {consolation} points looks at the last "
            "crowning. The first monarch is on no floor, privy or dungeon."
        ),
    ),
    7: (
        sentence("Never below 0"),
        sentence(
            "At each crowning favourites and Ambition are added first; then a score below 0 "
            "becomes 0. A shared score moves by the smaller of the two sums."
        ),
    ),
    8: (
        sentence("Points for placing one fewer"),
        sentence("Each player of the seat gets them; a shared score gets them once."),
    ),
    9: (
        sentence("Ambitions of a team"),
        sentence(
            "“You moved the new monarch” and “nothing but your Yes card” look at the seat: they "
            "hold for both teammates."
        ),
    ),
    10: (
        sentence("Ties between teams"),
        sentence(
            "The highest favourite of either teammate decides. A banished character is no "
            "favourite, and both monarchs of a wedding stand on the throne."
        ),
    ),
    11: (
        sentence("The Emissary in ties"),
        sentence("It wins only with more points than every seat."),
    ),
    12: (
        sentence("Ties in King Up!"),
        sentence(
            "The English and Italian rules count favourites still in the castle; the French are "
            "less clear. So it is favourites in the castle."
        ),
    ),
    13: (
        sentence("Hands and votes"),
        sentence(
            "Whoever remembers every vote knows every hand, but nobody may count the spent "
            "cards. So the votes are public, and the number of cards in a hand is not."
        ),
    ),
    14: (
        sentence("Every round ends"),
        sentence(
            "Somebody can always move: the highest occupied floor has room above it. And each "
            "vote that fails costs a card; when all are spent everybody must say Yes."
        ),
    ),
    15: (
        sentence("When secrets end"),
        sentence(
            "Favourites open at a crowning, kept Ambitions at the end of the round. Ambitions "
            "that were put back, the order of the Emissary's pile and the cards not dealt stay "
            "secret until the game is over."
        ),
    ),
    16: (
        sentence("A vote is final"),
        sentence("Either teammate may act for their seat: the first action counts."),
    ),
    17: (
        sentence("The order of things at a vote"),
        sentence(
            "All votes are turned over, the Emissary's with them; No and Bellyache are spent; "
            "its pile is shuffled if its Yes was shown; then comes the consequence. At a "
            "crowning favourites are scored first, Ambitions after them."
        ),
    ),
    18: (
        sentence("What goes together"),
        sentence(
            "Options and variants combine freely. Two teams are {two} seats: they play with the "
            "Emissary, and with {limit_two} on a floor."
        ),
    ),
    19: (
        sentence("Ours, where no rule speaks"),
        sentence(
            "Three names and all epithets of Vive le Roi, who is a woman or a man, its "
            "{card_count} cards, at most {markers} people with a score each, shared victories, "
            "and a first player who is drawn."
        ),
    ),
}


def _sections(*chosen: int) -> tuple[Section, ...]:
    return tuple(
        Section(f"ruling-{number}", title, (Text(text),), level=3)
        for number, (title, text) in _RULINGS.items()
        if number in chosen
    )


KING_UP_RULINGS = _sections(12, 13, 14)
VIVE_LE_ROI_RULINGS = _sections(*(number for number in _RULINGS if number != 12))
