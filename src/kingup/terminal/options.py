"""The options and variants of Vive le Roi, each in one line."""

from kingup.rules.errors import sentence

EXPLAINED = {
    "ambition": sentence("everybody also keeps one of two secret goals, worth 3 to 8 points"),
    "banished": sentence("the marked character on your card is not your favourite"),
    "emissary": sentence("a phantom with an open card votes, scores and may beat you all"),
    "wedding": sentence("two monarchs a round: everybody scores at both crownings"),
    "shared-marker": sentence(
        "a team has one score, moved by the smaller gain (up to 16 players)"
    ),
    "jester-returns-to-3": sentence("a rejected jester goes back to floor 3, not 2"),
    "jester-uncounted-in-placement": sentence("for 2 seats: he takes no room while placing"),
}
"""What each option does, by id, in the order in which records list them."""
