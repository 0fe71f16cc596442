"""No screen shows another seat's cards, nor does the change between screens."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from kingup import Deal, Game, RandomDealer, Voted
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES
from kingup.rules.characters import EDITIONS
from kingup.rules.setup import Setup
from kingup.telling.narration import log
from kingup.telling.scene import TextScene
from kingup.terminal.frame import drawing, listing
from kingup.terminal.pages import cast_page, help_page
from tests.terminal.helpers import NAMES, Person, play_in, terminal

STARRED = re.compile(r"[★☆](\w)")


def _other_secrets(deal: Deal, edition: str, rng: random.Random) -> Deal:
    """Deal player 0 the same cards, and the others different ones."""
    code = EDITIONS.index(edition)
    taken = {*deal.favourites, deal.emissary_card}
    free = [card for card in FAVOURITES[code] if card not in taken]
    favourites = (deal.favourites[0], *rng.sample(free, len(deal.favourites) - 1))
    ambitions = deal.ambitions
    if ambitions:
        left = [card.id for card in AMBITION_CARDS if card.id not in ambitions[0]]
        drawn = iter(rng.sample(left, len(left)))
        others = [(next(drawn), next(drawn)) for _ in ambitions[1:]]
        ambitions = (ambitions[0], *others)
    pile = "".join(rng.sample(deal.pile, len(deal.pile))) if deal.pile else None
    return replace(deal, favourites=favourites, ambitions=ambitions, pile=pile)


def _everything_drawn(game: Game, viewer: int | None) -> list[str]:
    """Return every part of a viewer's screens."""
    scene = TextScene.of(game, viewer)
    shown = [*drawing(scene, 80, 24, []), *drawing(scene, 120, 40, []), *listing(scene, 80, [])]
    if viewer is not None:
        shown += [*help_page(scene, 80), *cast_page(scene, 80)]
    return [str(line) for line in shown]


@pytest.mark.parametrize(
    ("edition", "seats", "options"),
    [
        ("kingup", (1, 1, 1, 1), ()),
        ("vive-le-roi", (1, 1, 1, 1), ("ambition", "banished", "wedding")),
        ("vive-le-roi", (1, 2, 1), ("ambition", "emissary")),
    ],
)
def test_a_screen_does_not_depend_on_others_cards(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    rng = random.Random(4)
    games = [Game(edition, seats, options, dealer=None) for _ in range(2)]
    deal = RandomDealer(4).deal(games[0].state)
    games[0].deal(deal)
    games[1].deal(_other_secrets(deal, edition, rng))
    assert games[0].view(1).own != games[1].view(1).own
    while True:
        for viewer in (0, None):
            assert _everything_drawn(games[0], viewer) == _everything_drawn(games[1], viewer)
        player = games[0].to_act[-1]
        if games[0].phase == "vote":
            break
        choice = rng.randrange(len(games[0].legal_actions(player)))
        for game in games:
            game.play(player, game.legal_actions(player)[choice])
    # Another seat seals a vote: Yes in one game, No in the other.
    games[0].play(player, "Y")
    games[1].play(player, "N")
    for viewer in (0, None):
        assert _everything_drawn(games[0], viewer) == _everything_drawn(games[1], viewer)


def test_the_curtain_falls_between_two_people(tmp_path: Path) -> None:
    person = Person(2, slips=0, until="to continue")
    with terminal(person, tty=True) as shown:
        play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json", people=2)
    holder = None
    for question in person.questions:
        name = question.split(",")[0]
        if "nobody else is looking" in question:
            holder = name
        elif name in NAMES:
            assert name == holder


def test_teammates_choose_their_ambition_one_after_the_other(tmp_path: Path) -> None:
    person = Person(2, slips=0, until="place a character")
    setup = Setup.of("vive-le-roi", (2, 1, 1), ["ambition"])
    with terminal(person, tty=True) as shown:
        play_in(shown, setup, tmp_path / "game.json", people=1)
    assert [question.split(",")[0] for question in person.questions] == [
        *("Renée", "Renée", "Simon", "Simon"),
        "Renée & Simon",
    ]


def test_a_person_alone_with_bots_needs_no_curtain(tmp_path: Path) -> None:
    person = Person(2, slips=0, until="to continue")
    with terminal(person, tty=True) as shown:
        play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json", people=1)
    assert not any("nobody else" in question for question in person.questions)


def test_the_log_shows_the_last_vote_only() -> None:
    game = Game("kingup", 3, dealer=None)
    game.deal(RandomDealer(1).deal(game.state))
    while sum(isinstance(move, Voted) for move in game.rounds[0].moves) < 2:
        player = game.to_act[0]
        actions = [str(action) for action in game.legal_actions(player)]
        game.play(player, "N" if "N" in actions else actions[-1])
    told = "\n".join(log(game.view(0), every_vote=False))
    assert told.count("Vote on") == 1
    assert "\n".join(log(game.view(0), every_vote=True)).count("Vote on") == 2
