"""The rules of King Up!."""

from __future__ import annotations

from kingup.rulebook.blocks import Chapter, Items, Picture, Section, Text
from kingup.rulebook.rulings import KING_UP_RULINGS
from kingup.rulebook.shared import (
    AIM,
    ANY_YES,
    CARDS_TABLE,
    CHARACTERS,
    CLIMBING,
    FULL_FLOOR_PICTURE,
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
                    "{floors} floors and a throne. What a favourite is worth at a crowning "
                    "depends on where it stands:"
                )
            ),
            POINTS_TABLE,
            Picture("start", sentence("Half of the characters are placed, the rest wait below.")),
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
                    "{times} of them, every two characters are together on {pairs}. Each player "
                    "gets one card a round, and shows it to nobody. A card is used only once in "
                    "a game: at most {most_used} of them."
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
                    "Each seat has one Yes and some No cards, by the number of seats. Every "
                    "round begins with a full hand."
                )
            ),
            CARDS_TABLE,
        ),
    ),
)

_ROUND = (
    Section("placing", sentence("Placing"), (Text(PLACING_TEXT), PLACING_TABLE)),
    CLIMBING,
    Section("full-floor", sentence("Full floors"), (Text(FULL_FLOOR_TEXT), FULL_FLOOR_PICTURE)),
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
                    sentence(
                        "A single No: the candidate is out of the round. Every No that was "
                        "played is spent, Yes cards return to their hands, and the seat to the "
                        "left of the mover goes on."
                    ),
                )
            ),
            Picture("vote", sentence("{B} asks for the throne; two cards are down.")),
        ),
    ),
    Section(
        "scoring",
        sentence("Scoring"),
        (
            Text(
                sentence(
                    "A crowning ends the round. Everybody opens their card and adds up what "
                    "their {six} favourites are worth: the monarch {king}, a floor its number, "
                    "out of the round nothing. More than {best} is impossible."
                )
            ),
            Picture("crowned", sentence("{E} is crowned, and {B} out of the round.")),
        ),
    ),
    Section(
        "zero",
        sentence("Exactly nothing"),
        (
            Text(
                sentence(
                    "In round {rounds} whoever scores exactly 0 gets {zero} points instead: as "
                    "many as the best round of all."
                )
            ),
        ),
    ),
    Section(
        "next-round",
        sentence("The next round"),
        (
            Text(
                sentence(
                    "Everybody leaves the castle, hands are full again, and new favourites come "
                    "from the rest of the deck. The seat to the left of whoever holds the crown "
                    "begins."
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
                    "After {rounds} rounds the most points win. On equal points it is the "
                    "number of favourites still in the castle, on any floor or the throne; if "
                    "that is equal, too, the victory is shared."
                )
            ),
        ),
    ),
    SECRETS,
)

CHAPTERS = (
    Chapter("before", sentence("Before you begin"), _BEFORE),
    Chapter("round", sentence("A round"), _ROUND),
    Chapter("rulings", sentence("Rulings"), KING_UP_RULINGS),
)
