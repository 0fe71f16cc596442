"""The questions of a study: what each means, and what bots cannot tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kingup.language import _
from kingup.study import answers as ask
from kingup.study import conclusions as conclude
from kingup.study.answers import Answer, Played
from kingup.study.conclusions import Concluding
from kingup.study.statistics import holm


@dataclass(frozen=True, slots=True)
class Question:
    """A chapter of the study."""

    name: str
    title: str
    definition: str
    limits: str
    """What bots cannot tell."""
    answers: tuple[Answer, ...]
    conclude: Concluding

    @property
    def verdict(self) -> str:
        """The answer in a sentence, with an effect and its interval."""
        return self.conclude(self.answers)


def ask_all(played: Played) -> list[Question]:
    """Return all questions with their answers; findings are corrected for their number."""
    questions = [
        Question(name, title, definition, limits, tuple(asking(played)), concluding)
        for name, title, definition, limits, asking, concluding in _questions()
    ]
    asked = [a for q in questions for a in q.answers if a.is_asked]
    verdicts = iter(holm([a.chance for a in asked]))
    return [
        replace(
            question,
            answers=tuple(
                replace(a, is_finding=next(verdicts)) if a.is_asked else a
                for a in question.answers
            ),
        )
        for question in questions
        if question.answers
    ]


Asking = Callable[[Played], Iterator[Answer]]


def _questions() -> list[tuple[str, str, str, str, Asking, Concluding]]:
    return [
        ("first", _("Does it matter who begins?"),
         _("The share of wins of the seat that begins round one; fair is an equal share."),
         _("People remember who began and who led, and may turn against them; these bots hold no "
           "grudge."),
         ask.first, conclude.of_comparisons),
        ("seats", _("Does any seat gain?"),
         _("The share of wins of every seat. Who begins is drawn and every hand goes round the "
           "table, so all should be equal: a control."),
         _("All seats were played by the same bot: whether a strong neighbour helps or hurts was "
           "not asked."),
         ask.seats, conclude.of_comparisons),
        ("votes", _("After how many votes does a round end?"),
         _("The share of rounds that end with their first, second, … vote, and the mean number of "
           "votes."),
         _("People talk before they vote, and may spend No cards for fun, so their rounds may be "
           "longer or shorter."),
         ask.votes, conclude.of_range),
        ("jester", _("How often is the jester crowned, and who gains?"),
         _("The share of rounds that end with the jester on the throne. No card shows him, so "
           "what counts is who moved him there: what that seat’s favourites score beside "
           "everybody’s mean, and how often it wins."),
         _("Whoever moves him does so in positions that suit it, so a gain is not all due to him. "
           "People may crown him for the joke of it."),
         ask.jester, conclude.of_each),
        ("privies", _("Who sits in the privies, and what does it cost?"),
         _("The mean number of characters in a privy when a round ends, and what favourites score "
           "in a round for a seat that has one there beside a seat that has none."),
         _("Bellyaches are aimed, so the difference shows whom they hit as well as what a privy "
           "costs. People may aim otherwise."),
         ask.privies, conclude.of_each),
        ("ambition", _("Are Ambition cards fair?"),
         _("What Ambition scores in a round for whoever was offered a card, whichever of the two "
           "was kept, beside everybody’s mean. Offers are drawn, so this compares like with like. "
           "How often a kept card scores says less: it is kept in good moments only. The points "
           "that would be fair are those with which a kept card would score that mean."),
         _("These bots may play for their card less than people do: who works for a hard card may "
           "score it more often."),
         ask.ambition, conclude.of_ambition),
        ("zero", _("Does the 33-point gamble pay?"),
         _("Attempts are seats of which at most one favourite scores at the end of King Up!’s "
           "third round; with none they get 33 points. The share of attempts and successes, and "
           "how often such seats win, beside an equal share. Restricted play “zero” says what the "
           "rule is worth to who knows it."),
         _("Nobody can see what a bot intends: some of these attempts are bad rounds. People who "
           "are far behind may try more often."),
         ask.zero, conclude.of_gamble),
        ("two", _("Two seats: which reading of the ruling?"),
         _("What changes if the jester does not count when two seats place: the same cards are "
           "played in both readings, and their difference is taken deal by deal. 0 would mean "
           "that the reading does not matter."),
         _("Which reading is more fun, or closer to what its author meant, is no question of "
           "numbers."),
         ask.two, conclude.of_readings),
        ("compensation", _("Is the compensation at 7 and 8 seats right?"),
         _("The share of wins of the seats that place one character less in round one, beside an "
           "equal share: as played with 3 points, and the same games scored again with 0 to 4 "
           "points in every round. Besides, what favourites score less in round one for such a "
           "seat."),
         _("The bots knew of 3 points: with other points they might have played otherwise. The "
           "seats are also the last to climb, and no number separates the two."),
         ask.compensation, conclude.of_compensation),
        ("emissary", _("How often does the Emissary win?"),
         _("The share of games that the Emissary wins against two seats."),
         _("These bots care for their own chance only; two people may join forces against the "
           "Emissary."),
         ask.emissary, conclude.of_range),
        ("cards", _("Are all favourites cards equal?"),
         _("The mean share of wins of whoever held a card in King Up!. The deck’s symmetry makes "
           "all 26 equal, so this is a control: a finding would mean a fault of bots or test."),
         _("People like some characters better than others, whatever they score."),
         ask.cards, conclude.of_comparisons),
        ("restricted", _("What is each freedom worth?"),
         _("The share of wins of a trained player that is forbidden one thing, against three that "
           "are not; an equal share would mean that it is worth nothing."),
         _("A bot that had learned without it might do better, so these are upper limits. A "
           "freedom that bots make little of may be worth more to people."),
         ask.restricted, conclude.of_restrictions),
    ]  # fmt: skip
