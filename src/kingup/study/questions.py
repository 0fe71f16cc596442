"""The questions of a study, answered from the facts of its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kingup.arena.contests import title_of
from kingup.language import _
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES
from kingup.study.facts import JESTER, GameFacts, gambled
from kingup.study.statistics import Estimate, estimate, holm
from kingup.study.trials import Trial

Played = Sequence[tuple[Trial, Sequence[GameFacts]]]


@dataclass(frozen=True, slots=True)
class Answer:
    """One number, with what would be fair."""

    kind: str
    """The kind of game."""
    level: str
    what: str
    estimate: Estimate
    fair: float | None
    """None if nothing is expected: the number is only told."""
    is_share: bool = True
    """Whether it is a share of wins."""
    is_finding: bool = False
    """Whether it differs from the fair value, corrected for all questions of the study."""

    @property
    def chance(self) -> float:
        """How likely it is to be this far from the fair value by chance alone."""
        return self.estimate.chance(self.fair or 0.0, is_share=self.is_share)


@dataclass(frozen=True, slots=True)
class Question:
    """A chapter of the study."""

    name: str
    title: str
    definition: str
    limits: str
    """What bots cannot tell."""
    form: str
    answers: tuple[Answer, ...]


def ask_all(played: Played) -> list[Question]:
    """Return all questions with their answers; findings are corrected for their number."""
    questions = [
        _question(name, title, definition, limits, form, ask(played))
        for name, title, definition, limits, form, ask in _questions()
    ]
    asked = [a for q in questions for a in q.answers if a.fair is not None]
    verdicts = iter(holm([a.chance for a in asked]))
    corrected = []
    for question in questions:
        answers = tuple(
            a if a.fair is None else replace(a, is_finding=next(verdicts))
            for a in question.answers
        )
        corrected.append(replace(question, answers=answers))
    return [question for question in corrected if question.answers]


def _question(
    name: str, title: str, definition: str, limits: str, form: str, answers: Iterator[Answer]
) -> Question:
    return Question(name, title, definition, limits, form, tuple(answers))


Asking = Callable[[Played], Iterator[Answer]]


def _questions() -> list[tuple[str, str, str, str, str, Asking]]:
    taste = _("People may play otherwise than these bots.")
    share, number = ".1%", ".2f"
    return [
        ("first", _("Does it matter who begins?"),
         _("The share of wins of the seat that begins round one; fair is an equal share."),
         taste, share, _first),
        ("seats", _("Does any seat gain?"),
         _("The share of wins of every seat. Who begins is drawn, so all should be equal: a "
           "control."), taste, share, _seats),
        ("votes", _("After how many votes does a round end?"),
         _("The mean number of votes in a round."), taste, number, _votes),
        ("jester", _("How often is the jester crowned?"),
         _("The share of rounds that end with the jester on the throne."), taste, share, _jester),
        ("privies", _("Who sits in the privies?"),
         _("The mean number of characters in a privy when a round ends."), taste, number,
         _privies),
        ("ambition", _("Are Ambition cards fair?"),
         _("What a kept card scores on average, beside the mean of all kept cards. Players choose "
           "one of two, so weak cards are kept in good moments only."), taste, number, _ambition),
        ("zero", _("Does the 33-point gamble pay?"),
         _("How often a seat scores 33 in King Up!’s third round, and how often such a seat wins "
           "the game, beside an equal share."), taste, share, _zero),
        ("two", _("Two seats: which reading of the ruling?"),
         _("Mean scores of a seat in the two readings of placing with two seats."), taste, number,
         _two),
        ("compensation", _("Is the compensation at 7 and 8 seats right?"),
         _("The share of wins of the seats that place one character less in round one and get 3 "
           "points, beside an equal share."), taste, share, _compensation),
        ("emissary", _("How often does the Emissary win?"),
         _("The share of games that the Emissary wins against two seats."), taste, share,
         _emissary),
        ("cards", _("Are all favourites cards equal?"),
         _("The mean share of wins of whoever held a card in King Up!. The deck’s symmetry makes "
           "all 26 equal, so this is a control: a finding would mean a fault of bots or test."),
         taste, share, _cards),
        ("restricted", _("What is each freedom worth?"),
         _("The share of wins of a trained player that is forbidden one thing, against three that "
           "are not; 25 % would mean that it is worth nothing."),
         _("A bot that had learned without it might do better."), share, _restricted),
    ]  # fmt: skip


def _equals(played: Played) -> Iterator[tuple[Trial, Sequence[GameFacts]]]:
    for trial, games in played:
        if trial.without is None and games:
            yield trial, games


def _answers(
    trial: Trial, what: str, samples: Iterator[tuple[int, float]], fair: float | None
) -> Iterator[Answer]:
    found = estimate(samples)
    if found is not None:
        yield Answer(title_of(trial.setup), trial.level, what, found, fair)


def _first(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        samples = ((g.deal, g.shares[g.first]) for g in games if not g.emissary_won)
        yield from _answers(trial, _("begins"), samples, 1 / games[0].seats)


def _seats(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        for seat in range(games[0].seats):
            samples = ((g.deal, g.shares[seat]) for g in games if not g.emissary_won)
            what = _("seat {seat}").format(seat=seat + 1)
            yield from _answers(trial, what, samples, 1 / games[0].seats)


def _votes(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        samples = ((g.deal, float(r.votes)) for g in games for r in g.rounds)
        yield from _answers(trial, _("votes in a round"), samples, None)


def _jester(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        if trial.setup.edition == "vive-le-roi":
            samples = ((g.deal, float(r.crowned == JESTER)) for g in games for r in g.rounds)
            yield from _answers(trial, _("jester crowned"), samples, None)


def _privies(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        if trial.setup.edition == "vive-le-roi":
            samples = ((g.deal, float(r.in_privies)) for g in games for r in g.rounds)
            yield from _answers(trial, _("in privies"), samples, None)


def _ambition(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        if "ambition" not in trial.setup.options:
            continue
        kept = [
            (g.deal, card, float(points))
            for g in games
            for r in g.rounds
            for card, points in zip(r.kept, r.ambition, strict=True)
        ]
        mean = sum(points for _deal, _card, points in kept) / max(1, len(kept))
        times = Counter(card for _deal, card, _points in kept)
        for card in AMBITION_CARDS:
            samples = ((deal, points) for deal, which, points in kept if which == card.id)
            share = times[card.id] / max(1, len(kept))
            what = _("{card} ({points} points), kept by {share}").format(
                card=card.id, points=card.points, share=f"{share:.0%}"
            )
            for answer in _answers(trial, what, samples, mean):
                yield replace(answer, is_share=False)


def _zero(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        if trial.setup.edition != "kingup":
            continue
        seats = range(games[0].seats)
        samples = ((g.deal, float(gambled(g, seat))) for g in games for seat in seats)
        yield from _answers(trial, _("scores 33"), samples, None)
        won = ((g.deal, g.shares[s]) for g in games for s in seats if gambled(g, s))
        yield from _answers(trial, _("wins with 33"), won, 1 / len(seats))


def _two(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        if games[0].seats == 2:
            samples = ((g.deal, float(score)) for g in games for score in g.scores)
            yield from _answers(trial, _("score"), samples, None)


def _compensation(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        seats = games[0].seats
        if seats not in (7, 8):
            continue
        # The last seats of a round place one less. Only who begins round one is drawn.
        fewer = -trial_placements(trial) % seats
        samples = ((g.deal, _compensated(g, fewer)) for g in games)
        for answer in _answers(trial, _("compensated in round one"), samples, 1 / seats):
            yield replace(answer, is_share=False)  # a mean over several seats varies less


def trial_placements(trial: Trial) -> int:
    """Return how many characters are placed in a round, by all seats together."""
    from kingup.rules.setup import new_state

    return new_state(trial.setup).placements


def _compensated(game: GameFacts, fewer: int) -> float:
    """Return the mean share of wins of the seats that were compensated in round one."""
    last = [(game.first - 1 - i) % game.seats for i in range(fewer)]
    return sum(game.shares[seat] for seat in last) / max(1, fewer)


def _emissary(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        if "emissary" in trial.setup.options:
            samples = ((g.deal, float(g.emissary_won)) for g in games)
            yield from _answers(trial, _("the Emissary wins"), samples, None)


def _cards(played: Played) -> Iterator[Answer]:
    for trial, games in _equals(played):
        if trial.setup.edition != "kingup" or games[0].seats != 4:
            continue
        held: dict[str, list[tuple[int, float]]] = {card: [] for card in FAVOURITES[0]}
        for game in games:
            for round_ in game.rounds:
                for seat, card in enumerate(round_.cards):
                    held[card].append((game.deal, game.shares[seat]))
        for card, samples in held.items():
            yield from _answers(trial, card, iter(samples), 1 / games[0].seats)


def _restricted(played: Played) -> Iterator[Answer]:
    for trial, games in played:
        if trial.without is not None and games:
            samples = ((g.deal, g.shares[g.lineup.index(0)]) for g in games)
            what = _("without: {thing}").format(thing=trial.without)
            yield from _answers(trial, what, samples, 1 / games[0].seats)
