"""Fair deals: anyone can reproduce them from the proof in a record."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import kingup
from kingup.notation import read, write_json, write_text
from kingup.rules.cards import FAVOURITES
from kingup.rules.deals import SimulationDealer
from kingup.rules.setup import Setup
from kingup.tables import TableError, advance, decisions
from kingup.tables.dealing import (
    CHOSEN_FIRST,
    EARLIER,
    METHOD,
    FairDealer,
    Unproven,
    commitment_of,
    house_contribution,
    verify,
)
from kingup.tables.names import new_secret
from tests.strategies import FAMILIES, FAMILY_NAMES
from tests.tables.sample_tables import HOST, SECRET, SampleTable, family

OLD_SECRET = "5e" * 32
BOT = "bot:" + "b0" * 16


def finished(number: int = 0, **setting: object) -> SampleTable:
    return family(number, **setting).seat([0]).play(random.Random(number))


@pytest.mark.parametrize("number", range(len(FAMILIES)), ids=FAMILY_NAMES)
def test_the_record_of_a_finished_table_proves_its_deals(number: int) -> None:
    game = finished(number).game
    verify(read(write_json(game)))
    verify(read(write_text(game)))


def test_a_chosen_first_seat_is_not_drawn() -> None:
    game = finished(0, first=2).game
    assert game.rounds[0].deal.first == 2
    assert game.proof["method"] == METHOD + CHOSEN_FIRST


def proof_of(game: kingup.Game) -> dict[str, Any]:
    assert game.proof is not None
    return game.proof


def test_an_older_rematch_is_not_proven_because_it_names_no_game_before() -> None:
    game = read(write_json(finished(0, first=2).game))
    assert "rematch_of" not in proof_of(game)
    with pytest.raises(Unproven, match="does not say which game"):
        verify(game)


def in_a_row(number: int) -> list[kingup.Game]:
    """Return games at one table after the other, each but the first a rematch."""
    sample = family(0, secret=new_secret(3)).seat([0]).play(random.Random(0))
    games = [sample.game]
    while len(games) < number:
        secret = new_secret(3, decisions.game_before_rematch(sample.table))
        events = decisions.rematch_table(sample.table, HOST, "king-23456", secret)
        sample = SampleTable()
        sample.table, sample.log = advance(None, events, 0.0)
        sample.ready(0)
        games.append(sample.play(random.Random(number)).game)
    return games


def by_commitment(*games: kingup.Game) -> dict[str, kingup.Game]:
    return {proof_of(game)["commitment"]: game for game in games}


def test_a_rematch_names_the_game_before_which_proves_who_begins() -> None:
    first, second = in_a_row(2)
    assert "rematch_of" not in proof_of(first)
    assert proof_of(second)["rematch_of"] == proof_of(first)["commitment"]
    for record in (write_json(second), write_text(second)):
        rematch = read(record)
        verify(rematch, by_commitment(first))
        with pytest.raises(Unproven, match="Who begins") as error:
            verify(rematch)
        assert error.value.needs == proof_of(first)["commitment"]


def test_a_rematch_that_begins_with_another_seat_is_detected() -> None:
    first, second = in_a_row(2)
    before = first.copy()
    deal = before.rounds[0].deal
    before.rounds[0].deal = replace(deal, first=(deal.first + 1) % 3)
    with pytest.raises(TableError, match="begins with the next seat"):
        verify(second, by_commitment(before))


def test_a_game_that_was_no_rematch_cannot_be_called_one_afterwards() -> None:
    game = in_a_row(1)[0]
    proof_of(game)["method"] += CHOSEN_FIRST
    with pytest.raises(TableError, match="was no rematch"):
        verify(game)
    proof_of(game)["rematch_of"] = "ab" * 32
    with pytest.raises(TableError, match="names another game"):
        verify(game)


def test_a_rematch_of_a_table_where_nothing_was_dealt_follows_the_game_before_it() -> None:
    first = family(0, secret=new_secret(3)).seat([0]).play(random.Random(0))
    unused = SampleTable()
    secret = new_secret(3, decisions.game_before_rematch(first.table))
    events = decisions.rematch_table(first.table, HOST, "king-23456", secret)
    unused.table, unused.log = advance(None, events, 0.0)
    unused.do(decisions.abandon(unused.table, HOST))
    assert decisions.game_before_rematch(unused.table) == first.table.commitment
    events = decisions.rematch_table(unused.table, HOST, "rook-34567", SECRET)
    assert advance(None, events, 0.0)[0].setting.first == unused.table.setting.first


def test_a_players_contribution_changes_every_deal() -> None:
    samples = []
    for contribution in ("one", "two"):
        sample = family(0).seat([0], ready=False)
        sample.ready(0, contribution)
        samples.append(sample)
    one, two = (sample.game.rounds[0].deal for sample in samples)
    assert one.favourites != two.favourites
    assert samples[0].table.contributions == ("one", BOT, BOT)


def test_the_name_is_the_default_contribution() -> None:
    assert family(0).seat([0]).table.contributions == ("P0", BOT, BOT)


def test_the_commitment_is_public_from_the_start_and_the_secret_is_not() -> None:
    sample = family(0)
    assert sample.table.commitment == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    sample.seat([0])
    assert sample.table.proof() is None
    assert sample.game.proof is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"secret": "00" * 32}, "sealed at the start"),
        ({"secret": "no hex"}, "sealed at the start"),
        ({"commitment": "00" * 32}, "sealed at the start"),
        ({"contributions": ["P0", BOT, "x"]}, "Round 1 was not dealt"),
        ({"contributions": ["P0", BOT, "bot:" + "b1" * 16]}, "A bot’s share"),
        ({"contributions": ["P0", BOT, ""]}, "A bot’s share"),
        ({"method": EARLIER}, "sealed at the start"),
        ({"method": "dice"}, "cannot be checked"),
    ],
)
def test_a_false_proof_is_detected(change: dict[str, object], why: str) -> None:
    game = finished().game.copy()
    game.proof |= change
    with pytest.raises(TableError, match=why):
        verify(game)


def test_a_changed_deal_is_detected() -> None:
    game = finished().game.copy()
    deal = game.rounds[1].deal
    game.rounds[1].deal = replace(deal, favourites=deal.favourites[::-1])
    with pytest.raises(TableError, match="Round 2"):
        verify(game)


def test_a_changed_pile_is_detected() -> None:
    game = finished(9).game.copy()
    moves = [
        (round_.moves, i)
        for round_ in game.rounds
        for i, move in enumerate(round_.moves)
        if isinstance(move, kingup.Voted) and move.pile and len(set(move.pile)) > 1
    ]
    moves_of_round, i = moves[0]
    pile = moves_of_round[i].pile
    turned = next(pile[n:] + pile[:n] for n in range(1, 9) if pile[n:] + pile[:n] != pile)
    moves_of_round[i] = replace(moves_of_round[i], pile=turned)
    with pytest.raises(TableError, match="was not dealt"):
        verify(game)


def test_a_record_without_a_proof_is_not_proven() -> None:
    with pytest.raises(Unproven, match="no proof"):
        verify(kingup.Game("kingup", seed=1))


def numbers(key: bytes, contributions: list[str], label: str, method: str) -> Iterator[int]:
    """The stream of docs/fair-deals.md, implemented independently."""
    for block in range(100):
        message = json.dumps([method, contributions, label, block]).encode()
        digest = hmac.new(key, message, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))


@pytest.mark.parametrize(("secret", "method"), [(SECRET, METHOD), (OLD_SECRET, EARLIER)])
def test_the_method_matches_its_description(secret: str, method: str) -> None:
    setup = Setup.of("kingup", 3)
    deal = FairDealer(secret, ["é", "b", ""]).draw(setup, [], None)
    key = bytes.fromhex(secret)[:32]
    stream = numbers(key, ["é", "b", ""], "round 1 favourites", method)
    cards = list(FAVOURITES[0])
    for last in range(25, 0, -1):
        limit = last + 1
        while (number := next(stream)) >= 2**32 - 2**32 % limit:
            pass
        cards[last], cards[number % limit] = cards[number % limit], cards[last]
    assert deal.favourites == tuple(cards[:3])


def test_the_method_never_changes_under_its_name() -> None:
    setup = Setup.of("vive-le-roi", (1, 2), ["ambition", "emissary"])
    dealer = FairDealer(OLD_SECRET, ["a", "b", "c"])
    first = kingup.Deal(
        first=1,
        favourites=("ABELOV", "EFJMOV", "BCEJLR"),
        ambitions=(
            ("consolation", "empty-hand"),
            ("man-king", "three-dungeon"),
            ("two-privy", "not-4-5"),
        ),
        emissary_card="BCGORV",
        pile="YNBNNN",
    )
    assert dealer.draw(setup, [], None) == first
    assert dealer.draw(setup, [first], 1) == kingup.Deal(
        first=1,
        favourites=("ACEGMV", "CFGJMS", "AFLMOR"),
        ambitions=(
            ("two-privy", "not-4-5"),
            ("not-0-1", "one-dungeon"),
            ("one-privy", "three-dungeon"),
        ),
        emissary_card="BGLMOS",
        pile="NBNNNY",
    )
    assert dealer.draw_pile("NNYB", 2, 1) == "BNYN"


def test_first_seats_and_cards_are_evenly_distributed() -> None:
    setup = Setup.of("kingup", 4)
    deals = [FairDealer(SECRET, [str(n)]).draw(setup, [], None) for n in range(2000)]
    firsts = Counter(deal.first for deal in deals)
    assert all(400 < firsts[seat] < 600 for seat in range(4))
    cards = Counter(deal.favourites[0] for deal in deals)
    assert len(cards) == 26
    assert all(40 < times < 120 for times in cards.values())


def test_cards_are_not_dealt_again_in_king_up() -> None:
    game = finished(3).game
    cards = [card for round_ in game.rounds for card in round_.deal.favourites]
    assert len(set(cards)) == 18


def test_a_commitment_is_the_hash_of_bytes_not_of_text() -> None:
    assert commitment_of("00") == hashlib.sha256(b"\0").hexdigest()


def test_an_abandoned_table_proves_its_deals() -> None:
    sample = family(5).seat([0])
    sample.do(decisions.abandon(sample.table, HOST))
    verify(sample.game)


def test_every_bot_has_its_own_contribution_from_the_secret() -> None:
    secret = new_secret(4)
    sample = SampleTable(secret=secret, seats=(1, 1, 1, 1)).seat([1])
    added = sample.table.contributions
    assert added[1] == "P1"
    bots = [added[player] for player in (0, 2, 3)]
    assert bots == [house_contribution(secret, player) for player in (0, 2, 3)]
    assert len(set(bots)) == 3
    assert all(len(text) == len("bot:") + 32 for text in bots)
    verify(sample.play(random.Random(1)).game)


def test_a_table_older_than_bot_contributions_keeps_its_method() -> None:
    game = family(0, secret=OLD_SECRET).seat([0]).play(random.Random(1)).game
    assert game.proof["method"] == EARLIER
    assert game.proof["contributions"] == ["P0", "", ""]
    verify(read(write_json(game)))


def test_a_person_cannot_imitate_a_bots_contribution() -> None:
    sample = family(0).seat([0], ready=False)
    sample.ready(0, "bot:" + "00" * 16)
    assert sample.table.contributions[0] == "00" * 16
    verify(sample.play(random.Random(1)).game)


def test_an_external_bot_without_a_contribution_gets_that_of_its_seat() -> None:
    sample = family(0)
    sample.do(decisions.sit_ready(sample.table, "robo", 0, "Robo", owner="Ada"))
    for player in (1, 2):
        sample.do(decisions.seat_bot(sample.table, HOST, player, "page", ("page",)))
    assert sample.table.contributions == (BOT, BOT, BOT)


@pytest.mark.parametrize("number", [0, 12])
def test_only_the_fair_dealer_deals_at_a_table(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Three rounds of cards would reveal the state of the simulations' fast generator."""

    def never(*_given: object) -> None:
        raise AssertionError("another generator was asked")

    for name in ("draw_round", "shuffle_pile", "RandomDealer.deal", "RandomDealer.shuffle"):
        monkeypatch.setattr(f"kingup.rules.deals.{name}", never)
    with pytest.raises(AssertionError, match="was asked"):
        kingup.Game("kingup", dealer=SimulationDealer())
    verify(finished(number).game)
