"""The rules of Vive le Roi, without its options."""

from __future__ import annotations

from kingup.rulebook.blocks import Chapter, Items, Picture, Section, Text
from kingup.rulebook.options import HOUSE_RULES, OPTIONS, VARIANTS
from kingup.rulebook.rulings import VIVE_LE_ROI_RULINGS
from kingup.rulebook.shared import (
    AIM,
    ANY_YES,
    CARDS_TABLE,
    CHARACTERS,
    CLIMBING,
    FULL_FLOOR_TEXT,
    PLACING_TABLE,
    PLACING_TEXT,
    POINTS_TABLE,
    SECRETS,
)
from kingup.rules.errors import sentence

_BEFORE = (
    AIM,
    Section(
        "castle",
        sentence("The castle"),
        (
            Text(
                sentence(
                    "{floors} floors and a throne; {privies} privies, beside floors {privy_low} "
                    "and {privy_high}; {dungeons} dungeons. What a favourite is worth at a "
                    "crowning depends on where it stands, and on who is crowned:"
                )
            ),
            POINTS_TABLE,
        ),
    ),
    CHARACTERS,
    Section(
        "favourites",
        sentence("Favourites"),
        (
            Text(
                sentence(
                    "{card_count} cards show {six} characters each. Every character is on "
                    "{times} of them, every two characters are together on {pairs}; the jester "
                    "is on none. Each player gets one card a round, and shows it to nobody. All "
                    "cards are shuffled again for every round."
                )
            ),
        ),
    ),
    Section(
        "cards",
        sentence("Vote cards"),
        (
            Text(
                sentence(
                    "Each seat has one Yes, {bellyaches} Bellyache and some No cards, by the "
                    "number of seats. Every round begins with a full hand. Scores begin at "
                    "{start}."
                )
            ),
            CARDS_TABLE,
        ),
    ),
)

_ROUND = (
    Section(
        "placing",
        sentence("Placing"),
        (
            Text(sentence("The jester begins on floor {jester_floor}, and takes room there.")),
            Text(PLACING_TEXT),
            PLACING_TABLE,
        ),
    ),
    Section(
        "compensation",
        sentence("One fewer to place"),
        (
            Text(
                sentence(
                    "With {fewer_low} and {fewer_high} seats all {ring} characters are placed, "
                    "and the last seats of the round's order place one fewer. They get "
                    "{compensation} points for it at once, in every round. The Ambition for "
                    "fewer than {consolation} points does not look at these."
                )
            ),
        ),
    ),
    CLIMBING,
    Section(
        "full-floor",
        sentence("Full floors"),
        (
            Text(FULL_FLOOR_TEXT),
            Text(
                sentence(
                    "The jester counts. With {two} seats a floor holds {limit_two}. Floor 0 has "
                    "no limit; privies and dungeons are no floors."
                )
            ),
        ),
    ),
    Section(
        "privy",
        sentence("Privies"),
        (
            Items(
                (
                    sentence(
                        "In: from floor {below_low} into the privy beside floor {privy_low}, or "
                        "from floor {below_high} into the one beside floor {privy_high}; only "
                        "while that floor is full and the privy is empty."
                    ),
                    sentence(
                        "Out: onto the floor beside it, once that has room. A privy leads "
                        "nowhere else."
                    ),
                    sentence("In a privy a favourite is worth nothing."),
                )
            ),
            Picture(
                "privy",
                sentence("{J} sits in the privy, and floor {full} is full: she cannot leave it."),
            ),
        ),
    ),
    Section(
        "vote",
        sentence("The vote"),
        (
            Text(
                sentence(
                    "Whoever moved the candidate takes the crown. Every seat lays one of its "
                    "vote cards face down; when all are there they are turned over together."
                )
            ),
            Items(
                (
                    ANY_YES,
                    sentence("A Bellyache: the vote is called off, whatever else was played."),
                    sentence("Otherwise a single No: the candidate is rejected."),
                    sentence(
                        "Every No and Bellyache that was played is spent, Yes cards return to "
                        "their hands, and the next seat goes on."
                    ),
                )
            ),
        ),
    ),
    Section(
        "bellyache",
        sentence("The Bellyache"),
        (
            Text(
                sentence(
                    "The vote counts for nothing and the candidate goes back to floor {top}, "
                    "where there is always room: it has just left."
                )
            ),
        ),
    ),
    Section(
        "dungeon",
        sentence("Dungeons"),
        (
            Text(
                sentence(
                    "The first character that is rejected in a round goes to dungeon "
                    "{dungeon_first}, the second to dungeon {dungeon_second}, the third to "
                    "dungeon {dungeon_third}, and whoever follows is out of the round. A "
                    "favourite in dungeon {dungeon_first} is worth {dungeon_cost}. Nobody "
                    "leaves a dungeon."
                )
            ),
            Picture("dungeon", sentence("{A} was rejected, and sits in dungeon {dungeon_first}.")),
        ),
    ),
    Section(
        "jester",
        sentence("The jester"),
        (
            Items(
                (
                    sentence("He is on no card: nobody's favourite."),
                    sentence(
                        "Rejected, he goes back to floor {jester_back}; if that is full to "
                        "floor {jester_next}, and if that is full, too, to floor {jester_last}. "
                        "He never goes to a dungeon, and does not count for them."
                    ),
                    sentence("A Bellyache sends him to floor {top}, like everybody."),
                    sentence(
                        "Crowned, he changes the sign of every value: floors cost their number, "
                        "dungeons pay theirs, and the throne counts nothing."
                    ),
                )
            ),
            Picture("jester", sentence("The jester asks for the throne: all values turn over.")),
        ),
    ),
    Section(
        "scoring",
        sentence("Scoring"),
        (
            Text(
                sentence(
                    "A crowning ends the round. Everybody opens their card and adds up what "
                    "their {six} favourites are worth. A score never falls below 0."
                )
            ),
            Picture("crowned", sentence("{V} is crowned. {A} costs those who have her.")),
        ),
    ),
    Section(
        "next-round",
        sentence("The next round"),
        (
            Text(
                sentence(
                    "Everybody leaves the castle, hands are full again, all favourites cards "
                    "are shuffled, scores stay. The seat that caused the crowning begins."
                )
            ),
        ),
    ),
    Section(
        "end",
        sentence("The end"),
        (
            Text(
                sentence(
                    "After {rounds} rounds the most points win. On equal points the highest "
                    "favourite in the castle decides, the throne above floor {top}; privies, "
                    "dungeons and out of the round count less than floor 0. If that is equal, "
                    "too, the victory is shared."
                )
            ),
        ),
    ),
    SECRETS,
)

CHAPTERS = (
    Chapter("before", sentence("Before you begin"), _BEFORE),
    Chapter("round", sentence("A round"), _ROUND),
    Chapter("options", sentence("Options"), OPTIONS),
    Chapter("variants", sentence("Variants"), VARIANTS),
    Chapter("house-rules", sentence("House rules"), HOUSE_RULES),
    Chapter("rulings", sentence("Rulings"), VIVE_LE_ROI_RULINGS),
)
