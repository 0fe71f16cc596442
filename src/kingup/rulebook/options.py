"""Options, variants and house rules of Vive le Roi. A section's id is the option's id."""

from __future__ import annotations

from kingup.rulebook.blocks import Items, Picture, RuleTable, Section, Text
from kingup.rules.errors import sentence

OPTIONS = (
    Section(
        "ambition",
        sentence("Ambition"),
        (
            Text(
                sentence(
                    "After the favourites everybody gets {ambition_dealt} Ambition cards, keeps "
                    "one in secret and puts the other back unseen. If its condition holds at the "
                    "end of the round it pays once, and always adds, even under the jester. "
                    "Throne, privies, dungeons and out of the round are no floors. There are "
                    "{ambition_cards} cards, for at most {ambition_most} players."
                )
            ),
            RuleTable("ambition"),
        ),
        level=3,
    ),
    Section(
        "banished",
        sentence("Banished"),
        (
            Text(
                sentence(
                    "Each favourites card bears a mark on one character. That one is not your "
                    "favourite: you have {five} instead of {six}, for everything. Each "
                    "character bears the mark on {marks} cards."
                )
            ),
            Picture("banished", sentence("A card with its mark: the grey one does not count.")),
        ),
        level=3,
    ),
)

VARIANTS = (
    Section(
        "emissary",
        sentence("Emissary of the Empire"),
        (
            Text(
                sentence(
                    "A phantom that plays along with {emissary_low} to {emissary_high} seats, "
                    "and must with {two}. It has an open favourites card, a score that begins at "
                    "{emissary_start}, and the same vote cards as a seat, shuffled into a pile. "
                    "The No cards of each are then:"
                )
            ),
            RuleTable("emissary-cards"),
            Items(
                (
                    sentence("It places and moves nobody, and has no Ambition."),
                    sentence(
                        "In a vote it says Yes to its own favourites, without a card. For all "
                        "others the top card of its pile is its vote: No and Bellyache are then "
                        "spent, a Yes goes back and the pile is shuffled."
                    ),
                    sentence(
                        "It scores like a player at every crowning. For each round it gets a new "
                        "card, face up before Ambitions are chosen, and a full pile."
                    ),
                    sentence(
                        "With more points than every seat at the end it wins, and all others "
                        "lose. On equal points the best seat wins."
                    ),
                )
            ),
        ),
        level=3,
    ),
    Section(
        "wedding",
        sentence("Royal wedding"),
        (
            Items(
                (
                    sentence(
                        "Two monarchs a round. At the first crowning everybody opens their "
                        "favourites and scores; the monarch steps beside the throne, the cards "
                        "stay open, hands are not filled, and the next seat goes on."
                    ),
                    sentence(
                        "The second crowning scores again, without the first monarch, and ends "
                        "the round. The jester reverses the crowning that is his."
                    ),
                    sentence("Ambitions are scored at the second crowning only."),
                )
            ),
            Picture("wedding", sentence("The first monarch waits beside the throne.")),
        ),
        level=3,
    ),
    Section(
        "teams",
        sentence("Teams of two"),
        (
            Text(
                sentence(
                    "Teammates share a seat: one placement or move, one vote, one hand of vote "
                    "cards. Each has a favourites card, which the other may see, an Ambition "
                    "and a score. At the end a team counts for the lower of its two scores. "
                    "Single players may sit among teams; with a score each at most {markers} "
                    "people play. Wherever a number depends on seats, a team is one seat."
                )
            ),
        ),
        level=3,
    ),
    Section(
        "shared-marker",
        sentence("One score a team"),
        (
            Text(
                sentence(
                    "A team has one score, which moves at each crowning by the smaller of what "
                    "its two players gain. So up to {people} people can play, at {markers} "
                    "seats. It needs at least one team."
                )
            ),
        ),
        level=3,
    ),
)

HOUSE_RULES = (
    Section(
        "jester-returns-to-3",
        sentence("The jester falls softly"),
        (
            Text(
                sentence(
                    "A rejected jester goes back to floor {jester_soft}, not to floor "
                    "{jester_back}; if it is full, down from there as usual."
                )
            ),
        ),
        level=3,
    ),
    Section(
        "jester-uncounted-in-placement",
        sentence("The jester takes no room"),
        (
            Text(
                sentence(
                    "With {two} seats only: while placing he does not count, so that each seat "
                    "places {each_roomy} instead of {each_two}, and {left_roomy} instead of "
                    "{left_two} begin on floor 0. His floor may then begin with one too many, "
                    "and is simply full."
                )
            ),
        ),
        level=3,
    ),
)
