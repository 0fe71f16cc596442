"""A game's page, put together from its parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from kingup.language import _
from kingup.telling.words import FLOORS, JESTER, listed
from kingup.web.pages.common.chat_address import chat_address
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.board import board
from kingup.web.pages.table.castle import (
    Stand,
    Target,
    blocked_floors,
    is_boxed,
    is_reversed,
    own_stands,
    stands,
    targets,
    token_of,
)
from kingup.web.pages.table.hand import AmbitionCard, hand
from kingup.web.pages.table.menu import TableMenu, menu
from kingup.web.pages.table.news import EventDigest, news, so_far
from kingup.web.pages.table.panel import Panel, headline, panel
from kingup.web.pages.table.parts import AnyPart, Attributes, Brush, Common, Drawing, Part
from kingup.web.pages.table.scoring import Scoring, scoring
from kingup.web.pages.table.seats import Seat, seats, waiting_names
from kingup.web.pages.table.vote import ballots


@dataclass(frozen=True, slots=True)
class CardFrame:
    """A favourites card without what changes on it."""

    player: int
    owner: str
    letters: tuple[str, ...]
    note: str
    ambition: AmbitionCard | None


def game_page(brush: Brush, look: ViewContext, address: str) -> Drawing:
    """Return the page of a table that plays, as a viewer sees it."""
    return _GamePage(brush, look, address).drawing()


def continuing(look: ViewContext) -> tuple[int, ...]:
    """Return the players who may put the scoring away here: one, or all of a shared device."""
    if not look.between_rounds or look.paused or look.viewer.page not in ("table", "hand"):
        return ()
    held = look.viewer.holds if look.player is None else (look.player,)
    return tuple(player for player in held if player not in look.table.continued)


class _GamePage:
    """Collects the parts. What comes from the same source as before is not even looked at."""

    def __init__(self, brush: Brush, look: ViewContext, address: str) -> None:
        self.look = look
        self.page = look.viewer.page
        self.edition = look.view.edition
        self.address = address
        self.continuing = continuing(look)
        self.you_act = bool(look.actions) or bool(self.continuing)
        self.parts: dict[str, AnyPart] = {}
        self.attributes: dict[str, Attributes] = {}
        self._brush = brush

    def add(self, id_: str, template: str, **context: Any) -> None:
        self.parts[id_] = self._brush.part(template, **context)

    def drawing(self) -> Drawing:
        look = self.look
        told = news(look)
        sitting = seats(look)
        asks, scores = panel(look, told.last), scoring(look)
        self.main(asks, scores)
        self.attributes.update(look.shared("seat attributes", _seat_attributes))
        if look.seat is not None:
            own = sitting[look.seat]
            self.attributes[f"seat-{own.id}"] = own.attributes
            self.parts.update(self._seat(look, own))
        self.castle()
        if self.page == "board":
            self.add("herald", "table/herald.html", board=board(look))
        else:
            offers = self.menu()
            self.panel(asks, scores, resumes=look.paused and offers.host)
            if look.player is not None:
                self.hand(shown=not (scores and scores.ends_round))
            self.news(told, sitting)
        page = look.remember("page", len(sitting), lambda: self._page(sitting))
        texts = {
            "number": str(look.table.number),
            "code": look.table.code,
            "viewer": "" if look.player is None else str(look.player),
        }
        common = look.shared(f"common {self.page}", self._common)
        return Drawing(look.table.number, page, self.parts, self.attributes, texts, common)

    def _common(self, public: ViewContext) -> Common:
        """Return what is the same on everybody's page of this kind, one's own seat included."""
        draw = self._brush.part
        parts = dict(
            public.remember(
                f"castle {self.page}", self._standing(public), lambda: self._open_castle(public)
            )
        )
        for seat in seats(public):
            parts.update(self._seat(public, seat))
        parts["headline"] = draw("table/headline.html", title=headline(public))
        parts["bar"] = draw("table/bar.html", edition=self.edition, round=public.view.round,
                            page=self.page,
                            talk_at=chat_address(public.table, self.page))  # fmt: skip
        if self.page != "board":  # which has no panel
            laid = {f"vote-{one.id}": one for one in ballots(public)}
            parts.update(
                {id_: draw("table/ballot.html", ballot=ballot) for id_, ballot in laid.items()}
            )
        return Common(parts)

    def _open_castle(self, public: ViewContext) -> dict[str, AnyPart]:
        """Return the castle as everybody sees it."""
        parts: dict[str, AnyPart] = {
            f"token-{stand.letter}": self._token(stand) for stand in stands(public)
        }
        if self.page != "hand":  # where only those are shown who can move
            parts["locks"] = self._brush.part("table/locks.html", blocked=blocked_floors(public))
            parts["targets"] = self._brush.listing("table/targets.html", ())
        return parts

    def _seat(self, look: ViewContext, seat: Seat) -> dict[str, AnyPart]:
        return look.remember(f"drawn seat {seat.id}", (seat,), lambda: self._drawn_seat(seat))

    def _drawn_seat(self, seat: Seat) -> dict[str, AnyPart]:
        """Return who sits there and what they are doing: the one stays, the other is quick."""
        stays = (seat.id, seat.names, seat.you, seat.colour, seat.scores, seat.score_label,
                 seat.gain, seat.bot, seat.bot_label, seat.holds_crown, seat.away, seat.pile,
                 seat.cards, self.edition)  # fmt: skip
        context = {"seat": seat, "edition": self.edition}
        draw = self._brush.part_of
        quick = (seat.id, seat.say, seat.until, seat.ballot)
        return {
            f"sitter-{seat.id}": draw("table/sitter.html", stays, lambda: context),
            f"doing-{seat.id}": draw("table/doing.html", quick, lambda: context),
        }

    def _page(self, sitting: tuple[Seat, ...]) -> Part:
        return self._brush.part(
            "table/game.html",
            page=self.page,
            code=self.look.table.code if self.page == "board" else "",  # so that tables share it
            seats=tuple(seat.id for seat in sitting),
            letters="".join(sorted(self.look.view.castle)),
            floors=tuple(_(floor) for floor in FLOORS),
            hand=self.look.player is not None,
        )

    def main(self, asks: Panel, scores: Scoring | None) -> None:
        look = self.look
        classes = ["table"]
        classes += ["is-revealed"] if asks.verdict else []
        classes += ["is-scoring"] if scores and scores.ends_round else []
        classes += ["is-paused"] if look.paused else []
        self.attributes["table"] = {
            "class": " ".join(classes),
            "data-number": str(look.table.number),
            "data-phase": phase(look),
            "data-asks": asks.kind,
            "data-page": self.page,
            "data-edition": self.edition,
            "data-viewer": "" if look.player is None else str(look.player),
            "data-you-act": "1" if self.you_act else "0",
            "data-mate": None if look.mate is None else str(look.mate),
            "data-passed": "1" if look.table.setting.passed else None,
        }
        # Where nothing in it can have the focus, the sheet itself must, to be scrolled by keys.
        rests = not self.you_act
        self.attributes["sheet"] = {
            "tabindex": "0" if rests else None,
            "role": "group" if rests else None,
            "aria-labelledby": "panel-title" if rests else None,
        }

    def castle(self) -> None:
        look = self.look
        kind = "castle"
        if self.page == "hand":
            kind += " roster"
        else:
            kind += " is-voting" if look.view.candidate is not None else ""
            kind += " is-reversed" if is_reversed(look) else ""
        self.attributes["castle"] = {"class": kind}
        self.attributes["road-label"] = {"hidden": None if is_boxed(look) else ""}
        self.attributes["look-up"] = {"hidden": "" if self.you_act else None}
        if look.player is not None:
            shown = own_stands(look)
            offered = [] if self.page == "hand" else targets(look)
            source = (shown, offered)
            self.parts.update(look.remember("castle", source, partial(self._own_castle, *source)))

    def _own_castle(self, shown: list[Stand], offered: list[Target]) -> dict[str, AnyPart]:
        """Return what only the viewer sees in the castle."""
        parts: dict[str, AnyPart] = {
            f"token-{stand.letter}": self._token(stand) for stand in shown
        }
        if offered:
            rings = [self._brush.part("table/target.html", target=one).html for one in offered]
            parts["targets"] = self._brush.listing("table/targets.html", rings)
        return parts

    def _standing(self, look: ViewContext) -> tuple[object, ...]:
        """Return all that the castle as everybody sees it follows from."""
        view = look.view
        moves = look.round.moves if look.round else ()
        return (view.castle, view.candidate, view.phase, view.monarch, view.round, moves)

    def _token(self, stand: Stand) -> Part:
        edition, page = self.edition, self.page
        return self._brush.part_of(
            "table/token.html",
            (edition, page, *stand),
            lambda: {"token": token_of(edition, stand), "edition": edition, "page": page},
        )

    def panel(self, asks: Panel, scores: Scoring | None, *, resumes: bool) -> None:
        look = self.look
        ends = scores is not None and scores.ends_round
        if scores:
            self.add("scoring", "table/scoring.html", scoring=scores, edition=self.edition,
                     rule=asks.rule)  # fmt: skip
        elif asks.verdict:
            self.add("verdict", "table/verdict.html", verdict=asks.verdict, edition=self.edition,
                     rule=asks.rule)  # fmt: skip
        if asks.ballots and look.seat is not None:
            own = asks.ballots[look.seat]
            self.add(f"vote-{own.id}", "table/ballot.html", ballot=own)
        if ends and not self.continuing and not resumes:
            self.add("waiting", "table/waiting.html", text=self._waiting())
        if not ends:
            self.add("prompt", "table/prompt.html", title=asks.title, detail=asks.detail,
                     hint="" if asks.picks else asks.hint,
                     rule="" if asks.kind == "wait" else asks.rule)  # fmt: skip
            if asks.picks:
                self.add("cards", "table/cards.html", picks=asks.picks, kind=asks.kind)
            if asks.choices:
                draw = partial(self._brush.part, "table/choice.html", kind=asks.kind)
                offered = [draw(choice=choice).html for choice in asks.choices]
                self.parts["choices"] = self._brush.listing("table/choices.html", offered)
        self.add(
            "panel",
            "table/panel.html",
            plays=look.player is not None,
            verdict=asks.verdict is not None,
            scoring=scores is not None,
            ends_round=ends,
            ballots=tuple(ballot.id for ballot in asks.ballots),
            picks=bool(asks.picks),
            offers=bool(asks.choices),
            continuing=self.continuing,
            is_last=look.view.phase == "over",
            round=look.view.round,
            resumes=resumes,
        )

    def _waiting(self) -> str:
        if self.look.paused:
            return _("The game is paused")
        waiting = waiting_names(self.look)
        return _("Waiting for {names}.").format(names=listed(waiting)) if waiting else ""

    def hand(self, *, shown: bool) -> None:
        look, view = self.look, self.look.view
        own = "".join(view.own.favourites) if view.own else ""
        there = tuple([view.castle[letter] for letter in own])
        scored = look.round.crownings if look.round and look.between_rounds else ()
        first = view.monarch if view.phase in ("climb", "vote", "shuffle") else None
        source = (shown, view.own, there, view.round, view.candidate == JESTER, first, scored)
        self.parts.update(look.remember("hand", source, lambda: self._hand(shown=shown)))

    def _hand(self, *, shown: bool) -> dict[str, AnyPart]:
        held, part = hand(self.look) if shown else None, self._brush.part
        if held is None:
            return {"hand": part("table/hand.html", cards=())}
        parts: dict[str, AnyPart] = {}
        frames = []
        for card in held.cards:
            letters = tuple(favourite.letter for favourite in card.favourites)
            frames.append(CardFrame(card.player, card.owner, letters, card.note, card.ambition))
            for favourite in card.favourites:
                parts[f"fav-{card.player}-{favourite.letter}"] = part(
                    "table/favourite.html",
                    favourite=favourite,
                    player=card.player,
                    edition=self.edition,
                )
            parts[f"sum-{card.player}"] = part("table/sum.html", player=card.player,
                                               points=card.points)  # fmt: skip
        parts["fan"] = part("table/fan.html", votes=held.votes, label=held.label)
        parts["hand"] = part("table/hand.html", cards=tuple(frames))
        return parts

    def news(self, told: EventDigest, sitting: tuple[Seat, ...]) -> None:
        opened = tuple(
            (seat.colour, card.owner or seat.names[0], card.seals)
            for seat in sitting
            if seat.id != "emissary"
            for card in seat.cards
        )
        # All see the same lines, and only what is new to them differs: each is drawn once.
        drawn, new = self.look.shared("drawn lines", self._drawn_lines), len(told.earlier)
        self.parts["lately"] = self._lines("lately", told.lately, drawn[new:])
        if told.earlier:
            self.parts["earlier"] = self._lines("earlier", told.earlier, drawn[:new])
        self.add("news", "table/news.html", title=told.title, open_seats=opened,
                 edition=self.edition, earlier=bool(told.earlier))  # fmt: skip

    def _drawn_lines(self, public: ViewContext) -> tuple[str, ...]:
        _indices, lines = so_far(public)
        return public.remember(
            "drawn lines", lines, lambda: tuple([self._line(line) for line in lines])
        )

    def _lines(self, name: str, lines: tuple[str, ...], drawn: tuple[str, ...]) -> AnyPart:
        def draw() -> AnyPart:
            return self._brush.listing(
                f"table/{name}.html", drawn or (self._line(_("Nothing yet.")),)
            )

        return self.look.remember(name, lines, draw)

    def _line(self, line: str) -> str:
        return self._brush.part("table/line.html", line=line).html

    def menu(self) -> TableMenu:
        look, table = self.look, self.look.table
        source = (tuple(table.players), look.present, table.status, table.bot_pace, self.address)
        offers, parts = look.remember("menu", source, self._menu)
        self.parts.update(parts)
        return offers

    def _menu(self) -> tuple[TableMenu, dict[str, AnyPart]]:
        offers = menu(self.look.table, self.look.viewer, self.look.present, self.address)
        return offers, {
            "menu-dialog": self._brush.later("common/dialogs/menu.html", menu=offers),
            "help-dialog": self._brush.part("common/dialogs/help.html", edition=self.edition),
        }


def _seat_attributes(public: ViewContext) -> dict[str, Attributes]:
    return {f"seat-{seat.id}": seat.attributes for seat in seats(public)}


def phase(look: ViewContext) -> str:
    """Return what a page calls the moment: its scripts and styles go by that."""
    if look.paused:
        return "paused"
    if look.between_rounds:
        return "deal"  # also after the last round: its scoring, not yet the result
    return "vote" if look.view.phase == "shuffle" else look.view.phase
