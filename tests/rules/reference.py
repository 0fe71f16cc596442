"""The rules once more, written straight from RULES.md with letters, words and sets.

It is slow and shares nothing with the kernel; the tests play both side by side.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingup.rules.deals import Deal

KING_UP_NO = {3: 4, 4: 3, 5: 2, 6: 2}
VIVE_LE_ROI_NO = {2: 4, 3: 4, 4: 3, 5: 2, 6: 2, 7: 2, 8: 2}
EMISSARY_NO = {2: 4, 3: 3, 4: 2, 5: 2}
PLACEMENTS = {2: 10, 3: 12, 4: 12, 5: 10, 6: 12, 7: 13, 8: 13}

RING = "RBCEAGJFMOLSV"
WOMEN = set("ABEJVS")
MEN = set("FLMRCG")
FLOORS = tuple("012345")
DUNGEONS = ("dungeon-3", "dungeon-2", "dungeon-1")
PRIVIES = ("privy-3", "privy-4")


def banished_of(card: str) -> str:
    """Return the marked letter of a card of Vive le Roi."""
    positions = {RING.index(letter) for letter in card}
    for turn in range(13):
        turned = {(p - turn) % 13 for p in positions}
        if turned == {1, 3, 4, 9, 10, 12}:
            return RING[(10 + turn) % 13]
        if turned == {2, 5, 6, 7, 8, 11}:
            return RING[(11 + turn) % 13]
    raise AssertionError(card)


class Reference:
    """One game, played by the letter of the printed rules."""

    def __init__(self, edition: str, seats: Sequence[int], options: Sequence[str]) -> None:
        self.vive = edition == "vive-le-roi"
        self.options = set(options)
        self.teams: list[list[int]] = []
        for size in seats:
            start = sum(len(team) for team in self.teams)
            self.teams.append(list(range(start, start + size)))
        self.seats = len(self.teams)
        self.players = sum(seats)
        self.letters = "ABCEFGJLMORSVX" if self.vive else "ABCDEFGILMNOP"
        self.limit = 3 if self.seats == 2 else 4
        self.scores = [20 if self.vive else 0] * self.players
        self.emissary_score = 40
        self.round = 0
        self.phase = "deal"
        self.first = self.turn = 0
        self.castle: dict[str, str] = {}
        self.hands: list[str] = []
        self.last_crowning_seat = 0

    def no_cards(self) -> int:
        """Return how many No cards a seat gets."""
        if "emissary" in self.options:
            return EMISSARY_NO[self.seats]
        return (VIVE_LE_ROI_NO if self.vive else KING_UP_NO)[self.seats]

    def seat_of(self, player: int) -> int:
        """Return the seat of a player."""
        return next(i for i, team in enumerate(self.teams) if player in team)

    def deal(self, deal: Deal) -> None:
        """Begin a round."""
        assert self.phase == "deal"
        if self.round:
            left = 0 if self.vive else 1
            assert deal.first == (self.last_crowning_seat + left) % self.seats
        self.round += 1
        self.first = self.turn = deal.first
        self.cards = [self.favourites(card) for card in deal.favourites]
        self.emissary_card = self.favourites(deal.emissary_card) if deal.emissary_card else set()
        self.pile = list(deal.pile or "")
        self.pairs = deal.ambitions
        self.kept: dict[int, str] = {}
        self.castle = dict.fromkeys(self.letters, "aside")
        if self.vive:
            self.castle["X"] = "3"
        hand = "Y" + "N" * self.no_cards() + ("B" if self.vive else "")
        self.hands = [hand] * self.seats
        self.placed = 0
        self.rejected = 0
        self.monarchs: list[str] = []
        self.kingmakers: list[int] = []
        self.points = [0] * self.players
        self.votes: dict[int, str] = {}
        self.phase = "ambition" if "ambition" in self.options else "place"

    def favourites(self, card: str) -> set[str]:
        """Return whom a card makes favourites."""
        return set(card) - ({banished_of(card)} if "banished" in self.options else set())

    def on(self, place: str) -> int:
        """Return how many stand in a place."""
        return list(self.castle.values()).count(place)

    def destination(self, letter: str) -> str | None:
        """Return where a character's step leads, if anywhere."""
        place = self.castle[letter]
        if place in FLOORS:
            above = int(place) + 1
            if above == 6:
                return "throne"
            if self.on(str(above)) < self.limit:
                return str(above)
            if self.vive and above in (3, 4) and not self.on(f"privy-{above}"):
                return f"privy-{above}"
        if place in PRIVIES and self.on(place[-1]) < self.limit:
            return place[-1]
        return None

    def may_place(self, floor: str) -> bool:
        """Return whether there is room for a placement."""
        crowd = [who for who, place in self.castle.items() if place == floor]
        if "jester-uncounted-in-placement" in self.options:
            crowd = [who for who in crowd if who != "X"]
        return len(crowd) < self.limit

    def legal(self, player: int) -> set[str]:
        """Return what a player may do now."""
        seat = self.seat_of(player)
        if self.phase == "ambition" and player not in self.kept:
            return set(self.pairs[player])
        if self.phase == "place" and seat == self.turn:
            aside = [who for who, place in self.castle.items() if place == "aside"]
            return {who + floor for who in aside for floor in "1234" if self.may_place(floor)}
        if self.phase == "climb" and seat == self.turn:
            return {who for who in self.letters if self.destination(who)}
        if self.phase == "vote" and seat not in self.votes:
            return set(self.hands[seat])
        return set()

    def play(self, player: int, action: str) -> None:
        """Do what a player may do."""
        assert action in self.legal(player), action
        if self.phase == "ambition":
            self.kept[player] = action
            if len(self.kept) == self.players:
                self.phase = "place"
        elif self.phase == "place":
            self._place(action)
        elif self.phase == "climb":
            destination = self.destination(action)
            assert destination
            self.castle[action] = destination
            if destination == "throne":
                self.phase, self.votes, self.candidate = "vote", {}, action
            else:
                self._next_turn()
        else:
            self.votes[self.seat_of(player)] = action
            if len(self.votes) == self.seats:
                self._reveal()

    def _next_turn(self) -> None:
        self.phase = "climb"
        self.turn = (self.turn + 1) % self.seats

    def _place(self, action: str) -> None:
        self.castle[action[0]] = action[1]
        self.placed += 1
        self.turn = (self.turn + 1) % self.seats
        total = PLACEMENTS[self.seats]
        if "jester-uncounted-in-placement" in self.options:
            total = 12
        if self.placed < total:
            return
        for who, place in self.castle.items():
            if place == "aside":
                self.castle[who] = "0"
        order = [(self.first + i) % self.seats for i in range(self.seats)]
        for seat in order[-{7: 1, 8: 3}[self.seats] :] if self.seats > 6 else []:
            for player in self.teams[seat]:
                self.scores[player] += 3
        self.turn = self.first
        self.phase = "climb"

    def _reveal(self) -> None:
        for seat, card in self.votes.items():
            if card != "Y":
                self.hands[seat] = self.hands[seat].replace(card, "", 1)
        self.revealed = list(self.votes.values())
        if "emissary" in self.options:
            if self.candidate in self.emissary_card:
                self.revealed.append("Y")
            else:
                self.revealed.append(self.pile[0])
                if self.pile[0] == "Y":
                    self.phase = "shuffle"
                    return
                del self.pile[0]
        self._conclude()

    def shuffle(self, pile: str) -> None:
        """Go on with the Emissary's shuffled pile."""
        assert sorted(pile) == sorted(self.pile)
        self.pile = list(pile)
        self._conclude()

    def _conclude(self) -> None:
        if "B" in self.revealed:
            self.castle[self.candidate] = "5"
            self._next_turn()
        elif "N" in self.revealed:
            self._reject()
            self._next_turn()
            if not any(self.destination(who) for who in self.letters):
                self._end_unmarried()
        else:
            self._crown()

    def _reject(self) -> None:
        if self.candidate == "X":
            floors = "321" if "jester-returns-to-3" in self.options else "21"
            self.castle["X"] = next((f for f in floors if self.on(f) < self.limit), "0")
            return
        self.rejected += 1
        in_dungeon = self.vive and self.rejected <= 3
        self.castle[self.candidate] = DUNGEONS[self.rejected - 1] if in_dungeon else "box"

    def _crown(self) -> None:
        self.last_crowning_seat = self.turn
        first = self.monarchs[:]
        self.monarchs.append(self.candidate)
        self.kingmakers.append(self.turn)
        self.points = [self._score_card(card, first) for card in self.cards]
        if not self.vive and self.round == 3:
            self.points = [points or 33 for points in self.points]
        if "emissary" in self.options:
            gain = self._score_card(self.emissary_card, first)
            self.emissary_score = max(0, self.emissary_score + gain)
        ends = "wedding" not in self.options or len(self.monarchs) == 2
        if not any(self.destination(who) for who in self.letters):
            ends = True
        gains = self.points[:]
        if ends and "ambition" in self.options:
            gains = [gain + self._ambition(p) for p, gain in enumerate(gains)]
        self._add(gains)
        if ends:
            self.phase = "over" if self.round == 3 else "deal"
        else:
            self._next_turn()

    def _add(self, gains: list[int]) -> None:
        for team in self.teams:
            if "shared-marker" in self.options:
                smaller = min(gains[p] for p in team)
                gains = [smaller if p in team else gain for p, gain in enumerate(gains)]
        self.scores = [max(0, s + g) for s, g in zip(self.scores, gains, strict=True)]

    def _end_unmarried(self) -> None:
        """End a round in which the jester can marry nobody any more."""
        assert self.monarchs == ["X"]
        if "ambition" in self.options:
            self._add([self._ambition(player) for player in range(len(self.cards))])
        self.phase = "over" if self.round == 3 else "deal"

    def _score_card(self, card: set[str], first: list[str]) -> int:
        return sum(self._value(self.castle[who]) for who in card if who not in first)

    def _value(self, place: str) -> int:
        jester = self.candidate == "X"
        if place == "throne":
            return 0 if jester else 10
        value = int(place) if place in FLOORS else 0
        if place in DUNGEONS:
            value = -int(place[-1])
        return -value if jester else value

    def _ambition(self, player: int) -> int:
        """Return what a player's Ambition card pays."""
        places = [self.castle[who] for who in self.cards[player]]
        in_dungeons = sum(place in DUNGEONS for place in places)
        in_privies = sum(place in PRIVIES for place in places)
        seat = self.seat_of(player)
        points, met = {
            "jester-king": (5, "X" in self.monarchs),
            "woman-queen": (3, any(m in WOMEN for m in self.monarchs)),
            "man-king": (3, any(m in MEN for m in self.monarchs)),
            "no-privy": (5, in_privies == 0),
            "not-2-3": (3, not {"2", "3"} & set(places)),
            "not-0-1": (5, not {"0", "1"} & set(places)),
            "not-4-5": (5, not {"4", "5"} & set(places)),
            "one-dungeon": (3, in_dungeons == 1),
            "two-dungeon": (5, in_dungeons == 2),
            "three-dungeon": (8, in_dungeons == 3),
            "one-privy": (3, in_privies == 1),
            "two-privy": (5, in_privies == 2),
            "no-privy-no-dungeon": (8, in_privies == 0 and in_dungeons == 0),
            "empty-hand": (3, self.hands[seat] == "Y"),
            "kingmaker": (3, seat in self.kingmakers),
            "consolation": (3, self.points[player] < 11),
        }[self.kept[player]]
        return points if met else 0

    def winners(self) -> tuple[int, ...]:
        """Return the winning seats; none when the Emissary wins."""
        assert self.phase == "over"
        finals = [min(self.scores[p] for p in team) for team in self.teams]
        if "emissary" in self.options and self.emissary_score > max(finals):
            return ()
        ranked = [(final, self._tie(team)) for final, team in zip(finals, self.teams, strict=True)]
        return tuple(seat for seat, rank in enumerate(ranked) if rank == max(ranked))

    def _tie(self, team: list[int]) -> int:
        places = [self.castle[who] for player in team for who in self.cards[player]]
        inside = [6 if p == "throne" else int(p) for p in places if p in (*FLOORS, "throne")]
        return max(inside, default=-1) if self.vive else len(inside)
