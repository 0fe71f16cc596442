"""What a game's page contains, for every viewer, in every situation."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from kingup.rules.deals import Deal
from kingup.tables.events import Acted, Continued, Dealt, Numbered, Paused, StoodIn
from kingup.tables.table import Table
from kingup.web.live.rendering import Renderer
from kingup.web.pages.common.view_context import Page, ViewContext, Viewer
from kingup.web.pages.table.scene import Scene, SeatPiece
from kingup.web.pages.table.scene_building import scene
from tests.strategies import each_family
from tests.web.bound_page import faults, frame, read
from tests.web.pages.table.tables import PAGES, DrivenTable, viewer

RENDERER = Renderer(static=lambda path: f"/static/{path}")
BUTTON = re.compile(r'<button[^>]* name="action" value="([^"]*)"')
ID = re.compile(r' id="([^"]*)"')


def fragment(table: Table, who: Viewer, present: frozenset[str] = frozenset()) -> str:
    """Return a table's <main>."""
    context = ViewContext(table, who, present)
    shown = scene(context) if RENDERER.kind(table, who) == "game" else None
    return RENDERER.main(context, "http://castle.example/t/x", shown)


def scene_of(table: Table, who: Viewer) -> Scene:
    return scene(ViewContext(table, who))


def continues_for(table: Table, who: Viewer) -> list[str]:
    """Return the players that a page's button puts the score sheet away for."""
    form = read(fragment(table, who)).find("continue")
    fields = [one.attributes for list_ in form.all() if list_.tag == "span" for one in list_.items]
    assert "hidden" not in form.attributes
    assert {one["name"] for one in fields} == {"player"}
    return [one["value"] for one in fields]


def all_viewers(table: Table) -> list[Viewer]:
    players = range(table.setting.players)
    private = [viewer(player, page) for player in players for page in ("table", "hand")]
    return [*private, *(viewer(None, page) for page in PAGES if page != "hand")]


@pytest.mark.parametrize(("edition", "seats", "options"), each_family(unpacked=True))
def test_every_moment_of_a_game_has_a_page_for_everybody(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    driven = DrivenTable(edition, seats, options, seed=len(options) + len(seats))
    viewers = all_viewers(driven.table)
    phases = set()
    for number, table in enumerate(driven.moments_of_play()):
        if table.status != "playing":
            break
        asked = table.view(None).to_act
        turn = number % 2 == 0 and bool(asked)
        who = viewer(asked[0]) if turn else viewers[number // 2 % len(viewers)]
        if number % 25 and (table.view(None).phase, turn) in phases:
            continue  # a sample: pages are slow to read
        phases.add((table.view(None).phase, turn))
        html = fragment(table, who)
        main = read(html)
        assert faults(main) == []
        ids = Counter(ID.findall(html))
        assert max(ids.values()) == 1, ids.most_common(1)
        expected = () if who.player is None else table.view(who.player).actions
        assert sorted(BUTTON.findall(html)) == sorted(expected)
        offered = [one for one in main.all() if one.attributes.get("name") == "action"]
        inside = [one for part in main.all() if part.tag == "noscript" for one in part.all()]
        assert all(one in inside for one in offered), "scripts draw their own buttons"
        assert re.fullmatch(r"<main .*</main>", html.strip(), re.DOTALL)
        assert not re.search(r" (style|on\w+)=", html)


@pytest.mark.parametrize("seed", range(3))
def test_every_character_is_one_token_of_one_list_in_the_order_of_letters(seed: int) -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1, 1), ("wedding",), seed=seed)
    for table in driven.moments_of_play():
        if table.status != "playing":
            break
        tokens = [token.id for token in scene_of(table, viewer()).board.tokens]
        assert tokens == sorted(driven.game.setup.letters)


def test_no_two_characters_share_a_place_on_the_board() -> None:
    for seed in range(6):
        driven = DrivenTable("vive-le-roi", (1, 1), ("emissary", "wedding"), seed=seed)
        for table in driven.moments_of_play():
            if table.status == "playing":
                tokens = scene_of(table, viewer(None, "board")).board.tokens
                places = {(token.at, token.slot) for token in tokens}
                assert len(places) == len(tokens)


def test_favourites_are_marked_for_their_owner_only() -> None:
    table = DrivenTable(seed=4).until("climb")
    card = table.view(2).own
    assert card is not None
    marks = scene_of(table, viewer(2)).own.marks
    assert "".join(mark.id for mark in marks if "is-fav" in mark.cls) == card.favourites[0]
    for who in (viewer(None, "board"), viewer(None, "watch")):
        for mark in scene_of(table, who).own.marks:
            assert mark.cls == "token at"
            assert mark.worth == mark.label == ""


def test_the_public_pages_show_nothing_of_a_player_who_opens_them() -> None:
    table = DrivenTable("vive-le-roi", (1, 1, 1), ("ambition",), seed=4).until("climb")
    for page in ("board", "watch"):
        as_player = Viewer("person-1", 1, page, (1,))
        html = fragment(table, as_player)
        assert 'id="hand"' not in html
        assert "is-fav" not in html
        assert scene_of(table, as_player) == scene_of(table, viewer(None, page))


def test_a_climb_says_what_it_is_worth() -> None:
    for table in DrivenTable(seed=11).moments_of_play():
        view = table.view(0)
        own = view.own
        if view.phase != "climb" or 0 not in view.to_act or own is None:
            continue
        choices = scene_of(table, viewer(0)).own.choices
        assert [choice.id for choice in choices] == list(view.actions)
        for choice in choices:
            place = view.castle[choice.who]
            if choice.who in own.favourites[0] and place != "5":
                assert choice.detail == f"Worth {int(place) + 1} to you instead of {place}."
            elif choice.who not in own.favourites[0]:
                assert choice.detail == "Not your favourite."
        return
    raise AssertionError


def test_a_name_is_shown_as_plain_text() -> None:
    wicked = ("<script>alert(1)</script>", '"><u>', "&amp;", "{{ 7 * 7 }}")
    driven = DrivenTable(names=wicked, seed=2)
    for phase in ("place", "climb", "vote", "deal"):
        table = driven.until(phase)
        for who in (viewer(0), viewer(None, "board")):
            context = ViewContext(table, who)
            html = RENDERER.page(
                context, address="http://x/t/y", scene=scene(context), flash="<i>no</i>"
            )
            assert "<script>alert" not in html
            assert '"><u>' not in html
            assert "<i>no" not in html
            assert "49" not in re.sub(r"<[^>]*>", "", html)


def test_a_sealed_vote_is_shown_as_a_card_to_others_and_named_to_its_owner() -> None:
    driven = DrivenTable("vive-le-roi", seed=3)
    table = driven.until("vote")
    driven.add(Acted(1, "N", "person"))
    shown = scene_of(table, viewer(0))
    assert [ballot.card for ballot in shown.board.ballots] == ["none", "down", "none", "none"]
    assert "You played No." in scene_of(table, viewer(1)).own.prompt.detail
    assert "You played" not in fragment(table, viewer(0))


def test_the_last_reveal_is_shown_until_the_next_move() -> None:
    driven = DrivenTable("vive-le-roi", seed=3)
    table = driven.until("vote")
    while driven.game.phase == "vote":
        driven.add(Acted(driven.game.to_act[0], "N", "person"))
    shown = scene_of(table, viewer(0)).board
    assert [ballot.card for ballot in shown.ballots] == ["N"] * 4
    assert shown.cloth
    assert (shown.verdict.shown, shown.verdict.title) == (True, "Rejected")
    driven.step()
    shown = scene_of(table, viewer(0)).board
    assert [ballot.card for ballot in shown.ballots] == ["none"] * 4
    assert shown.cloth is shown.verdict.shown is False


def test_earlier_votes_are_shown_only_if_the_table_has_agreed() -> None:
    for show_votes in (False, True):
        driven = DrivenTable(seed=8, show_votes=show_votes)
        votes = 0
        for table in driven.moments_of_play():
            moves = table.view(None).rounds[-1].moves
            votes = sum(type(move).__name__ == "Voted" for move in moves)
            if votes == 2 and driven.game.phase == "climb":
                break
        assert votes == 2
        lines = " ".join(line.text for line in scene_of(table, viewer(None)).board.lines)
        assert lines.count("Vote on ") == (2 if show_votes else 1)


def test_the_scoring_quotes_the_text_of_an_ambition_card() -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1), ("ambition",), seed=5)
    rows = scene_of(driven.until("deal"), viewer(0)).board.scoring.rows
    assert len(rows) == 3
    assert all(re.fullmatch("“[^“”]+”", row.ambition) for row in rows)


def test_the_scoring_stays_until_people_continue() -> None:
    driven = DrivenTable("vive-le-roi", (1, 2), ("ambition", "emissary"), seed=5)
    table = driven.until("deal")
    assert continues_for(table, viewer(1)) == ["1"]
    assert scene_of(table, viewer(1)).own.you_act == "1"
    html = fragment(table, viewer(1))
    assert html.count('class="row-score"') == 4, "three players and the Emissary"
    assert 'id="continue"' not in fragment(table, viewer(None, "board"))


def test_the_last_scoring_is_shown_before_the_result() -> None:
    driven = DrivenTable(bots=(2, 3))
    *_, table = driven.moments_of_play()
    assert table.status == "over"
    first = fragment(table, viewer(0))
    assert "See who won" in first
    assert 'data-phase="deal"' in first
    assert 'id="cloth"' in first
    for other in (viewer(1), viewer(None, "board")):
        assert 'data-phase="deal"' in fragment(table, other)
    assert 'data-phase="over"' in fragment(table, viewer(None, "watch"))
    driven.add(Continued(0))
    assert 'data-phase="over"' in fragment(table, viewer(0))
    assert 'data-phase="deal"' in fragment(table, viewer(1))
    driven.add(Continued(1))
    assert 'data-phase="over"' in fragment(table, viewer(None, "board"))


def test_a_shared_device_continues_for_all_its_players() -> None:
    driven = DrivenTable(seed=5, screens="passed")
    table = driven.until("deal")
    shared = Viewer("person-0", None, "table", (0, 1, 3))
    assert continues_for(table, shared) == ["0", "1", "3"]


def test_a_paused_game_offers_no_actions() -> None:
    driven = DrivenTable(seed=5)
    table = driven.until("climb", player=0)
    driven.add(Paused())
    html = fragment(table, viewer(0))
    assert 'data-phase="paused"' in html
    assert not BUTTON.findall(html)


def test_absent_players_are_marked_as_away() -> None:
    driven = DrivenTable(seed=5, bots=(3,))
    table = driven.until("climb")
    there = frozenset({"person-0", "person-1", "person-2"})

    def seats(present: frozenset[str]) -> tuple[SeatPiece, ...]:
        return scene(ViewContext(table, viewer(0), present)).board.seats

    assert [seat.away for seat in seats(there)] == [False] * 4
    assert [s.away for s in seats(there - {"person-2"})] == [False, False, True, False]
    driven.add(StoodIn(2, "away"))
    assert seats(there)[2].say == "a bot stands in for Inès 2"


def test_the_jester_turns_every_number_over() -> None:
    for seed in range(200):
        driven = DrivenTable("vive-le-roi", seed=seed)
        table = driven.until("vote")
        if driven.game.candidate == "X":
            html = fragment(table, viewer(0))
            assert "is-reversed" in html
            assert "every value changes sign" in html
            return
    raise AssertionError


@pytest.mark.parametrize("phase", ["place", "climb", "vote"])
def test_pages_do_not_depend_on_others_cards(phase: str) -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 2, 1), ("ambition", "banished"), seed=6)
    table = driven.until(phase)
    other_table = _with_other_favourites(table, players=(1, 4))
    for who in (viewer(0), viewer(2), viewer(3, "hand"), viewer(None, "board")):
        assert fragment(table, who) == fragment(other_table, who)
        assert RENDERER.title(ViewContext(table, who)) == RENDERER.title(
            ViewContext(other_table, who)
        )
    assert fragment(table, viewer(1)) != fragment(other_table, viewer(1))


def _with_other_favourites(table: Table, players: tuple[int, int]) -> Table:
    """Return the table as it would be if two players had each other's cards."""
    first, second = players

    def swapped(deal: Deal) -> Deal:
        cards = list(deal.favourites)
        cards[first], cards[second] = cards[second], cards[first]
        return replace(deal, favourites=tuple(cards))

    return Table.of(
        Numbered(
            one.number,
            one.at,
            Dealt(swapped(one.event.deal)) if isinstance(one.event, Dealt) else one.event,
        )
        for one in table.numbered
    )


def test_only_the_host_is_offered_the_bots_pace() -> None:
    table = DrivenTable(bots=(3,)).table
    assert 'action="/t/rook-42x7k/pace"' in fragment(table, viewer(0))
    assert 'action="/t/rook-42x7k/pace"' not in fragment(table, viewer(1))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("edition", "seats", "options"),
    [
        ("kingup", (1, 1, 1), ()),
        ("vive-le-roi", (2, 1), ("ambition", "banished", "emissary", "wedding")),
    ],
)
def test_what_is_not_bound_stays_the_same_all_through_a_game(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...], page: Page
) -> None:
    """So a page that shows one scene becomes the page of any other by its bindings alone."""
    driven = DrivenTable(edition, seats, options, seed=2)
    who = viewer(None if page in ("board", "watch") else 1, page)
    driven.step()
    first = frame(read(fragment(driven.table, who)))
    compared = 0
    for number, table in enumerate(driven.moments_of_play()):
        if table.status == "playing" and (number % 12 == 0 or driven.game.phase == "deal"):
            assert frame(read(fragment(table, who))) == first
            compared += 1
    assert compared > 10


def test_a_fault_of_a_template_is_found() -> None:
    """The checks above can fail: a wrong text, attribute, symbol or list is noticed."""
    html = fragment(DrivenTable(seed=4).until("climb", player=0), viewer(0))
    main = read(html)
    assert faults(main) == []
    headline = main.find("headline").text
    for wrong in (
        html.replace(f">{headline}<", ">Something else<", 1),
        html.replace('data-asks="climb"', 'data-asks="vote"', 1),
        html.replace("#pennant-1", "#pennant-2", 1),
        html.replace('data-key="0"', 'data-key="9"', 1),
        html.replace('hidden="" ', "", 1),
    ):
        assert wrong != html
        assert faults(read(wrong)) != []
