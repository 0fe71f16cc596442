"""The first lesson: placing, climbing, a full floor, two votes and a scoring."""

from __future__ import annotations

from kingup.lessons.lesson import Lesson, LessonStep, turns
from kingup.rules.deals import Deal
from kingup.rules.errors import sentence

_STEPS = (
    LessonStep(
        "castle",
        "read",
        sentence("A castle and a throne"),
        sentence(
            "Thirteen characters want the throne. The higher they stand, the more they are "
            "worth: floor {top} pays {top} points, the throne {king}."
        ),
        rule="castle",
    ),
    LessonStep(
        "favourites",
        "read",
        sentence("Six of them are yours"),
        sentence(
            "The golden suns mark your favourites, and only you see them. When somebody is "
            "crowned, these six score by where they stand."
        ),
        points="ADEFGM",
        rule="favourites",
    ),
    LessonStep(
        "place",
        "do",
        sentence("First, everybody is placed"),
        sentence(
            "You take turns, on floors 1 to 4. {E} is yours: tap him on the road below the "
            "castle, then tap floor 4."
        ),
        accepts=("E4",),
        other=sentence("You may place anybody. But {E} is your favourite: take him first."),
        hints={"E": sentence("You may, but he is worth more up there. Put {E} on floor 4.")},
        then=turns("1:I4 2:A3"),
        points="E",
        rule="placing",
    ),
    LessonStep(
        "full",
        "do",
        sentence("Floor 4 is full"),
        sentence(
            "A floor holds {limit}, and {one} took the last place there. {F} is yours too: "
            "put him on floor 3."
        ),
        accepts=("F3",),
        other=sentence("The rules allow it. But {F} is yours and still on the road: take him."),
        hints={"F": sentence("Higher is better: floor 3 still has a place for {F}.")},
        then=turns("1:D2 2:L1"),
        points="F",
        rule="full-floor",
    ),
    LessonStep(
        "try",
        "try",
        sentence("Now everybody climbs"),
        sentence(
            "Whoever is left starts on floor 0. From now on, on your turn, you move anybody "
            "you like up one floor; nobody ever goes down. Try {F}."
        ),
        accepts=("F",),
        other=sentence("That would work. But try {F} first: something is in his way."),
        points="F",
        rule="climbing",
    ),
    LessonStep(
        "room",
        "do",
        sentence("It is locked"),
        sentence(
            "Floor 4 is full: nobody enters until somebody leaves. That is what the lock "
            "means. So make room: move {E} up."
        ),
        accepts=("E",),
        other=sentence("You may, but that helps others more than you. Move {E}: he is yours."),
        then=turns("1:B 2:C"),
        points="E",
        rule="full-floor",
    ),
    LessonStep(
        "climb",
        "do",
        sentence("A free place"),
        sentence(
            "Everybody has moved, and there is room on floor 4 again. Move {F} up before it "
            "is gone."
        ),
        accepts=("F",),
        other=sentence("You may. But the last place on floor 4 will not wait: move {F}."),
        hints={
            "B": sentence("Then everybody would vote on {B}, and she is not yours. Move {F}."),
            "E": sentence("Patience: he pays more once others of yours are high up. First {F}."),
        },
        then=turns("1:B 1:Y 2:Y"),
        points="F",
        rule="climbing",
    ),
    LessonStep(
        "no",
        "do",
        sentence("{one} wants {B} crowned"),
        sentence(
            "Everybody votes at once, in secret. Only if all say Yes is she crowned, and "
            "then the round is over. She is not yours: say No."
        ),
        accepts=("N",),
        other=sentence(
            "Then she is crowned, and {one} gets {king} points for her. Not yet: say No."
        ),
        points="B",
        rule="vote",
    ),
    LessonStep(
        "rejected",
        "read",
        sentence("One No is enough"),
        sentence(
            "{B} is out of the round and worth nothing. Your No is lost: you have {left} "
            "left until the next round. A Yes always comes back. And everybody saw that it "
            "was you."
        ),
        then=turns("2:I"),
        rule="vote",
    ),
    LessonStep(
        "free",
        "do",
        sentence("As you like it"),
        sentence(
            "Your turn. Move up any of your favourites except {E}: he comes next. Every "
            "floor is one more point."
        ),
        accepts=("A", "D", "F", "G", "M"),
        other=sentence("Anybody may move anybody. But this time push one of your own."),
        hints={"E": sentence("In a moment. First let another of yours gain a point.")},
        then=turns("1:N 2:L"),
        points="ADFGM",
        rule="climbing",
    ),
    LessonStep(
        "throne",
        "do",
        sentence("To the throne"),
        sentence(
            "The others have shown whom they like, or pretended to. {E} is one step from the "
            "throne: send him up."
        ),
        accepts=("E",),
        other=sentence("That is a good move too. But it is time for {E}: send him up."),
        then=turns("1:Y 2:Y"),
        points="E",
        rule="vote",
    ),
    LessonStep(
        "yes",
        "do",
        sentence("Your candidate"),
        sentence(
            "Whoever moves somebody to the throne holds the crown. {E} pays you {king}. Say "
            "Yes, and hope: perhaps he is somebody else’s favourite too."
        ),
        accepts=("Y",),
        other=sentence("You would throw out your own favourite. Say Yes."),
        points="E",
        rule="vote",
    ),
    LessonStep(
        "score",
        "read",
        sentence("Long live {E}!"),
        sentence(
            "Everybody said Yes: the round is over and all cards are open. The throne pays "
            "{king}, a floor its number, and anybody out of the round nothing. You score "
            "{points}."
        ),
        rule="scoring",
    ),
    LessonStep(
        "end",
        "end",
        sentence("That is the game"),
        sentence(
            "After {rounds} rounds, most points wins. Keep a No for the candidate who would "
            "hurt you most. And one more thing: in the last round exactly 0 points become "
            "{zero}."
        ),
        rule="end",
    ),
)

FIRST = Lesson(
    id="1",
    edition="kingup",
    title=sentence("Your first round"),
    about=sentence("Place, climb, say No, and crown somebody."),
    minutes=5,
    others=("Ada", "Bruno"),
    deal=Deal(0, ("ADEFGM", "BDEMNP", "CDEFLP")),
    before=turns("0:G3 1:B4 2:N2 0:M1 1:O4 2:C3"),
    steps=_STEPS,
)
"""King Up! with two others; half of the characters are placed at the start."""
