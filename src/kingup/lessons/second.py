"""The second lesson: what Vive le Roi adds to the game."""

from __future__ import annotations

from kingup.lessons.lesson import Lesson, LessonStep, turns
from kingup.rules.deals import Deal
from kingup.rules.errors import sentence

_STEPS = (
    LessonStep(
        "news",
        "read",
        sentence("The same castle, and more mischief"),
        sentence(
            "Vive le Roi adds two privies on the right, three dungeons on the left, a "
            "jester, and a third vote card: the Bellyache. Scores start at {start}."
        ),
        points="X",
        rule="castle",
    ),
    LessonStep(
        "privy",
        "do",
        sentence("A way past a full floor"),
        sentence(
            "Floor 4 is full. But floors 3 and 4 each have a privy: when its floor is full, "
            "one character from below may slip in. Move {J}, your favourite."
        ),
        accepts=("J",),
        other=sentence("The rules allow it. But {J} is yours and could use the privy: move her."),
        then=turns("1:A 2:X"),
        points="J",
        rule="privy",
    ),
    LessonStep(
        "stuck",
        "try",
        sentence("Occupied"),
        sentence(
            "In a privy {J} is worth nothing, and the only way out is its own floor. {two} has "
            "just moved the jester in there. Try to move {J}."
        ),
        accepts=("J",),
        other=sentence("That would work. But first see what happens to {J}."),
        points="J",
        rule="privy",
    ),
    LessonStep(
        "room",
        "do",
        sentence("Floor 4 is full again"),
        sentence("So {J} has to wait. Make room for her with another favourite: move {V} up."),
        accepts=("V",),
        other=sentence("You may. But {V} is yours, and makes room for {J}: move her."),
        hints={"A": sentence("Then everybody would vote on {A}, who is not yours. Move {V}.")},
        then=turns("1:A 1:Y 2:Y"),
        points="V",
        rule="privy",
    ),
    LessonStep(
        "no",
        "do",
        sentence("{one} wants {A} crowned"),
        sentence("She is not yours. Say No, and see where she ends up."),
        accepts=("N",),
        other=sentence("Then the round is over, and {J} still sits in the privy. Say No."),
        hints={
            "B": sentence("A Bellyache would only send her back to floor 5. Keep it, and say No.")
        },
        points="A",
        rule="vote",
    ),
    LessonStep(
        "dungeon",
        "read",
        sentence("Into the dungeon"),
        sentence(
            "Rejection costs points here: the first goes to dungeon 3 and is worth {minus} "
            "to whoever has her, the next to dungeon 2, then 1, then out. Nobody leaves a "
            "dungeon."
        ),
        then=turns("2:X"),
        points="A",
        rule="dungeon",
    ),
    LessonStep(
        "out",
        "do",
        sentence("A free place"),
        sentence("Floor 4 has room again. Move {J} out of the privy."),
        accepts=("J",),
        other=sentence("You may. But {J} is worth nothing where she sits: move her out."),
        hints={
            "X": sentence("The jester on the throne? Wait and see what that does. Move {J}."),
            "V": sentence("Soon. First make {J} count again: move her out."),
        },
        then=turns("1:R 2:X 1:Y 2:Y"),
        points="J",
        rule="privy",
    ),
    LessonStep(
        "bellyache",
        "do",
        sentence("The jester wants to be king"),
        sentence(
            "He is nobody’s favourite. If crowned, he reverses all values: floors cost, "
            "dungeons pay, the throne counts nothing. Bad for you: play your Bellyache."
        ),
        accepts=("B",),
        other=sentence("Then each of your favourites on a floor costs you points. Bellyache!"),
        hints={
            "N": sentence(
                "A No stops him too: he never goes to a dungeon, only down to floor 2. But "
                "see what the Bellyache does."
            )
        },
        points="X",
        rule="bellyache",
    ),
    LessonStep(
        "off",
        "read",
        sentence("The vote is cancelled"),
        sentence(
            "Whatever else is played, a single Bellyache sends the candidate back to floor "
            "5. You have only one a round, and now it is gone."
        ),
        points="X",
        rule="bellyache",
    ),
    LessonStep(
        "throne",
        "do",
        sentence("Now you"),
        sentence("{V} stands on floor 5, and she is yours. Send her to the throne."),
        accepts=("V",),
        other=sentence("Now or never: send {V} to the throne."),
        hints={"X": sentence("Nobody would thank you for that. Send {V} to the throne.")},
        then=turns("1:Y 2:Y"),
        points="V",
        rule="vote",
    ),
    LessonStep(
        "yes",
        "do",
        sentence("All together"),
        sentence("Crowned, she pays {king}. Say Yes."),
        accepts=("Y",),
        other=sentence("You would spoil your own coronation. Say Yes."),
        points="V",
        rule="vote",
    ),
    LessonStep(
        "score",
        "read",
        sentence("Long live {V}!"),
        sentence(
            "Your favourites pay {points}, so you now have {score}. {A} in the dungeon "
            "costs {one} points. A score never falls below 0."
        ),
        rule="scoring",
    ),
    LessonStep(
        "end",
        "end",
        sentence("Now you know it all"),
        sentence(
            "Well, almost: there are secret Ambitions, a Banished favourite, an Emissary, a "
            "wedding and teams. The rules explain them, and every question mark at the "
            "table takes you there."
        ),
        rule="options",
    ),
)

SECOND = Lesson(
    id="2",
    edition="vive-le-roi",
    title=sentence("Jester, privies, dungeons"),
    about=sentence("What Vive le Roi adds, for those who know the first game."),
    minutes=3,
    others=("Ada", "Bruno"),
    deal=Deal(0, ("EFJMOV", "ABMRSV", "EFLRSV")),
    before=turns("0:V4 1:A4 2:R4 0:J3 1:B4 2:C3 0:M3 1:L2 2:S1 0:E2 1:O2 2:G1"),
    steps=_STEPS,
)
"""Vive le Roi with two others, just before the first climb."""
