"""What both editions have in common."""

from __future__ import annotations

from kingup.rulebook.blocks import Cast, Items, Picture, RuleTable, Section, Text
from kingup.rules.errors import sentence

AIM = Section(
    "aim",
    sentence("What it is about"),
    (
        Text(
            sentence(
                "Everybody pushes the same characters up one castle. {six} of them are secretly "
                "yours, and some of these are other players' favourites, too. When somebody is "
                "crowned you score where yours stand. {rounds} rounds, and the most points win."
            )
        ),
    ),
)

CHARACTERS = Section("characters", sentence("The characters"), (Cast(),))

CLIMBING = Section(
    "climbing",
    sentence("Climbing"),
    (
        Text(
            sentence(
                "Then, from the first player again, each seat in turn moves one character up by "
                "exactly one floor: a favourite of its own, or anybody else. Nobody moves down, "
                "and nobody may pass. From floor {top} the next step is the throne, and a vote "
                "follows at once."
            )
        ),
    ),
)

ANY_YES = sentence("All say Yes: the candidate is crowned.")

SECRETS = Section(
    "secrecy",
    sentence("Who knows what"),
    (
        Items(
            (
                sentence(
                    "You see your own favourites and vote cards, and a teammate's; everything in "
                    "the castle; and who has voted already, but never what, until all have."
                ),
                sentence(
                    "Votes are turned over with names. How many cards somebody still holds is "
                    "never shown: remember it, or not. A screen shows the last vote only, unless "
                    "the table has agreed to show them all."
                ),
                sentence("A crowning opens everybody's favourites."),
                sentence(
                    "A vote that lies on the table stays there. Whoever has nothing left but Yes "
                    "votes like everybody else, and nothing shows it."
                ),
            )
        ),
    ),
)

FULL_FLOOR_TEXT = sentence(
    "A floor from {first_floor} to {top} holds at most {limit} characters. A full floor cannot be "
    "entered, neither while placing nor by climbing, until somebody has left it."
)

FULL_FLOOR_PICTURE = Picture(
    "full",
    sentence(
        "Floor {full} is full: the lock says so, and whoever waits on floor {below} looks pale."
    ),
)

CARDS_TABLE = RuleTable("no-cards")
PLACING_TABLE = RuleTable("placing")
POINTS_TABLE = RuleTable("points")

PLACING_TEXT = sentence(
    "The first player of the first round is drawn. From there, clockwise, each seat places one "
    "character on a floor from {first_floor} to {last_floor}, until all have placed as many as "
    "the table says. Who is left begins on floor 0."
)
